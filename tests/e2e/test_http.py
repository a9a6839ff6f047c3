"""Answers to browsers, proxies and attackers over HTTP."""
import asyncio
import base64
import contextlib
import gzip
import hashlib
import json
import re
import unittest

from server import Raw, Server, get, upgrade_request

# For scripts, styles and pictures of a page browsers use only these two headers. The page itself sends all
# others; on each of fifty files they would be a fifth of a first visit.
OF_ALL = {"x-content-type-options": "nosniff", "cross-origin-resource-policy": "same-origin"}
SECURITY = {
    **OF_ALL,
    "content-security-policy": "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'self'; form-action 'none'; "
    "frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


def security_of(headers):
    """Those headers; without the sockets of the page's own host."""
    found = {name: headers.get(name) for name in SECURITY}
    found["content-security-policy"] = found["content-security-policy"].replace(" ws://127.0.0.1 wss://127.0.0.1", "")
    return found


class Http(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server())

    async def ask(self, request, bodiless=False):
        """The response on its own connection."""
        raw = await Raw.open(self.server)
        try:
            await raw.send(request)
            return await raw.response(bodiless)
        finally:
            await raw.close()

    async def version(self):
        page = (await self.ask(get("/")))[2].decode()
        return re.search(r"v/([0-9a-f]+)/", page).group(1)

    async def test_the_page_is_at_the_root(self):
        status, headers, page = await self.ask(get("/"))
        self.assertEqual(status, 200)
        self.assertEqual(headers["content-type"], "text/html; charset=utf-8")
        self.assertEqual(headers["cache-control"], "no-cache")
        self.assertIn(b"<!doctype html>", page.lower())
        self.assertNotIn(b"{{", page)
        self.assertEqual((await self.ask(get("/?utm=x")))[2], page)

    async def test_every_file_that_the_page_names_exists_and_is_cached_forever(self):
        page = (await self.ask(get("/")))[2].decode()
        files = re.findall(r'(?:src|href)="(v/[^"]+)"', page)
        self.assertTrue(files)
        for file in files:
            with self.subTest(file):
                status, headers, body = await self.ask(get("/" + file))
                self.assertEqual(status, 200)
                self.assertTrue(body)
                self.assertEqual(headers["cache-control"], "public, max-age=31536000, immutable")

    async def test_only_the_service_worker_may_control_all_pages(self):
        version = await self.version()
        _, headers, _ = await self.ask(get(f"/v/{version}/worker.js"))
        self.assertEqual(headers["service-worker-allowed"], "/")
        _, headers, _ = await self.ask(get(f"/v/{version}/app.js"))
        self.assertNotIn("service-worker-allowed", headers)

    async def test_everything_that_can_be_opened_or_run_by_itself_has_the_security_headers(self):
        files = f"/v/{await self.version()}"
        # The worker's own policy limits its requests, an SVG may contain scripts, and the offline page is
        # stored with its headers.
        alone = [f"{files}/{name}" for name in ["worker.js", "core/verify/check_worker.js", "icon.svg", "offline.html"]]
        for path in ["/", "/r/K7QX2M", "/rules/tres", "/healthz", "/readyz", "/nothing", "/ws", "/metrics", "/api/v1/top", *alone]:
            for method in ["GET", "HEAD", "POST"]:
                with self.subTest(f"{method} {path}"):
                    _, headers, _ = await self.ask(get(path, method), bodiless=method == "HEAD")
                    self.assertEqual(security_of(headers), SECURITY)
        _, headers, _ = await self.ask(get("/", If_None_Match=(await self.ask(get("/")))[1]["etag"]))
        self.assertEqual(security_of(headers), SECURITY)

    async def test_a_page_may_open_sockets_to_its_host_also_where_self_does_not_say_so(self):
        for path in ["/", "/r/K7QX2M", "/rules/tres", "/desk"]:
            _, headers, _ = await self.ask(get(path, Host="localhost:8080"))
            self.assertIn("; connect-src 'self' ws://localhost:8080 wss://localhost:8080; ", headers["content-security-policy"])
        for host in ["[::1]:8080", "a;sandbox", "a,b"]:  # a policy cannot name these
            _, headers, _ = await self.ask(get("/", Host=host))
            self.assertEqual(security_of(headers), SECURITY)

    async def test_the_stored_offline_page_has_the_policy_of_errors_by_which_the_worker_knows_them(self):
        policies = {
            (await self.ask(get(path, Host="localhost:8080")))[1]["content-security-policy"]
            for path in [f"/v/{await self.version()}/offline.html", "/readyz", "/api/v1/nothing"]
        }
        self.assertEqual(len(policies), 1, policies)

    async def test_the_verifier_is_saved_as_one_file_that_names_no_other(self):
        for method in ["GET", "HEAD"]:
            status, headers, body = await self.ask(get("/verifier.html", method), bodiless=method == "HEAD")
            self.assertEqual((status, headers["content-type"]), (200, "text/html; charset=utf-8"))
            self.assertEqual(headers["content-disposition"], 'attachment; filename="cubilete-verifier.html"')
            self.assertEqual(security_of(headers), SECURITY)
        page = (await self.ask(get("/verifier.html")))[2].decode()
        self.assertEqual(re.findall(r"\{\{(?:script|style|dark)\w*\}\}", page), [])
        policy = re.search(r'http-equiv="Content-Security-Policy"\s+content="([^"]+)"', page)[1]
        elements = [text for name in ("script", "style") for text in re.findall(rf"<{name}[^>]*>(.*?)</{name}>", page, re.DOTALL)]
        script, style, dark = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in elements]
        self.assertEqual(policy, f"default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}' 'sha256-{dark}'; "
                                 "base-uri 'none'; form-action 'none'")

    async def test_a_part_of_a_page_has_few_headers(self):
        files = f"/v/{await self.version()}"
        for name in ["app.js", "i18n/en.js", "ui/style.css", "icons/192.png", "manifest.webmanifest"]:
            for method in ["GET", "HEAD"]:
                with self.subTest(f"{method} {name}"):
                    status, headers, _ = await self.ask(get(f"{files}/{name}", method, Accept_Encoding="gzip"), method == "HEAD")
                    self.assertEqual(status, 200)
                    self.assertEqual({name: headers.get(name) for name in SECURITY if name in headers}, OF_ALL)
                    self.assertLessEqual(sum(len(f"{field}: {value}\r\n") for field, value in headers.items()), 300)

    async def test_a_file_that_is_cached_forever_is_not_requested_again(self):
        status, headers, body = await self.ask(get(f"/v/{await self.version()}/app.js", If_None_Match="*"))
        self.assertEqual(status, 200)
        self.assertNotIn("etag", headers)
        self.assertTrue(body)

    async def test_a_browser_with_a_current_page_gets_304(self):
        for encoding in ["gzip", "identity"]:
            _, headers, _ = await self.ask(get("/", Accept_Encoding=encoding))
            etag = headers["etag"]
            status, headers, body = await self.ask(get("/", Accept_Encoding=encoding, If_None_Match=etag))
            self.assertEqual((status, body), (304, b""))
            self.assertNotIn("content-length", headers)
            self.assertEqual(headers["etag"], etag)
            self.assertEqual(headers["cache-control"], "no-cache")
            status, _, body = await self.ask(get("/", Accept_Encoding=encoding, If_None_Match='"other"'))
            self.assertEqual(status, 200)
            self.assertTrue(body)

    async def test_gzip_is_sent_only_to_clients_that_accept_it(self):
        _, plain_headers, plain = await self.ask(get("/"))
        _, headers, packed = await self.ask(get("/", Accept_Encoding="gzip, br"))
        self.assertNotIn("content-encoding", plain_headers)
        self.assertEqual(headers["content-encoding"], "gzip")
        self.assertEqual(gzip.decompress(packed), plain)
        self.assertNotEqual(headers["etag"], plain_headers["etag"])
        for each in headers, plain_headers:
            self.assertEqual(each["vary"], "Accept-Encoding, Accept-Language")

    async def test_head_gets_the_headers_of_get_without_the_body(self):
        for path in ["/", "/healthz", "/nothing"]:
            with self.subTest(path):
                status, headers, body = await self.ask(get(path))
                raw = await Raw.open(self.server)
                await raw.send(get(path, "HEAD", Connection="close"))
                head_status, head_headers, _ = await raw.response(bodiless=True)
                self.assertEqual(await raw.ended(), b"")
                await raw.close()
                self.assertEqual(head_status, status)
                self.assertEqual(head_headers["content-length"], str(len(body)))
                for name in set(headers) - {"date"}:
                    self.assertEqual(head_headers[name], headers[name])

    async def test_the_probes_report_that_the_server_lives_and_accepts_players(self):
        self.assertEqual((await self.ask(get("/healthz")))[::2], (200, b"ok\n"))
        self.assertEqual((await self.ask(get("/readyz")))[::2], (200, b"ready\n"))

    async def test_another_method_gets_405_with_the_allowed_ones(self):
        for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "BREW"]:
            with self.subTest(method):
                status, headers, body = await self.ask(get("/", method))
                self.assertEqual(status, 405)
                self.assertEqual(headers["allow"], "GET, HEAD")
                self.assertEqual(json.loads(body)["error"]["code"], "method_not_allowed")

    async def test_one_connection_may_send_many_requests_also_without_waiting(self):
        raw = await Raw.open(self.server)
        paths = ["/", "/healthz", "/nothing", "/readyz"] * 5
        await raw.send("".join(get(path) for path in paths))
        statuses = [(await raw.response())[0] for _ in paths]
        self.assertEqual(statuses, [200, 200, 404, 200] * 5)
        await raw.send(get("/healthz", Connection="close"))
        _, headers, _ = await raw.response()
        self.assertEqual(headers["connection"], "close")
        self.assertEqual(await raw.ended(), b"")
        await raw.close()

    async def test_http_1_0_gets_an_answer_and_the_connection_ends(self):
        raw = await Raw.open(self.server)
        await raw.send("GET /healthz HTTP/1.0\r\n\r\n")
        status, _, body = await raw.response()
        self.assertEqual((status, body), (200, b"ok\n"))
        self.assertEqual(await raw.ended(), b"")
        await raw.close()

    async def test_no_spelling_of_a_path_leaves_the_client_folder(self):
        version = await self.version()
        parents = ["..", "%2e%2e", "%2E.", ".%2e", "..;", "%252e%252e", "..%00", "%c0%ae%c0%ae", "%uff0e%uff0e", "...."]
        slashes = ["/", "%2f", "\\", "%5c"]
        paths = [f"/v/{version}{slash}{up}{slash}{up}{slash}etc{slash}passwd" for up in parents for slash in slashes]
        self.assertGreaterEqual(len(paths), 40)
        paths += ["/../../../../etc/passwd", "//etc/passwd", "/etc/passwd", "/v/../../etc/passwd", "file:///etc/passwd",
                  f"/v/{version}/.git/config", f"/v/{version}/package.json", f"/v/{version}/", "/v/", "/server/main.cpp"]
        for path in paths:
            with self.subTest(path):
                status, _, body = await self.ask(get(path))
                self.assertIn(status, (400, 404))
                self.assertNotIn(b"root:", body)

    async def test_a_request_with_a_body_or_an_ambiguous_one_is_refused_and_the_connection_ends(self):
        body = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
        heads = [
            "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello",
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello",
            f"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n{body}",
            "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: identity\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\nhello",
            "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5, 5\r\n\r\nhello",
            "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: +0\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 0x5\r\n\r\nhello",
            "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
            "GET / HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nX Y: z\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nX: a\r\n Transfer-Encoding: chunked\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nX: a\r\n\tb\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nX: a\x00b\r\n\r\n",
            "GET / HTTP/2.0\r\nHost: x\r\n\r\n",
            "GET / HTTP/1.2\r\nHost: x\r\n\r\n",
            "GET  / HTTP/1.1\r\nHost: x\r\n\r\n",
            "GET /\r\n\r\n",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 a TLS greeting\r\n\r\n",
        ]
        for head in heads:
            with self.subTest(head):
                raw = await Raw.open(self.server)
                # The rest must not be answered: a proxy could assign it to another client.
                await raw.send(head.encode("latin-1") + get("/healthz").encode())
                status, headers, _ = await raw.response()
                self.assertIn(status, (400, 413, 505))
                self.assertEqual(headers["connection"], "close")
                self.assertEqual(await raw.ended(), b"")
                await raw.close()

    async def test_cookies_of_other_programs_at_the_host_keep_nobody_out(self):
        cookies = "; ".join(f"program{n}={'x' * 2000}" for n in range(6))
        self.assertEqual((await self.ask(get("/", Cookie=cookies)))[0], 200)
        raw = await Raw.open(self.server)
        # The headers of the upgrade stand behind the cookies.
        await raw.send(upgrade_request().replace("\r\n", f"\r\nCookie: {cookies}\r\n", 1))
        self.assertIn(" 101 ", await raw.head())
        await raw.close()

    async def test_a_head_may_have_16_kibibytes(self):
        status, _, _ = await self.ask(get("/healthz", X="x" * 16_000))
        self.assertEqual(status, 200)
        for head in [get("/healthz", X="x" * 16_384), get("/" + "x" * 16_384), "x" * 20_000]:
            raw = await Raw.open(self.server)
            await raw.send(head)
            status, headers, _ = await raw.response()
            self.assertEqual(status, 431)
            self.assertEqual(headers["connection"], "close")
            await raw.close()


