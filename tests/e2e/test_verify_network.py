"""`cubilete verify URL`: pages, redirects and certificates, and what servers may send instead of a record."""
import contextlib
import http.server
import itertools
import json
import os
import ssl
import threading
import unittest

from certificates import Authority
from test_verify import MIB, NOTHING, SERVERS, Folder, verdict


class Pages(http.server.BaseHTTPRequestHandler):
    """Answers with what `answers` has for the target: a text, or a function that answers."""

    answers: dict

    def do_GET(self):
        answer = self.answers.get(self.path)
        self.server.asked.append(self.path)
        if callable(answer):
            answer(self)
        elif answer is None:
            self.send_error(404)
        else:
            self.tell(answer.encode())

    def tell(self, body):
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        pass


class QuietServer(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *words):
        """The command hangs up early when it does not want the rest."""


@contextlib.contextmanager
def serving(answers, tls=None):
    """A server for these answers; gives its port. Connections are encrypted with the context `tls`."""
    server = QuietServer(("127.0.0.1", 0), type("Handler", (Pages,), {"answers": answers}))
    server.asked = []
    if tls:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        server.port = server.server_port
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def redirect(location):
    def answer(handler):
        handler.send_response(302)
        handler.send_header("Location", location)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return answer


def stored_record():
    """The record of a match without programs that take part, which is enough for what the network does."""
    return {"id": "m_1", "proof": None, "ended_ms": 1, "next": None, "log": [{"seq": 1, "extra": {"dice": "server"}}]}


TARGET = "/api/v1/matches/m_1"
READ = (SERVERS, "server's dice: no player's program took part")


