"""The files of a release: all there, with their sums, and the bill of materials by its schema."""
import gzip
import hashlib
import io
import json
import pathlib
import re
import subprocess
import tarfile

import jsonschema

from roots import DIST, ROOT, VERSION, Timed, setUpModule, unittest  # noqa: F401 - unittest finds setUpModule

# Its package has the schemas of CycloneDX, and is unpacked without being run.
SCHEMAS = "@cyclonedx/cyclonedx-library@10.3.0"
NAMES = ["BUILD-PACKAGES", "NOTES.md", "SHA256SUMS",
         *(f"cubilete-{VERSION}-linux-{architecture}.tar.gz" for architecture in ("amd64", "arm64")),
         *(f"cubilete_{VERSION}_{architecture}.deb" for architecture in ("amd64", "arm64")),
         f"cubilete-{VERSION}-image.tar", f"cubilete-{VERSION}-source.tar.gz", f"cubilete-{VERSION}.cdx.json",
         *(f"cubilete_bot-{VERSION}-py3-none-{machine}.whl" for machine in ("any", "manylinux_2_18_aarch64", "manylinux_2_18_x86_64")),
         f"cubilete_bot-{VERSION}.tar.gz", f"cubilete-bot-{VERSION}.tgz"]
MOST_BYTES = {"cubilete": 20_000_000, ".deb": 8_000_000, "-image.tar": 25_000_000}


def members(name):
    with tarfile.open(DIST / name) as archive:
        return {member.name: archive.extractfile(member).read() if member.isfile() else None for member in archive}


class Files(Timed):
    def test_every_file_of_a_release_is_there_and_no_other_and_the_sums_are_theirs(self):
        self.assertEqual(sorted(NAMES), sorted(file.name for file in DIST.iterdir()))
        sums = [line.split("  ") for line in (DIST / "SHA256SUMS").read_text().splitlines()]
        self.assertEqual(sorted(set(NAMES) - {"SHA256SUMS"}), [name for _, name in sums])
        for digest, name in sums:
            self.assertEqual(hashlib.sha256((DIST / name).read_bytes()).hexdigest(), digest, name)

    def test_no_file_is_larger_than_promised(self):
        for name in NAMES:
            for end, most in MOST_BYTES.items():
                if name.endswith(end):
                    print(f"  {name}: {(DIST / name).stat().st_size / 1e6:.2f} MB", flush=True)
                    self.assertLessEqual((DIST / name).stat().st_size, most)
        for architecture in ("amd64", "arm64"):
            folder = f"cubilete-{VERSION}-linux-{architecture}"
            size = len(members(f"{folder}.tar.gz")[f"{folder}/cubilete"])
            print(f"  program for {architecture}: {size / 1e6:.2f} MB", flush=True)
            self.assertLessEqual(size, MOST_BYTES["cubilete"])

    def test_the_program_comes_with_its_licences_its_unit_and_ten_lines_to_read(self):
        for architecture in ("amd64", "arm64"):
            folder = f"cubilete-{VERSION}-linux-{architecture}"
            found = members(f"{folder}.tar.gz")
            self.assertEqual(["", "/LICENSE", "/README", "/THIRD-PARTY", "/cubilete", "/cubilete.service"],
                             sorted(name.removeprefix(folder) for name in found))
            installed = re.findall(r"^#   sudo install (?:-m \d+ )?(\S+) /", found[f"{folder}/cubilete.service"].decode(), re.MULTILINE)
            self.assertEqual(["cubilete", "cubilete.service"], installed)
            self.assertLessEqual(len(found[f"{folder}/README"].decode().splitlines()), 12)
            for line in (ROOT / "packaging/README").read_text().splitlines():
                self.assertIn(line, found[f"{folder}/README"].decode())

    def test_the_source_knows_its_commit_without_git(self):
        folder = f"cubilete-{VERSION}"
        found = members(f"{folder}-source.tar.gz")
        self.assertRegex(found[f"{folder}/server/core/commit"].decode(), r"^[0-9a-f]{40}\n$")
        self.assertIn(f"{folder}/CMakeLists.txt", found)

    def test_the_notes_are_the_newest_section_of_the_changelog(self):
        notes = (DIST / "NOTES.md").read_text().strip()
        self.assertNotIn("\n## ", notes)
        self.assertRegex((ROOT / "CHANGELOG.md").read_text(), rf"\n## [^\n]*{re.escape(VERSION)}[^\n]*\n+{re.escape(notes)}\n")

    def test_the_list_of_packages_has_name_version_architecture_and_sum_of_each(self):
        lines = [line.split(" ") for line in (DIST / "BUILD-PACKAGES").read_text().splitlines()]
        for line in lines:
            self.assertRegex(line[3], "^[0-9a-f]{64}$", line)
        self.assertEqual({"all", "amd64", "arm64", "source"}, {architecture for _, _, architecture, _ in lines})
        self.assertEqual(["fmtlib", "mimalloc", "postgresql-15", "prometheus-cpp", "spdlog"],
                         sorted(name for name, _, architecture, _ in lines if architecture == "source"))

    def test_no_authority_of_this_machine_is_in_the_image(self):
        own = {file.read_text().strip() for file in pathlib.Path("/usr/local/share/ca-certificates").rglob("*.crt")}
        with tarfile.open(DIST / f"cubilete-{VERSION}-image.tar") as image:
            blobs = [image.extractfile(member).read() for member in image if member.isfile() and member.name.startswith("blobs/")]
        systems = []
        for blob in blobs:
            if blob[:2] == b"\x1f\x8b":
                with tarfile.open(fileobj=io.BytesIO(gzip.decompress(blob))) as layer:
                    if "etc/ssl/certs/ca-certificates.crt" in layer.getnames():
                        systems.append(layer.extractfile("etc/ssl/certs/ca-certificates.crt").read().decode())
        (bundle,) = systems
        self.assertGreater(bundle.count("BEGIN CERTIFICATE"), 100)
        self.assertEqual([], [authority for authority in own if authority in bundle])

    def test_nothing_in_the_archives_names_a_user_or_depends_on_a_time_of_its_own(self):
        epoch = None
        for name in (name for name in NAMES if name.endswith((".tar.gz", ".tgz", ".tar"))):
            with tarfile.open(DIST / name) as archive:
                for member in archive:
                    epoch = epoch or member.mtime
                    self.assertEqual((0, 0, epoch), (member.uid, member.gid, member.mtime), (name, member.name))


