"""Makes cases.json: records of matches, each with changes and with the verdict that every implementation must give.

    /usr/bin/python3 tests/fairness/make_cases.py     writes the file anew

A change is a JSON patch; `text` has two spellings of a part of the JSON, of which the first is replaced by the second once. In the cases named "…, chained again"
the dishonest server has made the hashes of its log anew, so that only the dice can show the change. One file, because it is one list."""

import copy
import json
import math
from pathlib import Path

import matches
from changes import drawing, removing, setting, spoiled
from cubilete.fairness_verify import check_dice
from cubilete.strict_json import read_record
from patches import difference, ordered, patched

FILE = Path(__file__).with_name("cases.json")
OTHER = "5a" * 32


def bases():
    """Honest records, by name."""
    vectors = json.loads(FILE.with_name("vectors.json").read_text())
    made = {f"vector {number}": matches.record_of_vector(vector) for number, vector in enumerate(vectors, 1)}
    made |= {
        "two seats": matches.match(1, 2, [0, 1], 6),
        "three seats, one without tip, one late": matches.match(2, 3, [0, 2], 8, late=[(2, 4)]),
        "alone": matches.match(3, 1, [0], 4),
        "nobody has a tip": matches.match(4, 4, [], 4),
        "no witnesses": matches.match(5, 2, [0, 1], 5, witness=False),
        "eight seats, two late": matches.match(6, 8, range(8), 6, late=[(3, 1), (4, 5)]),
        "nobody reveals": matches.match(7, 2, [0, 1], 4, late=[(0, 1), (1, 1)]),
    }
    return made


def text_of(bases, case):
    """The JSON that a verifier gets."""
    text = matches.text(patched(bases[case["of"]], case["patch"]))
    if "text" in case:
        old, new = case["text"]
        assert old in text, case
        text = text.replace(old, new, 1)
    return text


def judged(text, judge):
    """The verdict on a text, which `judge` gives if the text can be read."""
    try:
        read = read_record(text)
    except ValueError as why:
        return f"not verifiable: {why}"
    return judge(read).text


class Cases:
    def __init__(self):
        self.bases = bases()
        self.cases = []

    def add(self, base, name, change, chained=False):
        """`change` takes a copy of the base and returns it changed, or changes it in place."""
        record = copy.deepcopy(self.bases[base])
        changed = change(record)
        record = ordered(record if changed is None else changed)
        if chained:
            matches.chain_again(record)
            name += ", chained again"
        patch = difference(self.bases[base], record)
        if not patch and name != "as it was":
            return
        self.cases.append({"name": name, "of": base, "patch": patch, "verdict": judged(matches.text(record), check_dice)})

    def spelled(self, base, name, old, new):
        """The first `old` of the base's text is written in another way."""
        case = {"name": name, "of": base, "patch": [], "text": [old, new]}
        self.cases.append({**case, "verdict": judged(text_of(self.bases, case), check_dice)})

    def large_id(self, base, number):
        """A player gave a move an id that is a 64-bit integer. The file has it as a text, because JavaScript reads it with JSON.parse()."""
        record = copy.deepcopy(self.bases[base])
        entry = next(entry for entry in record["log"] if entry["id"] is not None)
        entry["id"] = number
        matches.chain_again(record)
        verdict = judged(matches.text(record), check_dice)
        entry["id"] = str(number)
        patch = difference(self.bases[base], record)
        text = [f'"{number}"', f"{number}"]
        self.cases.append({"name": f"a move's id is {number}", "of": base, "patch": patch, "text": text, "verdict": verdict})

    def again(self, base, name, change):
        """The server has made the hashes of the log anew."""
        self.add(base, name, change, chained=True)


