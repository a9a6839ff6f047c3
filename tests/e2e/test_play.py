"""`cubilete play --stdio`: games by lines of JSON, as docs/engine.md describes them."""
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import unittest

from jsonschema import Draft202012Validator
from lines import Lines, Seats

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/schema"))
import wire_schema  # noqa: E402

PAGE = ROOT / "docs/engine.md"
SCHEMA = json.loads((ROOT / "docs/engine.schema.json").read_text())
GAMES = ["ambiciosa", "escalera", "threes_away", "yahtzee", "tres"]
OPTIONS = {"ambiciosa": {"target": 2000}, "escalera": {"target": 50}, "threes_away": {"pots": 1}}
SEED = random.SystemRandom().randrange(2**32)
VALIDATORS = {side: Draft202012Validator({**SCHEMA, "$ref": f"#/$defs/{side}"}) for side in ("line", "answer")}


def faults(side, text):
    """Returns the faults of a line or an answer by the schema; a push has to be one of the protocol, which has a hash as well."""
    found = [error.message for error in VALIDATORS[side].iter_errors(text)]
    for push in text.get("pushes", []) if side == "answer" else []:
        found += wire_schema.faults({**push, "hash": "0" * 64})
    return found


def hash_of(log):
    value = 0xCBF29CE484222325
    for byte in "".join(json.dumps(entry, separators=(",", ":"), ensure_ascii=False) + "\n" for entry in log).encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


