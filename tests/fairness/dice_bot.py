"""A bot of the Python library for dishonest_test.py: dice_bot.py URL NOTES PATIENCE_MS. It always plays the first move and
prints a line of JSON for each fault and for the end."""

import asyncio
import dataclasses
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bots/python"))
import cubilete  # noqa: E402  (the path has to be set first)


def say(line):
    print(json.dumps(line), flush=True)


async def main(server, notes, patience_ms):
    outcome = await cubilete.play(
        server, lambda view, moves: moves[0], room="K7QX2M", matches=1, notes=cubilete.NoteFile(pathlib.Path(notes)),
        verify=True, patience_s=int(patience_ms) / 1000, on_fault=lambda fault: say(dataclasses.asdict(fault)),
    )
    ends = [result["reason"] for result in outcome.results] or [outcome.reason]
    say({"end": ends[0], "verdict": outcome.verdicts[0].text if outcome.verdicts else None})


asyncio.run(main(*sys.argv[1:]))
