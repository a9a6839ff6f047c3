"""Checks the dice of finished matches (docs/fairness.md): python3 -m cubilete.verify FILE [--own NOTES]

FILE is the record of a match, from /api/v1/matches/ID with its whole log; NOTES is the file of a player's own notes. The
exit code is 0 for fair dice, 1 for false ones, 2 if nothing can be verified, 3 for the server's dice."""

import sys

from .fairness_verify import Verdict, check_dice, member
from .own_notes import check_own, find_notes
from .strict_json import read_json


def main() -> int:
    words = sys.argv[1:]
    if len(words) not in (1, 3) or (len(words) == 3 and words[1] != "--own"):
        print("usage: python3 -m cubilete.verify FILE [--own NOTES]", file=sys.stderr)
        return 2
    try:
        with open(words[0], encoding="utf-8") as file:
            record = read_json(file.read())
        verdict = check_dice(record)
        if len(words) == 3:
            with open(words[2], encoding="utf-8") as file:
                verdict = check_own(record, find_notes(file.read(), member(record, "id")))
    except (OSError, ValueError, RecursionError) as error:
        verdict = Verdict("not verifiable", reason=str(error))
    print(verdict.text)
    return verdict.exit_code


if __name__ == "__main__":
    sys.exit(main())
