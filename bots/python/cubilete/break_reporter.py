"""Tells whoever runs a bot why it has no connection."""

import sys
from collections.abc import Callable

from .connection import Link

FAILURES_UNTIL_REPORT = 3


def make_break_reporter(server: str, tell: Callable[[str], None] | None = None) -> Callable[[Link], None]:
    """An `on_link` that tells once why the first connection fails, or why a later one does not come back.

    :param server: As the user named it.
    :param tell: Prints to stderr by default.
    """
    was_open = is_reported = False

    def on_link(link: Link) -> None:
        nonlocal was_open, is_reported
        if link.state == "open":
            was_open, is_reported = True, False
        if link.state == "waiting" and not is_reported and (not was_open or link.failures >= FAILURES_UNTIL_REPORT):
            is_reported = True
            trouble = f"{server} does not let the bot in" if link.refused else f"no connection to {server}"
            (tell or _print)(f"{trouble}{'' if was_open else ' yet'} ({link.reason}), trying again")

    return on_link


def _print(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
