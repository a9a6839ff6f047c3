"""Changes of a record, from which make_cases.py and make_own_cases.py make their cases."""

import copy


def drawing(record, after=1):
    """The entries after that one which drew, of a long log the last ones."""
    return [entry for entry in record["log"][after:] if (entry["extra"] or {}).get("drawn")][-3:]


def setting(*path_and_value):
    *path, last, value = path_and_value

    def change(record):
        at = record
        for name in path:
            at = at[name]
        at[last] = copy.deepcopy(value)

    return change


def removing(*path):
    *path, last = path

    def change(record):
        at = record
        for name in path:
            at = at[name]
        del at[last]

    return change


def spoiled(value):
    """Wrong values for a field that has this one."""
    if isinstance(value, str) and len(value) == 64:
        flipped = ("0" if value[0] != "0" else "1") + value[1:]
        return [flipped, value.upper(), value[:-2], value + "\n", "", 7, None, [value]]
    if isinstance(value, str):
        return [value + " ", value[1:], "", 7, None, [value], False]
    if isinstance(value, bool) or value is None:
        return []
    if isinstance(value, int):
        return [value + 1, -1, value + 0.5, str(value), None, 2**53, True]
    if isinstance(value, list):
        return [value + value or [0], {}, "", None, 5]
    return [{}, [], "", None, 5, {**value, "x": "y"}]
