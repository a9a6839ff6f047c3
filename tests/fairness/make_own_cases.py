"""Makes own_cases.json: records with the notes of a player, each with changes and with the verdict that every
implementation must give.

    /usr/bin/python3 tests/fairness/make_own_cases.py     writes the file anew

A base is {"record": …, "notes": …}; a change is a JSON patch of it."""

import copy
import json
from pathlib import Path

import make_cases
import matches
from changes import removing, setting, spoiled
from cubilete.own_notes import check_own
from patches import difference, ordered

FILE = Path(__file__).with_name("own_cases.json")
OTHER = "5a" * 32


def case_with_notes(seat, *arguments, **options):
    secrets = {}
    record = matches.match(*arguments, **options, secrets=secrets)
    return {"record": record, "notes": matches.notes_of(record, seat, secrets)}


def bases():
    made = {
        "two seats": case_with_notes(0, 11, 2, [0, 1], 9),
        "the other seat": case_with_notes(1, 11, 2, [0, 1], 9),
        "a spectator": case_with_notes(None, 11, 2, [0, 1], 9),
        "late": case_with_notes(2, 12, 3, [0, 2], 9, late=[(2, 4)]),
        "a late reveal": case_with_notes(0, 13, 2, [0, 1], 5, late=[(0, 1)]),
        "no tip": case_with_notes(1, 14, 3, [0, 2], 5),
        "nobody contributes": case_with_notes(1, 15, 2, [], 4),
        "not witnessed": case_with_notes(0, 16, 2, [0, 1], 5, witness=False),
    }
    made["not witnessed"]["notes"] |= {"asks": [], "witness": False}
    dice_only = {"with_shown": True, "kinds": [("dice", 5, 5), ("dice", 2, 6), ("pick", 4, 0)]}
    made |= {
        "shown": case_with_notes(0, 17, 2, [0, 1], 9, **dice_only),
        "shown to a spectator": case_with_notes(None, 17, 2, [0, 1], 9, **dice_only),
        "shown with a pile": case_with_notes(1, 18, 3, [0, 1], 9, with_shown=True),
        "shown without a tip": case_with_notes(1, 19, 3, [0, 2], 6, **dice_only),
        "shown, late at the reveal": case_with_notes(0, 20, 2, [0, 1], 6, late=[(0, 1)], **dice_only),
        "the server's dice": case_with_notes(1, 21, 2, [], 5, **dice_only),
    }
    return made


def judge(both):
    return check_own(both["record"], both["notes"], both.get("ended"))


class Cases:
    def __init__(self):
        self.bases = bases()
        self.cases = []

    def add(self, base, name, *changes):
        both = copy.deepcopy(self.bases[base])
        for change in changes:
            change(both)
        both = ordered(both)
        patch = difference(self.bases[base], both)
        if patch or not changes:
            verdict = make_cases.judged(matches.text(both), judge)
            self.cases.append({"name": name, "of": base, "patch": patch, "verdict": verdict})

    def spelled(self, base, name, old, new):
        """The first `old` of the base's text is written in another way."""
        case = {"name": name, "of": base, "patch": [], "text": [old, new]}
        self.cases.append({**case, "verdict": make_cases.judged(make_cases.text_of(self.bases, case), judge)})


def every_field(cases):
    for base in ("two seats", "a spectator"):
        for name, value in cases.bases[base]["notes"].items():
            for wrong in spoiled(value) + ([7, ""] if value is None else []):
                cases.add(base, f"the notes' {name} is {json.dumps(wrong)[:40]}", setting("notes", name, wrong))
            cases.add(base, f"notes without {name}", removing("notes", name))
            cases.add(base, f"the notes' {name} is true", setting("notes", name, True))
    for at in (0, 1):
        for name, value in cases.bases["two seats"]["notes"]["asks"][at].items():
            for wrong in [*spoiled(value), None, True, False, [], {}, 1]:
                cases.add("two seats", f"ask {at}'s {name} is {json.dumps(wrong)[:40]}", setting("notes", "asks", at, name, wrong))
            cases.add("two seats", f"ask {at} without {name}", removing("notes", "asks", at, name))
    for wrong in (None, [], {}, "notes", 5):
        cases.add("two seats", f"the notes are {json.dumps(wrong)}", setting("notes", wrong))
        cases.add("two seats", f"an ask is {json.dumps(wrong)}", setting("notes", "asks", 1, wrong))


