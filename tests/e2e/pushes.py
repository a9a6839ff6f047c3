"""Adds the members that a push of a match leaves out, and converts moves to their long form."""


def is_catch(move):
    """Whether a listed move of TRES is made out of turn against another player."""
    return isinstance(move, str) and move.startswith("catch")


def long_form(move):
    """A listed move as the log spells it."""
    if not isinstance(move, str):
        return move
    first, *rest = move.split()
    if first == "roll":
        return {"do": "roll", "dice": [int(position) for position in rest[0]]}
    if first == "score":
        box, *rest = rest
        zero = {"zero": True} if rest[-1:] == ["zero"] else {}
        return {"do": "score", "box": box, **{"column": int(column) for column in rest if column != "zero"}, **zero}
    if first == "catch":
        return {"do": "catch", "seat": int(rest[0])}
    return {"do": "play", "on": int(first), "cards": rest} if first.isdigit() else {"do": first}


def whole(push, known):
    """A push with what the server has sent only once on this connection, and with what it leaves out. `known`: what was sent, by match."""
    about = known.setdefault(push["match"], push.get("about"))
    assert about is not None, f"the first push of {push['match']} has no about"
    assert push.get("about", about) == about
    made = {"clock": None, "result": None, **push, "view": {"turn": None, **about, **push["view"]}}
    if "you" in push:
        made["you"] = {"moves": [], **push["you"]}
    return made
