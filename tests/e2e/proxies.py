"""The reverse proxies of docs/operating.md: their programs, with the configurations that the page shows. Only ports, paths of
certificates and the place of temporary files are replaced; a replacement that does not find its text fails.
"""
import dataclasses
import functools
import http.client
import os
import pathlib
import pwd
import re
import shutil
import socket
import ssl
import subprocess
import tempfile
import time

from certificates import Authority
from server import PATIENCE

OPERATING = pathlib.Path(__file__).parents[2] / "docs/operating.md"
HOST = "dice.example.org"
CERTIFICATES = [(f"/etc/letsencrypt/live/{HOST}/fullchain.pem", "server.pem"), (f"/etc/letsencrypt/live/{HOST}/privkey.pem", "server.key")]
NAME, PASSWORD = "ana", "s3cret"
# The password as `openssl passwd -apr1` and, quickly, `caddy hash-password` write it.
APACHE_HASH, CADDY_HASH = "$apr1$diceroll$A7SPimlg89RR/pWYfRo/60", "$2b$04$abcdefghijklmnopqrstuuLZYjhNQAOdpbzt4WxWlUHjv1wsyH5DG"


def blocks(title):
    """The configurations under a title of docs/operating.md: that of a host, and the piece for a path."""
    section = re.search(rf"^### {re.escape(title)}\n(.*?)(?=^##)", OPERATING.read_text(), re.DOTALL | re.MULTILINE)[1]
    found = re.findall(r"^```\w+\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
    assert len(found) == 2, f"{title} has {len(found)} configurations"
    return found


def replaced(text, changes):
    for old, new in changes:
        assert old in text, f"{old!r} is not in\n{text}"
        text = text.replace(old, new)
    return text


def without_lines(text, pattern):
    """Without the lines in which the pattern matches."""
    remaining = "".join(line for line in text.splitlines(keepends=True) if not re.search(pattern, line))
    assert remaining != text, f"{pattern!r} is not in\n{text}"
    return remaining


def free_ports(count):
    listeners = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [listener.getsockname()[1] for listener in listeners]
    for listener in listeners:
        listener.close()
    return ports


_certificates = tempfile.TemporaryDirectory(prefix="cubilete-")


@functools.cache
def certificate():
    """The files of a certificate for the host, of its key, and of the authority; made once."""
    authority = Authority(_certificates.name)
    return *authority.issue(HOST), authority.certificate


@dataclasses.dataclass(frozen=True)
class Mistakes:
    """Each as replacements in the configuration of a host."""
    no_upgrade: list
    other_host: list  # the server sees the address of the proxy's target
    no_port: list  # the server sees the host without its port
    no_address: list
    login: list


class Program:
    """The parts that all four proxies share."""
    title: str
    mistakes: Mistakes
    at_root: str  # the part of a host's configuration that the piece for a path replaces

    def __init__(self, folder):
        self.folder = folder

    def of_host(self):
        return blocks(self.title)[0]

    def of_path(self):
        host, piece = blocks(self.title)
        return replaced(host, [(self.at_root, piece)])


class Nginx(Program):
    title = "nginx"
    mistakes = Mistakes(
        no_upgrade=[("        proxy_set_header Upgrade $http_upgrade;\n", "")],
        other_host=[("        proxy_set_header Host $http_host;\n", "")],
        no_port=[("$http_host", "$host")],
        no_address=[("        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;\n", "")],
        login=[("    location / {\n", '    location / {\n        auth_basic "Our games";\n        auth_basic_user_file users;\n')])

    @property
    def at_root(self):
        return re.search(r"    location / \{.*?\n    \}\n", self.of_host(), re.DOTALL)[0]

    def without_tls(self, text):
        second = text[text.rindex("server {"):]
        plain = "".join(re.findall(r"    listen .*\b80;\n", text))
        return without_lines(second, "443|ssl").replace("server {\n", "server {\n" + plain)

    def made(self, text, http_port, https_port):
        places = [("listen 80;", f"listen 127.0.0.1:{http_port};"), ("listen [::]:80;", f"listen 127.0.0.2:{http_port};")]
        if "443" in text:
            places += [("listen 443 ", f"listen 127.0.0.1:{https_port} "), ("listen [::]:443 ", f"listen 127.0.0.2:{https_port} "),
                       *CERTIFICATES]
        temporary = "".join(f"{kind}_temp_path {self.folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        return (f"daemon off;\nuser {pwd.getpwuid(os.geteuid()).pw_name};\npid {self.folder}/pid;\nerror_log stderr;\n"
                f"events {{}}\nhttp {{\naccess_log off;\n{temporary}{replaced(text, places)}}}\n")

    def command(self, config):
        return ["nginx", "-e", "stderr", "-p", self.folder, "-c", config]


class Caddy(Program):
    title = "Caddy"
    at_root = "\treverse_proxy 127.0.0.1:8080\n"

    def with_lines(*lines, at_root=at_root):
        inner = "".join(f"\t\t{line}\n" for line in lines)
        return [(at_root, f"\treverse_proxy 127.0.0.1:8080 {{\n{inner}\t}}\n")]

    mistakes = Mistakes(
        no_upgrade=with_lines("header_up -Upgrade", "header_up -Connection"),
        other_host=with_lines("header_up Host {upstream_hostport}"),
        no_port=with_lines("header_up Host {host}"),
        no_address=with_lines("header_up -X-Forwarded-For"),
        login=[(at_root, f"\tbasicauth {{\n\t\t{NAME} {CADDY_HASH}\n\t}}\n{at_root}")])

    def without_tls(self, text):
        return replaced(text, [(f"\n{HOST} {{", f"\nhttp://{HOST} {{")])

    def made(self, text, http_port, https_port):
        # With this, it takes the test's certificate instead of one from the Internet.
        if f"\n{HOST} {{\n" in text:
            text = replaced(text, [(f"\n{HOST} {{\n", f"\n{HOST} {{\n\ttls server.pem server.key\n")])
        return (f"{{\n\tadmin off\n\thttp_port {http_port}\n\thttps_port {https_port}\n\tdefault_bind 127.0.0.1\n"
                f"\tstorage file_system {self.folder}/storage\n}}\n{text}")

    def command(self, config):
        return ["caddy", "run", "--adapter", "caddyfile", "--config", config]


class Apache(Program):
    title = "Apache"
    at_root = "    ProxyPreserveHost On\n    ProxyPass / http://127.0.0.1:8080/ upgrade=websocket\n"
    mistakes = Mistakes(
        no_upgrade=[(" upgrade=websocket", "")],
        other_host=[("    ProxyPreserveHost On\n", "")],
        no_port=[("    ProxyPreserveHost On\n", f"    ProxyPreserveHost On\n    RequestHeader set Host {HOST}\n")],
        no_address=[("    ProxyPreserveHost On\n", "    ProxyPreserveHost On\n    ProxyAddHeaders Off\n")],
        login=[("    ProxyPreserveHost On\n", '    ProxyPreserveHost On\n    <Location />\n        AuthType Basic\n        AuthName "Our games"\n'
                '        AuthUserFile users\n        Require valid-user\n    </Location>\n')])
    MODULES = ("mpm_event", "authz_core", "authz_user", "authn_core", "authn_file", "auth_basic", "alias", "headers", "ssl", "proxy", "proxy_http")

    def without_tls(self, text):
        second = text[text.rindex("<VirtualHost "):]
        return replaced(without_lines(second, "SSL"), [("*:443", "*:80")])

    def made(self, text, http_port, https_port):
        places = [("<VirtualHost *:80>", f"<VirtualHost *:{http_port}>")]
        listens = f"Listen 127.0.0.1:{http_port}\n"
        if "443" in text:
            places += [("<VirtualHost *:443>", f"<VirtualHost *:{https_port}>"), *CERTIFICATES]
            listens += f"Listen 127.0.0.1:{https_port}\n"
        modules = "".join(f"LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so\n" for name in self.MODULES)
        user = "User www-data\nGroup www-data\n" if os.geteuid() == 0 else ""
        return (f"{modules}ServerName localhost\nServerRoot {self.folder}\nDefaultRuntimeDir {self.folder}\nPidFile pid\n"
                f"ErrorLog /dev/stderr\n{user}{listens}{replaced(text, places)}")

    def command(self, config):
        return ["apache2", "-D", "FOREGROUND", "-f", config]


class Haproxy(Program):
    title = "haproxy"
    at_root = "    default_backend cubilete\n"
    mistakes = Mistakes(
        no_upgrade=[(at_root, "    http-request del-header Upgrade\n" + at_root)],
        other_host=[(at_root, "    http-request set-header Host 127.0.0.1:8080\n" + at_root)],
        no_port=[(at_root, f"    http-request set-header Host {HOST}\n" + at_root)],
        no_address=[("    option forwardfor\n", "")],
        login=[("defaults\n", f"userlist players\n    user {NAME} insecure-password {PASSWORD}\n\ndefaults\n"),
               (at_root, "    http-request auth unless { http_auth(players) }\n" + at_root)])

    def without_tls(self, text):
        return without_lines(text, "^    .*(443|https)")

    def made(self, text, http_port, https_port):
        # The package makes the user; a test runs it as its own.
        places = [("log /dev/log local0", "log stdout format raw local0"), ("    user haproxy\n    group haproxy\n", ""),
                  (":::80 v4v6", f"127.0.0.1:{http_port}")]
        if ":443" in text:
            places += [(":::443 v4v6", f"127.0.0.1:{https_port}"), (f"/etc/haproxy/{HOST}.pem", f"{self.folder}/both.pem")]
            (self.folder / "both.pem").write_bytes((self.folder / "server.pem").read_bytes() + (self.folder / "server.key").read_bytes())
        return replaced(text, places)

    def command(self, config):
        return ["haproxy", "-f", config]


PROGRAMS = {program.title.lower(): program for program in (Nginx, Caddy, Apache, Haproxy)}


class Proxy:
    """A program in front of a server; `with Proxy(...)` waits until it serves. `port`: the one of the public address, whatever
    port it listens on.
    """

    def __init__(self, program, server, path="", tls=True, mistake=None, port=None):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cubilete-"))
        self.folder.chmod(0o711)  # Apache's and nginx' workers are other users
        try:
            self._start(program(self.folder), server, path, tls, mistake)
        except BaseException:
            shutil.rmtree(self.folder)
            raise
        self.path = path
        self.host = HOST + (f":{port}" if port else "")
        self.origin = f"http{'s' if tls else ''}://{self.host}"
        self.socket_url = f"ws{'s' if tls else ''}://{self.host}{path}/ws"

    def _start(self, program, server, path, tls, mistake):
        (self.folder / "users").write_text(f"{NAME}:{APACHE_HASH}\n")
        for file in certificate():
            shutil.copy(file, self.folder)
        self.http_port, self.https_port = free_ports(2)
        self.port = self.https_port if tls else self.http_port
        self.context = ssl.create_default_context(cafile=self.folder / "ca.pem") if tls else None
        text = program.of_path() if path else program.of_host()
        if mistake:
            text = replaced(text, getattr(program.mistakes, mistake))
        if not tls:
            text = program.without_tls(text)
        config = self.folder / "config"
        config.write_text(replaced(program.made(text, self.http_port, self.https_port), [("127.0.0.1:8080", f"127.0.0.1:{server.port}")]))
        self.log_path = self.folder / "log"
        with open(self.log_path, "wb") as log:
            self.process = subprocess.Popen(program.command(config), cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                            env={**os.environ, "HOME": str(self.folder), "PATH": f"{os.environ['PATH']}:/usr/sbin"})
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            try:
                return socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                time.sleep(0.01)
        self.process.kill()
        raise AssertionError(f"it does not serve:\n{self.log()}\n{config.read_text()}")

    def __enter__(self):
        return self

    def __exit__(self, *trouble):
        self.process.terminate()
        try:
            self.process.wait(PATIENCE / 4)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder)

    def log(self):
        return self.log_path.read_text(errors="replace")

    def options(self, source="127.0.0.1", **more):
        """For Client.open: a browser with this address, on a page of the proxy."""
        tls = {"ssl": self.context, "server_hostname": HOST} if self.context else {}
        return {"host": "127.0.0.1", "port": self.port, "origin": self.origin, "local_addr": (source, 0), **tls, **more}

    def get(self, path, source="127.0.0.1", plain=False, **headers):
        """Status, headers and body; `plain`: of the port without TLS, beside that with it."""
        connection = http.client.HTTPConnection(HOST, timeout=PATIENCE)
        connection.sock = socket.create_connection(("127.0.0.1", self.http_port if plain else self.port), PATIENCE, (source, 0))
        if self.context and not plain:
            connection.sock = self.context.wrap_socket(connection.sock, server_hostname=HOST)
        try:
            connection.request("GET", path, headers={"Host": self.host, **{name.replace("_", "-"): value for name, value in headers.items()}})
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        finally:
            connection.close()
