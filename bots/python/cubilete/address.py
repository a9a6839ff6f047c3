"""Where a server listens, from what people have at hand."""

import re
from urllib.parse import urlsplit, urlunsplit

SCHEMES = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}


class NoAddress(ValueError):
    """Nowhere could a server listen there."""

    def __init__(self, server: str) -> None:
        super().__init__(f"{server} is no address of a server like http://localhost:8080")


def socket_address(server: str) -> str:
    """The address of the server's socket, from its page's (http://host:8080, https://host/games), from the link of an
    invitation, or from itself (ws://host/ws). Raises NoAddress where it is none of these."""
    try:
        parts = urlsplit(server)
        known = parts.scheme in SCHEMES and parts.hostname and parts.port != 0
    except ValueError:  # a port beyond all ports, half a bracket
        known = False
    if not known:
        raise NoAddress(server)
    path = re.sub(r"/?(/r/[^/]*|/ws)?/?$", "", parts.path)
    return urlunsplit((SCHEMES[parts.scheme], parts.netloc, f"{path}/ws", "", ""))


def table_at(server: str) -> str | None:
    """The code of the table that an invitation leads to, if it is one."""
    found = re.search(r"/r/([A-Za-z0-9]{6})/?$", re.sub(r"[?#].*", "", server))
    return found[1] if found else None
