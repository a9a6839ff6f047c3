#!/usr/bin/python3
"""Writes all that follows from what protocol/messages_wire.hpp and the games' *_wire.hpp describe.

tools/protocol.py build/dev/tests/protocol_tests   writes the schemas with this program, and the files below
tools/protocol.py                                  writes protocol.json, asyncapi.yaml and protocol.d.ts of the schemas
tools/protocol.py --check                          fails where one of these is not what would be written
"""

import os
import subprocess
import sys

import asyncapi
import protocol_json
import protocol_types

MADE = (protocol_json, asyncapi, protocol_types)

if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        old = [made.FILE.name for made in MADE if made.FILE.read_text() != made.text()]
        if old:
            raise SystemExit(f"out of date: {' '.join(old)}; run tools/protocol.py")
    else:
        for program in sys.argv[1:]:
            subprocess.run([program, "-tc=the schema of*"], env={**os.environ, "WRITE_SCHEMAS": "1"}, check=True)
        for made in MADE:
            made.FILE.write_text(made.text())
