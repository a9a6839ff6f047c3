"""Certificates for servers of the tests, by an authority of their own."""
import pathlib
import subprocess


class Authority:
    """Keeps all its files in a folder; `certificate` is its own."""

    KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.certificate = self.folder / "ca.pem"
        self._openssl("req", "-x509", *self.KEY, "-days", "2", "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Test authority")

    def issue(self, host):
        """The files of a certificate for this name, and of its key."""
        self._openssl("req", *self.KEY, "-keyout", "server.key", "-out", "server.csr", "-subj", f"/CN={host}")
        (self.folder / "names").write_text(f"subjectAltName=DNS:{host}\n")
        self._openssl("x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2",
                      "-extfile", "names", "-out", "server.pem")
        return self.folder / "server.pem", self.folder / "server.key"

    def _openssl(self, *words):
        subprocess.run(["openssl", *words], cwd=self.folder, check=True, capture_output=True)
