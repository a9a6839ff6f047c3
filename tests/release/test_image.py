"""The image of a release, by skopeo, unpacked and run: read-only, as its user, without privileges."""
import json
import random
import shutil
import subprocess
import tarfile

from roots import DIST, VERSION, Alone, TimedAsync, emulator, own_network, setUpModule, unittest  # noqa: F401 - unittest finds setUpModule

from test_games import Table, seated

ARCHIVE = f"oci-archive:{DIST}/cubilete-{VERSION}-image.tar:{VERSION}"


def skopeo(*words):
    return subprocess.run(["skopeo", "--insecure-policy", *words], check=True, capture_output=True, text=True).stdout


class Image:
    architecture: str

    @classmethod
    def setUpClass(cls):
        emulator(cls.architecture)
        own_network()

    def setUp(self):
        super().setUp()
        own = self.folder()
        choice = f"--override-arch={self.architecture}"
        self.config = json.loads(skopeo(choice, "inspect", "--config", ARCHIVE))
        skopeo(choice, "copy", "--quiet", ARCHIVE, f"dir:{own}/image")
        manifest = json.loads((own / "image/manifest.json").read_text())
        (own / "root").mkdir()
        for layer in manifest["layers"]:
            with tarfile.open(own / "image" / layer["digest"].removeprefix("sha256:")) as archive:
                archive.extractall(own / "root", numeric_owner=True)
        shutil.rmtree(own / "image")
        self.own = own

    def test_it_says_how_to_run_it_and_what_it_is(self):
        shown = json.loads(skopeo(f"--override-arch={self.architecture}", "inspect", ARCHIVE))
        self.assertEqual((self.architecture, "linux"), (shown["Architecture"], shown["Os"]))
        config = self.config["config"]
        self.assertEqual(("10001:10001", ["cubilete"], ["serve"], "SIGTERM"),
                         tuple(config[key] for key in ("User", "Entrypoint", "Cmd", "StopSignal")))
        self.assertEqual((["/data"], ["8080/tcp"]), (list(config["Volumes"]), list(config["ExposedPorts"])))
        self.assertEqual(VERSION, config["Labels"]["org.opencontainers.image.version"])

    def test_it_has_nothing_but_the_program_a_user_authorities_licences_and_two_folders_to_write_to(self):
        files = sorted(str(file.relative_to(self.own / "root")) for file in (self.own / "root").rglob("*") if not file.is_dir())
        self.assertEqual(["etc/group", "etc/passwd", "etc/ssl/certs/ca-certificates.crt", "usr/local/bin/cubilete",
                          "usr/share/doc/cubilete/copyright"], files)
        data, temporary = ((self.own / "root" / name).stat() for name in ("data", "tmp"))
        self.assertEqual((0o40700, 10001, 10001), (data.st_mode, data.st_uid, data.st_gid))
        self.assertEqual(0o41777, temporary.st_mode)

    async def test_it_is_healthy_and_plays_a_match(self):
        config = self.config["config"]
        alone = Alone(self.own, self.architecture, user=10001, words=["/usr/local/bin/cubilete"])
        environment = dict(line.split("=", 1) for line in config["Env"]) | {"CUBILETE_PORT": "0"}
        with alone.serve(**environment) as server:
            healthy = alone.run("healthy", **environment | {"CUBILETE_PORT": str(server.port)})
            self.assertEqual(0, healthy.returncode, healthy.stderr)
            room, players = await seated(server, ["Ana", "Ben"], game="yahtzee", clock={"turn_ms": 0})
            last = await Table(room, players, random.Random(1)).play()
            self.assertEqual("finished", last[0]["result"]["reason"])
            for player in players:
                await player.client.close()
        self.assertEqual(1, alone.run("healthy", **environment | {"CUBILETE_PORT": str(server.port)}).returncode)


class Amd64(Image, TimedAsync):
    architecture = "amd64"


class Arm64(Image, TimedAsync):
    architecture = "arm64"


class Index(unittest.TestCase):
    def test_one_name_has_both_architectures(self):
        index = json.loads(skopeo("inspect", "--raw", ARCHIVE))
        self.assertEqual(["amd64", "arm64"], [image["platform"]["architecture"] for image in index["manifests"]])


if __name__ == "__main__":
    unittest.main()
