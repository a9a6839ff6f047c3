"""The part of a player's program in provable dice, without a connection: the same requests, faults and notes in Python and in
JavaScript over matches in which anything is changed, and the files in which notes are kept.

FAIRNESS_SEED repeats the matches of a run."""

import json
import os
import random
import stat
import subprocess
import tempfile
import unittest
from pathlib import Path

import matches
from cubilete import NoteFile, NotesInMemory
from cubilete.contributor import Contributor
from dice_server import ME, OPTIONS, ROOM, Match

HERE = Path(__file__).parent
MATCHES = 60
OTHER = "5a" * 32
HOUSES = [None, "5f0c3a9e71d2b846", "0123456789abcdef"]
OTHER_PLAYER = {"id": "p_other", "name": "Other"}


class Transcript:
    """A contributor whose steps are written down."""

    def __init__(self, store=None, keep=3):
        self.store, self.keep = store or NotesInMemory(), keep
        self.server = None
        self.draws = 0
        self.faults = []
        self.steps = []
        self.said = []
        self.begin()

    def begin(self):
        self.made = Contributor(self.store, lambda fault: self.faults.append([fault.kind, fault.text, fault.entry, fault.again]), keep=self.keep,
                                server=lambda: self.server, random=self.drawn, later=lambda delay_s, action: None)

    def house(self, server):
        """The program plays at this server now."""
        self.server = server

    def drawn(self, size):
        self.draws += 1
        return bytes([self.draws]) * size

    def kinds(self):
        """Of all faults so far."""
        return kinds_in(self.said)

    def step(self, call, *words):
        words = json.loads(matches.text(words))
        self.steps.append([call, *words])
        method = {"begin": self.begin, "house": self.house}.get(call) or getattr(self.made, call)
        request = method(*words)
        self.said.append([request, self.faults])
        self.faults = []
        return request


def kinds_in(said):
    return [kind for _, faults in said for kind, *_ in faults]


def said_in_javascript(steps):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.writelines(matches.text(step) + "\n" for step in steps)
        file.flush()
        command = ["node", HERE / "contributor_steps.js", file.name]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8")
    return [json.loads(line) for line in done.stdout.splitlines()]


