"""JSON patches (RFC 6902), of which cases.json uses the operations add, remove and replace."""

import copy
import re


def escaped(name):
    return str(name).replace("~", "~0").replace("/", "~1")


def ordered(value):
    """With members whose names are numbers first, the lowest first, as the server and JavaScript write them."""
    if isinstance(value, list):
        return [ordered(part) for part in value]
    if not isinstance(value, dict):
        return value
    numbers = sorted((name for name in value if re.fullmatch("0|[1-9][0-9]*", name)), key=int)
    return {name: ordered(value[name]) for name in [*numbers, *(name for name in value if name not in numbers)]}


def difference(old, new, path=""):
    """The JSON patch from one value to the other."""
    if isinstance(old, dict) and isinstance(new, dict):
        names = dict.fromkeys([*(name for name in old if name in new), *(name for name in new if name not in old)])
        if list(ordered(names)) != list(names):  # an added member comes last
            return [{"op": "replace", "path": path, "value": new}]
        made = [{"op": "remove", "path": f"{path}/{escaped(name)}"} for name in old if name not in new]
        for name, value in new.items():
            at = f"{path}/{escaped(name)}"
            made += difference(old[name], value, at) if name in old else [{"op": "add", "path": at, "value": value}]
        return made
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [op for at, pair in enumerate(zip(old, new, strict=True)) for op in difference(*pair, f"{path}/{at}")]
    if isinstance(old, list) and isinstance(new, list):
        shared = min(len(old), len(new))
        at = next((at for at in range(shared) if old[at] != new[at]), shared)
        if len(new) > len(old):
            first = {"op": "add", "path": f"{path}/{at}", "value": new[at]}
            return [first, *difference([*old[:at], new[at], *old[at:]], new, path)]
        return [{"op": "remove", "path": f"{path}/{at}"}, *difference([*old[:at], *old[at + 1 :]], new, path)]
    same = type(old) is type(new) and old == new
    return [] if same else [{"op": "replace", "path": path, "value": new}]


def patched(record, patch):
    record = copy.deepcopy(record)
    for change in patch:
        names = [name.replace("~1", "/").replace("~0", "~") for name in change["path"].split("/")[1:]]
        if not names:
            record = copy.deepcopy(change["value"])
            continue
        at = record
        for name in names[:-1]:
            at = at[int(name) if isinstance(at, list) else name]
        last = int(names[-1]) if isinstance(at, list) else names[-1]
        if change["op"] == "remove":
            del at[last]
        elif change["op"] == "add" and isinstance(at, list):
            at.insert(last, copy.deepcopy(change["value"]))
        else:
            at[last] = copy.deepcopy(change["value"])
    return record
