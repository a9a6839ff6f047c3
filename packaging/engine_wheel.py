#!/usr/bin/python3
"""Adds libcubilete_engine.so to the wheel of the library for bots, so that it is one for this kind of machine (docs/engine.md).

    packaging/engine_wheel.py WHEEL LIBRARY LICENCES FOLDER

writes FOLDER/cubilete_bot-VERSION-py3-none-manylinux_2_NN_MACHINE.whl and prints its name. The tag says which glibc the library needs; more
than 2.28 is refused, as are other libraries than those of glibc. The same input makes the same bytes; SOURCE_DATE_EPOCH is the time of the files.
"""

import base64
import hashlib
import os
import re
import subprocess
import sys
import time
import zipfile
from pathlib import Path

MACHINES = {"Advanced Micro Devices X86-64": "x86_64", "AArch64": "aarch64"}
OLDEST_GLIBC, NEWEST_GLIBC = 17, 28  # pip knows no older one
ALLOWED = re.compile(r"lib(c|m)\.so\.6|ld-linux-[a-z0-9_-]+\.so\.[12]")


def elf(library: Path, *what: str) -> str:
    return subprocess.run(["readelf", "--wide", *what, library], check=True, capture_output=True, text=True, env=os.environ | {"LC_ALL": "C"}).stdout


def tag_of(library: Path) -> str:
    needed = re.findall(r"\(NEEDED\) +Shared library: \[(.+)\]", elf(library, "--dynamic"))
    if others := [name for name in needed if not ALLOWED.fullmatch(name)]:
        raise SystemExit(f"{library} needs {', '.join(others)}")
    glibc = max(OLDEST_GLIBC, *(int(minor) for minor in re.findall(r"Name: GLIBC_2\.(\d+)", elf(library, "--version-info"))))
    if glibc > NEWEST_GLIBC:
        raise SystemExit(f"{library} needs glibc 2.{glibc}; 2.{NEWEST_GLIBC} is allowed")
    (machine,) = re.findall(r"Machine: +(.+)", elf(library, "--file-header"))
    return f"py3-none-manylinux_2_{glibc}_{MACHINES[machine]}"


def with_library(files: dict[str, bytes], library: bytes, licences: bytes, tag: str) -> dict[str, bytes]:
    """The files of the wheel by their names, with the library, and its list of files anew."""
    (about,) = {name.partition("/")[0] for name in files if ".dist-info/" in name}
    wheel = files[f"{about}/WHEEL"].decode()
    wheel = re.sub(r"^Root-Is-Purelib: true$", "Root-Is-Purelib: false", wheel, flags=re.MULTILINE)
    wheel = re.sub(r"^Tag: py3-none-any$", f"Tag: {tag}", wheel, flags=re.MULTILINE)
    changed = {**files, f"{about}/WHEEL": wheel.encode(), f"{about}/THIRD-PARTY": licences, "cubilete/libcubilete_engine.so": library}
    del changed[f"{about}/RECORD"]
    # As the specification wants it, the list comes last and has no sum of its own.
    record = "".join(f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}\n"
                     for name, data in sorted(changed.items()))
    return {**dict(sorted(changed.items())), f"{about}/RECORD": f"{record}{about}/RECORD,,\n".encode()}


def main(pure: Path, library: Path, licences: Path, folder: Path) -> None:
    tag = tag_of(library)
    with zipfile.ZipFile(pure) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    made = folder / pure.name.replace("py3-none-any", tag)
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in with_library(files, library.read_bytes(), licences.read_bytes(), tag).items():
            entry = zipfile.ZipInfo(name, time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6])
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o100644 << 16
            archive.writestr(entry, data)
    print(made.name)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