class Play:
    """A match of an honest server, of which some pushes are changed, left out, repeated or come in another order."""

    def __init__(self, transcript, chance, name):
        self.transcript, self.chance = transcript, chance
        self.match = Match(name, chance)
        self.open = []

    def run(self):
        match, chance = self.match, self.chance
        self.transcript.step("room", self.room(), ME["id"])
        if chance.random() < 0.1:
            return self.without_dice()
        tip = self.push("dice", self.dice(), ME["id"])
        if tip and chance.random() < 0.9:
            match.tips[0] = bytes.fromhex(tip["tip"])
        match.fix_roster()
        reveal = self.push("dice", self.dice(), ME["id"])
        reveals = {0: bytes.fromhex(reveal["value"]) if reveal and chance.random() < 0.9 else None, 1: match.other.value(0)}
        match.fix_reveals({seat: reveal for seat, reveal in reveals.items() if seat in match.tips})
        self.push("dice", self.dice(), ME["id"])
        entry = match.enter({"start": True}, 0, {}, match.draw({}))
        for turn in range(chance.randint(3, 12)):
            self.push("match", self.entry(entry))
            if chance.random() < 0.1:
                self.push("dice", self.dice(), ME["id"])
            entry = self.turn(turn)
        match.result = {"reason": chance.choice(["finished", "finished", "abandoned", "void", "other"])}
        self.push("match", {**self.entry(entry), "result": match.result, **({"proof": match.proof()} if chance.random() < 0.9 else {})})
        if chance.random() < 0.1:
            self.transcript.step("gone", {"t": "gone", "room": ROOM, "reason": chance.choice(["closed", "no_room", "left", "stopped"])})
        self.transcript.step("notes", match.name)
        self.transcript.step("ends")
        if chance.random() < 0.2:
            self.transcript.step("house", chance.choice(HOUSES))
        for ended in self.transcript.step("unknown_ends")[:1] if chance.random() < 0.1 else ():
            self.transcript.step("learned", ended, "no_record")

    def without_dice(self):
        """The match begins, and the server says nothing of dice."""
        match = self.match
        entry = match.enter({"start": True}, 0, {}, None)
        for turn in range(4):
            self.push("match", self.entry(entry))
            entry = match.enter({"seat": turn % 2}, turn, None, None)
        self.transcript.step("notes", match.name)

    def room(self):
        people = [ME, None, OTHER_PLAYER] if self.chance.random() < 0.8 else [OTHER_PLAYER, ME, OTHER_PLAYER]
        if self.chance.random() < 0.1:
            people = [ME]
        seats = [{"player": player, "ready": True, "online": True, "house": False} for player in people]
        cup = {"cup": 7} if self.chance.random() < 0.3 else {}
        return cup | {"t": "room", "room": ROOM, "game": "yahtzee", "options": OPTIONS, "phase": "waiting", "match": None, "seats": seats}

    def turn(self, turn):
        match, chance = self.match, self.chance
        by, move = ({"seat": turn % 2}, {"do": "roll", "keep": [turn]}) if chance.random() < 0.8 else ({"clock": True}, None)
        if chance.random() < 0.5:
            self.transcript.step("moving", match.name, {"id": f"a-{turn}", "n": turn, "move": move})
            if chance.random() < 0.9:
                reply = {"t": "ok", "seq": turn} if chance.random() < 0.8 else {"t": "refused", "code": "stale"}
                self.transcript.step("moved", match.name, {**reply, "re": f"a-{turn}"})
        if chance.random() < 0.3:
            return match.enter(by, turn, move, None)
        seats = [seat for seat in (0, 1) if seat in match.tips and seat not in match.out and (seat or chance.random() < 0.9)]
        ask = {"t": "dice.ask", "room": ROOM, "match": match.name, "seq": len(match.log) + 1, "hash": match.log[-1]["hash"],
               "by": by, "n": turn, "move": move, "k": match.k, "seats": seats}
        given = self.push("ask", ask)
        if chance.random() < 0.2:
            given = self.push("ask", ask) or given
        fresh = {}
        if 0 in seats:
            fresh[0] = bytes.fromhex(given["value"]) if given and chance.random() < 0.95 else None
        if 1 in seats:
            match.given += 1
            fresh[1] = match.other.value(match.given)
        match.out |= {seat for seat, value in fresh.items() if value is None}
        return match.enter(by, turn, move, match.draw(fresh))

    def push(self, call, push, *words):
        """Returns the request for an unchanged push."""
        transcript, chance = self.transcript, self.chance
        if chance.random() < 0.03:
            transcript.step("begin")
        if chance.random() < 0.08:
            transcript.step("joined")
        if chance.random() < 0.04:
            transcript.step("returned")
        if chance.random() < 0.03:
            transcript.step("gone", {"t": "gone", "room": ROOM, "reason": "left"})
        if chance.random() < 0.04:
            return None  # it is lost
        if chance.random() < 0.04:
            transcript.step(call, self.changed(push), *words)
        request = transcript.step(call, push, *words)
        if request and chance.random() < 0.9:
            code = chance.choice(["ok"] * 17 + ["taken", "stale", "bad_value"])
            transcript.step("answered", request, {"t": "ok"} if code == "ok" else {"t": "refused", "code": code})
        elif request:
            transcript.step("answered", request, None)
        return request

    def changed(self, push):
        """With another value of one field, which may be of a wrong kind."""
        name = self.chance.choice([name for name in push if name not in ("t", "match", "room")])
        value = push[name]
        others = {"hash": [OTHER], "commit": [OTHER], "roster": [OTHER, None], "seats": [[1], [0], [1, 0], []], "out": [[0], [1]],
                  "by": [{"seat": 1}, {"clock": True}], "move": [None, {"do": "pass"}], "step": ["tips", "reveals"],
                  "reveals": [{"0": None, "1": OTHER}, {}], "tips": [{}, {"0": OTHER}, {"0": OTHER, "1": OTHER}],
                  "players": ["[]", matches.text([OTHER])], "settings": ["{}"], "you": [{"seat": 1, "nonce": "00"}, None],
                  "view": [{"turn": 7}, None], "events": [[{"e": "rolled", "dice": [1, "A", 7, "x", 300]}], [5], {}, "no"],
                  "to_act": [[1]], "result": [{"reason": "void"}]}
        number = [value + 1, value - 1] if isinstance(value, int) else [value]
        return {**push, name: self.chance.choice(others.get(name, number))}

    def dice(self):
        match = self.match
        return {
            "t": "dice", "room": ROOM, "match": match.name, "step": match.step, "witness": True, "commit": match.commit.hex(),
            "settings": match.settings, "players": match.players, "out": sorted(match.out),
            "tips": {} if match.step == "tips" else matches.hexed(match.tips), "roster": match.roster and match.roster.hex(),
            "reveals": None if match.reveals is None else matches.hexed(match.reveals),
            "you": {"seat": 0, "nonce": match.nonces[0].hex()},
        }

    def entry(self, entry):
        chance, seq = self.chance, entry["seq"]
        dice = [chance.choice([1, 6, "A", "9", 7.5, True, None]) for _ in range(chance.randint(0, 3))]
        throw = {"e": chance.choice(["rolled", "rolloff", "bottoms", "kept"]), "seat": 1, "dice": dice, "name": "Bé\u2028"}
        if chance.random() < 0.5:
            throw["thrown"] = [chance.randint(0, 3) for _ in range(2)]
        push = {"t": "match", "room": ROOM, "match": self.match.name, "seq": seq, "by": entry["by"], "events": [throw, {"e": "other"}],
                "view": {"turn": {"seat": 1, "dice": dice}, "phase": "play"}, "to_act": [seq % 2], "you": {"seat": 0, "n": seq},
                "result": None, "hash": entry["hash"]}
        if chance.random() < 0.1:
            push |= {"events": [], "left_out": 1}
        if chance.random() < 0.1:
            push["entries"] = [{"seq": seq - 1, "events": 1}, {"seq": seq, "events": chance.choice([0, 1, 2, 3, -1])}]
        extra = entry["extra"] or {}
        if extra.get("drawn"):
            push["dice"] = {"k": extra["drawn"][0]["k"], "seats": extra["seats"], "fresh": extra["fresh"]}
        return push


