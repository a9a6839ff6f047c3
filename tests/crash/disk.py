"""Failing disks: the libraries that are preloaded into a server, and the data after a power cut."""
import os
import pathlib
import resource
import shutil
import subprocess

SHIMS = pathlib.Path(os.environ["CRASH_SHIMS"])
SECTOR = 512


def preloaded(fault, data, **variables):
    """The environment of a server whose data directory has this fault."""
    shim = SHIMS / f"{fault}.so"
    assert shim.exists(), f"{shim} has not been built"
    return {"LD_PRELOAD": str(shim), "CRASH_DATA": str(data), **variables}


class Power:
    """A data directory of which only synced data is sure to survive."""

    def __init__(self, own, chance):
        self.data, self.shadow, self.chance = own / "data", own / "shadow", chance
        self.shadow.mkdir()
        self.environment = preloaded("power", self.data, CRASH_SHADOW=str(self.shadow))

    def cut(self):
        """Writes to `data` what a power cut could leave: everything that was synced, and random sectors that were
        not.
        """
        luck = self.chance.choice([0, 0, self.chance.random(), 1])
        names = {file.name for folder in (self.data, self.shadow) for file in folder.iterdir()}
        for name in sorted(names):
            file = self.data / name
            if name.endswith("-shm") or file.is_socket():  # neither is on the disk
                file.unlink()
            else:
                file.write_bytes(self.image(file, self.shadow / name, luck))
        shutil.rmtree(self.shadow)
        shutil.copytree(self.data, self.shadow)

    def image(self, file, shadow, luck):
        written, synced = (path.read_bytes() if path.exists() else b"" for path in (file, shadow))
        image = bytearray(synced)
        for begin in range(0, len(written), SECTOR):
            sector = written[begin:begin + SECTOR]
            if sector != synced[begin:begin + SECTOR] and self.chance.random() < luck:
                image.extend(bytes(max(0, begin - len(image))))  # a hole reads as zeros
                image[begin:begin + len(sector)] = sector
        return image


class MadeDisk:
    """A simulated small disk, for machines where the test may not mount one."""

    def __init__(self, own):
        self.data, self.limit = own / "made", own / "limit"
        self.environment = preloaded("full", self.data, CRASH_ROOM=str(self.limit))
        self.leave(1 << 30)

    def leave(self, free):
        """Leaves this many bytes free."""
        used = sum(file.stat().st_size for file in self.data.glob("*"))
        part = self.limit.with_suffix(".part")
        part.write_text(str(used + free))
        part.rename(self.limit)

    def remove(self):
        pass


class MountedDisk:
    """A file system of 8 MiB."""

    def __init__(self, own):
        self.home = own / "mounted"
        self.home.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", "size=8m", "cubilete-small", str(self.home)]
        self.is_there = shutil.which("mount") and subprocess.run(mount, capture_output=True).returncode == 0
        self.data, self.ballast, self.environment = self.home / "data", self.home / "ballast", {}

    def leave(self, free):
        self.ballast.unlink(missing_ok=True)
        room = os.statvfs(self.home)
        with open(self.ballast, "wb") as ballast:
            os.posix_fallocate(ballast.fileno(), 0, max(1, room.f_bavail * room.f_frsize - free))

    def remove(self):
        subprocess.run(["umount", self.home], check=True)


class LimitedFiles:
    """A limit on the size of the server's files (RLIMIT_FSIZE): above it the kernel sends SIGXFSZ and refuses the
    write. `process` is the server, once it runs.
    """

    def __init__(self, own):
        self.data, self.environment, self.process = own / "limited", {}, None

    def leave(self, free):
        """Allows the longest file to grow by this many bytes; so the log must not exist yet."""
        longest = max(file.stat().st_size for file in self.data.glob("*"))
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (longest + free, resource.RLIM_INFINITY))

    def remove(self):
        pass


def small_disks(own):
    """A simulated disk, files of limited size, and a real disk if the test may mount one."""
    disks = [MadeDisk(own), LimitedFiles(own), MountedDisk(own)]
    return [disk for disk in disks if not isinstance(disk, MountedDisk) or disk.is_there]
