"""The Debian package and the image, made as for a release, but with the program that ./run builds."""

import base64
import hashlib
import json
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSION = "1.2.3"
EPOCH = 1_700_000_000


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def make(self, *command, **environment):
        subprocess.run([ROOT / "packaging" / command[0], *command[1:]], check=True, cwd=self.folder,
                       env=os.environ | {"SOURCE_DATE_EPOCH": str(EPOCH)} | environment)

    def assert_same_bytes(self, first, second):
        self.assertEqual(hashlib.sha256(first.read_bytes()).hexdigest(), hashlib.sha256(second.read_bytes()).hexdigest())


class Package(Folder):
    def setUp(self):
        super().setUp()
        (self.folder / "program").write_text("#!/bin/sh\necho it runs\n")
        self.file = self.made("one.deb")

    def made(self, name, **environment):
        self.make("deb", self.folder / "program", VERSION, "amd64", ROOT / "LICENSE", self.folder / name, **environment)
        return self.folder / name

    def field(self, name):
        return subprocess.run(["dpkg-deb", "--field", self.file, name], check=True, capture_output=True, text=True).stdout.strip()

    def unpacked(self):
        subprocess.run(["dpkg-deb", "--raw-extract", self.file, self.folder / "raw"], check=True)
        return self.folder / "raw"

    def test_it_has_what_a_server_needs_and_depends_on_nothing_that_the_smallest_debian_lacks(self):
        raw = self.unpacked()
        files = sorted(str(file.relative_to(raw)) for file in raw.rglob("*") if file.is_file() and "DEBIAN" not in file.parts)
        self.assertEqual(["etc/cubilete/cubilete.toml", "usr/bin/cubilete", "usr/lib/systemd/system/cubilete.service",
                          "usr/lib/sysusers.d/cubilete.conf", "usr/share/doc/cubilete/changelog.gz", "usr/share/doc/cubilete/copyright",
                          "usr/share/man/man1/cubilete.1.gz"], files)
        self.assertEqual(("cubilete", VERSION, "amd64", "passwd", "ca-certificates"),
                         tuple(map(self.field, ("Package", "Version", "Architecture", "Depends", "Recommends"))))
        self.assertEqual("/etc/cubilete/cubilete.toml\n", (raw / "DEBIAN/conffiles").read_text())
        subprocess.run(["md5sum", "--check", "--quiet", "DEBIAN/md5sums"], cwd=raw, check=True)

    def test_its_unit_keeps_every_restriction_and_reads_the_settings_of_the_package(self):
        def lines(file):
            return {line for line in file.read_text().splitlines() if line and not line.startswith("#")}

        own, packaged = lines(ROOT / "packaging/cubilete.service"), lines(self.unpacked() / "usr/lib/systemd/system/cubilete.service")
        self.assertEqual({"ExecStart=/usr/local/bin/cubilete serve", "Environment=CUBILETE_DATA=/var/lib/cubilete", "DynamicUser=yes"}, own - packaged)
        self.assertEqual({"ExecStart=/usr/bin/cubilete serve --config /etc/cubilete/cubilete.toml", "EnvironmentFile=-/etc/cubilete/environment",
                          "User=cubilete"}, packaged - own)
        # A dynamic user implies these settings, so a user that stays needs them spelled out.
        self.assertLessEqual({"ProtectSystem=strict", "ProtectHome=yes", "PrivateTmp=yes", "RemoveIPC=yes", "NoNewPrivileges=yes",
                              "RestrictSUIDSGID=yes"}, packaged)

    def test_the_same_input_makes_the_same_bytes(self):
        self.assert_same_bytes(self.file, self.made("two.deb", LC_ALL="C.UTF-8", TZ="Asia/Kolkata"))

    def test_every_command_of_the_program_is_in_the_manual_page(self):
        usage = subprocess.run([ROOT / "build/release/cubilete", "--help"], check=True, capture_output=True, text=True).stdout
        commands = re.findall(r"^  ([a-z]+)\t(.+?)(?: \(.*\))?$", usage, re.MULTILINE)
        page = (ROOT / "packaging/debian/cubilete.1").read_text()
        self.assertGreater(len(commands), 8)
        for name, does in commands:
            self.assertIn(f".TP\n.B {name}\n{does}\n", page)


