"""How the server starts, stops, and reports what is wrong."""
import asyncio
import contextlib
import http.client
import json
import os
import pathlib
import resource
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest

import websockets

from server import CLOSE, PATIENCE, TEXT, Client, Raw, Server, frame, left_out_on_postgres

HELLO = json.dumps({"t": "hello", "id": 1, "v": 1, "name": "Ana"})
RESTART, TOO_SLOW = 1012, 4008


def cubilete(*arguments, **environment):
    """Runs the program to its end: exit code, standard output, standard error."""
    done = subprocess.run([os.environ["CUBILETE_BIN"], *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=PATIENCE, env={**os.environ, **environment})
    return done.returncode, done.stdout, done.stderr


def free_port():
    """A port at which nothing listens."""
    with socket.socket() as free:
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def status_of(port, path):
    """The status of the answer of a server at this port."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
        connection.request("GET", path)
        return connection.getresponse().status


def refuse_logins(listening):
    """A PostgreSQL that takes connections but knows nobody, until its socket is closed."""
    refusal = b"SFATAL\0VFATAL\0C28000\0Mno such role\0\0"
    with contextlib.suppress(OSError):
        while True:
            connection, _ = listening.accept()
            with connection:
                while len(connection.recv(1000)) == 8:  # asks for encryption
                    connection.sendall(b"N")
                connection.sendall(b"E" + (4 + len(refusal)).to_bytes(4, "big") + refusal)


class Start(unittest.TestCase):
    def setUp(self):
        self.own = self.enterContext(tempfile.TemporaryDirectory(prefix="cubilete-"))

    def test_the_log_names_the_address_and_the_data_directory(self):
        with Server() as server:
            self.assertIn(f"listening on http://localhost:{server.port} (Cubilete ", server.log())
            self.assertIn(f", at 127.0.0.1:{server.port}, data: {server.place_name})", server.log())
        with Server("--public-url", "https://games.example/dice") as server:
            self.assertIn("listening on https://games.example/dice (Cubilete ", server.log())

    def test_the_name_of_this_machine_stands_for_both_families_of_addresses(self):
        with Server("--host", "localhost") as server:
            self.assertIn(f"listening on http://localhost:{server.port} (", server.log())
            for _, _, _, _, address in socket.getaddrinfo("localhost", server.port, type=socket.SOCK_STREAM):
                socket.create_connection(address[:2]).close()

    def test_json_logs_have_one_object_per_line(self):
        with Server("--log-json", "--log-level", "debug") as server:
            lines = [json.loads(line) for line in server.log().splitlines()]
        self.assertTrue(lines)
        for line in lines:
            self.assertEqual(list(line)[:3], ["at", "level", "text"])

    def test_a_port_in_use_is_named(self):
        data = pathlib.Path(self.own) / "data"
        with Server() as server:
            code, _, log = cubilete("serve", "--port", str(server.port), "--data", data)
        self.assertEqual(code, 1)
        self.assertIn(f"--port {server.port}: Address already in use\n", log)
        self.assertIn("Address already in use", log)
        self.assertFalse(data.exists())

    def test_a_list_of_words_that_is_no_text_is_named(self):
        data = pathlib.Path(self.own) / "data"
        words = pathlib.Path(self.own) / "words"
        words.write_bytes(b"\xff\n")
        for file, status, wrong in (words, 1, "It is not UTF-8."), (self.own, 2, "File is actually a directory"):
            code, _, log = cubilete("serve", "--port", "0", "--data", data, "--refused-names", file)
            self.assertEqual(code, status)
            self.assertIn(f"--refused-names: {wrong}", log)
            self.assertFalse(data.exists())

    def test_an_address_of_another_machine_is_named(self):
        code, _, log = cubilete("serve", "--port", "0", "--data", self.own, "--host", "192.0.2.1")
        self.assertEqual(code, 1)
        self.assertIn("--host 192.0.2.1", log)

    def test_data_in_use_are_named_and_their_owner_continues(self):
        with Server() as server:
            code, _, log = cubilete("serve", "--port", "0", *server.place)
            self.assertEqual(code, 1)
            self.assertIn(server.place[0], log)
            self.assertIn(server.place_name.removesuffix("cubilete.db"), log)
            if not server.database:
                self.assertIn(f"{server.data}/lock: another process is using this data directory", log)
            socket.create_connection(("127.0.0.1", server.port)).close()

    def test_an_impossible_data_directory_is_named(self):
        file = pathlib.Path(self.own) / "file"
        file.write_text("not a directory")
        code, _, log = cubilete("serve", "--port", "0", "--data", str(file / "data"))
        self.assertEqual(code, 1)
        self.assertIn("--data", log)

    def test_a_start_waits_for_an_database_that_does_not_answer_and_names_it_without_its_password(self):
        port = free_port()
        with socket.socket() as closed:
            closed.bind(("127.0.0.1", 0))
            url = f"postgresql://dealer:s3cret@127.0.0.1:{closed.getsockname()[1]}/cubilete"
            waiting = subprocess.Popen([os.environ["CUBILETE_BIN"], "serve", "--port", str(port), "--data", self.own], stdin=subprocess.DEVNULL,
                                       stderr=subprocess.PIPE, text=True, env={**os.environ, "CUBILETE_DATABASE": url})
            self.addCleanup(waiting.kill)
            with contextlib.closing(waiting.stderr):
                line = waiting.stderr.readline()
                self.assertIn("Connection refused", line)
                self.assertIn("; the start waits for the database", line)
                self.assertNotIn("s3cret", line)
                for path, status in ("/readyz", 503), ("/healthz", 200), ("/", 503):
                    self.assertEqual(status_of(port, path), status)
                code, _, reason = cubilete("healthy", "--port", str(port))
                self.assertEqual(code, 1)
                self.assertRegex(reason, rf"^http://127.0.0.1:{port}/readyz: .*503")
                waiting.send_signal(signal.SIGTERM)
                self.assertEqual(waiting.wait(PATIENCE), 0)

            waiting = subprocess.Popen(waiting.args, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env={**os.environ, "CUBILETE_DATABASE": url})
            self.addCleanup(waiting.kill)
            with contextlib.closing(waiting.stderr):
                waiting.stderr.readline()
                closed.listen()
                threading.Thread(target=refuse_logins, args=(closed,), daemon=True).start()
                self.assertIn("--database: ", waiting.stderr.read())
                self.assertEqual(waiting.wait(PATIENCE), 1)

    @contextlib.contextmanager
    def waiting_start(self, *settings, before=()):
        """A server that waits for its database, and its port; `before` are words that run the program."""
        port = free_port()
        with socket.socket() as closed:
            closed.bind(("127.0.0.1", 0))
            url = f"postgresql://dealer@127.0.0.1:{closed.getsockname()[1]}/cubilete"
            command = [*before, os.environ["CUBILETE_BIN"], "serve", "--port", str(port), "--data", self.own, "--database", url, *settings]
            with subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as waiting:
                try:
                    waiting.stderr.readline()
                    yield waiting, port
                finally:
                    waiting.kill()

    def test_a_crowd_silences_no_start_that_waits_for_its_database(self):
        most_files = 64
        with self.waiting_start() as (waiting, port):
            resource.prlimit(waiting.pid, resource.RLIMIT_NOFILE, (most_files, most_files))
            crowd = [socket.create_connection(("127.0.0.1", port)) for _ in range(80)]
            late = time.monotonic() + PATIENCE
            while len(os.listdir(f"/proc/{waiting.pid}/fd")) < most_files:
                self.assertLess(time.monotonic(), late)
                time.sleep(0.005)
            for connection in crowd:
                connection.close()
            self.assertEqual(status_of(port, "/healthz"), 200)

    def test_a_start_that_waits_for_its_database_cuts_who_asks_nothing(self):
        with self.waiting_start("--limit", "request-deadline=500ms") as (_, port), socket.create_connection(("127.0.0.1", port), PATIENCE) as idle:
            self.assertEqual(idle.recv(1), b"")
            self.assertEqual(status_of(port, "/healthz"), 200)

    def test_a_start_that_waits_for_its_database_may_open_as_many_files_as_the_system_allows(self):
        with self.waiting_start(before=["sh", "-c", 'ulimit -S -n 64; exec "$0" "$@"']) as (waiting, _):
            soft, hard = resource.prlimit(waiting.pid, resource.RLIMIT_NOFILE)
            self.assertEqual(soft, hard)

    def test_neither_a_terminal_nor_a_reader_of_the_log_that_ends_takes_the_server_with_it(self):
        with Server() as server:
            reader, writer = os.pipe()
            command = [server.program, "serve", "--port", "0", "--port-file", server.own / "other", "--data", server.own / "more"]
            with subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=writer) as other:
                os.close(writer)
                while not (server.own / "other").exists():
                    time.sleep(0.005)
                os.close(reader)
                port = int((server.own / "other").read_text())
                for request in b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n":
                    for harmless in signal.SIGHUP, signal.SIGUSR1:
                        other.send_signal(harmless)
                    with socket.create_connection(("127.0.0.1", port)) as connection:
                        connection.sendall(request)
                        answer = connection.recv(100)
                self.assertIn(b" 200 ", answer)
                other.send_signal(signal.SIGTERM)
                self.assertEqual(other.wait(PATIENCE), 0)

    def test_a_start_without_standard_streams_keeps_them_away_from_the_data(self):
        port_file = pathlib.Path(self.own) / "port"
        command = ["sh", "-c", 'exec "$0" "$@" <&- >&- 2>&-', os.environ["CUBILETE_BIN"], "serve", "--port", "0", "--port-file", port_file,
                   "--data", pathlib.Path(self.own) / "data"]
        with subprocess.Popen(command) as server:
            while not port_file.exists():
                time.sleep(0.005)
            for stream in range(3):
                self.assertEqual(os.readlink(f"/proc/{server.pid}/fd/{stream}"), "/dev/null")
            server.send_signal(signal.SIGTERM)
            self.assertEqual(server.wait(PATIENCE), 0)

    def test_an_database_of_another_kind_exits_with_code_2(self):
        code, _, log = cubilete("serve", "--data", self.own, "--database", "mysql://dealer:s3cret@127.0.0.1/cubilete")
        self.assertEqual(code, 2)
        self.assertIn("--database", log)
        self.assertNotIn("s3cret", log)

    def test_a_client_folder_without_a_page_is_named(self):
        code, _, log = cubilete("serve", "--port", "0", "--data", self.own, "--web", self.own)
        self.assertEqual(code, 1)
        self.assertIn("--web", log)

    def test_a_wrong_setting_exits_with_code_2_before_anything_is_changed(self):
        data = pathlib.Path(self.own) / "data"
        for wrong in ["--threads", "0"], ["--port", "x"], ["--no-such-flag"]:
            code, _, log = cubilete("serve", "--data", str(data), *wrong)
            self.assertEqual(code, 2)
            self.assertIn(wrong[0], log)
        code, _, log = cubilete("serve", "--data", str(data), CUBILETE_PORT="x")
        self.assertEqual(code, 2)
        self.assertIn("--port", log)
        self.assertFalse(data.exists())

    def test_the_help_lists_the_commands(self):
        self.assertRegex(cubilete("--version")[1], r"^cubilete \d+\.\d+\.\d+( \([0-9a-f]{12}\))?\n$")
        code, usage, _ = cubilete("--help")
        self.assertEqual(code, 0)
        for command in "serve", "referee":
            self.assertIn(command, usage)
        code, _, log = cubilete("dance")
        self.assertEqual(code, 2)
        self.assertIn("There is no command dance.", log)
        self.assertIn("serve", log)
        self.assertEqual(cubilete()[0], 2)
        self.assertEqual(cubilete("help", "backup"), cubilete("backup", "--help"))
        self.assertEqual(cubilete("help", "help"), cubilete("--help"))


class Variables(unittest.TestCase):
    @left_out_on_postgres("the server has no data file")
    def test_what_a_file_of_variables_leaves_around_a_value_counts_for_no_command(self):
        with Server() as server:
            server.stop()
            code, _, said = cubilete("check", CUBILETE_DATA=f'"{server.data}"\r')
            self.assertEqual(code, 0, said)


class Healthy(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.own = pathlib.Path(folder.name)

    def test_a_server_that_accepts_players_is_healthy_by_the_settings_that_it_was_started_with(self):
        with Server() as server:
            port = str(server.port)
            self.assertEqual(cubilete("healthy", "--port", port), (0, "", ""))
            self.assertEqual(cubilete("healthy", CUBILETE_PORT=port), (0, "", ""))
            for host in "0.0.0.0", "::", "localhost":
                self.assertEqual(cubilete("healthy", "--host", host, CUBILETE_PORT=port), (0, "", ""), host)
            self.assertEqual(cubilete("healthy", "--port", "0", "--port-file", str(server.own / "port")), (0, "", ""))
            settings = self.own / "cubilete.toml"
            settings.write_text(f"port = {port}\npublic-url = 'https://example.org/games'\n")
            self.assertEqual(cubilete("healthy", "--config", str(settings)), (0, "", ""))

    def test_without_a_server_it_says_whom_it_asked_and_exits_with_code_1(self):
        with socket.socket() as closed:
            closed.bind(("127.0.0.1", 0))
            port = str(closed.getsockname()[1])
            code, out, reason = cubilete("healthy", CUBILETE_PORT=port)
        self.assertEqual((code, out), (1, ""))
        self.assertRegex(reason, rf"^http://127.0.0.1:{port}/readyz: no connection: .+\n$")

    def test_wrong_settings_are_named_and_exit_with_code_1(self):
        for wrong in ["--port", "x"], ["--no-such-flag"], ["--port", "0"]:
            code, _, reason = cubilete("healthy", *wrong)
            self.assertEqual(code, 1)
            self.assertIn("cubilete", reason)


class Stop(unittest.IsolatedAsyncioTestCase):
    async def test_on_a_restart_all_clients_get_close_code_1012(self):
        with Server() as server:
            clients = [await Client.open(server) for _ in range(20)]
            for client in clients[:10]:
                await client.hello()
            server.process.send_signal(signal.SIGTERM)
            codes = [await client.closed() for client in clients]
            self.assertEqual(codes, [RESTART] * 20)
            self.assertEqual(await server.ended(), 0)

    async def test_it_stops_in_order_during_a_match(self):
        with Server("--log-level", "warning") as server:
            client = await Client.open(server)
            await client.hello()
            room = (await client.request("room.create", game="yahtzee", seats=1))["room"]
            self.assertEqual((await client.request("room.start", room=room))["t"], "ok")
            server.process.send_signal(signal.SIGTERM)
            self.assertEqual(await server.ended(), 0, server.log())

    async def test_ctrl_c_has_the_same_effect(self):
        with Server() as server:
            client = await Client.open(server)
            server.process.send_signal(signal.SIGINT)
            self.assertEqual(await client.closed(), RESTART)
            self.assertEqual(await server.ended(), 0)

    async def test_while_it_closes_it_is_not_ready_and_accepts_nobody(self):
        with Server("--limit", "close-deadline=1min", "--limit", "drain-deadline=1min") as server:
            probe = await Raw.open(server)
            mute = await Raw.websocket(server)  # delays the end of the server: it does not answer the close frame
            server.process.send_signal(signal.SIGTERM)
            self.assertEqual((await mute.frame())[0], CLOSE)
            await probe.send("GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n")
            self.assertEqual((await probe.response())[0], 503)
            with self.assertRaises(ConnectionRefusedError):
                await Raw.open(server)
            for raw in probe, mute:
                await raw.close()
            self.assertEqual(await server.ended(), 0)

    async def test_it_ends_in_time_whatever_its_clients_do(self):
        with Server("--limit", "drain-deadline=1s", "--limit", "close-deadline=1min", "--limit", "request-deadline=1min") as server:
            half = await Raw.open(server)
            await half.send("GET /")
            mute = await Raw.websocket(server)
            slow_reader = await Raw.websocket(server, receive_buffer=4096)
            slow_reader.writer.write(frame(TEXT, HELLO) * 50_000)
            await asyncio.sleep(0.2)
            begin = time.monotonic()
            server.process.send_signal(signal.SIGTERM)
            self.assertEqual(await server.ended(), 0)
            self.assertLess(time.monotonic() - begin, 20)  # and not a minute
            for raw in half, mute, slow_reader:
                await raw.close()

    async def test_a_second_signal_skips_the_waiting(self):
        with Server("--limit", "drain-deadline=1min", "--limit", "close-deadline=1min") as server:
            mute = await Raw.websocket(server)
            server.process.send_signal(signal.SIGINT)
            self.assertEqual((await mute.frame())[0], CLOSE)
            server.process.send_signal(signal.SIGINT)
            self.assertEqual(await server.ended(), 0)
            await mute.close()


class Crowd(unittest.IsolatedAsyncioTestCase):
    async def test_without_file_descriptors_it_waits_quietly_and_then_continues(self):
        with Server("--limit", "request-deadline=1min") as server:
            resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (64, 64))
            crowd = [await Raw.open(server) for _ in range(200)]
            await asyncio.sleep(0.5)
            before = server.cpu_seconds()
            await asyncio.sleep(2)
            self.assertLess(server.cpu_seconds() - before, 0.2 * 2)
            for raw in crowd:
                await raw.close()
            late = await Raw.open(server)
            await late.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            self.assertEqual((await late.response())[0], 200)
            await late.close()
            # Once, and again when it could accept some connections but not all: not ten times a second.
            self.assertIn(server.log().count("cannot accept connections"), range(1, 10))

    async def test_with_all_sockets_taken_new_clients_are_refused_until_one_leaves(self):
        with Server("--most-sockets", "2") as server:
            ana, ben = [await Client.open(server) for _ in range(2)]
            with self.assertRaises(websockets.InvalidStatusCode) as refused:
                await Client.open(server)
            self.assertEqual(refused.exception.status_code, 503)
            self.assertIn("Retry-After", refused.exception.headers)
            self.assertEqual((await ana.hello())["t"], "ok")
            await ben.close()

            async def come_in():
                while True:
                    with contextlib.suppress(websockets.InvalidStatusCode):
                        return await Client.open(server)

            cleo = await asyncio.wait_for(come_in(), PATIENCE)
            self.assertEqual((await cleo.hello())["t"], "ok")
            for client in ana, cleo:
                await client.close()

    async def test_a_client_that_reads_too_little_is_closed_when_the_total_queue_is_too_long(self):
        patient = ["--limit", "outbox-bytes=1GiB", "--limit", "unanswered=1000000", "--limit", "write-deadline=10min"]
        with Server("--limit", "queued-bytes=512KiB", "--limit", "close-deadline=10min", *patient) as server:
            ana = await Client.open(server)
            await ana.hello()
            slow_reader = await Raw.websocket(server, receive_buffer=4096)
            slow_reader.writer.write(frame(TEXT, HELLO) * 50_000)
            await server.has_closed(TOO_SLOW)
            self.assertEqual(await slow_reader.close_code(), TOO_SLOW)
            self.assertEqual((await ana.request("lobby.unwatch"))["t"], "ok")
            await slow_reader.close()
            await ana.close()

    async def test_a_thousand_idle_sockets_cost_little(self):
        with Server("--limit", "hello-deadline=10min") as server:
            warm_up = [await Raw.websocket(server) for _ in range(100)]
            before = server.resident_bytes()
            idle = [await Raw.websocket(server) for _ in range(1_000)]
            each = (server.resident_bytes() - before) / len(idle)
            self.assertLess(each, 128 * 1024)
            for raw in warm_up + idle:
                await raw.close()


if __name__ == "__main__":
    unittest.main()
