"""Libraries that are preloaded into servers, compiled by the tests."""
import functools
import pathlib
import subprocess
import tempfile


@functools.cache
def _directory():
    return tempfile.TemporaryDirectory(prefix="cubilete-")


@functools.cache
def preload(name):
    """The variables of a server that has the library tests/e2e/preload/NAME.c."""
    library = pathlib.Path(_directory().name) / f"{name}.so"
    source = pathlib.Path(__file__).parent / "preload" / f"{name}.c"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o", library, source], check=True)
    return {"LD_PRELOAD": str(library)}
