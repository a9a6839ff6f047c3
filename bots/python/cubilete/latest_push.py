"""Keeps a bot's knowledge of the matches of its room: the newest push, and which pushes are older than it."""

from .connection import Message


def prompt_key(push: Message) -> str:
    """Of the prompt in a push."""
    return f"{push['match']} {push['you']['n']}"


def _whole(push: Message, known: Message | None) -> Message:
    """A push with what the server has sent only once (`about`), and with what it leaves out."""
    before = known["about"] if known and known["match"] == push["match"] else {}
    about = push.get("about", before)
    made = {"result": None, **push, "about": about, "view": {**about, **push["view"]}}
    if "you" in push:
        made["you"] = {"moves": [], **push["you"]}
    return made


def _contradicts(push: Message, known: Message) -> bool:
    """Whether a push contradicts what is known of its match: prompts only rise."""
    if push["match"] != known["match"]:
        return False
    other = push["seq"] == known["seq"] and push.get("hash") != known.get("hash")
    return push["seq"] < known["seq"] or other or "you" in push and "you" in known and push["you"]["n"] < known["you"]["n"]


class LatestPush:
    def __init__(self) -> None:
        self.push: Message | None = None  # of the current or latest match
        self._past: list[str] = []  # the matches before that, in their order
        self._joined = False
        self._before_break: Message | None = None  # the newest push then, until the present state has come

    @property
    def seen(self) -> Message | None:
        """For room.join: the newest entry before which none is missing."""
        push = self._before_break or self.push
        return push and {"match": push["match"], "seq": push["seq"]}

    def greeted(self) -> None:
        """To call with the reply to hello: until the present state has come, entries may be missing before a push."""
        self._before_break = self._before_break or self.push
        self._joined = False

    def entered(self) -> None:
        """To call after the reply that names a new room: none of its entries is missing."""
        self._before_break = None

    def joined(self) -> None:
        """To call with the reply to room.join: the next push has the present state."""
        self._joined = True

    def accept(self, push: Message) -> list[str] | None:
        """Accepts a push, or ignores it and returns None if it is older than the known one. But the present state counts,
        even if it is older: then a backup was restored, and what was known beyond it never happened. Returns the matches
        of which something never happened.
        """
        known = self.push
        present, self._joined = self._joined, False
        if present:
            self._before_break = None
        past = push["match"] in self._past
        unmade: list[str] = []
        if known and present and (past or _contradicts(push, known)):
            every = [*self._past, known["match"]]
            at = every.index(push["match"])
            self._past, unmade = every[:at], every[at:]
        else:
            if past or known and known["match"] == push["match"] and push["seq"] < known["seq"]:
                return None
            if known and known["match"] != push["match"]:
                self._past.append(known["match"])
        self.push = _whole(push, known)
        return unmade
