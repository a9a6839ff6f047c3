"""The server's secret of a running match is on its disk and nowhere else; and players with several programs."""
import asyncio
import json
import os
import subprocess
import unittest
import urllib.error
import urllib.request

import stored
from server import Client, Server
from test_dice import play, record, table, verify
from test_vault import whole
from witness import Witness


def seed_of(server, match):
    """The secret of a starting or running match, from the stored data."""
    ((state,),) = stored.rows(server, f"SELECT state FROM match_dice WHERE match_id = '{match}'")
    return json.loads(state)["seed"]


def page(server, path):
    try:
        with urllib.request.urlopen(server.url + path) as answer:
            return answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.read().decode()


class Secrets(unittest.IsolatedAsyncioTestCase):
    async def outputs(self, server, match, players):
        """All that the server tells about the match, by where it tells it."""
        check = await asyncio.to_thread(subprocess.run, [os.environ["CUBILETE_BIN"], "check", *whole(server)],
                                        capture_output=True, text=True)
        self.assertEqual(check.returncode, 0, check.stdout + check.stderr)
        outputs = {"log": server.log(), "check": check.stdout + check.stderr}
        for path in ("/metrics", f"/api/v1/matches/{match}", "/api/v1/matches", f"/m/{match}"):
            outputs[path] = await asyncio.to_thread(page, server, path)
        for one in players:
            outputs[f"export of {one.id}"] = json.dumps(await one.request("me.export"))
            outputs[f"pushes to {one.id}"] = json.dumps(one.states + one.asks)
        return outputs

    async def test_the_secret_of_a_running_match_is_told_nowhere_before_its_end(self):
        with Server("--limit", "dice-step=30s", "--limit", "dice-ask=30s", "--log-level", "debug") as server:
            ana, ben = players = [await Witness.come(server, name) for name in ("Ana", "Ben")]
            ben.sends = set()
            room = await table(players, "escalera", public=True)
            start = asyncio.create_task(ana.request("room.start", room=room))
            while not (ana.states and ben.states):
                await asyncio.sleep(0.01)
            match = ben.states[0]["match"]
            seed = seed_of(server, match)
            self.assertRegex(seed, "^[0-9a-f]{64}$")

            async def is_secret():
                self.assertEqual(seed_of(server, match), seed)
                for where, text in (await self.outputs(server, match, players)).items():
                    self.assertNotIn(seed, text.lower(), where)

            await is_secret()
            ben.sends = {"tip", "reveal", "value"}
            await ben._answer(ben.states[0])
            await start
            await is_secret()
            end = await play(players, room, match, 1)
            self.assertEqual(end["proof"]["seed"], seed)
            self.assertEqual(verify(record(server, match)).exit_code, 0)
            self.assertNotIn(seed, server.log())
            for one in players:
                await one.close()


class Devices(unittest.IsolatedAsyncioTestCase):
    async def test_a_device_added_by_a_code_takes_part_if_it_says_so(self):
        with Server() as server:
            ana, ben = await Witness.come(server, "Ana"), await Witness.come(server, "Ben")
            code = (await ana.request("device.offer"))["code"]
            phone = await Client.open(server)
            hello = await phone.request("hello", v=1, device=code, dice=1)
            self.assertEqual((hello["t"], hello["player"]["id"]), ("ok", ana.id), hello)
            old = await Client.open(server)
            await old.hello("Ana", token=ana.client.token)
            room = await table([ana, ben], "escalera", options={"starter": "first"})
            match = (await ana.request("room.start", room=room))["match"]
            state = await phone.push("dice", lambda push: push["step"] == "play")
            self.assertEqual(state["you"], ana.states[0]["you"])
            taken = await phone.request("dice.give", room=room, match=match, seq=2, value="0" * 64)
            self.assertEqual(taken["code"], "stale")
            await play([ana, ben], room, match, 2)
            verdict = verify(record(server, match))
            self.assertEqual((verdict.exit_code, verdict.late, verdict.early), (0, [], 0), verdict.text)
            self.assertEqual(len(phone.pushes("dice.ask")), len(ana.asks))
            self.assertEqual({push["t"] for push in old.pushes()} - {"room", "match", "device"}, set())
            for one in (ana, ben, phone, old):
                await one.close()


if __name__ == "__main__":
    unittest.main()