class Deadlines(unittest.IsolatedAsyncioTestCase):
    """Tests that no client can block a connection; the deadlines are short for this test."""

    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server("--limit", "request-deadline=500ms", "--limit", "write-deadline=500ms"))

    async def test_a_connection_without_a_request_is_closed(self):
        raw = await Raw.open(self.server)
        self.assertEqual(await raw.ended(), b"")
        await raw.close()

    async def test_half_a_request_is_closed(self):
        for half in ["G", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: x\r\n"]:
            raw = await Raw.open(self.server)
            await raw.send(half)
            self.assertEqual(await raw.ended(), b"")
            await raw.close()

    async def test_a_slow_request_is_closed_even_if_it_continues(self):
        raw = await Raw.open(self.server)
        ended = asyncio.create_task(raw.ended())
        await raw.send("GET / HTTP/1.1\r\n")
        with contextlib.suppress(ConnectionError):
            while not ended.done():
                await raw.send("X: y\r\n")
                await asyncio.sleep(0.05)
        self.assertEqual(await ended, b"")
        await raw.close()

    async def test_after_an_answer_the_next_request_has_its_own_deadline(self):
        raw = await Raw.open(self.server)
        for _ in range(4):
            await raw.send(get("/healthz"))
            self.assertEqual((await raw.response())[0], 200)
            await asyncio.sleep(0.2)
        self.assertEqual(await raw.ended(), b"")
        await raw.close()

    async def test_a_client_that_never_reads_is_closed(self):
        raw = await Raw.open(self.server, receive_buffer=4096)
        with self.assertRaises((ConnectionError, asyncio.TimeoutError)):
            while True:
                raw.writer.write(get("/").encode() * 100)
                await asyncio.wait_for(raw.writer.drain(), 10)
        await raw.close()


if __name__ == "__main__":
    unittest.main()
