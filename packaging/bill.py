#!/usr/bin/python3
"""Lists the parts of the programs of a release, by what the linker and the compiler have read; tools/portable runs it in the root of the build.

    packaging/bill.py VERSION COMMIT FOLDER

writes FOLDER/cubilete-VERSION.cdx.json, the bill of materials (CycloneDX 1.6), and FOLDER/THIRD-PARTY, the licences. Fails if something is
linked in whose licence is not known here. The same input makes the same bytes; SOURCE_DATE_EPOCH is the time in the bill.
"""

import json
import os
import re
import subprocess
import sys
import time
import uuid
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent
# The licence of what a source package puts into a program, as an expression of SPDX.
LICENCES = {
    "boost1.81": "BSL-1.0",
    "cli11": "BSD-3-Clause",
    "fmtlib": "MIT",
    "gcc-12": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "glibc": "LGPL-2.1-or-later",
    "libdeflate": "MIT",
    "libsodium": "ISC",
    "mimalloc": "MIT",
    "nlohmann-json3": "MIT",
    "openssl": "Apache-2.0",
    "postgresql-15": "PostgreSQL",
    "prometheus-cpp": "MIT",
    "spdlog": "MIT",
    "sqlite3": "blessing",
    "sqlitecpp": "MIT",
    "utf8proc": "MIT AND Unicode-DFS-2015",
}
# Numbers and layouts of the kernel: no code.
WITHOUT_CODE = {"linux"}
# The packages that web-client/package.json names and web-client/vendor has.
PAGE_LICENCES = {"@fontsource-variable/fraunces": "OFL-1.1", "@fontsource/kalam": "OFL-1.1", "lean-qr": "MIT", "lit-html": "BSD-3-Clause"}


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def linked(architecture):
    """The object files and archives from which something is in the program, by the linker's map."""
    text = Path(f"/work/{architecture}/cubilete/cubilete.map").read_text(errors="replace")
    members, _, rest = text.partition("\nMemory Configuration\n")
    archives = set(re.findall(r"^(/\S+\.a)\(", members, re.MULTILINE))
    objects = set(re.findall(r"^LOAD (/\S+\.o)$", rest, re.MULTILINE))
    return {os.path.realpath(file) for file in archives | objects}


def read(architecture):
    """The headers that the compiler has read, by ninja's notes."""
    notes = output_of("ninja", "-C", f"/work/{architecture}/cubilete", "-t", "deps")
    return {os.path.realpath(file) for file in re.findall(r"^ +(/\S+)$", notes, re.MULTILINE)}


def packages(files):
    """Debian's packages that have these files, by their names for dpkg."""
    installed = sorted(file for file in files if file.startswith(("/usr/", "/lib/")))
    owned = dict(line.rsplit(": ", 1)[::-1] for line in output_of("dpkg-query", "--search", *installed).splitlines())
    return {owned[file].split(", ")[0] for file in installed}


def built():
    """The libraries that tools/portable has built: their source packages, and their versions."""
    for folder in sorted(Path("/sources").iterdir()):
        (dsc,) = folder.glob("*.dsc")
        yield folder.name, re.search(r"^Version: (.+)$", dsc.read_text(), re.MULTILINE)[1], folder / "source/debian/copyright"


def installed_sources(names):
    """Source package, version and file of the licence of installed packages; one each."""
    lines = output_of("dpkg-query", "--show", "--showformat=${source:Package} ${source:Version} ${Package}\n", *sorted(names)).splitlines()
    versions, files = {}, {}
    for source, version, package in map(str.split, lines):
        assert versions.setdefault(source, version) == version, f"{source} is in the programs in two versions"
        files.setdefault(source, Path(f"/usr/share/doc/{package}/copyright"))
    return [(source, versions[source], files[source]) for source in sorted(versions)]


def component(name, version, licence, purl):
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "licenses": [{"expression": licence}], "purl": purl}


def of_debian(name, version):
    return component(name, version, LICENCES[name], f"pkg:deb/debian/{name}@{version.replace('+', '%2B')}?arch=source&distro=bookworm")


def of_page():
    vendored = json.loads((SOURCES / "web-client/package.json").read_text())["dependencies"]
    for name, version in sorted(vendored.items()):
        yield component(name, version, PAGE_LICENCES[name], f"pkg:npm/{name.replace('@', '%40')}@{version}")


def bill(version, commit, parts):
    root = f"cubilete@{version}"
    program = {"type": "application", "bom-ref": root, "name": "cubilete", "version": version, "licenses": [{"license": {"id": "MIT"}}]}
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json", "bomFormat": "CycloneDX", "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'cubilete {version} {commit}')}", "version": 1,
        "metadata": {"timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))),
                     "component": program, "properties": [{"name": "commit", "value": commit}]},
        "components": parts,
        "dependencies": [{"ref": root, "dependsOn": [part["bom-ref"] for part in parts]}],
    }


def licences(files):
    """The text of all licences. What they refer to on a system of Debian follows."""
    texts = {name: file.read_text() for name, file in files}
    common = {found for text in texts.values() for found in re.findall(r"/usr/share/common-licenses/([\w.+-]*\w)", text)}
    texts |= {name: Path(f"/usr/share/common-licenses/{name}").read_text() for name in sorted(common)}
    return "".join(f"==== {name}\n\n{text.strip()}\n\n" for name, text in texts.items())


def main(version, commit, folder):
    files = linked("amd64") | linked("arm64") | read("amd64")
    libraries = sorted(row for row in [*installed_sources(packages(files)), *built()] if row[0] not in WITHOUT_CODE)
    if unknown := [name for name, _, _ in libraries if name not in LICENCES]:
        sys.exit(f"packaging/bill.py knows no licence of what is linked in: {', '.join(unknown)}")
    parts = [of_debian(name, number) for name, number, _ in libraries] + list(of_page())
    Path(folder, f"cubilete-{version}.cdx.json").write_text(json.dumps(bill(version, commit, parts), indent=1) + "\n")
    page = [(file.parent.name, file) for file in sorted((SOURCES / "web-client/vendor").glob("*/LICENSE"))]
    Path(folder, "THIRD-PARTY").write_text(licences([(name, file) for name, _, file in libraries] + page))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
