"""Roots in which the tests of a release run its programs: with nothing else, or the smallest Debians, each without the machine's files,
processes and network. Needs root.

RELEASE_DIST names the folder of the release; the default is dist/.
"""
import asyncio
import contextlib
import ctypes
import functools
import hashlib
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/e2e"))
os.environ.setdefault("CUBILETE_BIN", "cubilete")  # for the helpers of e2e

DIST = pathlib.Path(os.environ.get("RELEASE_DIST", ROOT / "dist"))
VERSION = re.search(r"^project\(cubilete VERSION (\d+\.\d+\.\d+) ", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)[1]
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
HERE = ARCHITECTURES[os.uname().machine]
QEMU = {"amd64": "qemu-x86_64-static", "arm64": "qemu-aarch64-static"}
NOBODY = 65534
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "cubilete"
CACHED_DAYS = 30
PATIENCE = 60
# A program of another architecture is some twenty times slower.
SLOW_PATIENCE = 300


def setUpModule():
    if not (DIST / "SHA256SUMS").exists():
        raise AssertionError(f"{DIST} has no release: tools/release makes one, or ./test release/make")


class Timed(unittest.TestCase):
    """Prints how long each test took."""

    def setUp(self):
        began = time.monotonic()
        self.addCleanup(lambda: print(f"{self.id().rpartition('.')[2]}: {time.monotonic() - began:.1f} s", flush=True))

    def folder(self):
        temporary = tempfile.TemporaryDirectory(prefix="cubilete-")
        self.addCleanup(temporary.cleanup)
        path = pathlib.Path(temporary.name)
        path.chmod(0o755)
        return path


class TimedAsync(Timed, unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        asyncio.get_running_loop().set_debug(False)  # it warns about everything that is slow


@functools.cache
def own_network():
    """Gives this process a network of its own: its ports are free, and it has no route to the outside, nor to a mirror."""
    for kind in KINDS:
        debian(*kind)
    new_network = 0x40000000
    if ctypes.CDLL(None, use_errno=True).unshare(new_network):
        raise unittest.SkipTest(f"this machine allows no network of one's own: {os.strerror(ctypes.get_errno())}")
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)


def program(architecture, folder):
    """The program of the release, unpacked into the folder."""
    name = f"cubilete-{VERSION}-linux-{architecture}"
    subprocess.run(["tar", "-xf", DIST / f"{name}.tar.gz", "-C", folder, "--strip-components=1", f"{name}/cubilete"], check=True)
    return folder / "cubilete"


def emulator(architecture):
    """The program that runs those of another architecture, called by its name; None for this machine's own."""
    if architecture == HERE:
        return None
    found = shutil.which(QEMU[architecture])
    if not found:
        raise unittest.SkipTest(f"there is no {QEMU[architecture]} on this machine")
    return found


# ---- small Debians

def debian(suite, *packages):
    """An archive with the smallest Debian of this suite and these packages, kept for a month."""
    sources = subprocess.run(["bash", "-c", f'source {ROOT}/tools/setup.sh; debian_sources {suite}'], check=True, capture_output=True, text=True).stdout
    name = f"{suite}-{hashlib.sha256(' '.join([*packages, sources]).encode()).hexdigest()[:12]}.tar"
    archive = CACHE / name
    if not archive.exists() or time.time() - archive.stat().st_mtime > CACHED_DAYS * 86400:
        CACHE.mkdir(parents=True, exist_ok=True)
        part = archive.with_suffix(".part.tar")
        command = ["mmdebstrap", "--quiet", "--variant=minbase", "--dpkgopt=force-unsafe-io", *(["--include", ",".join(packages)] if packages else []),
                   suite, part, *([CACHE / f"{name}.list"] if sources else [])]
        (CACHE / f"{name}.list").write_text(sources)
        subprocess.run(command, check=True)
        part.rename(archive)
    return archive


BOOKWORM, TRIXIE = ("bookworm",), ("trixie",)
# With the modules that look names up.
TRIXIE_WITH_MODULES = ("trixie", "libnss-myhostname", "libnss-mymachines", "libnss-resolve", "libnss-mdns")
# With the module that knows dynamic users.
WITH_SYSTEMD = ("bookworm", "systemd", "systemd-sysv", "libnss-systemd", "procps")
KINDS = [BOOKWORM, TRIXIE, TRIXIE_WITH_MODULES, WITH_SYSTEMD]