def fields_of_the_proof(cases):
    for base in ("two seats", "eight seats, two late"):
        record = cases.bases[base]
        for name, value in record["proof"].items():
            for wrong in spoiled(value):
                if wrong != value or type(wrong) is not type(value):
                    cases.add(base, f"proof's {name} is {json.dumps(wrong)[:40]}", setting("proof", name, wrong))
            cases.add(base, f"proof without {name}", removing("proof", name))
        for name in ("id", "chain", "log", "proof"):
            for wrong in spoiled(record[name])[:3] if name != "proof" else (5, [], ""):
                cases.add(base, f"{name} is {json.dumps(wrong)[:40]}", setting(name, wrong))
            cases.add(base, f"without {name}", removing(name))


def fields_of_the_entries(cases):
    base = "two seats"
    record = cases.bases[base]
    for at in (0, 3):
        entry = record["log"][at]
        for name, value in entry.items():
            wrong_ones = spoiled(value)[:4] or ["", 7]
            for wrong in wrong_ones:
                cases.add(base, f"entry {at + 1}'s {name} is {json.dumps(wrong)[:40]}", setting("log", at, name, wrong))
            if value is not None:
                cases.add(base, f"entry {at + 1} without {name}", removing("log", at, name))
    for at in (0, 3, 4):
        for name, value in record["log"][at]["extra"].items():
            for wrong in spoiled(value):
                change = setting("log", at, "extra", name, wrong)
                cases.again(base, f"entry {at + 1}'s {name} is {json.dumps(wrong)[:40]}", change)
            cases.again(base, f"entry {at + 1} without {name}", removing("log", at, "extra", name))
    for at in (3, 4):
        for name, value in record["log"][at]["extra"]["drawn"][0].items():
            for wrong in spoiled(value):
                change = setting("log", at, "extra", "drawn", 0, name, wrong)
                cases.again(base, f"entry {at + 1}'s draw has {name} {json.dumps(wrong)[:40]}", change)
            cases.again(base, f"entry {at + 1}'s draw has no {name}", removing("log", at, "extra", "drawn", 0, name))


def results(cases):
    """Every single result of every match, and the draws as a whole."""
    for base, record in cases.bases.items():
        for entry in drawing(record, 0):
            at = entry["seq"] - 1
            for number, draw in enumerate(entry["extra"]["drawn"]):
                here = ("log", at, "extra", "drawn", number)
                name = f"entry {at + 1}'s {draw['kind']}"
                result = draw["result"]
                if draw["kind"] == "pick":
                    other = (result + 1) % draw["a"] if draw["a"] > 1 else 1
                    cases.again(base, f"{name} is {other}", setting(*here, "result", other))
                elif draw["kind"] == "shuffle" and len(result) > 1:
                    swapped = [result[1], result[0], *result[2:]]
                    cases.again(base, f"{name} has its top two swapped", setting(*here, "result", swapped))
                elif draw["kind"] == "dice":
                    face = result[-1] % draw["b"] + 1
                    cases.again(base, f"{name} ends with {face}", setting(*here, "result", [*result[:-1], face]))
                if base in ("vector 4", "eight seats, two late"):
                    cases.again(base, f"{name} has number {draw['k'] + 1}", setting(*here, "k", draw["k"] + 1))
                    other = {"dice": "pick", "pick": "shuffle", "shuffle": "dice"}[draw["kind"]]
                    cases.again(base, f"{name} is called a {other}", setting(*here, "kind", other))
                    cases.again(base, f"{name} is larger", setting(*here, "a", draw["a"] + 2))
                    cases.again(base, f"{name} has other faces", setting(*here, "b", draw["b"] + 1))


def possibilities(drawn):
    counts = {"dice": lambda a, b: b**a, "pick": lambda a, b: a, "shuffle": lambda a, b: math.factorial(a)}
    return math.prod(counts[draw["kind"]](draw["a"], draw["b"]) for draw in drawn)