class Network(Folder):
    def read(self, server, *words, host="127.0.0.1", scheme="http"):
        return verdict(f"{scheme}://{host}:{server.port}/m/m_1", *words)

    def test_a_long_log_comes_in_pages(self):
        whole = stored_record()
        log = whole["log"] + [{"seq": seq} for seq in range(2, 8)]
        page = lambda start, end: json.dumps({**whole, "log": log[start - 1:end], "next": end + 1 if end < len(log) else None})  # noqa: E731
        answers = {TARGET: page(1, 3), f"{TARGET}?from=4": page(4, 6), f"{TARGET}?from=7": page(7, 7)}
        with serving(answers) as server:
            self.assertEqual(READ, self.read(server))
            self.assertEqual(list(answers), server.asked)
            url = f"http://127.0.0.1:{server.port}{TARGET}"
            for wrong in ({"next": 4}, {"id": "m_2"}, {"log": []}, {"next": "8"}):
                answers[f"{TARGET}?from=4"] = json.dumps({**json.loads(page(4, 6)), **wrong})
                text = f"not verifiable: {url}: the pages of the log do not follow each other"
                self.assertEqual((NOTHING, text), self.read(server), wrong)

    def test_redirects_stay_at_the_same_host(self):
        with serving({}) as server, serving({TARGET: json.dumps(stored_record())}) as other:
            answers = server.RequestHandlerClass.answers
            answers[f"/new{TARGET}"] = json.dumps(stored_record())
            here = f"http://127.0.0.1:{server.port}"
            for location in (f"/new{TARGET}", f"{here}/new{TARGET}", f"//127.0.0.1:{server.port}/new{TARGET}", "../../../new" + TARGET):
                answers[TARGET] = redirect(location)
                answers[f"/api/v1/matches/../../../new{TARGET}"] = json.dumps(stored_record())
                self.assertEqual(READ, self.read(server), location)
            for location in (f"http://127.0.0.1:{other.port}{TARGET}", f"http://localhost:{server.port}{TARGET}", f"//example.org{TARGET}"):
                answers[TARGET] = redirect(location)
                code, text = self.read(server)
                self.assertEqual(NOTHING, code, location)
                self.assertIn(": the server redirects to another host: http://", text)
            for location in ("file:///etc/passwd", "http://user@127.0.0.1/", ""):
                answers[TARGET] = redirect(location)
                code, text = self.read(server)
                self.assertEqual((NOTHING, True), (code, text.endswith(": the server redirects to an address that cannot be read")), text)
            answers[TARGET] = redirect(TARGET)
            self.assertEqual((NOTHING, f"not verifiable: {here}{TARGET}: the server redirects more than 5 times"), self.read(server))
            self.assertEqual([], other.asked)

    def test_more_than_64_mebibytes_are_not_read(self):
        def endless(length):
            def answer(handler):
                handler.send_response(200)
                if length:
                    handler.send_header("Content-Length", str(length))
                handler.end_headers()
                handler.wfile.write(b'{"log":"')
                part = b" " * MIB
                for _ in itertools.repeat(None, 80):
                    handler.wfile.write(part)

            return answer

        with serving({}) as server:
            for length in (100 * MIB, None):
                server.RequestHandlerClass.answers[TARGET] = endless(length)
                url = f"http://127.0.0.1:{server.port}{TARGET}"
                self.assertEqual((NOTHING, f"not verifiable: {url}: the answers have more than 64 MiB"), self.read(server))
            # Two pages that are small enough alone.
            page = {**stored_record(), "padding": " " * (40 * MIB)}
            server.RequestHandlerClass.answers.update({TARGET: json.dumps({**page, "next": 2}), f"{TARGET}?from=2": json.dumps(page)})
            self.assertEqual((NOTHING, f"not verifiable: {url}?from=2: the answers have more than 64 MiB"), self.read(server))

    def test_a_server_that_never_finishes_is_left(self):
        left = threading.Event()

        def silent(handler):
            handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{")
            left.wait()

        with serving({TARGET: silent}) as server:
            url = f"http://127.0.0.1:{server.port}{TARGET}"
            found = self.read(server, "--seconds", "1")
            left.set()
            self.assertEqual((NOTHING, f"not verifiable: {url}: no complete answer in 1 seconds"), found)

    def test_other_answers_are_named(self):
        def cut(handler):
            handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{")

        def nonsense(handler):
            handler.wfile.write(b"SSH-2.0-OpenSSH\r\n\r\n")

        with serving({}) as server:
            url = f"http://127.0.0.1:{server.port}{TARGET}"
            for answer, text in (
                (None, f"{url}: the server answers 404 Not Found"),
                ("<html>", "This is not JSON: see byte 1."),
                ("[]", f"{url}: the server sends something else than this match"),
                (json.dumps({**stored_record(), "id": "m_2"}), f"{url}: the server sends something else than this match"),
                (cut, f"{url}: no complete answer: partial message"),
                (nonsense, f"{url}: no complete answer: bad version"),
            ):
                server.RequestHandlerClass.answers[TARGET] = answer
                self.assertEqual((NOTHING, f"not verifiable: {text}"), self.read(server))
        self.assertRegex(self.read(server)[1], "no connection: Connection refused$")
        for url in ("http://", "https://example.org/", "http://example.org:x/m/m_1", "http://example.org/r/K7QX2M"):
            end = " is not the address of a match: it ends with /m/ID or /api/v1/matches/ID"
            self.assertEqual((NOTHING, f"not verifiable: {url}{end}"), verdict(url))


class Certificates(Folder):
    """A server on https whose certificate names localhost, by an authority of our own."""

    def setUp(self):
        super().setUp()
        self.authority = Authority(self.folder)
        self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.tls.load_cert_chain(*self.authority.issue("localhost"))

    def read(self, url, trusted=True):
        self.addCleanup(os.environ.pop, "SSL_CERT_FILE", None)
        os.environ["SSL_CERT_FILE"] = str(self.authority.certificate) if trusted else "/dev/null"
        return verdict(url)

    def test_a_certificate_has_to_be_trusted_and_to_name_the_host(self):
        with serving({TARGET: json.dumps(stored_record())}, self.tls) as server:
            url = f"https://localhost:{server.port}/m/m_1"
            self.assertEqual(READ, self.read(url))
            failed = f"not verifiable: https://localhost:{server.port}{TARGET}: no secure connection: certificate verify failed"
            code, text = self.read(url, trusted=False)
            self.assertEqual((NOTHING, True), (code, text.startswith(failed)), text)
            code, text = self.read(url.replace("localhost", "127.0.0.1"))
            self.assertEqual((NOTHING, True), (code, text.startswith(failed.replace("localhost", "127.0.0.1"))), text)
            self.assertEqual([TARGET], server.asked)

    def test_http_may_lead_to_https_at_the_same_host_and_not_back(self):
        with serving({}, self.tls) as secure, serving({}) as plain:
            secure.RequestHandlerClass.answers[TARGET] = json.dumps(stored_record())
            plain.RequestHandlerClass.answers[TARGET] = redirect(f"https://localhost:{secure.port}{TARGET}")
            self.assertEqual(READ, self.read(f"http://localhost:{plain.port}/m/m_1"))
            plain.RequestHandlerClass.answers[TARGET] = json.dumps(stored_record())
            secure.RequestHandlerClass.answers[TARGET] = redirect(f"http://localhost:{plain.port}{TARGET}")
            code, text = self.read(f"https://localhost:{secure.port}/m/m_1")
            self.assertEqual(NOTHING, code)
            self.assertIn(": the server redirects to another host: http://localhost", text)


if __name__ == "__main__":
    unittest.main()