def at_the_start(cases):
    base = "two seats"
    cases.add(base, "a tip that nobody accepted and the roster has not", setting("notes", "tip", OTHER), setting("notes", "tip_accepted", False))
    cases.add(base, "another tip at the seat", setting("notes", "tip", OTHER))
    cases.add("no tip", "a tip that came in time and is missing", setting("notes", "tip", OTHER), setting("notes", "tip_accepted", True))
    cases.add("no tip", "a tip that came too late", setting("notes", "tip", OTHER))
    cases.add("a late reveal", "a reveal that came in time", setting("notes", "reveal_accepted", True))
    cases.add("a late reveal", "notes from before the reveals, a reveal that came in time", setting("notes", "reveal_accepted", True),
              setting("notes", "reveals", None))
    cases.add(base, "notes from before the roster", setting("notes", "roster", None), setting("notes", "reveals", None))
    cases.add(base, "other reveals", setting("notes", "reveals", "1", None))
    cases.add(base, "reveals without a seat", removing("notes", "reveals", "1"))
    cases.add(base, "another player", setting("notes", "player", "p_9"))
    cases.add(base, "another nonce", setting("notes", "nonce", "00" * 16))
    cases.add(base, "another seat", setting("notes", "seat", 1))
    cases.add(base, "a seat that the match has not", setting("notes", "seat", 5))


def questions(cases):
    base = "two seats"
    asks = cases.bases[base]["notes"]["asks"]
    for at, ask in enumerate(asks):
        where = ("notes", "asks", at)
        cases.add(base, f"ask {at}: another move", setting(*where, "move", {"do": "roll", "keep": [6]}))
        cases.add(base, f"ask {at}: another author", setting(*where, "by", {"clock": True}))
        cases.add(base, f"ask {at}: an author of another kind", setting(*where, "by", {"seat": True}))
        cases.add(base, f"ask {at}: another prompt", setting(*where, "n", ask["n"] + 1))
        cases.add(base, f"ask {at}: another draw number", setting(*where, "k", ask["k"] + 1))
        cases.add(base, f"ask {at}: other seats", setting(*where, "seats", [0, 1, 2]))
        cases.add(base, f"ask {at}: another entry before", setting(*where, "hash", OTHER))
        cases.add(base, f"ask {at}: another value", setting(*where, "value", OTHER))
        cases.add(base, f"ask {at}: another value that nobody accepted", setting(*where, "value", OTHER), setting(*where, "accepted", False))
        cases.add(base, f"ask {at}: for an entry that drew nothing", setting(*where, "seq", 7), setting(*where, "hash", "other"))
    without = next(entry for entry in cases.bases[base]["record"]["log"][1:] if not (entry["extra"] or {}).get("drawn"))
    before = cases.bases[base]["record"]["log"][without["seq"] - 2]
    idle = {**asks[0], **{name: without[name] for name in ("seq", "by", "n", "move")}, "hash": before["hash"]}
    cases.add(base, "an entry that drew nothing was asked for", setting("notes", "asks", [idle]))
    members = {"keep": [1, 2], "do": "roll"}
    moved = next((at for at, ask in enumerate(asks) if ask["move"]), None)
    cases.add(base, "the members of a move in another order", setting("notes", "asks", moved, "move", members))
    late = cases.bases["late"]["notes"]["asks"]
    at = next(at for at, ask in enumerate(late) if ask["value"] and not ask["accepted"])
    cases.add("late", "a value that came in time is called late", setting("notes", "asks", at, "accepted", True))