# Its own mounts and processes, so that nothing stays when it ends.
IN_DEBIAN = 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"'
CLEAN = ["env", "-i", "HOME=/root", "LC_ALL=C.UTF-8", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND=noninteractive"]
ALONE = ["unshare", "--mount", "--pid", "--ipc", "--uts", "--fork", "--kill-child", "--"]


class Debian:
    """A fresh Debian in a folder."""

    def __init__(self, folder, *kind):
        self.root = folder / "root"
        self.root.mkdir(mode=0o755)
        subprocess.run(["tar", "-xpf", debian(*kind), "-C", self.root, "--numeric-owner", "--exclude=./dev/*"], check=True)

    def command(self, *words):
        return [*ALONE, "bash", "-c", IN_DEBIAN, self.root, *CLEAN, *words]

    def run(self, *words, **options):
        return subprocess.run(self.command(*words), stdin=subprocess.DEVNULL, capture_output=True, text=True, **options)

    def bring(self, file, place="root"):
        """Copies a file of this machine into the root; returns its path there."""
        shutil.copy(file, self.root / place)
        return f"/{place}/{pathlib.Path(file).name}"


# ---- a server somewhere

class At:
    """A server at a port of this network, as the helpers of e2e want it."""

    def __init__(self, port=8080):
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.socket_url = f"ws://127.0.0.1:{port}/ws"

    def ready(self):
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.url}/readyz", timeout=5) as answer:
            return answer.status == 200
        return False


def until(condition, patience=PATIENCE, why=lambda: "it took too long"):
    end = time.monotonic() + patience
    while not (found := condition()):
        if time.monotonic() > end:
            raise AssertionError(why())
        time.sleep(0.05)
    return found


class Serving(At):
    """A process that serves with --port-file; `with` kills it."""

    def __init__(self, command, port_file, log_path, patience=PATIENCE):
        self.log_path = log_path
        with open(log_path, "wb") as log:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            until(lambda: self.process.poll() is not None or (port_file.exists() and port_file.read_text().strip()), patience, self.log)
            assert self.process.poll() is None, self.log()
        except BaseException:
            self.kill()
            raise
        super().__init__(int(port_file.read_text()))

    def log(self):
        return self.log_path.read_text(errors="replace")

    def listens(self):
        with socket.socket() as own:
            return own.connect_ex(("127.0.0.1", self.port)) == 0

    def __enter__(self):
        return self

    def __exit__(self, *trouble):
        self.kill()
        until(lambda: not self.listens())

    def kill(self):
        # The first process of a namespace ends all of it. It does not end with `unshare` if it has changed its user.
        with contextlib.suppress(OSError):  # it has ended
            for child in pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split():
                os.kill(int(child), signal.SIGKILL)
        self.process.kill()
        self.process.wait()


class Alone:
    """A program in a root that is read-only but for /data, without privileges. In an empty root, unless there is one in the folder."""

    IN_ROOT = ('mount --bind "$0" "$0" && mount -o remount,bind,ro,nosuid,nodev "$0" && mount --bind "$1" "$0/data" && user=$2 && shift 2 && '
               'exec setpriv --no-new-privs --bounding-set=-all,+sys_chroot,+setuid,+setgid --inh-caps=-all '
               'chroot --userspec="+$user:+$user" --groups= "$0" "$@"')

    def __init__(self, folder, architecture, user=NOBODY, words=()):
        """`words`: the command of the program in the root that is there."""
        self.root, self.data, self.user = folder / "root", folder / "data", user
        self.log_path = folder / "log"
        self.data.mkdir(mode=0o700)
        os.chown(self.data, user, user)
        self.patience, self.words = PATIENCE, list(words)
        if not words:
            (self.root / "data").mkdir(parents=True)
            program(architecture, self.root)
            self.words = ["/cubilete"]
        if found := emulator(architecture):
            shutil.copy(found, self.root / "emulator")
            self.patience, self.words = SLOW_PATIENCE, ["/emulator", *self.words]

    def command(self, *words, **environment):
        variables = environment | {"PATH": os.environ["PATH"]}  # for the commands on the way into the root
        return ["env", "-i", *(f"{name}={value}" for name, value in variables.items()), *ALONE, "bash", "-c", self.IN_ROOT, self.root, self.data,
                str(self.user), *self.words, *words]

    def run(self, *words, **environment):
        return subprocess.run(self.command(*words, **environment), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=self.patience)

    def serve(self, *flags, **environment):
        port_file = self.data / "port"
        port_file.unlink(missing_ok=True)
        place = [] if "CUBILETE_DATA" in environment else ["--data", "/data/own"]
        return Serving(self.command("serve", "--port", "0", "--port-file", "/data/port", *place, *flags, **environment),
                       port_file, self.log_path, self.patience)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(130))
    for kind in KINDS:
        began = time.monotonic()
        print(f"ok {debian(*kind).name} ({', '.join(kind)}): {time.monotonic() - began:.1f} s", flush=True)