class BothLanguages(unittest.TestCase):
    maxDiff = None

    def test_they_request_tell_and_note_the_same(self):
        seed = int(os.environ.get("FAIRNESS_SEED") or random.randrange(10**9))
        print(f"FAIRNESS_SEED={seed}")
        chance = random.Random(seed)
        transcript = Transcript()
        for number in range(MATCHES):
            Play(transcript, chance, f"m_{number}").run()
        there = said_in_javascript(transcript.steps)
        self.assertEqual(len(transcript.said), len(there))
        for number, (step, here, other) in enumerate(zip(transcript.steps, transcript.said, there, strict=True)):
            with self.subTest(seed=seed, number=number, step=step):
                self.assertEqual(without_errors(json.loads(matches.text(here))), without_errors(other))
        kinds = set(transcript.kinds())
        self.assertGreaterEqual(len(kinds), 10, kinds)


class Honest(random.Random):
    """Changes nothing in a match."""

    def random(self):
        return 0.5

    def choice(self, options):
        return options[0]


class FailingStore(NotesInMemory):
    """Fails so many times, beginning with one call."""

    def __init__(self, first, times):
        super().__init__()
        self.calls, self.first, self.times = -2, first, times  # the first two make the notes of another match
        self.set("m_0", "{}")
        self.set("matches", '["m_0"]')

    def works(self):
        self.calls += 1
        if self.first <= self.calls < self.first + self.times:
            raise OSError("full")

    def set(self, key, text):
        self.works()
        super().set(key, text)

    def remove(self, key):
        self.works()
        super().remove(key)


class Repeated(Play):
    """Each question comes again over another connection."""

    def push(self, call, push, *words):
        request = super().push(call, push, *words)
        if call == "ask":
            self.transcript.step("joined")
            request = self.transcript.step(call, push) or request
        return request


