"""A bot of the Python library for dishonest_test.py: dice_bot.py URL NOTES PATIENCE_MS [OPTIONS]. It plays the move at `place`
of the list, by default the first one, and prints a line of JSON for each fault and for the end."""

import asyncio
import dataclasses
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bots/python"))
import cubilete  # noqa: E402  (the path has to be set first)


def say(line):
    print(json.dumps(line), flush=True)


async def main(server, notes, patience_ms, options="{}"):
    options = {"room": "K7QX2M", "matches": 1, "place": 0, **json.loads(options)}
    played = []
    outcome = await cubilete.play(
        server, lambda view, moves: moves[options["place"]], room=options["room"], matches=options["matches"],
        on_push=lambda push: push["t"] == "match" and played.append(push["match"]), notes=cubilete.NoteFile(pathlib.Path(notes)),
        verify=True, patience_s=int(patience_ms) / 1000, on_fault=lambda fault: say(dataclasses.asdict(fault)),
    )
    ends = [result["reason"] for result in outcome.results] or [outcome.reason]
    verdict = outcome.verdicts[-1].text if outcome.verdicts else None
    say({"end": ends[0], "verdict": verdict, "match": played[-1] if played else None})


asyncio.run(main(*sys.argv[1:]))
