"""A browser that opens the page through a balancer: it loads the page and then its files, each over a connection of its own."""
import asyncio
import gzip
import json
import posixpath
import re

VERSION = re.compile(r"\bv/([0-9a-f]{32})/")
NAMED = re.compile(r"""["'`(](\.{1,2}/[\w./-]+\.\w+)["'`)]""")  # in a script or a style sheet
# A connection that ends without an answer, since its server has ended, is repeated, as browsers do.
MOST_TRIES = 3


async def get(port, path, encoding="gzip"):
    """Status, headers in lower case, and the bytes, over a new connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: {encoding}\r\nConnection: close\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        lines = head.decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines[1:] if line)
        body = await reader.readexactly(int(headers.get("content-length", 0)))
    except asyncio.IncompleteReadError as cut:
        raise ConnectionError(f"{path} was cut off") from cut
    finally:
        writer.close()
    if headers.get("content-encoding") == "gzip":
        body = gzip.decompress(body)
    return int(lines[0].split()[1]), headers, body


async def version_at(port):
    """The version of the page that a server sends."""
    status, _, page = await get(port, "/")
    (version,) = set(VERSION.findall(page.decode()))
    assert status == 200, page
    return version


def files_named_by(path, headers, body):
    """The files of the same version that a file names literally."""
    kind = headers["content-type"].split(";")[0]
    if kind == "application/manifest+json":
        names = [icon["src"] for icon in json.loads(body)["icons"]]
    elif kind in ("text/javascript", "text/css"):
        names = NAMED.findall(body.decode())
    else:
        names = []
    return {posixpath.normpath(posixpath.join(posixpath.dirname(path), name)) for name in names}


class Browser:
    """Opens the page again and again. Every file must come, and be that of the version whose page asks for it."""

    def __init__(self, port, chance):
        self.port, self.chance = port, chance
        self.files = {}  # what servers send for their own version: headers and bytes by path, by version
        self.opened = {}  # how often each version was opened
        self.loaded = self.repeated = 0

    async def learn(self, node, paths):
        """Reads a version of the page at a server that has it. `paths`: all its files. Returns the version."""
        version = await version_at(node.port)
        if version not in self.files:
            self.files[version] = {path: await self._own(node, f"/v/{version}/{path}") for path in paths(version)}
            assert len(self.files[version]) > 20
        return version

    async def _own(self, node, path):
        status, headers, body = await get(node.port, path)
        assert status == 200, path
        return self._stored_headers(headers), body

    @staticmethod
    def _stored_headers(headers):
        return {name: value for name, value in headers.items() if name not in ("date", "connection")}

    async def browse(self):
        while True:
            await self.open()
            await asyncio.sleep(0.05)

    async def open(self):
        status, _, page = await self._get("/")
        assert status == 200, page
        (version,) = set(VERSION.findall(page.decode()))
        self.opened[version] = self.opened.get(version, 0) + 1
        todo = {path for path in re.findall(rf"v/{version}/([^\"'\s)]+)", page.decode())}
        # A browser loads some files later, such as a game.
        todo |= set(self.chance.sample(sorted(self.files[version]), 5))
        done = set()
        while todo:
            done |= todo
            named = await asyncio.gather(*[self._load(version, path) for path in sorted(todo)])
            todo = {path for names in named for path in names if path in self.files[version]} - done

    async def _load(self, version, path):
        encoding = self.chance.choice(["gzip", "identity"])
        status, headers, body = await self._get(f"/v/{version}/{path}", encoding)
        assert status == 200, f"{status} for {path} of {version}: {body[:200]!r}"
        expected_headers, expected = self.files[version][path]
        assert body == expected, f"{path} of {version} is another file"
        if encoding == "gzip":
            assert self._stored_headers(headers) == expected_headers, f"{path}: {headers} and not {expected_headers}"
        self.loaded += 1
        return files_named_by(path, headers, body)

    async def _get(self, path, encoding="gzip"):
        for _ in range(MOST_TRIES - 1):
            try:
                return await get(self.port, path, encoding)
            except ConnectionError:
                self.repeated += 1
        return await get(self.port, path, encoding)
