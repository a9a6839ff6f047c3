"""Executes protocol/README.md: sends each request of the page, in its order, to a real server."""
import asyncio
import json
import sys
import unittest

from frames import wire_schema
from server import Client, Server

sys.path.insert(0, str(wire_schema.ROOT / "bots" / "python"))
from cubilete import fairness  # noqa: E402  (the path has to be set first)

# The page's examples of values that the server generates.
ROOM, MATCH, PLAYER, DEVICE = "K7QX2M", "m_4nX0c2Qm", "p_Vd81kkzA", "7KQ2-M9XD"
LISTED, PROVEN, POSITION = "P4T9WD", "m_dW3r7Kq0Zt", "m_0Lp9c2Qm.41"


class Page(unittest.IsolatedAsyncioTestCase):
    """The context of the requests; `before_ID` creates the conditions of a request."""

    async def test_each_request_in_the_readme_gets_the_answer_in_the_readme(self):
        shown = {reply["re"]: reply for reply in examples("server") if reply["t"] == "ok"}
        self.known = {}
        with Server("--log-level", "warning", "--limit", "absence=100ms") as self.server:
            self.ana = await Client.open(self.server)
            for request in examples("client"):
                name = f"before_{request['t']}_{request['id']}".replace(".", "_").replace("-", "_")
                prepare = getattr(self, name, None)
                who = (await prepare() if prepare else None) or self.ana
                reply = await self.sent(who, request)
                self.assertEqual(reply["t"], "ok", f"{request}: {reply}")
                if request["id"] in shown and "device" not in request:
                    self.assertEqual(set(reply), set(shown[request["id"]]), request)
                await self.learn(who, request, reply)
            self.server.stop()

    async def sent(self, who, request):
        request = in_place(request, self.known)
        if request["t"] == "move":
            request["n"] = self.prompt["n"]
        if request["t"] == "practice.answer":
            request["move"] = self.choice
        return await who.reply_to(request["id"], request)

    async def learn(self, who, request, reply):
        if request["t"] == "device.offer":
            self.known[DEVICE] = f"{reply['code'][:4]}-{reply['code'][4:]}".lower()
        elif request["t"] == "room.create":
            self.known[ROOM] = reply["room"]
        elif request["t"] == "room.start":
            self.known[MATCH] = reply["match"]
        elif request["t"] == "practice.next":
            self.known[POSITION] = reply["position"]
            self.choice = reply["choices"][0]
        elif request["t"] == "dice.give":
            await self.rolling
            thrown = await who.push("match", lambda push: push["seq"] == 2)
            self.assertEqual(thrown["dice"], {"k": 0, "seats": [0], "fresh": {"0": self.chain.value(1).hex()}})

    async def guest(self, name, **join):
        client = await Client.open(self.server)
        await client.hello(name)
        self.known[PLAYER] = client.player["id"]
        reply = await client.request("room.join", room=self.known[ROOM], **join)
        self.assertEqual(reply["t"], "ok", reply)
        return client

    async def again(self, who, t, **fields):
        reply = await who.request(t, room=self.known[ROOM], **fields)
        self.assertEqual(reply["t"], "ok", reply)

    # ---- players

    async def before_hello_1(self):
        if DEVICE in self.known:
            return await Client.open(self.server)

    async def before_me_export_21(self):
        self.zoe = await Client.open(self.server)
        await self.zoe.hello("Zoe")
        room = (await self.zoe.request("room.create", game="yahtzee", seats=1))["room"]
        self.known[MATCH] = (await self.zoe.request("room.start", room=room))["match"]
        return self.zoe

    async def before_me_delete_22(self):
        return self.zoe

    async def before_lobby_list_30(self):
        lea = await Client.open(self.server)
        await lea.hello("Lea")
        self.known[LISTED] = (await lea.request("room.create", game="yahtzee", public=True))["room"]
        self.addAsyncCleanup(lea.close)

    async def before_practice_next_92(self):
        while (reply := await self.ana.request("practice.next", game="threes_away"))["t"] == "refused":
            self.assertEqual(reply["code"], "busy")  # until the values of the game have been computed
            await asyncio.sleep(reply["retry_ms"] / 1000)

    # ---- before the match; Luis uses his phone

    async def before_room_join_7(self):
        self.luis = await Client.open(self.server)
        await self.luis.hello("Luis")
        self.known[PLAYER] = self.luis.player["id"]
        return self.luis

    async def before_room_leave_8(self):
        return self.luis

    async def before_room_seat_9(self):
        await self.again(self.luis, "room.join")
        return self.luis

    async def before_room_ready_10(self):
        await self.again(self.luis, "room.seat", seat=1)
        return self.luis

    async def before_room_start_13(self):
        await self.again(self.ana, "room.bot", seat=2, level=None)

    async def before_room_rematch_14(self):
        await self.play_to_the_end(self.ana, self.luis)

    async def before_room_kick_15(self):
        await self.again(self.ana, "room.ready", ready=False)  # otherwise the match would start without Luis

    async def before_room_ban_16(self):
        await self.luis.push("gone", lambda push: push["reason"] == "kicked")
        await self.again(self.luis, "room.join", password="sesame")

    async def before_room_vote_out_23(self):
        await self.luis.push("gone", lambda push: push["reason"] == "banned")
        mar = await self.guest("Mar", password="sesame")
        await mar.close()
        await self.ana.push("room", lambda room: [seat["online"] for seat in room["seats"] if seat["player"]] == [True, False])

    async def before_room_host_17(self):
        self.eva = await self.guest("Eva", password="sesame")

    # ---- the move

    async def before_move_x7Qm_41(self):
        await self.again(self.ana, "room.rematch")
        await self.again(self.eva, "room.rematch")
        push = await self.newest(self.ana, lambda push: push["by"] == {"start": True})
        self.known[MATCH] = push["match"]
        (seat,) = push["to_act"]
        who = (self.ana, self.eva)[seat]
        push = await self.newest(who, lambda push: push["match"] == self.known[MATCH])
        await self.again(who, "move", match=push["match"], n=push["you"]["n"], move={"do": "roll", "dice": [0, 1, 2, 3, 4]})
        self.prompt = (await self.newest(who, lambda push: push["seq"] == 2))["you"]
        self.next = (self.eva, self.ana)[seat]
        return who

    async def before_hint_24(self):
        while (reply := await self.next.request("hint", room=self.known[ROOM]))["t"] == "refused":
            self.assertEqual(reply["code"], "busy")  # until the book of the bot has been computed
            await asyncio.sleep(reply["retry_ms"] / 1000)
        return self.next

    # ---- an absent player

    async def before_room_stand_in_28(self):
        await self.eva.close()
        room = await self.ana.push("room", lambda room: any(seat.get("stand_in") for seat in room["seats"]))
        (self.known[PLAYER],) = [seat["player"]["id"] for seat in room["seats"] if seat.get("stand_in")]

    # ---- provable dice; Zoe plays alone

    async def before_hello_31(self):
        self.zoe = await Client.open(self.server)
        return self.zoe

    async def before_dice_shake_32(self):
        room = await self.zoe.request("room.create", game="ambiciosa", options={"starter": "first"}, seats=1, witness=True)
        self.known[ROOM] = room["room"]
        return self.zoe

    async def before_dice_tip_33(self):
        self.starting = asyncio.create_task(self.zoe.request("room.start", room=self.known[ROOM]))
        dice = await self.zoe.push("dice")
        self.assertEqual((dice["step"], dice["you"]["seat"]), ("tips", 0))
        self.known[PROVEN] = dice["match"]
        self.chain = fairness.Chain()
        self.gives("dice.tip", self.chain.tip)
        return self.zoe

    async def before_dice_reveal_34(self):
        dice = await self.zoe.push("dice", lambda dice: dice["step"] == "reveals")
        self.assertEqual(dice["tips"], {"0": self.chain.tip.hex()})
        self.gives("dice.reveal", self.chain.value(0))
        return self.zoe

    async def before_dice_give_35(self):
        self.assertEqual((await self.starting)["match"], self.known[PROVEN])
        start = await self.zoe.push("match")
        roll = {"match": start["match"], "n": start["you"]["n"], "move": {"do": "roll"}}
        self.rolling = asyncio.create_task(self.again(self.zoe, "move", **roll))
        ask = await self.zoe.push("dice.ask")
        self.assertEqual((ask["seq"], ask["hash"], ask["move"]), (2, start["hash"], roll["move"]))
        self.gives("dice.give", self.chain.value(1))
        return self.zoe

    def gives(self, t, value):
        (shown,) = [request for request in examples("client") if request["t"] == t]
        self.known[shown["tip" if t == "dice.tip" else "value"]] = value.hex()

    async def newest(self, who, where=lambda push: True):
        """A push of the room's match, which is not that of the day's cup."""
        return await who.push("match", lambda push: push["room"] == self.known[ROOM] and where(push))

    async def play_to_the_end(self, *seats):
        push = await self.newest(seats[0])
        while not push["result"]:
            (seat,) = push["to_act"]
            you = (push if seat == 0 else await seats[seat].push("match", lambda other: other["seq"] == push["seq"]))["you"]
            await self.again(seats[seat], "move", match=push["match"], n=you["n"], move=you["moves"][0])
            push = await self.newest(seats[0])


def examples(who):
    return [json.loads(text) for text in wire_schema.examples(who)]


def in_place(value, known):
    if isinstance(value, dict):
        return {key: in_place(each, known) for key, each in value.items()}
    if isinstance(value, str):
        for made_up, real in known.items():
            value = real if value == made_up else real.lower() if value == made_up.lower() else value
    return value


if __name__ == "__main__":
    unittest.main()