def contributions(cases):
    """Values that are dropped, invented, exchanged or taken twice."""
    for base, record in cases.bases.items():
        named = [entry for entry in drawing(record) if entry["extra"]["seats"]]
        for entry in named:
            at = entry["seq"] - 1
            extra = entry["extra"]
            if possibilities(extra["drawn"]) < 100:
                continue  # with another value the result may be the same by luck
            for seat in extra["seats"]:
                fresh = extra["fresh"][str(seat)]
                where = f"at entry {at + 1} seat {seat}"
                here = ("log", at, "extra", "fresh", str(seat))
                wrong = OTHER if fresh is None else None
                cases.again(base, f"{where} gave {'a value' if wrong else 'none'} as it says", setting(*here, wrong))

                def dropped(record, at=at, seat=seat):
                    record["log"][at]["extra"]["seats"].remove(seat)
                    del record["log"][at]["extra"]["fresh"][str(seat)]

                if extra["seats"] == sorted(extra["seats"]) and len(extra["seats"]) <= 4:
                    cases.again(base, f"{where} is left out", dropped)
            if base in ("two seats", "vector 4", "eight seats, two late"):
                first = extra["seats"][0]
                names = f"entry {at + 1} names"
                cases.again(base, f"{names} a seat without its value", removing("log", at, "extra", "fresh", str(first)))
                seats = ("log", at, "extra", "seats")
                cases.again(base, f"{names} one seat less than values", setting(*seats, extra["seats"][1:]))
                cases.again(base, f"{names} a seat twice", setting(*seats, [first, *extra["seats"]]))
                cases.again(base, f"{names} the seats in falling order", setting(*seats, [9, *extra["seats"]][::-1]))
                if len(extra["seats"]) > 1:
                    two = extra["seats"][:2]

                    def exchanged(record, at=at, two=two):
                        fresh = record["log"][at]["extra"]["fresh"]
                        fresh[str(two[0])], fresh[str(two[1])] = fresh[str(two[1])], fresh[str(two[0])]

                    cases.again(base, f"entry {at + 1} has two seats' values exchanged", exchanged)
        for one, other in zip(named, named[1:], strict=False):
            for seat in set(one["extra"]["seats"]) & set(other["extra"]["seats"]):
                earlier = one["extra"]["fresh"][str(seat)]
                if earlier is not None and len(record["log"]) < 9:
                    change = setting("log", other["seq"] - 1, "extra", "fresh", str(seat), earlier)
                    cases.again(base, f"seat {seat}'s value of entry {one['seq']} again at entry {other['seq']}", change)


def games(cases):
    """The match was played with other results than the proof has."""
    for base in ("two seats", "three seats, one without tip, one late", "no witnesses", "vector 1"):
        for entry in cases.bases[base]["log"]:
            here = ("log", entry["seq"] - 1, "draws")
            at = f"entry {entry['seq']}"
            more = [*entry["draws"], {"dice": [6]}]
            if len(cases.bases[base]["log"]) < 9:
                cases.again(base, f"{at} was played with one draw more", setting(*here, more))
            for number, draw in enumerate(entry["draws"][:1]):
                kind = next(iter(draw))
                values = draw[kind]
                other = next(value for value in [*values, 1, 2] if value != values[0])
                faces = [other, *values[1:]] if kind == "dice" else values[1:]
                cases.again(base, f"{at} was played with another result", setting(*here, number, {kind: faces}))
                cases.again(base, f"{at} was played with a draw of no kind", setting(*here, number, {}))
                cases.again(base, f"{at} was played with a text", setting(*here, number, kind, "6"))
                cases.again(base, f"{at} was played with one draw less", setting(*here, entry["draws"][1:]))