def at_the_end(cases):
    base = "two seats"
    log = cases.bases[base]["record"]["log"]
    beyond = {**cases.bases[base]["notes"]["asks"][-1], "seq": len(log) + 1, "hash": log[-1]["hash"]}

    def asked(both):
        both["notes"]["asks"].append(copy.deepcopy(beyond))

    for reason in ("finished", "void", "abandoned", 5):
        cases.add(base, f"an entry is missing, {reason}", asked, setting("record", "result", {"reason": reason}))
    cases.add(base, "an entry is missing, no result", asked)
    cases.add(base, "two entries are missing", asked, setting("notes", "asks", -1, "seq", len(log) + 2),
              setting("record", "result", {"reason": "void"}))
    cases.add(base, "the notes have more entries", setting("notes", "seq", len(log) + 1))
    cases.add(base, "another hash at the end", setting("notes", "hash", OTHER))
    cases.add(base, "notes from before the first entry", setting("notes", "seq", 0), setting("notes", "hash", None), setting("notes", "asks", []))
    cases.add(base, "notes that end early", setting("notes", "seq", 3), setting("notes", "hash", log[2]["hash"]),
              setting("notes", "asks", []))
    cases.add(base, "faults", setting("notes", "faults", ["the server did not open its dice", "another one"]))
    cases.add(base, "never opened", setting("record", "proof", None))
    cases.add(base, "never opened, though it ended", setting("record", "proof", None), setting("record", "ended_ms", 5))
    for extra in (None, {"dice": "server"}):
        cases.add(base, f"never opened, extra {json.dumps(extra)}", setting("record", "proof", None), setting("record", "log", 0, "extra", extra))
    cases.add(base, "running", setting("record", "proof", None), setting("record", "ended_ms", None))
    cases.add(base, "log deleted", setting("record", "kept", False))
    cases.add(base, "log deleted, no proof", setting("record", "kept", False), setting("record", "proof", None))
    cases.add(base, "one page of several", setting("record", "next", 4))
    cases.add(base, "a record that is wrong by itself", setting("record", "proof", "seed", OTHER), setting("notes", "commit", OTHER))
    cases.add(base, "no record", setting("record", []))
    cases.add(base, "an empty record", setting("record", {}))
    cases.add(base, "an empty record and no notes", setting("record", {}), setting("notes", None))


def unasked(cases):
    """A draw that the server showed when it was made, and had not asked for."""
    for base in ("two seats", "the other seat", "a spectator", "late", "a late reveal", "no tip"):
        for at, ask in enumerate(cases.bases[base]["notes"]["asks"]):
            gone = removing("notes", "asks", at)
            cases.add(base, f"the server did not ask for entry {ask['seq']}", gone)
            cases.add(base, f"entry {ask['seq']} was not asked for, and made while the program was away", gone,
                      setting("notes", "live", [[1, ask["seq"] - 1], [ask["seq"] + 1, ask["seq"] + 9]]))
            cases.add(base, f"entry {ask['seq']} was not asked for; the notes do not say what was shown", gone, removing("notes", "live"))
    cases.add("not witnessed", "no entry was asked for, as the match says")
    cases.add("not witnessed", "no entry was asked for, although the match says so", setting("notes", "witness", True))
    cases.add("two seats", "notes from before the reveals that say what was shown", setting("notes", "reveals", None), setting("notes", "asks", []))
    for wrong in ([2], [2, 3, 4], [3, 2], [0, 1], ["2", 3], [2.5, 3], {}, None, 2):
        cases.add("two seats", f"shown entries are {json.dumps(wrong)}", setting("notes", "live", 0, wrong))
    cases.add("two seats", "running, with faults", setting("record", "proof", None), setting("record", "ended_ms", None),
              setting("notes", "faults", ["the server did not open its dice"]))
    cases.add("two seats", "log deleted, no proof, with faults", setting("record", "kept", False), setting("record", "proof", None),
              setting("notes", "faults", ["the server did not open its dice"]))


def spellings(cases):
    base = "two seats"
    for name, old, new in make_cases.SPELLINGS:
        cases.spelled(base, f"the record has {name}", old, new)
    seat, tip = '"seat":0,"player"', '"tip_accepted":true'
    cases.spelled(base, "the seat of the notes with a point", seat, '"seat":0.0,"player"')
    cases.spelled(base, "the seat of the notes with an exponent", seat, '"seat":0e0,"player"')
    cases.spelled(base, "the seat of the notes twice", seat, '"seat":1,"seat":0,"player"')
    cases.spelled(base, "a flag of the notes twice", tip, '"tip_accepted":false,"tip_accepted":true')


def again(both):
    """The server has made the hashes of the log anew, and the notes have them."""
    matches.chain_again(both["record"])
    log, notes = both["record"]["log"], both["notes"]
    notes["hash"] = log[notes["seq"] - 1]["hash"]
    for ask in notes["asks"]:
        ask["hash"] = log[ask["seq"] - 2]["hash"]


