"""A PostgreSQL of the tests' own, from this system's packages.

It runs as an operator should run it (fsync is on), in a temporary directory, and listens on a socket in this directory only.
It ends with the process that started it.
"""
import atexit
import concurrent.futures
import contextlib
import csv
import functools
import hashlib
import io
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

PATIENCE = 60

SMALL = ["listen_addresses=", "shared_buffers=16MB", "max_connections=100", "max_wal_size=256MB", "wal_keep_size=64MB",
         "dynamic_shared_memory_type=mmap", "autovacuum=off", "log_checkpoints=off"]

# A child ends with the thread that started it. This one lives as long as the process.
_starter = concurrent.futures.ThreadPoolExecutor(1)


@functools.cache
def programs():
    """The directory of the newest installed version."""
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    assert found, "PostgreSQL is not installed (Debian's package postgresql)"
    return found[-1].parent


class Postgres:
    """A PostgreSQL; `with Postgres(...)` stops it and removes its data. Settings are like "fsync=off"."""

    def __init__(self, *settings, primary=None, name="standby", own=None):
        """`primary`: be its standby, from a base backup; `name`: as synchronous_standby_names calls it. `own`: its directory,
        which does not exist yet.
        """
        self.settings = [*SMALL, *settings]
        self.owner = os.getpid()
        self.process = None
        self.own = own or pathlib.Path(tempfile.mkdtemp(prefix="cubilete-"))
        self.own.mkdir(mode=0o700, exist_ok=own is None)
        self.data = self.own / "data"
        self.log_path = self.own / "log"
        self.socket = self.own / ".s.PGSQL.5432"
        if os.geteuid() == 0:
            shutil.chown(self.own, "postgres", "postgres")
        if primary is None:
            self._make("initdb", "-D", self.data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync")
        else:
            self._make("pg_basebackup", "-D", self.data, "-R", "--no-sync", "--checkpoint=fast",
                      "-d", f"user=postgres host={primary.own} application_name={name}")
        self.start()

    def url(self, database, *others):
        """`others`: standbys that may have the database instead."""
        return f"postgresql:///{database}?user=postgres&host={','.join(str(place.own) for place in (self, *others))}"

    def create_database(self, name):
        self.ask(f'CREATE DATABASE "{name}"')
        return name

    def drop_database(self, name):
        self.ask(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    def ask(self, sql, database="postgres"):
        """Carries out one or more statements; returns the rows of the last as lists of texts. NULL is an empty text."""
        done = subprocess.run([programs() / "psql", "-XqtA", "--csv", "-v", "ON_ERROR_STOP=1", "-h", self.own, "-U", "postgres",
                               "-d", database, "-f", "-"], input=sql, capture_output=True, text=True, timeout=PATIENCE)
        if done.returncode:
            raise PostgresError(done.stderr)
        return list(csv.reader(io.StringIO(done.stdout)))

    def dump(self, database):
        """All rows of a database, as bytes."""
        text = subprocess.run([programs() / "pg_dump", "--data-only", "-h", self.own, "-U", "postgres", database],
                              check=True, capture_output=True, timeout=PATIENCE).stdout
        # The first and the last command for psql have a random word.
        return b"\n".join(line for line in text.split(b"\n") if b"restrict " not in line)

    def value(self, sql, database="postgres"):
        return self.ask(sql, database)[0][0]

    def set(self, setting, value):
        """Changes a setting of the running PostgreSQL, also for its next starts. Its processes notice a moment later."""
        self.ask(f"SET default_transaction_read_only = off; ALTER SYSTEM SET {setting} = '{value}'")
        self.ask("SELECT pg_reload_conf()")

    def start(self):
        """Starts it unless it runs, and waits until it accepts connections."""
        command = [programs() / "postgres", "-D", self.data, "-k", self.own]
        for setting in self.settings:
            command += ["-c", setting]
        end = time.monotonic() + PATIENCE
        while True:
            # After kill() the shared memory may be in use until the last process has ended.
            if self.process is None or self.process.poll() is not None:
                self.process = self.run(*command)
            try:
                return self.ask("SELECT 1")
            except PostgresError as error:
                assert time.monotonic() < end, f"PostgreSQL does not start: {error}\n{self.log()}"
            time.sleep(0.02)

    def stop(self):
        """In good order; connections are ended."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE)

    def kill(self):
        """Kills all its processes at once, as a power cut would."""
        self.freeze()
        for process in self.family():
            os.kill(process, signal.SIGKILL)
        self.process.wait()

    def kill_postmaster(self):
        """Kills only the first process. The others carry out what they are at, and end when they notice."""
        self.process.kill()
        self.process.wait()

    def kill_backend(self, pattern):
        """Kills a process whose connection has a name LIKE this; PostgreSQL then ends all others and recovers. False if there
        is none.
        """
        found = self.ask(f"SELECT pid FROM pg_stat_activity WHERE application_name LIKE '{pattern}' ORDER BY random() LIMIT 1")
        for (process,) in found:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(process), signal.SIGKILL)
        return bool(found)

    def end_connections(self, pattern):
        self.ask(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE '{pattern}'")

    def freeze(self):
        """Stops all its processes where they are."""
        self.process.send_signal(signal.SIGSTOP)  # it starts no more of them
        stopped = None
        # The list of children may lack some while one of them ends.
        while (all_of_them := self.family()) != stopped:
            for process in all_of_them:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGSTOP)
            stopped = all_of_them

    def thaw(self):
        for process in self.family():
            with contextlib.suppress(ProcessLookupError):  # a connection may just end
                os.kill(process, signal.SIGCONT)

    def family(self):
        first = self.process.pid
        children = pathlib.Path(f"/proc/{first}/task/{first}/children").read_text().split()
        return [first, *map(int, children)]

    def promote(self):
        """Makes a standby the primary."""
        self.ask(f"SELECT pg_promote(true, {PATIENCE})")

    def require_standby(self, name="standby"):
        """From now on a commit waits until this standby has it. Returns when the standby is connected."""
        self.set("synchronous_standby_names", name)
        self.wait_for(f"SELECT 1 FROM pg_stat_replication WHERE application_name = '{name}' AND sync_state = 'sync'")

    def wait_for(self, sql, database="postgres"):
        """Waits until a query has rows, and returns them."""
        end = time.monotonic() + PATIENCE
        while not (rows := self.ask(sql, database)):
            assert time.monotonic() < end, f"no rows: {sql}\n{self.log()}"
            time.sleep(0.02)
        return rows

    def waiting_for_standby(self, pattern):
        """Waits until a connection with a name LIKE this waits for a synchronous standby."""
        self.wait_for(f"SELECT pid FROM pg_stat_activity WHERE application_name LIKE '{pattern}' AND wait_event = 'SyncRep'")

    def log(self):
        return self.log_path.read_text(errors="replace")

    def close(self):
        if os.getpid() != self.owner:  # a fork of the process that owns it
            return
        if self.process.poll() is None:
            self.thaw()
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(PATIENCE)
        shutil.rmtree(self.own, ignore_errors=True)  # a process that noticed late may still write

    def __enter__(self):
        return self

    def __exit__(self, *trouble):
        self.close()

    def run(self, *command):
        """Starts another program as the user of PostgreSQL, with the same log."""
        user = ["--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        with open(self.log_path, "ab") as log:
            return _starter.submit(subprocess.Popen, ["setpriv", *user, "--pdeathsig=QUIT", *command], cwd="/",
                                   stdin=subprocess.DEVNULL, stdout=log, stderr=log).result()

    def _make(self, name, *arguments):
        code = self.run(programs() / name, *arguments).wait(PATIENCE)
        assert code == 0, f"{name}: {self.log()}"


class PostgresError(Exception):
    """psql could not connect, or PostgreSQL refused a statement."""


@functools.cache
def shared():
    """The PostgreSQL for all tests of this process that do not disturb it."""
    postgres = Postgres()
    atexit.register(postgres.close)
    return postgres


def database_of(data):
    """The name of the database in the shared PostgreSQL for a server with this data directory; it is created if necessary."""
    name = "d_" + hashlib.sha256(str(data).encode()).hexdigest()[:16]
    with contextlib.suppress(PostgresError):  # it exists
        shared().create_database(name)
    return name
