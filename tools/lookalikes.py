#!/usr/bin/python3
"""Writes protocol/lookalikes.hpp: the characters that look like letters and digits of ASCII, by Unicode's confusables.

    tools/lookalikes.py        # needs Debian's python3-icu

Run it when ICU has a new version of the table (Unicode Technical Standard #39).
"""
import collections
import pathlib
import unicodedata

import icu

OUT = pathlib.Path(__file__).resolve().parent.parent / "protocol" / "lookalikes.hpp"
SMALL_CAPITAL = "LATIN LETTER SMALL CAPITAL "
# Unicode joins these with letters outside ASCII only.
MORE = {"ĸ": "k", "ʍ": "rn", "ȷ": "j"}


def look_of(character, checker):
    """Small capitals have the height of small letters, as which they are read in a word."""
    look = ""
    for one in unicodedata.normalize("NFKD", checker.getSkeleton(0, character)):
        name = unicodedata.name(one, "")
        letter = name.removeprefix(SMALL_CAPITAL)
        look += letter.lower() if letter != name and len(letter) == 1 else MORE.get(one, one)
    return look


def is_like_ascii(look):
    """Letters and digits of ASCII, and marks on them."""
    kinds = [one.isascii() and one.isalnum() or unicodedata.category(one) in ("Mn", "Me") for one in look]
    return all(kinds) and look[0].isascii()


def escaped(text):
    return "".join(one if one.isascii() else f"\\u{ord(one):04X}" if ord(one) < 0x10000 else f"\\U{ord(one):08X}" for one in text)


def main():
    checker = icu.SpoofChecker()
    looks = collections.defaultdict(str)
    for point in range(0x21, 0x110000):
        one = chr(point)
        if unicodedata.category(one)[0] in "CZ" or unicodedata.normalize("NFKD", one) != one:
            continue
        look = look_of(one, checker)
        if look != one and is_like_ascii(look):
            looks[look] += one
    lines = "\n".join(f'    {{U"{escaped(look)}", U"{escaped(them)}"}},' for look, them in sorted(looks.items()))
    OUT.write_text(f"""#pragma once

#include <string_view>

/// Made by tools/lookalikes.py from the confusables of Unicode {icu.UNICODE_VERSION} (https://www.unicode.org/license.txt).
namespace cubilete::protocol {{

struct Lookalikes {{
    std::u32string_view look;
    std::u32string_view characters;  ///< in the form NFKD; all of them look like that
}};

// clang-format off
inline constexpr Lookalikes lookalikes[] = {{
{lines}
}};
// clang-format on

}}  // namespace cubilete::protocol
""")


if __name__ == "__main__":
    main()
