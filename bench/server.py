"""Starts the servers that are measured."""
import contextlib
import pathlib
import signal
import subprocess
import tempfile
import time

ANY_RATE = "1000000000/1s"
SETTINGS = ["--sockets-per-address", "100000", "--connections-per-address", "100000", "--rooms-per-address", "100000",
            "--requests-per-player", ANY_RATE, "--guests-per-address", ANY_RATE, "--http-per-address", ANY_RATE]
LIMITS = ["messages-per-socket", "openings-per-address"]
PATIENCE_S = 300  # a server under valgrind is slow


def without_limits(program):
    """The flags that lift all limits, and leave out analyses of finished matches. In older programs every limit is a setting, and
    there are no analyses."""
    settings = subprocess.run([program, "serve", "--help"], capture_output=True, text=True, check=True).stdout
    moves_only = ["--analysis", "off", "--cup", "off"] if "--analysis " in settings else []
    if "--limit " in settings:
        return [*SETTINGS, *moves_only, *(word for name in LIMITS for word in ("--limit", f"{name}={ANY_RATE}"))]
    return [*SETTINGS, *(word for name in LIMITS for word in (f"--{name}", ANY_RATE))]


class Server:
    """`cubilete serve` on a free port with its data in the folder `own`; `with` starts it, also again on the same data."""

    def __init__(self, program, own, *flags, wrapper=(), output=None):
        """`wrapper`: a program that runs it, such as valgrind; `output`: where it writes, as for subprocess."""
        self.program, self.own, self.output = program, pathlib.Path(own), output
        self.command = [*wrapper, program, "serve", "--port", "0", "--port-file", self.own / "port", "--data", self.own / "data", *flags]

    def __enter__(self):
        port = self.own / "port"
        port.unlink(missing_ok=True)
        self.process = subprocess.Popen(self.command, stdout=self.output, stderr=self.output)
        end = time.monotonic() + PATIENCE_S
        while not (port.exists() and port.read_text().strip()):
            if self.process.poll() is not None or time.monotonic() > end:
                self.process.kill()
                raise SystemExit(f"{self.program} did not start")
            time.sleep(0.01)
        self.port = int(port.read_text())
        self.url = f"ws://127.0.0.1:{self.port}/ws"
        return self

    def __exit__(self, *trouble):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE_S)

    def cpu_ns(self):
        """Processor time of all its threads."""
        tasks = pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks)


@contextlib.contextmanager
def new_server(program, *flags, **more):
    """A server with new data, which it does not keep."""
    with tempfile.TemporaryDirectory(prefix="cubilete-") as own, Server(program, own, *flags, **more) as server:
        yield server