def rosters(cases):
    for base in ("two seats", "vector 4", "eight seats, two late"):
        tips = cases.bases[base]["proof"]["tips"]
        one, other = list(tips)[:2]

        def everywhere(record, change):
            """In the proof and in entry 1."""
            change(record["proof"])
            change(record["log"][0]["extra"])

        def both(change):
            return lambda record: everywhere(record, change)

        def swap(name):
            def swapped(record):
                values = record["proof"][name]
                values[one], values[other] = values[other], values[one]

            return swapped

        cases.add(base, "two seats' tips exchanged", swap("tips"))
        cases.add(base, "two seats' reveals exchanged", swap("reveals"))
        cases.add(base, "one tip twice", setting("proof", "tips", other, tips[one]))
        cases.add(base, "a tip dropped", removing("proof", "tips", one))
        cases.add(base, "a tip of a seat that the match does not have", setting("proof", "tips", "8", OTHER))
        cases.add(base, "a tip of seat 00", setting("proof", "tips", "00", OTHER))
        cases.add(base, "a tip of seat -1", setting("proof", "tips", "-1", OTHER))
        cases.again(base, "a reveal dropped", both(lambda at, one=one: at["reveals"].pop(one) and None))
        two_more = {"6": OTHER, "7": OTHER}
        cases.again(base, "reveals of seats without tip", both(lambda at, more=two_more: at["reveals"].update(more)))
        cases.again(base, "a reveal called late", both(lambda at, one=one: at["reveals"].update({one: None})))
        cases.again(base, "another roster in both places", both(lambda at: at.update(roster=OTHER)))
        cases.again(base, "another reveal in entry 1", setting("log", 0, "extra", "reveals", one, OTHER))
        cases.again(base, "another roster in entry 1", setting("log", 0, "extra", "roster", OTHER))
        cases.again(base, "other settings in entry 1", setting("log", 0, "move", "seats", 9))

        def other_settings(record):
            record["log"][0]["move"]["seats"] = 9
            record["proof"]["settings"] = matches.text(record["log"][0]["move"])

        cases.again(base, "other settings in both places", other_settings)
        cases.again(base, "other match id", setting("id", "m_other"))

        def says_cup(record):
            record["log"][0]["move"]["cup"] = 5
            record["proof"]["settings"] = matches.text(record["log"][0]["move"])

        cases.again(base, "settings that say it is of the cup", says_cup)
        cases.again(base, "settings that say it is of the cup in entry 1", setting("log", 0, "move", "cup", 5))

        def other_players(record):
            players = json.loads(record["proof"]["players"])
            record["proof"]["players"] = matches.text(players[::-1])

        cases.add(base, "players in another order", other_players)
        asked = {"seats": [0], "fresh": {"0": OTHER}, "drawn": [{}]}
        cases.again(base, "entry 1 asks a seat", lambda record, asked=asked: record["log"][0]["extra"].update(asked))


def logs(cases):
    """Entries that are missing, moved, doubled or from elsewhere."""
    for base in ("two seats", "three seats, one without tip, one late", "no witnesses", "vector 2"):
        length = len(cases.bases[base]["log"])

        def numbered(record):
            for seq, entry in enumerate(record["log"], 1):
                entry["seq"] = seq

        def cut(record, to):
            del record["log"][to:]

        for to in range(length):
            cases.add(base, f"the log ends after entry {to}", lambda record, to=to: cut(record, to))

        def cut_and_said(record, to):
            cut(record, to)
            record["proof"]["seq"] = to

        last_drawing = drawing(cases.bases[base])[-1]["seq"]
        before = last_drawing - 1
        cases.add(base, "the log ends before its last draw, seq agrees", lambda record, to=before: cut_and_said(record, to))

        for at in range(1, length - 1):
            def without(record, at=at):
                del record["log"][at]
                numbered(record)

            def swapped(record, at=at):
                log = record["log"]
                log[at], log[at + 1] = log[at + 1], log[at]
                numbered(record)

            def doubled(record, at=at):
                record["log"].insert(at, copy.deepcopy(record["log"][at]))
                numbered(record)

            drew = [bool((entry["extra"] or {}).get("drawn")) for entry in cases.bases[base]["log"]]
            if length < 9 and drew[at]:  # an entry without draws can only be missed by who knows the rules
                cases.again(base, f"entry {at + 1} dropped", without)
                cases.again(base, f"entry {at + 1} twice", doubled)
                if drew[at + 1]:
                    cases.again(base, f"entries {at + 1} and {at + 2} exchanged", swapped)
        for other in ("vector 1", "two seats", "eight seats, two late"):
            if other != base and length > 4:
                cases.add(base, f"with the proof of {other}", setting("proof", cases.bases[other]["proof"]))
                cases.add(base, f"with the log of {other}", setting("log", cases.bases[other]["log"][:2]))


