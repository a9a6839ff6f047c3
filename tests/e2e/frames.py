"""Validates every frame between a test and the server with the JSON Schema. An invalid frame fails the test that
stops the server, or the next one that does.

With a record of frames, one JSON array [connection, "sent" or "came", text] per line, it checks those instead, as the
tests in JavaScript do: frames.py RECORD
"""
import collections
import contextlib
import itertools
import json
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "schema"))
import quick_schema  # noqa: E402
import wire_schema  # noqa: E402

_faults = []


def came(frame):
    """A frame from the server."""
    if frame.get("t") not in wire_schema.kinds("server") or not quick_schema.fits(frame):
        _note("the server sent", frame)


def answered(request, reply):
    """If the server carries out a request, the request and its answer must be valid; a request that the server cannot
    read must be invalid.
    """
    if reply["t"] == "ok":
        if request.get("t") not in wire_schema.kinds("client") or not quick_schema.fits(request):
            _note("the server accepted", request)
        elif not quick_schema.passes("server", wire_schema.ok_of(request["t"]), reply):
            _note(f"to {request['t']} the server answered", reply)
    elif reply.get("code") == "bad_message" and "at" in reply and quick_schema.fits(request):
        _note(f"for {reply['at']} the server refused", request)


class Conversation:
    """The frames of one connection of a correct program: everything that it sends must be valid, carried out or not.
    Only whether a made-up move is a move is decided by the server.
    """

    def __init__(self):
        self.asked = {}

    def sent(self, text):
        if (request := self.read(text)) is not None:
            self.asked[request.get("id")] = request
            if request.get("t") not in wire_schema.kinds("client") or not self.may_be_sent(request):
                _note("the client sent", request)

    def came(self, text):
        if (frame := self.read(text)) is not None:
            came(frame)
            if (request := self.asked.get(frame.get("re"))) is not None:
                answered(request, frame)

    def may_be_sent(self, request):
        return quick_schema.passes("client", request["t"], request)

    def read(self, text):
        try:
            frame = json.loads(text)
            if isinstance(frame, dict):
                return frame
        except ValueError:
            pass
        _note("there passed", text)


class Experiment(Conversation):
    """A connection on which a test sends anything: only the server's reactions are checked."""

    def sent(self, text):
        with contextlib.suppress(ValueError, RecursionError, AttributeError, TypeError):  # no JSON, no object, no id
            request = json.loads(text)
            # If an id is used twice, it is unknown which request is answered.
            self.asked[request.get("id")] = None if request.get("id") in self.asked else request


class Stream:
    """One direction of a connection as bytes. Calls `hear` with each text message. Ignores everything that is not a
    WebSocket.
    """

    def __init__(self, hear):
        self._hear = hear
        self._bytes, self._text = bytearray(), b""
        self._upgraded = None  # the HTTP head is not complete

    def feed(self, piece):
        if self._upgraded is False:
            return
        self._bytes += piece
        if self._upgraded is None:
            if (end := self._bytes.find(b"\r\n\r\n")) < 0:
                return
            self._upgraded = b"upgrade: websocket" in self._bytes[:end].lower()
            del self._bytes[:end + 4]
        while self._upgraded and (frame := self._next_frame()):
            first, payload = frame
            if first & 0x7F < 0x08:  # a data frame: the first of a message or a continuation
                self._text += payload
                if first & 0x80:
                    text, self._text = self._text, b""
                    self._hear(text)
            elif first & 0x70:
                self._hear(payload)  # compressed although nobody agreed to it: unreadable

    def _next_frame(self):
        """The first byte of the frame and its payload, if it is complete."""
        data = self._bytes
        if len(data) < 2:
            return None
        masked, size, at = data[1] & 0x80, data[1] & 0x7F, 2
        if size >= 126:
            at += 2 if size == 126 else 8
            size = int.from_bytes(data[2:at], "big")
        at += 4 if masked else 0
        if len(data) < at + size:
            return None
        first, payload = data[0], bytes(data[at:at + size])
        if masked and any(mask := data[at - 4:at]):
            payload = bytes(byte ^ key for byte, key in zip(payload, itertools.cycle(mask)))
        del data[:at + size]
        return first, payload


def assert_all_fitted():
    found, _faults[:] = _faults[:], []
    assert not found, "\n".join(found)


def _note(what, frame):
    if len(_faults) < 20:
        violations = wire_schema.faults(frame) if isinstance(frame, dict) else ["no JSON object"]
        shown = json.dumps(frame) if isinstance(frame, dict) else repr(frame)
        _faults.append(f"{what} {shown[:2000]}: {'; '.join(violations)}")


def check(record):
    conversations = collections.defaultdict(Conversation)
    for line in record:
        connection, way, text = json.loads(line)
        (conversations[connection].sent if way == "sent" else conversations[connection].came)(text)
    assert_all_fitted()


if __name__ == "__main__":
    with open(sys.argv[1]) as lines:
        check(lines)
