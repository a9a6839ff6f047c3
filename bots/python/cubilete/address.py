"""Finds the address of a server's WebSocket from an address that a person has."""

import re
from urllib.parse import urlsplit, urlunsplit

SCHEMES = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}


class NoAddress(ValueError):
    """The text is not the address of a server."""

    def __init__(self, server: str) -> None:
        super().__init__(f"{server} is not the address of a server like http://localhost:8080")


def socket_address(server: str) -> str:
    """Returns the address of the server's WebSocket, from the address of its page (http://host:8080,
    https://host/games), from an invitation link, or from itself (ws://host/ws). Raises NoAddress for anything else.
    """
    try:
        parts = urlsplit(server)
        known = parts.scheme in SCHEMES and parts.hostname and parts.port != 0
    except ValueError:  # a port out of range, an incomplete IPv6 bracket
        known = False
    if not known:
        raise NoAddress(server)
    path = re.sub(r"/?(/r/[^/]*|/ws)?/?$", "", parts.path)
    return urlunsplit((SCHEMES[parts.scheme], parts.netloc, f"{path}/ws", "", ""))


def table_at(server: str) -> str | None:
    """The room code of an invitation link; None if the text is not one."""
    found = re.search(r"/r/([A-Za-z0-9]{6})/?$", re.sub(r"[?#].*", "", server))
    return found[1] if found else None
