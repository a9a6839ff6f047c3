"""Reads the JSON of records and notes in the one way on which all verifiers of dice agree (docs/fairness.md, "The record")."""

import json
from typing import Any, NoReturn


def read_json(text: str) -> Any:
    """Raises ValueError, also for a string with U+0000, for a member that is there twice, because programs do not agree which one counts, and for a number
    that is not written as an integer, because they write 1.0 into the hash chain in different ways."""
    read = json.loads(
        text, object_pairs_hook=members, parse_int=integer, parse_float=no_integer, parse_constant=no_integer
    )
    if "\\u0000" in text:
        check_strings(read)
    return read


def check_strings(value: Any) -> None:
    if isinstance(value, dict):
        if any("\0" in name for name in value):
            raise ValueError("A member's name must not contain U+0000.")
        value = list(value.values())
    if isinstance(value, str) and "\0" in value:
        raise ValueError("A string must not contain U+0000.")
    if isinstance(value, list):
        for part in value:
            check_strings(part)


def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("This member is there twice.")
    return made


def integer(digits: str) -> int:
    if len(digits) > 20 or not -(2**63) <= int(digits) < 2**64:
        raise ValueError("This integer does not fit into 64 bits.")
    return int(digits)


def no_integer(spelled: str) -> NoReturn:
    raise ValueError("This number is not written as an integer.")