def broken_off(cases):
    """Matches that a server broke off while they started. No other match is without entries."""
    for base in ("two seats", "nobody reveals"):
        for result in ({"reason": "void"}, {"reason": "abandoned"}, {"reason": 5}, {}, "void", None):
            def without_entries(record, result=result):
                record.update({"result": result, "log": []})
                record["proof"].update({"seq": 0, "k": 0})

            cases.add(base, f"no entries and the result {json.dumps(result)}", without_entries)
        cases.add(base, "void after its entries", setting("result", {"reason": "void"}))

        def said_to_be_empty(record):
            record["result"] = {"reason": "void"}
            record["proof"]["seq"] = 0

        cases.add(base, "void, said to have no entries", said_to_be_empty)


def accepted(cases):
    """Changes of the text that change nothing."""
    for base in ("two seats", "eight seats, two late"):
        others = {"game": "yahtzee", "kept": True, "next": None, "seats": [], "result": {}}
        cases.add(base, "other fields of the record", lambda record, others=others: record.update(others))
        cases.add(base, "an unknown field of the proof", setting("proof", "later", 1))
        cases.again(base, "an unknown field of an entry's extra", setting("log", 1, "extra", "later", 1))
        cases.add(base, "an entry with a view", setting("log", 2, "view", {}))
        every_kind = {"é\u2028\u007f\"\\/\n\u0001": [1, -2, True, None]}
        cases.again(base, "a text with every kind of character", setting("log", 1, "move", every_kind))


# Spellings that programs would read, or write into the hash chain, each in another way.
SPELLINGS = [
    ("a seq with a point", '"seq":1,', '"seq":1.0,'),
    ("a seq with an exponent", '"seq":1,', '"seq":1e0,'),
    ("a seq with a capital exponent", '"seq":1,', '"seq":10E-1,'),
    ("a time with a point", '"left_ms":0', '"left_ms":0.0'),
    ("a number in a move with a point", '"seats":2', '"seats":2.0'),
    ("an unknown number with a point", '"id":', '"later":1.5,"id":'),
    ("a seq with spaces", '"seq":1,', '"seq" :  1 ,'),
    ("a negative zero", '"n":0,', '"n":-0,'),
    ("a name with an escape", '"seq":1,', '"s\\u0065q":1,'),
    ("an unknown number that has no 64 bits", '"id":', '"later":18446744073709551616,"id":'),
    ("a string with U+0000", '"id":', '"later":["\\u0000"],"id":'),
    ("a member with U+0000 in its name", '"id":', '"\\u0000":1,"id":'),
    ("a string with a backslash before u0000", '"id":', '"later":"\\\\u0000","id":'),
    ("an unknown number of 64 bits", '"id":', '"later":18446744073709551615,"id":'),
    ("an unknown number below 64 bits", '"id":', '"later":-9223372036854775809,"id":'),
    ("a seq twice", '"seq":1,', '"seq":1,"seq":1,'),
    ("a seq twice, the last one right", '"seq":1,', '"seq":7,"seq":1,'),
    ("a seq twice, the first one right", '"seq":1,', '"seq":1,"seq":7,'),
    ("a seq twice, once with an escape", '"seq":1,', '"s\\u0065q":7,"seq":1,'),
    ("an unknown member twice", '"id":', '"later":{"a":[{}],"b":0,"a":1},"id":'),
    ("a proof twice", '"id":', '"proof":null,"id":'),
    ("members whose names are numbers, the lowest first", '"id":', '"later":{"0":1,"9":2,"10":3,"b":4},"id":'),
    ("members whose names are numbers, not the lowest first", '"id":', '"later":{"1":1,"0":2},"id":'),
    ("members whose names are long numbers, not the lowest first", '"id":', '"later":{"18446744073709551616":1,"9":2},"id":'),
    ("a member whose name is a number after another", '"id":', '"later":[{"b":1,"7":2}],"id":'),
    ("members whose names only begin like numbers", '"id":', '"later":{"b":1,"07":2,"7a":3,"-1":4,"":5},"id":'),
    ("as many levels as there may be", '"id":', '"later":' + 63 * "[" + 63 * "]" + ',"id":'),
    ("a level too many", '"id":', '"later":' + 64 * "[" + 64 * "]" + ',"id":'),
    ("brackets in a string", '"id":', '"later":"' + 99 * "[" + 99 * "{" + '\\"","id":'),
    ("a pair of surrogates", '"id":', '"later":"\\ud83c\\udfb2","id":'),
    ("a member of the same name in each object", '"id":', '"later":{"later":[{"later":"later"},{"later":"\\"later\\":"}]},"id":'),
]


