"""Fetches the record of a finished match (protocol/README.md, section 10) and checks its dice."""

import json
import time
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import quote, urlsplit, urlunsplit

from .address import socket_address
from .cup import check_record
from .fairness_verify import member
from .own_notes import check_own
from .strict_json import read_record
from .verdict import Verdict

LONGEST = 20_000  # entries of a log
REASONS = ("finished", "abandoned", "void")


def address(server: str, match: str) -> str:
    parts = urlsplit(socket_address(server))
    scheme = {"ws": "http", "wss": "https"}[parts.scheme]
    return f"{urlunsplit((scheme, parts.netloc, parts.path.removesuffix('/ws'), '', ''))}/api/v1/matches/{quote(match)}"


def fetch_record(server: str, match: str, timeout_s: float = 30.0) -> Any:
    """The record of a match with its whole log, over HTTP. Raises OSError or ValueError. Blocks: use a thread.

    :param server: The address of the page, or an invitation link.
    """
    record: Any = None
    at: Any = 1
    while at is not None:
        with urllib.request.urlopen(f"{address(server, match)}?from={at}", timeout=timeout_s) as reply:
            page = read_record(reply.read().decode())
        if member(page, "id") != match:
            raise ValueError("the server sends something else than this match")
        if record is None:
            record = page
        else:
            record["log"] += page["log"]
        after = member(page, "next")
        if after is not None and not (isinstance(after, int) and at < after <= LONGEST):
            raise ValueError("the pages of the log are not in order")
        at = after
    if isinstance(record, dict):
        record["next"] = None
    return record


def fetch_analysis(server: str, match: str, timeout_s: float = 60.0) -> Any:
    """Fetches the analysis of luck and decisions in a finished match, as protocol/README.md describes it. Waits while the
    server makes the analysis. Raises OSError, if there is none too, or ValueError. Blocks: use a thread.

    :param server: The address of the page, or an invitation link.
    """
    until = time.monotonic() + timeout_s
    while True:
        try:
            with urllib.request.urlopen(f"{address(server, match)}/analysis", timeout=timeout_s) as reply:
                return json.loads(reply.read())
        except urllib.error.HTTPError as refused:
            if refused.code != 503:
                raise
            wait_ms = member(member(json.loads(refused.read()), "error"), "retry_ms") or 1_000
            if time.monotonic() + wait_ms / 1_000 > until:
                raise
        time.sleep(wait_ms / 1_000)


def recorded_end(server: str, match: str, timeout_s: float = 30.0) -> str | None:
    """How a match has ended, by its record; None if that cannot be known now. Blocks: use a thread."""
    try:
        with urllib.request.urlopen(f"{address(server, match)}?from=1", timeout=timeout_s) as reply:
            record = read_record(reply.read().decode())
    except urllib.error.HTTPError as why:
        return "no_record" if why.code == 404 else None
    except (OSError, ValueError, RecursionError):
        return None
    if member(record, "ended_ms") is None:
        return None
    reason = member(member(record, "result"), "reason")
    return "unopened" if not member(record, "proof") else reason if reason in REASONS else None


def verify_match(server: str, match: str, notes: Any = None, ends: list[str] | None = None) -> Verdict:
    """The verdict on a finished match; not verifiable if the server does not give its record. Blocks: use a thread.

    :param notes: One's own, if there are any.
    :param ends: How one's own last matches ended.
    """
    try:
        record = fetch_record(server, match)
        return check_own(record, notes, ends) if notes else check_record(record)
    except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
        return Verdict("not verifiable", reason=str(error))
