"""Every frame that passes between a test and the server, against the JSON Schema. What does not fit fails the test that stops
the server, or the next one that does."""
import json
import pathlib
import sys

import websockets

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "schema"))
import quick_schema  # noqa: E402
import wire_schema  # noqa: E402

_faults = []


def came(frame):
    """From the server."""
    if frame.get("t") not in wire_schema.kinds("server") or not quick_schema.fits(frame):
        _note("the server sent", frame)


def answered(request, reply):
    """What the server carries out fits the schema, and so does its answer to a request of that type; what it cannot read
    does not fit."""
    if reply["t"] == "ok":
        if request.get("t") not in wire_schema.kinds("client") or not quick_schema.fits(request):
            _note("the server accepted", request)
        elif not quick_schema.passes("server", wire_schema.ok_of(request["t"]), reply):
            _note(f"to {request['t']} the server answered", reply)
    elif reply["code"] == "bad_message" and "at" in reply and quick_schema.fits(request):
        _note(f"for {reply['at']} the server refused", request)


class Watched(websockets.WebSocketClientProtocol):
    """The connection of a program that checks nothing itself: what passes over it is checked."""

    async def send(self, text):
        request = json.loads(text)
        self.__dict__.setdefault("asked", {})[request["id"]] = request
        await super().send(text)

    async def recv(self):
        text = await super().recv()
        frame = json.loads(text)
        came(frame)
        if (request := self.asked.get(frame.get("re"))) is not None:
            answered(request, frame)
        return text


def assert_all_fitted():
    found, _faults[:] = _faults[:], []
    assert not found, "\n".join(found)


def _note(what, frame):
    if len(_faults) < 20:
        _faults.append(f"{what} {json.dumps(frame)}: {'; '.join(wire_schema.faults(frame))}")