class Bill(Timed):
    def setUp(self):
        super().setUp()
        self.bill = json.loads((DIST / f"cubilete-{VERSION}.cdx.json").read_text())

    def schemas(self):
        """The schemas of CycloneDX, by the names with which they refer to each other."""
        folder = self.folder()
        subprocess.run(["npm", "pack", "--silent", "--ignore-scripts", SCHEMAS], cwd=folder, check=True, capture_output=True)
        (packed,) = folder.glob("*.tgz")
        with tarfile.open(packed) as archive:
            return {pathlib.Path(member.name).name: json.load(archive.extractfile(member))
                    for member in archive if member.name.endswith(".schema.json")}

    def test_it_fits_the_schema_of_cyclonedx_1_6(self):
        schemas = self.schemas()
        schema = schemas["bom-1.6.SNAPSHOT.schema.json"]
        store = {f"http://cyclonedx.org/schema/{name}": other for name, other in schemas.items()}
        validator = jsonschema.Draft7Validator(schema, resolver=jsonschema.RefResolver.from_schema(schema, store=store))
        self.assertEqual([], [f"{error.json_path}: {error.message[:300]}" for error in validator.iter_errors(self.bill)])
        self.bill["components"][0]["type"] = "part"
        self.assertEqual(1, len(list(validator.iter_errors(self.bill))))

    def test_it_names_what_is_linked_in_and_what_the_page_takes_from_others_each_with_its_licence_text(self):
        names = [part["name"] for part in self.bill["components"]]
        self.assertEqual(["boost1.81", "cli11", "fmtlib", "gcc-12", "glibc", "libdeflate", "libsodium", "mimalloc", "nlohmann-json3", "openssl", "postgresql-15",
                          "prometheus-cpp", "spdlog", "sqlite3", "sqlitecpp", "utf8proc",
                          "@fontsource-variable/fraunces", "@fontsource/kalam", "lean-qr", "lit-html"], names)
        folder = f"cubilete-{VERSION}-linux-amd64"
        texts = members(f"{folder}.tar.gz")[f"{folder}/THIRD-PARTY"].decode()
        for name in names:
            self.assertIn(f"==== {name.rpartition('/')[2]}\n", texts)

    def test_a_library_has_the_version_of_the_package_that_was_there(self):
        built = {name: version for name, version, *_ in map(str.split, (DIST / "BUILD-PACKAGES").read_text().splitlines())}
        parts = {part["name"]: part["version"] for part in self.bill["components"]}
        for part, package in {"openssl": "libssl-dev", "glibc": "libc6-dev", "libdeflate": "libdeflate-dev", "sqlite3": "libsqlite3-dev", "fmtlib": "fmtlib"}.items():
            self.assertIn(built[package], {parts[part], f"1:{parts[part]}"})


if __name__ == "__main__":
    unittest.main()
