"""`cubilete play --stdio`: a process that answers lines of JSON (docs/engine.md)."""
import json
import os
import subprocess


class Lines:
    """`with Lines() as games: games.ask(t="open", game="tres")`. `requests` and `answers` are what was said."""

    def __init__(self, program=None):
        self.program = program or [os.environ["CUBILETE_BIN"], "play", "--stdio"]
        self.requests, self.answers = [], []

    def __enter__(self):
        self.process = subprocess.Popen(self.program, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        rest = self.process.stdout.read()
        code = self.process.wait()
        self.process.stdout.close()
        assert (code, rest) == (0, b""), (code, rest)

    def say(self, line):
        """Sends a line of any bytes; returns the answer as text."""
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().decode()

    def ask(self, **request):
        self.requests.append(request)
        self.answers.append(json.loads(self.say(json.dumps(request).encode())))
        return self.answers[-1]


class Seats:
    """Plays all rooms of a process at random: keeps what each seat was shown last."""

    def __init__(self, games, chance):
        self.games, self.chance = games, chance
        self.shown = {}  # (room, seat) -> push
        self.results = []

    def hear(self, answer):
        for push in answer.get("pushes", []):
            self.shown[push["room"], push["you"]["seat"]] = push
            if "result" in push and push["you"]["seat"] == 0:
                self.results.append(push)
        return answer

    def open(self, **settings):
        return self.hear(self.games.ask(t="open", **settings))

    def moves(self):
        """A move for each room: of a seat that may act, or the end of a window."""
        found = []
        rooms = {room for room, _ in self.shown}
        for room in sorted(rooms):
            newest = max((push for (other, _), push in self.shown.items() if other == room), key=lambda push: (int(push["match"][2:]), push["seq"]))
            seats = [push for (other, _), push in self.shown.items() if other == room and "result" not in push
                     and push["match"] == newest["match"] and push["you"]["seat"] in newest["to_act"] and push["you"].get("moves")]
            if "result" in newest:
                continue
            if "clock" in newest and (not seats or self.chance.random() < 0.5):
                found.append({"room": room, "clock": True})
                continue
            push = self.chance.choice(seats)
            found.append({"room": room, "seat": push["you"]["seat"], "n": push["you"]["n"], "move": self.chance.choice(push["you"]["moves"])})
        return found

    def play(self, most_steps=100_000):
        for _ in range(most_steps):
            moves = self.moves()
            if not moves:
                return
            self.hear(self.games.ask(t="step", moves=moves))
