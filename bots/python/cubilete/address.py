"""Where a server listens, from what people have at hand."""

import re
from urllib.parse import urlsplit, urlunsplit

SCHEMES = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}


def socket_address(server: str) -> str:
    """The address of the server's socket, from its page's (http://host:8080, https://host/games), from the link of an
    invitation, or from itself (ws://host/ws). Raises ValueError where it is none of these."""
    parts = urlsplit(server)
    if parts.scheme not in SCHEMES or not parts.hostname:
        raise ValueError(f"no address of a server: {server}")
    path = re.sub(r"/?(/r/[^/]*|/ws)?/?$", "", parts.path)
    return urlunsplit((SCHEMES[parts.scheme], parts.netloc, f"{path}/ws", "", ""))


def table_at(server: str) -> str | None:
    """The code of the table that an invitation leads to, if it is one."""
    found = re.search(r"/r/([A-Za-z0-9]{6})/?$", urlsplit(server).path)
    return found[1] if found else None