def what_was_shown(cases):
    for base in ("shown", "shown to a spectator", "shown with a pile", "shown without a tip"):
        notes = cases.bases[base]["notes"]
        for at in (1, 4, 6):
            sight = ("notes", "shown", str(at))
            for place, value in enumerate(notes["shown"][str(at)]):
                for wrong in ("00" * 12, "00" * 11, "AB" * 12, None, 5, [1], [0, 255], [256], [True], [], [1.5], "é"):
                    if wrong != value:
                        cases.add(base, f"entry {at}'s hash {place} is {json.dumps(wrong)}", setting(*sight, place, wrong))
            for wrong in ([], None, {}, ["00" * 12] * 3, ["00" * 12] * 5):
                cases.add(base, f"what entry {at} showed is {json.dumps(wrong)[:40]}", setting(*sight, wrong))
            shown = cases.bases[base]["record"]["log"][at - 1]["extra"]["shown"]
            here = ("record", "log", at - 1, "extra", "shown")
            for number in range(len(shown) // 24):
                other = shown[: 24 * number] + "00" * 12 + shown[24 * (number + 1) :]
                cases.add(base, f"the record's hash {number} of entry {at} is another", setting(*here, other), again)
            for wrong in (shown[:-1], shown + "0", shown.upper(), shown[24:], shown + "\n", 5, [shown], None):
                cases.add(base, f"the record's hashes of entry {at} are {json.dumps(wrong)[:30]} {json.dumps(wrong)[-9:]}", setting(*here, wrong), again)
            events = ("record", "log", at - 1, "events")
            cases.add(base, f"other events in entry {at}", setting(*events, [{"e": "rolled", "dice": ["A"]}]))
            cases.add(base, f"no events in entry {at}", removing(*events))
        cases.add(base, "other events, without the rules", setting("record", "log", 3, "events", []), setting("record", "replay", False))
        for number in ("0", "01", "-1", "1.5", "x", "99999999999999999", "10", "9007199254740993"):
            cases.add(base, f"something was shown of entry {number}", setting("notes", "shown", number, ["00" * 12, None, "00" * 12, None]))
        for views in (None, 2, "1", True, 0):
            cases.add(base, f"the views have version {json.dumps(views)}", setting("record", "log", 0, "extra", "views", views), again)
        cases.add(base, "the record says nothing of what was shown", *(removing("record", "log", at, "extra", "shown") for at in range(3)), again)
        for wrong in (None, [], 5, "no"):
            cases.add(base, f"the notes' shown is {json.dumps(wrong)}", setting("notes", "shown", wrong))
        cases.add(base, "nothing was shown", setting("notes", "shown", {}))
        both_wrong = setting("notes", "shown", "2", 3, [1, 1]), setting("notes", "result", {"reason": "void"})
        cases.add(base, "other dice and another result", *both_wrong)


def around_the_log(cases):
    base = "shown"
    for wrong in ({"reason": "finished", "places": [2, 1]}, {"reason": "void"}, {}, [], 5, None, {"places": [1, 2], "reason": "finished"}):
        cases.add(base, f"the notes' result is {json.dumps(wrong)}", setting("notes", "result", wrong))
    cases.add(base, "the record has no result", removing("record", "result"))
    for wrong in (["p_1", "p_0"], ["p_0"], ["p_0", "p_1", "p_2"], [None, "p_1"], [None, None], [], None, {}, [5, "p_1"], "p_0"):
        cases.add(base, f"the notes' people are {json.dumps(wrong)}", setting("notes", "people", wrong))
    for wrong in (None, {}, [], [None, None], [{"id": None}, {"id": "p_1"}], [{"id": "p_1"}, {"id": "p_0"}], 5, ["p_1", "p_0"]):
        cases.add(base, f"the record's seats are {json.dumps(wrong)}", setting("record", "seats", wrong))
    moves = cases.bases[base]["notes"]["moves"]
    for at in range(len(moves)):
        where = ("notes", "moves", at)
        for name in ("id", "n", "seq"):
            for wrong in [*spoiled(moves[at][name]), None, 7, "", 0, 99, 10, "a-2"]:
                cases.add(base, f"move {at}'s {name} is {json.dumps(wrong)}", setting(*where, name, wrong))
            cases.add(base, f"move {at} without {name}", removing(*where, name))
        for wrong in (None, "roll 1,2", 5, [], {"do": "pass"}, {"do": "roll", "keep": [2, 1]}, {"do": "roll", "keep": [1]},
                      {"do": "roll", "keep": [1, 1]}, {"do": "roll", "keep": [1, 2], "more": 1}, {"do": "roll"}, {}, {"keep": {}}):
            cases.add(base, f"move {at} is {json.dumps(wrong)}", setting(*where, "move", wrong))
            cases.add(base, f"move {at} is {json.dumps(wrong)}, without an answer", setting(*where, "move", wrong), setting(*where, "seq", None))
    beyond = {"id": "a-10", "n": 9, "move": None, "seq": 10}
    for reason in ("void", "finished", 5):
        more = setting("notes", "moves", [beyond]), setting("record", "result", {"reason": reason}), setting("notes", "result", None)
        cases.add(base, f"a move that is not in the log, {reason}", *more)
    cases.add(base, "a move without an answer that is not in the log", setting("notes", "moves", 0, {**beyond, "seq": None}))
    for wrong in ([], None, {}, 5, [None], [[]], ["a-2"]):
        cases.add(base, f"the notes' moves are {json.dumps(wrong)}", setting("notes", "moves", wrong))
    for by in ({"house": True}, {"hint": True}, {"house": False}):
        author = {**cases.bases[base]["record"]["log"][2]["by"], **by}
        cases.add(base, f"moves of others, one by {json.dumps(by)}", setting("notes", "moves", []), setting("notes", "asks", []),
                  setting("record", "log", 2, "by", author), again)
    cases.add("shown to a spectator", "a spectator's moves", setting("notes", "moves", moves))
    for wrong in (None, "void", "unopened", "no_record", "abandoned", "other", 5, [], True):
        cases.add(base, f"the match ended {json.dumps(wrong)}", setting("notes", "ended", wrong))
    lists = ([], ["void"], ["void", "finished", "abandoned"], ["unopened"] * 25, ["abandoned"], ["finished"] * 3, [5, None, "other", "void"],
             ["void", *["finished"] * 20], ["no_record", "unopened", "void", "finished"], {}, "void", None)
    for ends in lists:
        cases.add(base, f"the last matches ended {json.dumps(ends)[:60]}", setting("ended", ends))


def left_out(cases):
    for base in ("shown", "shown without a tip", "the server's dice", "shown to a spectator"):
        gone = setting("notes", "commit", None), setting("notes", "settings", None), setting("notes", "players", None)
        cases.add(base, "nothing was said of secrets", *gone)
        cases.add(base, "nothing was said of secrets or seats", *gone, setting("notes", "nonce", None), setting("notes", "player", None),
                  setting("notes", "tip", None), setting("notes", "tips", None), setting("notes", "asks", []))
        ended = setting("record", "proof", None), setting("record", "ended_ms", 5)
        for extra in (None, {"dice": "server"}):
            said = setting("record", "log", 0, "extra", extra)
            cases.add(base, f"nothing was said of secrets, no proof, extra {json.dumps(extra)}", *gone, *ended, said)
            cases.add(base, f"no proof, extra {json.dumps(extra)}", *ended, said)
        cases.add(base, "nothing was said of secrets, no proof, with faults", *gone, *ended, setting("record", "log", 0, "extra", {"dice": "server"}),
                  setting("notes", "faults", ["the server did not open its dice"]))
        cases.add(base, "nothing was said of secrets, running", *gone, setting("record", "proof", None), setting("record", "ended_ms", None))
        cases.add(base, "another's tip at the seat", setting("notes", "tip", None), setting("notes", "tip_accepted", False))
        cases.add(base, "the server did not name the seat", setting("notes", "nonce", None), setting("notes", "player", None))
    base = "shown, late at the reveal"
    cases.add(base, "nothing was shown when it was made", setting("notes", "live", []))
    cases.add(base, "not witnessed", setting("notes", "witness", False), setting("notes", "asks", []))


def made():
    cases = Cases()
    for base in cases.bases:
        cases.add(base, "as it was")
    for family in (every_field, at_the_start, questions, at_the_end, unasked, spellings, what_was_shown, around_the_log, left_out):
        family(cases)
    return {"bases": cases.bases, "cases": cases.cases}


if __name__ == "__main__":
    FILE.write_text(make_cases.file_text(made()))
