"""Built-in bots play with people, in every game."""
import random
import subprocess
import unittest

from server import Client, Server

SEED = random.SystemRandom().randrange(2**32)


class House(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        print(f"seed {SEED}")
        cls.server = cls.enterClassContext(Server("--limit", "bot-pause=1ms"))

    async def test_a_person_plays_every_game_with_a_bot_of_each_level(self):
        ana = await Client.open(self.server)
        for game in (await ana.hello("Ana"))["games"]:
            with self.subTest(game=game["id"]):
                await self.play(ana, game["id"], random.Random(f"{SEED}/{game['id']}"))
        await ana.close()
        copy = self.server.own / "copy.db"
        subprocess.run([self.server.program, "backup", copy, *self.server.place], check=True, capture_output=True)
        said = subprocess.run([self.server.program, "check", copy], capture_output=True, text=True)
        self.assertEqual(said.returncode, 0, said.stdout + said.stderr)

    async def test_a_server_that_computes_a_book_stops_in_order(self):
        with Server() as server:
            ana = await Client.open(server)
            await ana.hello("Ana")
            room = (await ana.request("room.create", game="yahtzee", seats=1, hints=True))["room"]
            await ana.request("room.start", room=room)
            self.assertEqual((await ana.request("hint", room=room))["code"], "busy")
            server.stop()  # within its deadline, with exit code 0

    async def play(self, ana, game, chance):
        room = (await ana.request("room.create", game=game, seats=4, hints=True))["room"]
        for seat, level in enumerate(("easy", "medium", "hard"), start=1):
            self.assertEqual((await ana.request("room.bot", room=room, seat=seat, level=level))["t"], "ok")
        match = (await ana.request("room.start", room=room))["match"]
        seq, advised = 0, False
        while True:
            push = await ana.push("match", lambda push: push["match"] == match and push["seq"] > seq)
            for newer in ana.pushes("match"):
                push = newer if newer["match"] == match else push
            seq = push["seq"]
            if push["result"]:
                break
            if not push["you"]["moves"]:
                continue
            if not advised:
                advised = True
                advice = await ana.request("hint", room=room)
                if advice["t"] == "ok":  # otherwise the bot was faster in a window
                    self.assertEqual(len(advice["worth"]), len(push["you"]["moves"]))
                continue
            await ana.request("move", room=room, match=match, n=push["you"]["n"], move=chance.choice(push["you"]["moves"]))
        self.assertEqual(len(push["result"]["places"]), 4)
        await ana.request("room.leave", room=room)


if __name__ == "__main__":
    unittest.main()
