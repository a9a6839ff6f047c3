"""`cubilete spar`: the examples with our libraries keep every rule."""
import asyncio
import contextlib
import itertools
import os
import pathlib
import re
import subprocess
import tempfile
import unittest
import urllib.parse

from proxy import Cable
from sparring import ASKS, ENTRIES, SEED, WAIT, Spar, Sparring, broken, listed

ROOT = pathlib.Path(__file__).resolve().parents[2]

GAMES = ["yahtzee", "ambiciosa", "escalera", "threes_away", "tres"]
# A sanitizer slows everything down, and it does not check the bots.
FEW = int(os.environ.get("CUBILETE_GAMES", "10")) < 10
# The ways to end a match: together the libraries meet all of them.
ENDS = ["kicked", "banned", "no_room", "room_full", "wrong_password", "bad_version", "bad_name", "abuse", "deleted"]


class OurLibraries(unittest.IsolatedAsyncioTestCase):
    # The faults for which a game gives no occasion, or seldom one: if there is only one move, the first one is always
    # played, and no move is ever refused; in TRES few moves draw at random.
    RARE = {"escalera": ["illegal_move", "bad_message"], "tres": ASKS + ENTRIES}

    async def asyncSetUp(self):
        asyncio.get_running_loop().set_debug(False)

    async def test_they_pass_in_every_game_with_every_end(self):
        print(f"seed {SEED}")
        all = list(zip((self.python, self.javascript) * len(GAMES), sorted(GAMES * 2), [*ENDS, ENDS[0]], itertools.count(SEED)))
        await asyncio.gather(*(bot(game, end, seed) for bot, game, end, seed in all[-2 if FEW else 0:]))

    def assert_passed(self, code, report):
        self.assertEqual((code, broken(report)), (0, []), report)
        self.assertNotIn("\nnot tried  ", report)
        rare = self.RARE.get(re.search(r"^(\w+), seed", report, re.MULTILINE)[1], [])
        self.assertLessEqual(listed(report, "not met"), set(rare), report)

    async def python(self, game, end, seed):
        await self.spar(game, end, seed, "/usr/bin/python3", ROOT / "bots/python/lucky.py")

    async def javascript(self, game, end, seed):
        await self.spar(game, end, seed, "node", "--experimental-websocket", ROOT / "js/lucky.js")

    async def spar(self, game, end, seed, *lucky):
        with tempfile.TemporaryDirectory() as home:
            # Ten bots at once are slow on a busy machine.
            notes = pathlib.Path(home) / "notes"
            flags = "--end", end, "--patience", "60s", "--notes", str(notes)
            async with Spar(game, seed, *flags) as spar, Cable(spar, Sparring) as cable:
                place = urllib.parse.quote(f"{urllib.parse.urlsplit(cable.url).netloc} Lucky", safe="")
                notes.symlink_to(pathlib.Path(home) / ".local/state/cubilete" / f"{place}.notes")
                bot = await asyncio.create_subprocess_exec(
                    *lucky, cable.url, spar.room, cwd=home, env={**os.environ, "HOME": home, "XDG_STATE_HOME": ""},
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                try:
                    self.assert_passed(*await spar.finished())
                    async with asyncio.timeout(WAIT):
                        await bot.wait()
                finally:
                    with contextlib.suppress(ProcessLookupError):
                        bot.kill()
                    await bot.wait()


if __name__ == "__main__":
    unittest.main()
