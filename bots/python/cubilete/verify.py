"""Checks the dice of finished matches (docs/fairness.md): python3 -m cubilete.verify FILE [--own NOTES]

FILE is the record of a match, from /api/v1/matches/ID with its whole log, or {"record", "notes"} as the page saves it; NOTES is
the file of a player's own notes. The exit code is 0 for fair dice, 1 for false ones, 2 if nothing can be verified, 3 for the
server's dice, and if the player was left out."""

import sys

from .cup import check_record
from .fairness_verify import member
from .own_notes import check_own, ends_of, find_notes
from .strict_json import read_record
from .verdict import Verdict


def main() -> int:
    words = sys.argv[1:]
    if len(words) not in (1, 3) or (len(words) == 3 and words[1] != "--own"):
        print("usage: python3 -m cubilete.verify FILE [--own NOTES]", file=sys.stderr)
        return 2
    try:
        with open(words[0], encoding="utf-8") as file:
            read = read_record(file.read())
        both = isinstance(read, dict) and "record" in read and "notes" in read
        record = read["record"] if both else read
        if len(words) == 3:
            with open(words[2], encoding="utf-8") as file:
                lines = file.read()
            notes = find_notes(lines, member(record, "id"))
            verdict = check_own(record, notes, ends_of(lines, notes))
        else:
            verdict = check_own(record, read["notes"], read.get("ended")) if both else check_record(record)
    except (OSError, ValueError, RecursionError) as error:
        verdict = Verdict("not verifiable", reason=str(error))
    print(verdict.text)
    return verdict.exit_code


if __name__ == "__main__":
    sys.exit(main())
