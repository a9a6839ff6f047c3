"""Reads the JSON of records and notes in the one way on which all verifiers of dice agree (docs/fairness.md, "The record")."""

import json
import re
from typing import Any, NoReturn

MOST_LEVELS = 64  # of objects and arrays, one in the other
# A string that never ends is a token, too: otherwise each quotation mark in it would be searched through to the end.
TOKENS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[][{}]')


def read_json(text: str) -> Any:
    """Raises ValueError, also for a member that is there twice, because programs do not agree which one counts; for a number that
    is not written as an integer, because they write 1.0 into the hash chain in different ways; and for a string with U+0000 or with
    a part of a character, which is no UTF-8."""
    return read(text, members)


def read_record(text: str) -> Any:
    """Reads a record like read_json(). Raises ValueError also if JavaScript does not keep the order of the members: the hash chain
    has the order of the text."""
    return read(text, ordered_members)


def read(text: str, members_of: Any) -> Any:
    check_levels(text)
    value = json.loads(
        text, object_pairs_hook=members_of, parse_int=integer, parse_float=no_integer, parse_constant=no_integer
    )
    if "\\u" in text:
        check_strings(value)
    return value


def check_levels(text: str) -> None:
    levels = 0
    for token in TOKENS.finditer(text):
        levels += {"{": 1, "[": 1, "}": -1, "]": -1}.get(token[0], 0)
        if levels > MOST_LEVELS:
            raise ValueError(f"This message is nested deeper than {MOST_LEVELS} levels.")


def check_strings(value: Any) -> None:
    if isinstance(value, dict):
        for name in value:
            check_text(name, "A member's name")
        value = list(value.values())
    if isinstance(value, str):
        check_text(value, "A string")
    if isinstance(value, list):
        for part in value:
            check_strings(part)


def check_text(text: str, what: str) -> None:
    if "\0" in text:
        raise ValueError(f"{what} must not contain U+0000.")
    if re.search("[\ud800-\udfff]", text):
        raise ValueError(f"{what} must not contain a part of a character.")


def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("This member is there twice.")
    return made


def ordered_members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    last = ""
    others = False
    for name, _ in pairs:
        if not re.fullmatch("0|[1-9][0-9]*", name):
            others = True
        elif others or (len(name), name) < (len(last), last):
            raise ValueError("Members whose names are numbers must come first, the lowest first.")
        else:
            last = name
    return members(pairs)


def integer(digits: str) -> int:
    if len(digits) > 20 or not -(2**63) <= int(digits) < 2**64:
        raise ValueError("This integer does not fit into 64 bits.")
    return int(digits)


def no_integer(spelled: str) -> NoReturn:
    raise ValueError("This number is not written as an integer.")
