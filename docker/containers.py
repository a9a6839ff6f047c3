"""Containers of the services in docker-compose.yml, run with crun: with the settings of the image and of the compose file, on
the network of the test or on one of their own.

docker/check sets the environment: BASE and IMAGE, the root directories of the base and of the image; CONFIG, a file with
buildah's description of the image.
"""
import contextlib
import functools
import itertools
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
BASE, IMAGE = pathlib.Path(os.environ["BASE"]), pathlib.Path(os.environ["IMAGE"])
CONFIG = json.loads(pathlib.Path(os.environ["CONFIG"]).read_text())["Docker"]["config"]
PASSWORD = "s3cret"
START_SECONDS = 60


@functools.cache
def compose(*profiles):
    """docker-compose.yml with these profiles, as docker-compose reads it."""
    flags = [word for profile in profiles for word in ("--profile", profile)]
    environment = os.environ | {"POSTGRES_PASSWORD": PASSWORD}
    completed = subprocess.run(["docker-compose", *flags, "config"], cwd=ROOT, capture_output=True, text=True, env=environment)
    assert completed.returncode == 0, completed.stderr
    project = yaml.safe_load(completed.stdout)
    # It also prints the services of other profiles.
    project["services"] = {name: service for name, service in project["services"].items()
                           if "profiles" not in service or set(service["profiles"]) & set(profiles)}
    return project


def bind(source, destination, mode="rw"):
    return {"destination": str(destination), "type": "bind", "source": str(source), "options": ["rbind", mode]}


def tmpfs(place):
    """`place`: as in the compose file, /run/postgresql:uid=999."""
    destination, _, options = place.partition(":")
    return {"destination": destination, "type": "tmpfs", "source": "tmpfs", "options": [word for word in options.split(",") if word]}


class Container:
    """`docker compose up SERVICE`; `with Container(...)` waits until it is healthy."""

    _numbers = itertools.count(1)

    def __init__(self, service, root, image, mounts, network=None, **environment):
        """`image`: its configuration; `mounts`: of volumes and single files; `network`: the file of a network namespace;
        `environment`: overrides that of the service.
        """
        self.name = f"cubilete-{os.getpid()}-{next(self._numbers)}"
        self.own = pathlib.Path(tempfile.mkdtemp(prefix="cubilete-"))
        self.log_path = self.own / "log"
        self.service, self.image = service, image
        self.user = service.get("user") or image["User"]
        user, group = self.user.split(":")
        environment = {**service.get("environment", {}), **environment}
        command = service.get("command", [] if "entrypoint" in service else image["Cmd"])
        spec = {
            "ociVersion": "1.0.0",
            "root": {"path": str(root), "readonly": service["read_only"]},
            "process": {
                "user": {"uid": int(user), "gid": int(group)},
                "args": service.get("entrypoint", image["Entrypoint"]) + command,
                "env": image["Env"] + [f"{name}={value}" for name, value in environment.items()],
                "cwd": service.get("working_dir") or image.get("WorkingDir") or "/",
                "capabilities": {},
                "noNewPrivileges": "no-new-privileges:true" in service["security_opt"],
            },
            "mounts": [
                {"destination": "/proc", "type": "proc", "source": "proc"},
                {"destination": "/dev", "type": "tmpfs", "source": "tmpfs", "options": ["nosuid", "size=64k"]},
                tmpfs(f"/dev/shm:mode=1777,size={service.get('shm_size', '64m')}"),
                *map(tmpfs, service.get("tmpfs", [])),
                *mounts,
            ],
            "linux": {"namespaces": [{"type": kind} for kind in ("pid", "mount", "ipc", "uts")] +
                      ([{"type": "network", "path": str(network)}] if network else [])},
        }
        assert service["cap_drop"] == ["ALL"] and "cap_add" not in service
        (self.own / "config.json").write_text(json.dumps(spec))
        with open(self.log_path, "wb") as log:
            self.process = subprocess.Popen(self._crun("run", "--bundle", self.own, self.name),
                                            stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    @staticmethod
    def _crun(*words):
        return ["crun", "--cgroup-manager=disabled", *words]

    def __enter__(self):
        end = time.monotonic() + START_SECONDS
        while not self.healthy():
            if self.process.poll() is not None or time.monotonic() > end:
                log = self.log()
                self.__exit__()
                raise AssertionError(f"it does not serve:\n{log}")
            time.sleep(0.05)
        return self

    def __exit__(self, *trouble):
        while self.process.poll() is None:  # crun does not know a container yet that has only just been started
            subprocess.run(self._crun("kill", self.name, "KILL"), stderr=subprocess.DEVNULL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(0.1)
        shutil.rmtree(self.own)

    def healthy(self):
        """Returns whether the check of the service, else that of the image, succeeds: `docker ps` calls it healthy."""
        kind, *check = self.service["healthcheck"]["test"] if "healthcheck" in self.service else self.image["Healthcheck"]["Test"]
        assert kind == "CMD"
        return self.run(*check).returncode == 0

    def run(self, *command):
        """Works like `docker compose exec`."""
        return subprocess.run(self._crun("exec", "--user", self.user, self.name, *command), capture_output=True, text=True)

    def signal(self, name):
        """Works like `docker kill --signal`."""
        subprocess.run(self._crun("kill", self.name, name), check=True)

    def stop(self, grace=START_SECONDS):
        """Works like `docker stop`; fails if the container still runs after so many seconds."""
        self.signal(self.image["StopSignal"].removeprefix("SIG"))
        code = self.process.wait(grace)
        assert code == 0, f"exit code {code}:\n{self.log()}"

    def log(self):
        return self.log_path.read_text()

    def status(self):
        """/proc/<pid>/status of the first process, as the host sees it."""
        state = json.loads(subprocess.run(self._crun("state", self.name), capture_output=True, check=True).stdout)
        lines = pathlib.Path(f"/proc/{state['pid']}/status").read_text().splitlines()
        return {name: value.split() for name, _, value in (line.partition(":") for line in lines)}


class Cubilete(Container):
    """A service that runs our image, with this directory as its volume."""

    port = 8080
    socket_url = f"ws://127.0.0.1:{port}/ws"

    def __init__(self, data, service=None, mounts=(), **environment):
        service = service or compose()["services"]["cubilete"]
        volumes = [bind(data, place) for place in CONFIG["Volumes"]]
        super().__init__(service, IMAGE, CONFIG, [*volumes, *mounts], **environment)


def new_volume(folder):
    """A new volume is a copy of what the image has at its mount point."""
    shutil.copytree(IMAGE / "data", folder)
    made = (IMAGE / "data").stat()
    os.chown(folder, made.st_uid, made.st_gid)
    return folder