class FailingStores(unittest.TestCase):
    def test_a_store_that_fails_at_any_moment_for_any_time_costs_values_and_accuses_nobody(self):
        for first in range(1, 25):
            for times in (1, 5, 10**9):
                transcript = Transcript(FailingStore(first, times), keep=1)
                Play(transcript, Honest(1), "m_1").run()
                self.assertLessEqual(set(transcript.kinds()), {"storage", "left_out"}, (first, times))
                if (first, times) == (1, 10**9):
                    self.assertEqual([request for request, _ in transcript.said if request and "t" in request], [])


    def test_a_value_is_given_only_when_it_is_stored_also_if_its_question_is_repeated_after_a_break(self):
        for first in range(1, 25):
            store = FailingStore(first, 10**9)
            transcript = Transcript(store)
            Repeated(transcript, Honest(1), "m_1").run()
            given = [request["value"] for request, _ in transcript.said if request and "value" in request]
            self.assertEqual([value for value in given if value not in (store.get("m_1") or "")], [], first)
            self.assertLessEqual(set(transcript.kinds()), {"storage", "left_out"}, first)


class Unfinished(Play):
    """The end is not shown."""

    def push(self, call, push, *words):
        return None if push.get("result") else super().push(call, push, *words)


class Servers(unittest.TestCase):
    def test_matches_at_another_server_are_neither_asked_for_nor_counted_here(self):
        transcript = Transcript()
        for play, server in ((Unfinished, HOUSES[1]), (Play, HOUSES[2])):
            transcript.step("house", server)
            play(transcript, Honest(1), f"m_{server}").run()
            transcript.step("begin")
        for server, unknown, ends in ((HOUSES[1], [f"m_{HOUSES[1]}"], []), (HOUSES[2], [], ["finished"])):
            transcript.step("house", server)
            self.assertEqual((unknown, ends), (transcript.made.unknown_ends(), transcript.made.ends()))


class DamagedNotes(unittest.TestCase):
    def test_notes_that_were_damaged_by_hand_are_as_if_there_were_none_and_the_others_are_asked_for(self):
        store = NotesInMemory()
        texts = {"matches": '["m_0","m_1"]', "m_0": '{"match":"m_0",', "m_1": '{"match":"m_1","ended":null}'}
        for key, text in texts.items():
            store.set(key, text)
        self.assertEqual(["m_1"], Contributor(store, lambda fault: None).unknown_ends())


class BroughtBack(Play):
    """The player leaves, and comes back with another program when an entry has been made. The server shows the next one to both."""

    def turn(self, turn):
        if turn == 1:
            match = self.match
            self.transcript.step("gone", {"t": "gone", "room": ROOM, "reason": "left"})
            match.given += 1
            match.enter({"seat": 1}, turn, None, match.draw({1: match.other.value(match.given)}))
            self.push("dice", self.dice(), ME["id"])
        return super().turn(turn)


class Returns(unittest.TestCase):
    def test_who_leaves_and_is_brought_back_by_another_program_of_the_player_finds_no_fault_in_what_they_have_missed(self):
        transcript = Transcript()
        BroughtBack(transcript, Honest(1), "m_1").run()
        self.assertEqual([], transcript.kinds())

    def test_who_has_left_misses_no_secret_in_a_match_that_begins_with_another_program_of_the_player(self):
        for leaves, kinds in ((False, ["left_out"]), (True, [])):
            transcript = Transcript()
            play = Play(transcript, Honest(1), "m_1")
            transcript.step("room", play.room(), ME["id"])
            if leaves:
                transcript.step("gone", {"t": "gone", "room": ROOM, "reason": "left"})
            play.without_dice()
            self.assertEqual((kinds, kinds), (transcript.kinds(), kinds_in(said_in_javascript(transcript.steps))))

    def test_who_comes_back_when_the_room_plays_the_next_match_does_not_know_whether_the_one_before_was_opened(self):
        transcript = Transcript()
        Unfinished(transcript, Honest(1), "m_1").run()
        transcript.step("returned")
        Play(transcript, Honest(2), "m_2").run()
        self.assertEqual(["not_shown"], transcript.kinds())


