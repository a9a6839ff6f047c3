"""Checks the dice of finished matches (docs/fairness.md): python3 -m cubilete.verify FILE [--own NOTES]

FILE is the record of a match, from /api/v1/matches/ID with its whole log; NOTES is the file of a player's own notes. The
exit code is 0 for fair dice, 1 for false ones, 2 if nothing can be verified, 3 for the server's dice."""

import json
import sys
import urllib.request
from typing import Any
from urllib.parse import quote, urlsplit, urlunsplit

from .address import socket_address
from .fairness_verify import Verdict, check_dice, member
from .own_notes import check_own, find_notes

LONGEST = 20_000  # entries of a log


def fetch_record(server: str, match: str, timeout_s: float = 30.0) -> Any:
    """The record of a match with its whole log, over HTTP. Raises OSError or ValueError. Blocks: use a thread.

    :param server: The address of the page, or an invitation link.
    """
    parts = urlsplit(socket_address(server))
    scheme = {"ws": "http", "wss": "https"}[parts.scheme]
    base = urlunsplit((scheme, parts.netloc, parts.path.removesuffix("/ws"), "", ""))
    record: Any = None
    at: Any = 1
    while at is not None:
        with urllib.request.urlopen(f"{base}/api/v1/matches/{quote(match)}?from={at}", timeout=timeout_s) as reply:
            page = json.load(reply)
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


def verify_match(server: str, match: str, notes: Any = None) -> Verdict:
    """The verdict on a finished match; not verifiable if the server does not give its record. Blocks: use a thread.

    :param notes: One's own, if there are any.
    """
    try:
        record = fetch_record(server, match)
        return check_own(record, notes) if notes else check_dice(record)
    except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
        return Verdict("not verifiable", reason=str(error))


def main() -> int:
    words = sys.argv[1:]
    if len(words) not in (1, 3) or (len(words) == 3 and words[1] != "--own"):
        print("usage: python3 -m cubilete.verify FILE [--own NOTES]", file=sys.stderr)
        return 2
    try:
        with open(words[0], encoding="utf-8") as file:
            record = json.load(file)
        verdict = check_dice(record)
        if len(words) == 3:
            with open(words[2], encoding="utf-8") as file:
                verdict = check_own(record, find_notes(file.read(), member(record, "id")))
    except (OSError, ValueError, RecursionError) as error:
        verdict = Verdict("not verifiable", reason=str(error))
    print(verdict.text)
    return verdict.exit_code


if __name__ == "__main__":
    sys.exit(main())
