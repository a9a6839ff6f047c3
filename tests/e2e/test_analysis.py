"""What luck gave and what decisions gave away: `cubilete analyse`, and a program of its own that agrees with it."""
import json
import pathlib
import random
import tempfile
import unittest

import four_boxes
from test_vault import cubilete


class TheLastFourBoxes(unittest.TestCase):
    def analysis(self, log):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "record.json"
            file.write_text(json.dumps({"id": "m_1", "game": "yahtzee", "log": log}))
            code, out, err = cubilete("analyse", file, "--json")
            self.assertEqual((code, err), (0, ""))
            return json.loads(out)["seats"][0]

    def test_an_independent_program_agrees_about_every_entry(self):
        for seed in range(3):
            with self.subTest(seed=seed):
                log, worth, given_away = four_boxes.play(random.Random(seed))
                seat = self.analysis(log)
                curve, last = {}, None
                points = dict(map(tuple, seat["curve"]))
                for entry in range(1, len(log) + 1):
                    last = points.get(entry, last)
                    curve[entry] = last
                for entry, value in worth.items():
                    self.assertAlmostEqual(curve[entry], value, delta=1e-3, msg=f"entry {entry}")
                before = self.analysis(log[:min(worth)])
                self.assertAlmostEqual(seat["given_away"] - before["given_away"], given_away, delta=1e-3)
                self.assertAlmostEqual(seat["luck"] - before["luck"], seat["result"] - before["result"] + given_away, delta=1e-3)
                self.assertEqual(seat["result"], worth[len(log)])


class WrongUse(unittest.TestCase):
    def test_what_is_no_record_of_a_match_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "record.json"
            for text in ("", "{}", '{"log":[]}', '{"log":[{"seq":1}]}', '{"log":[{"seq":1,"by":{"start":true},"move":{},"draws":[]}]}'):
                file.write_text(text)
                code, out, err = cubilete("analyse", file)
                self.assertEqual((code, out), (2, ""))
                self.assertNotEqual(err, "")
        self.assertEqual(cubilete("analyse")[0], 2)


if __name__ == "__main__":
    unittest.main()