def without_errors(said):
    """The reason why a push cannot be read is an error of the language; a request in a text is spelled by it."""
    request, faults = said
    short = {"malformed": " cannot be read", "refused": ": {"}
    return [request, [[kind, text.partition(short[kind])[0] if kind in short else text, *more] for kind, text, *more in faults]]


def line(match, value):
    return json.dumps({"match": match, "value": value})


class NoteFiles(unittest.TestCase):
    def setUp(self):
        self.path = Path(self.enterContext(tempfile.TemporaryDirectory())) / "of" / "a bot.notes"

    def lines(self):
        return [json.loads(text) for text in self.path.read_text().splitlines()]

    def test_a_file_has_a_line_a_match_that_only_the_user_may_read(self):
        notes = NoteFile(self.path)
        self.assertIsNone(notes.get("m_1"))
        for match, value in (("m_1", "é"), ("m_1", "ééé"), ("m_2", 1), ("m_2", "long " * 50), ("m_1", 3), ("m_2", 4)):
            notes.set(match, line(match, value))
            self.assertEqual(json.loads(NoteFile(str(self.path)).get(match))["value"], value)
        self.assertEqual([{"match": "m_1", "value": 3}, {"match": "m_2", "value": 4}], self.lines())
        self.assertEqual(["m_1", "m_2"], json.loads(NoteFile(self.path).get("matches")))
        self.assertEqual(0o600, stat.S_IMODE(self.path.stat().st_mode))
        notes.remove("m_1")
        self.assertEqual([{"match": "m_2", "value": 4}], self.lines())

    def test_two_programs_with_one_file_keep_each_other_s_lines(self):
        one, other = NoteFile(self.path), NoteFile(self.path)
        one.set("m_1", line("m_1", 1))
        other.set("m_2", line("m_2", 1))
        one.set("m_1", line("m_1", 2))
        other.set("m_2", line("m_2", 2))
        one.set("m_3", line("m_3", 1))
        self.assertEqual({("m_1", 2), ("m_2", 2), ("m_3", 1)}, {tuple(stored.values()) for stored in self.lines()})

    def test_a_damaged_line_is_dropped_and_the_others_are_kept(self):
        notes = NoteFile(self.path)
        notes.set("m_1", line("m_1", 1))
        self.path.write_text(self.path.read_text() + '{"match":"m_2","va')
        again = NoteFile(self.path)
        self.assertIsNone(again.get("m_2"))
        again.set("m_3", line("m_3", 1))
        self.assertEqual(["m_1", "m_3"], [stored["match"] for stored in self.lines()])

    def test_a_rewrite_that_fails_damages_no_line(self):
        notes = NoteFile(self.path)
        for match in "m_1", "m_2", "m_3":
            notes.set(match, line(match, 1))
        in_the_way = self.path.with_name(f"{self.path.name}.new")
        in_the_way.mkdir()
        self.assertRaises(OSError, notes.remove, "m_1")
        in_the_way.rmdir()
        notes.set("m_3", line("m_3", 2))
        self.assertEqual({("m_1", 1), ("m_2", 1), ("m_3", 2)}, {tuple(stored.values()) for stored in self.lines()})

    def test_javascript_writes_and_reads_the_same_file(self):
        NoteFile(self.path).set("m_1", line("m_1", "é"))
        script = (f"import {{ note_file }} from '{HERE.parents[1]}/js/note_file.js';"
                  "const notes = note_file(process.argv[1]);"
                  "notes.set('m_2', notes.get('m_1').replace('m_1', 'm_2'));"
                  "notes.set('m_2', notes.get('m_2').replace(/é|.u00e9/, 'much longer than before'));"
                  "notes.set('m_3', notes.get('m_1').replace('m_1', 'm_3')); notes.remove('m_1');")
        subprocess.run(["node", "--input-type=module", "-e", script, self.path], check=True)
        self.assertEqual([("m_2", "much longer than before"), ("m_3", "é")], [tuple(stored.values()) for stored in self.lines()])
        self.assertEqual(0o600, stat.S_IMODE(self.path.stat().st_mode))


if __name__ == "__main__":
    unittest.main()