class Image(Folder):
    def test_it_is_an_index_of_two_architectures_and_the_same_input_makes_the_same_bytes(self):
        shutil.copy("/bin/true", self.folder / "program")
        (self.folder / "authorities").write_text("-----BEGIN CERTIFICATE-----\n")
        for name in ("one.tar", "two.tar"):
            self.make("image.py", name, VERSION, "c0ffee", "authorities", ROOT / "LICENSE", "amd64=program", "arm64=program")
        self.assert_same_bytes(self.folder / "one.tar", self.folder / "two.tar")
        with tarfile.open(self.folder / "one.tar") as archive:
            content = {member.name: archive.extractfile(member).read() for member in archive if member.isfile()}
        blobs = {name.removeprefix("blobs/sha256/"): blob for name, blob in content.items() if name.startswith("blobs/")}
        for digest, blob in blobs.items():
            self.assertEqual(digest, hashlib.sha256(blob).hexdigest())

        def blob(descriptor):
            self.assertEqual(descriptor["size"], len(blobs[descriptor["digest"].removeprefix("sha256:")]))
            return json.loads(blobs[descriptor["digest"].removeprefix("sha256:")])

        (named,) = json.loads(content["index.json"])["manifests"]
        self.assertEqual(VERSION, named["annotations"]["org.opencontainers.image.ref.name"])
        images = blob(named)["manifests"]
        self.assertEqual(["amd64", "arm64"], [image["platform"]["architecture"] for image in images])
        for image in images:
            config = blob(blob(image)["config"])
            self.assertEqual(2, len(config["rootfs"]["diff_ids"]))

    def test_its_settings_are_those_of_the_dockerfile(self):
        (self.folder / "empty").write_text("")
        self.make("image.py", "image.tar", VERSION, "c0ffee", "empty", "empty", "amd64=empty")
        with tarfile.open(self.folder / "image.tar") as archive:
            texts = [archive.extractfile(member).read() for member in archive if member.isfile()]
        (config,) = (json.loads(text)["config"] for text in texts if text.startswith(b'{"architecture"'))
        dockerfile = (ROOT / "docker/Dockerfile").read_text()
        last = dockerfile[dockerfile.rindex("\nFROM "):]
        for variable in re.search(r"^ENV (.+)$", last, re.MULTILINE)[1].split():
            self.assertIn(variable, config["Env"])
        self.assertEqual(re.search(r"^USER (.+)$", last, re.MULTILINE)[1], config["User"])
        self.assertEqual([re.search(r"^VOLUME (.+)$", last, re.MULTILINE)[1]], list(config["Volumes"]))
        self.assertEqual(re.search(r"^STOPSIGNAL (.+)$", last, re.MULTILINE)[1], config["StopSignal"])
        for word in ("Entrypoint", "Cmd"):
            self.assertEqual(json.loads(re.search(rf"^{word.upper()} (.+)$", last, re.MULTILINE)[1]), config[word])
        for key, value in re.findall(r'(org\.opencontainers\.\S+)="(.+?)"', last):
            self.assertEqual(value, config["Labels"][key])


class EngineWheel(Folder):
    """Made with a library of one function, from a wheel as setuptools makes them."""

    ABOUT = f"cubilete_bot-{VERSION}.dist-info"
    PURE = f"cubilete_bot-{VERSION}-py3-none-any.whl"

    def setUp(self):
        super().setUp()
        with zipfile.ZipFile(self.folder / self.PURE, "w") as wheel:
            wheel.writestr("cubilete/__init__.py", "")
            wheel.writestr(f"{self.ABOUT}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            wheel.writestr(f"{self.ABOUT}/RECORD", "cubilete/__init__.py,,\n")
        self.library = self.linked("#include <stdlib.h>\nint answer(void) { return abs(-42); }\n")

    def linked(self, source, *words):
        (self.folder / "library.c").write_text(source)
        subprocess.run(["cc", "-O0", "-fno-builtin", "-shared", "-fPIC", "-o", self.folder / "library.so", self.folder / "library.c", *words], check=True)
        return self.folder / "library.so"

    def made(self, place):
        (self.folder / place).mkdir()
        self.make("engine_wheel.py", self.PURE, self.library, ROOT / "LICENSE", self.folder / place)
        (wheel,) = (self.folder / place).iterdir()
        return wheel

    def test_its_tag_names_the_glibc_that_it_needs_and_its_record_has_the_sum_of_each_file(self):
        wheel = self.made("one")
        tag = rf"py3-none-manylinux_2_\d+_{os.uname().machine}"
        self.assertRegex(wheel.name, rf"^cubilete_bot-{re.escape(VERSION)}-{tag}\.whl$")
        with zipfile.ZipFile(wheel) as files:
            self.assertEqual(self.library.read_bytes(), files.read("cubilete/libcubilete_engine.so"))
            self.assertRegex(files.read(f"{self.ABOUT}/WHEEL").decode(), rf"\nRoot-Is-Purelib: false\nTag: {tag}\n$")
            self.assertEqual((ROOT / "LICENSE").read_bytes(), files.read(f"{self.ABOUT}/THIRD-PARTY"))
            record = [line.rsplit(",", 2) for line in files.read(f"{self.ABOUT}/RECORD").decode().splitlines()]
            self.assertEqual(files.namelist(), [name for name, _, _ in record])
            self.assertEqual([f"{self.ABOUT}/RECORD", "", ""], record.pop())
            for name, digest, size in record:
                data = files.read(name)
                sha256 = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
                self.assertEqual((f"sha256={sha256}", str(len(data))), (digest, size), name)

    def test_the_same_input_makes_the_same_bytes(self):
        self.assert_same_bytes(self.made("one"), self.made("other"))

    def test_a_library_that_needs_more_than_an_old_glibc_is_refused(self):
        for source, words in (("#include <libdeflate.h>\nvoid* made(void) { return libdeflate_alloc_compressor(1); }\n", ["-ldeflate"]),
                              ("#include <stdlib.h>\nunsigned any(void) { return arc4random(); }\n", [])):
            self.library = self.linked(source, *words)
            with tempfile.TemporaryDirectory() as place, self.assertRaises(subprocess.CalledProcessError):
                self.make("engine_wheel.py", self.PURE, self.library, ROOT / "LICENSE", place)


if __name__ == "__main__":
    unittest.main()