def spellings(cases):
    for base in ("two seats", "eight seats, two late"):
        for name, old, new in SPELLINGS:
            if old in matches.text(cases.bases[base]):
                cases.spelled(base, name, old, new)
    for number in (2**53 + 1, 2**63 - 1, -(2**63)):
        cases.large_id("two seats", number)


def not_verifiable(cases):
    base = "two seats"
    cases.add(base, "no proof, though the log has a roster", removing("proof"))

    def without_proof(extra, **members):
        def change(record):
            record["log"][0]["extra"] = extra
            return {**record, "proof": None, **members}

        return change

    for extra in (None, {"dice": "server"}, {"dice": "players"}, {}, [], "server"):
        cases.add(base, f"no proof, extra {json.dumps(extra)}", without_proof(extra))
    cases.add(base, "no proof and no log", lambda record: {"id": record["id"], "proof": None})
    for log in ([], None, {}, {"dice": "server"}, [5], [[]]):
        cases.add(base, f"no proof, log {json.dumps(log)}", without_proof(None, log=log))
    cases.add(base, "no proof, running", lambda record: {"id": record["id"], "proof": None, "ended_ms": None})
    cases.add(base, "no proof, log deleted", without_proof(None, log=[], kept=False))
    cases.add(base, "no proof, ended", without_proof({"dice": "server"}, ended_ms=1_700_000_000_000))
    cases.add(base, "log deleted", setting("kept", False))
    cases.add(base, "one page of several", setting("next", 4))
    for wrong in (None, [], 5, "record", True):
        cases.add(base, f"the record is {json.dumps(wrong)}", lambda record, wrong=wrong: [wrong])
        if wrong is not None:
            cases.add(base, f"the record is {json.dumps(wrong)} alone", lambda record, wrong=wrong: wrong)


FAMILIES = [
    fields_of_the_proof, fields_of_the_entries, results, contributions, games, rosters, logs, broken_off, accepted, spellings, not_verifiable,
]


def made():
    cases = Cases()
    for base in cases.bases:
        cases.add(base, "as it was", lambda record: None)
    for family in FAMILIES:
        family(cases)
    return {"bases": cases.bases, "cases": cases.cases}


def file_text(cases):
    """One line a base or case, so that a change shows as the lines that it changes."""
    records = ",\n".join(f"{json.dumps(name)}:{matches.text(record)}" for name, record in cases["bases"].items())
    lines = ",\n".join(matches.text(case) for case in cases["cases"])
    return f'{{"bases":{{\n{records}\n}},\n"cases":[\n{lines}\n]}}\n'


if __name__ == "__main__":
    FILE.write_text(file_text(made()))
