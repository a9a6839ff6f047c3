"""Passwords, quick matches and devices over real sockets."""
import asyncio
import json
import tempfile
import time
import unittest

from server import Client, Server
from stored import everything

PASSWORD = "sésamo ábrete"


async def guest(server, name, **fields):
    client = await Client.open(server)
    hello = await client.hello(name, **fields)
    assert hello["t"] == "ok", hello
    return client, hello


class Rooms(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        self.server = Server("--log-level", "debug")
        self.addCleanup(self.server.stop)

    async def test_a_password_protects_a_room_and_is_stored_nowhere(self):
        ana, _ = await guest(self.server, "Ana")
        made = await ana.request("room.create", game="yahtzee", password=PASSWORD)
        self.assertEqual(made["t"], "ok", made)
        ben, hello = await guest(self.server, "Ben")
        for password, code in ((None, "wrong_password"), ("sesamo", "wrong_password"), (PASSWORD, None)):
            reply = await ben.request("room.join", room=made["room"], password=password)
            self.assertEqual(reply.get("code"), code, reply)
        self.assertEqual(reply["as"], "player")
        shown = json.dumps([push for client in (ana, ben) for push in client.pushes()], ensure_ascii=False)
        await ana.close()
        await ben.close()
        written = everything(self.server)
        for place in (shown, self.server.log(), written.decode("latin-1")):
            self.assertNotIn(PASSWORD, place)
            self.assertNotIn(PASSWORD.encode().decode("latin-1"), place)
        self.assertNotIn("argon2", shown + self.server.log())
        self.assertIn(b"$argon2id$", written)

    async def test_while_passwords_are_checked_other_rooms_are_served(self):
        ana, _ = await guest(self.server, "Ana")
        room = (await ana.request("room.create", game="yahtzee", password=PASSWORD))["room"]
        thieves = [(await guest(self.server, f"T{number}"))[0] for number in range(10)]
        tries = [asyncio.create_task(thief.request("room.join", room=room, password="x")) for thief in thieves]
        start = time.monotonic()
        ben, _ = await guest(self.server, "Ben")
        self.assertEqual((await ben.request("room.create", game="yahtzee"))["t"], "ok")
        served = time.monotonic() - start
        codes = [refused["code"] for refused in await asyncio.gather(*tries)]
        self.assertLessEqual(set(codes), {"wrong_password", "busy"})  # four checks per address run at the same time
        self.assertGreaterEqual(codes.count("wrong_password"), 4)
        print(f"a table was made in {served * 1000:.0f} ms while ten passwords were looked at")

    async def test_an_avatar_changes_at_the_table_for_all_and_survives_a_restart(self):
        with tempfile.TemporaryDirectory() as data:
            with Server(data=data) as server:
                ana, ben = await Client.open(server), await Client.open(server)
                self.assertEqual((await ana.hello("Ana", avatar=95))["player"]["avatar"], 95)
                self.assertNotIn("avatar", (await ben.hello("Ben"))["player"])
                room = (await ana.request("room.create", game="yahtzee", seats=2))["room"]
                await ben.request("room.join", room=room)
                await ben.request("room.ready", room=room, ready=True)
                await ana.request("room.start", room=room)

                for wrong in (96, -1, 1.5, "7"):
                    refused = await ben.request("rename", name="Ben", avatar=wrong)
                    self.assertEqual((refused["code"], refused["at"], refused["text"]),
                                     ("bad_message", "/avatar", '"avatar" must be an integer from 0 to 95.'))
                self.assertEqual((await ben.request("rename", name="Ben", avatar=0))["t"], "ok")
                await ana.push("room", lambda push: self.avatars(push) == [95, 0])
            with Server(data=data) as server:
                again = await Client.open(server)
                self.assertEqual((await again.hello("Ana", token=ana.token))["player"]["avatar"], 95)
                await again.push("room", lambda push: self.avatars(push) == [95, 0])
                await again.close()

    @staticmethod
    def avatars(push):
        return [seat["player"].get("avatar") for seat in push["seats"] if seat["player"]]

    async def test_a_quick_match_finds_strangers_and_a_player_has_two_devices(self):
        (ana, hello), (ben, _) = await guest(self.server, "Ana"), await guest(self.server, "Ben")
        rooms = await asyncio.gather(*(one.request("quick.match", game="escalera") for one in (ana, ben)))
        self.assertEqual(len({reply["room"] for reply in rooms}), 1, rooms)
        offer = await ana.request("device.offer")
        phone, moved = await guest(self.server, "whoever", device=offer["code"])
        self.assertEqual(moved["player"], hello["player"])
        self.assertEqual(moved["rooms"], [rooms[0]["room"]])
        await ana.push("device")
        again, once_more = await guest(self.server, "Ana", token=moved["token"])
        self.assertEqual(once_more["player"]["id"], hello["player"]["id"])
        stranger = await Client.open(self.server)
        self.assertEqual((await stranger.hello("X", device=offer["code"]))["code"], "bad_token")
        for client in (ana, ben, phone, again, stranger):
            await client.close()
        self.assertNotIn(offer["code"], self.server.log())


if __name__ == "__main__":
    unittest.main()