class Play(unittest.TestCase):
    def setUp(self):
        self.chance = random.Random(f"{SEED} {self.id()}")
        print(f"seed {SEED}")

    def test_the_lines_of_the_page_get_the_answers_of_the_page(self):
        said = re.findall(r"^```json (line|answer)\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
        self.assertGreaterEqual(len(said), 6)
        with Lines() as games:
            answers = []
            for side, block in said:
                for text in block.strip().splitlines() if side == "line" else [block]:
                    if side == "line":
                        self.assertEqual(faults("line", json.loads(text)), [], text)
                        answers.append(json.loads(games.say(text.encode())))
                    else:
                        self.assertEqual(json.loads(text), answers.pop(0))
            self.assertEqual(answers, [])

    def test_random_matches_of_every_game_fit_the_schemas_of_the_page_and_of_the_protocol(self):
        Draft202012Validator.check_schema(SCHEMA)
        for game in GAMES:
            for all_seats in (False, True):
                with self.subTest(game), Lines() as games:
                    seats = Seats(games, self.chance)
                    opened = seats.open(game=game, options=OPTIONS.get(game, {}), seats=3, rooms=2, seed=self.chance.randrange(2**32), all_seats=all_seats, logs=True)
                    self.assertEqual(opened["rooms"], ["000000", "000001"])
                    seats.play()
                    self.assertEqual(len(seats.results), 2)
                    for request, answer in zip(games.requests, games.answers, strict=True):
                        self.assertEqual(faults("line", request), [])
                        self.assertEqual(faults("answer", answer), [])
                        self.assertNotIn("refused", answer)
                    for ended in (log for answer in games.answers for log in answer.get("logs", [])):
                        self.assertEqual(hash_of(ended["log"]), ended["hash"])
                        self.assertEqual([entry["seq"] for entry in ended["log"]], list(range(1, len(ended["log"]) + 1)))

    def test_each_seat_is_shown_every_event_once_and_no_card_of_another_hand(self):
        with Lines() as games:
            seats = Seats(games, self.chance)
            seats.open(game="tres", seats=4, seed=self.chance.randrange(2**32), logs=True)
            seats.play()
            pushes = [push for answer in games.answers for push in answer["pushes"]]
            entries = len(next(log["log"] for answer in games.answers for log in answer.get("logs", [])))
            for seat in range(4):
                own = [push for push in pushes if push["you"]["seat"] == seat]
                spans = [span for push in own for span in push.get("entries", [{"seq": push["seq"], "events": len(push["events"])}])]
                self.assertEqual([span["seq"] for span in spans], list(range(1, entries + 1)))
                self.assertEqual(sum(span["events"] for span in spans), sum(len(push["events"]) for push in own))
                for push in own:
                    self.assertEqual([at for at, each in enumerate(push["view"]["seats"]) if "hand" in each], [seat])
                    self.assertFalse([event for event in push["events"] if "cards" in event and event["e"] in ("drew", "dealt") and event["seat"] != seat])

    def test_a_line_that_is_refused_is_named_by_its_number_and_harms_no_game(self):
        bad = [b"", b"{", b"[]", b"null", b"\xff", b"7", b'{"t":1}', b'{"t":"steal"}', b'{"t":"step"}', b'{"t":"step","moves":{}}',
               b'{"t":"step","moves":[7]}', b'{"t":"step","moves":[{"room":"000009","seat":0,"move":"x"}]}',
               b'{"t":"step","moves":[{"room":"000000","seat":9,"move":"x"}]}', b'{"t":"step","moves":[{"room":"000000","seat":0,"n":99,"move":"score yahtzee"}]}',
               b'{"t":"step","moves":[{"room":"000000","seat":0,"match":"m_0","move":"score yahtzee"}]}',
               b'{"t":"step","moves":[{"room":"000000","seat":0,"move":"cheat"}]}', b'{"t":"open","game":"chess"}', b'{"t":"open","game":"tres","seats":1}',
               b'{"t":"open","game":"tres","options":{"deck":"mine"}}', b'{"t":"open","game":"tres","rooms":0}', b'{"t":"open","game":"tres","seed":-1}',
               b'{"t":"open","game":"tres","colour":"red"}', b'{"t":"look","room":"999999"}', b'{"t":"close","room":"x"}', b"[" * 100_000]
        with Lines() as undisturbed, Lines() as games:
            for each in (undisturbed, games):
                Seats(each, None).open(game="yahtzee", rooms=2, seed=7)
            lines = 1
            turns = random.Random(SEED)
            for _ in range(40):
                room = turns.choice(undisturbed.answers[0]["rooms"])
                look = {"t": "look", "room": room, "seat": 0}
                push = undisturbed.ask(**look)["pushes"][0]
                move = {"t": "step", "moves": [{"room": room, "seat": 0, "move": turns.choice(push["you"]["moves"])}]}
                undisturbed.ask(**move)
                for line in self.chance.sample(bad, 5):
                    answer = json.loads(games.say(line))
                    lines += 1
                    self.assertEqual(answer["line"], lines)
                    self.assertTrue("error" in answer or (answer["pushes"], len(answer["refused"])) == ([], 1), (line, answer))
                    self.assertEqual(faults("answer", answer), [])
                games.ask(**look)
                mixed = {"room": "000007", "seat": 0, "move": "x"}
                answer = games.ask(t="step", moves=[mixed, *move["moves"]])
                lines += 2
                self.assertEqual(answer.pop("refused"), [{"code": "no_room", "text": "There is no such room.", "at": "/moves/0/room"}])
                self.assertEqual(answer["pushes"], undisturbed.answers[-1]["pushes"])

    def test_numbers_out_of_range_are_refused_with_the_codes_of_the_protocol(self):
        move = {"room": "000000", "seat": 0, "n": 1, "move": {"do": "roll", "dice": [7]}}
        with Lines() as games:
            games.ask(t="open", game="yahtzee")
            for seats in (1, 9, -1, 2**63):
                error = games.ask(t="open", game="threes_away", seats=seats)["error"]
                if seats < 2**63:
                    self.assertEqual(error, {"code": "bad_options", "text": "Threes Away has 2 to 8 seats.", "at": "/seats"})
                self.assertIn(error["code"], ("bad_options", "bad_message"))
            for name, number in (("rooms", 0), ("seed", -1), ("first", 2)):
                error = games.ask(t="open", game="tres", **{name: number})["error"]
                self.assertEqual((error["code"], error["at"]), ("bad_message", f"/{name}"))
            for name, number in (("seat", 1), ("n", -1)):
                (refused,) = games.ask(t="step", moves=[{**move, name: number}])["refused"]
                self.assertEqual((refused["code"], refused["at"]), ("bad_message", f"/moves/0/{name}"))
            (refused,) = games.ask(t="step", moves=[move])["refused"]
            self.assertEqual(refused["code"], "illegal_move")

    def test_the_same_seeds_give_the_same_matches_and_each_next_match_has_the_next_seed(self):
        def played(rooms, matches):
            found = {}
            with Lines() as games:
                pushes = games.ask(t="open", game="ambiciosa", options={"target": 2000}, seats=2, rooms=rooms, seed=100, again=True, logs=True)["pushes"]
                while len(found) < matches:
                    asked = [push for push in pushes if "moves" in push["you"]]
                    pushes = games.ask(t="step", moves=[
                        {"room": push["room"], "seat": push["you"]["seat"], "move": push["you"]["moves"][push["seq"] % len(push["you"]["moves"])]}
                        for push in asked])["pushes"]
                    found |= {log["match"]: log["hash"] for log in games.answers[-1].get("logs", [])}
            return found

        one, four = played(1, 12), played(4, 12)
        both = one.keys() & four.keys()
        self.assertEqual(list(one), [f"m_{seed}" for seed in range(100, 112)])
        self.assertGreaterEqual(len(both), 8)
        self.assertEqual({match: one[match] for match in both}, {match: four[match] for match in both})

    def test_without_a_seed_one_is_drawn_and_told(self):
        with Lines() as games:
            seeds = [games.ask(t="open", game="escalera")["seed"] for _ in range(5)]
            self.assertEqual(len(set(seeds)), 5)
            pushes = games.answers[0]["pushes"]
        with Lines() as again:
            self.assertEqual(again.ask(t="open", game="escalera", seed=seeds[0])["pushes"], pushes)

    def test_a_closed_room_is_gone_and_the_others_stay(self):
        with Lines() as games:
            games.ask(t="open", game="yahtzee", rooms=2)
            self.assertEqual(games.ask(t="close", room="000000"), {"line": 2})
            self.assertEqual(games.ask(t="look", room="000000")["error"]["code"], "no_room")
            self.assertEqual(games.ask(t="look", room="000001")["pushes"][0]["room"], "000001")
            self.assertEqual(games.ask(t="open", game="tres")["rooms"], ["000002"])

    def test_it_opens_no_socket_and_no_file(self):
        with Lines() as games:
            games.ask(t="open", game="yahtzee", rooms=10)
            opened = pathlib.Path(f"/proc/{games.process.pid}/fd").iterdir()
            self.assertEqual({fd.name for fd in opened}, {"0", "1", "2"})

    def test_other_words_are_refused_with_2(self):
        for words in ([], ["--port", "1"], ["--stdio", "x"]):
            ran = subprocess.run([os.environ["CUBILETE_BIN"], "play", *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
            self.assertEqual((ran.returncode, ran.stdout, ran.stderr.startswith("Usage: cubilete play")), (2, "", True))


if __name__ == "__main__":
    unittest.main()
