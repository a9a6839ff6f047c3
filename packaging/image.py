#!/usr/bin/python3
"""Makes the image of a release, an OCI archive with an index of all architectures: from the same static programs, without a base, and
without running anything.

    packaging/image.py FILE VERSION COMMIT CERTIFICATES COPYRIGHT ARCHITECTURE=PROGRAM ...

CERTIFICATES is Debian's file of authorities, COPYRIGHT the file with all licences. The same input makes the same bytes; SOURCE_DATE_EPOCH is the
time of everything inside. The settings are those of docker/Dockerfile, but OCI has no health check: docker-compose.yml has it.
"""

import gzip
import hashlib
import io
import json
import os
import sys
import tarfile
import time
from pathlib import Path

EPOCH = int(os.environ["SOURCE_DATE_EPOCH"])
OCI = "application/vnd.oci.image."
USER = 10001


class Archive:
    """A tar whose bytes depend only on what is added."""

    def __init__(self):
        self.bytes = io.BytesIO()
        self.tar = tarfile.open(fileobj=self.bytes, mode="w", format=tarfile.GNU_FORMAT)

    def folder(self, name, mode=0o755, owner=0):
        self._add(name, tarfile.DIRTYPE, mode, owner)

    def file(self, name, content, mode=0o644):
        self._add(name, tarfile.REGTYPE, mode, 0, content)

    def _add(self, name, kind, mode, owner, content=b""):
        member = tarfile.TarInfo(name)
        member.type, member.mode, member.mtime, member.size = kind, mode, EPOCH, len(content)
        member.uid = member.gid = owner
        self.tar.addfile(member, io.BytesIO(content))

    def done(self):
        self.tar.close()
        return self.bytes.getvalue()


class Layout:
    """The blobs of an OCI layout, by their digests."""

    def __init__(self):
        self.blobs = {}

    def add(self, kind, content, **more):
        """Returns the descriptor of the content: bytes, or what becomes JSON."""
        if not isinstance(content, bytes):
            content = json.dumps(content, sort_keys=True, separators=(",", ":")).encode()
        digest = hashlib.sha256(content).hexdigest()
        self.blobs[digest] = content
        return {"mediaType": OCI + kind, "digest": f"sha256:{digest}", "size": len(content), **more}

    def layer(self, archive):
        """Returns the descriptor, and the digest of what is in it unpacked."""
        packed = gzip.compress(archive, 9, mtime=0)
        return self.add("layer.v1.tar+gzip", packed), f"sha256:{hashlib.sha256(archive).hexdigest()}"


def system(certificates):
    """The files that every architecture has: users, authorities, and two folders to write to."""
    archive = Archive()
    archive.folder("data", 0o700, USER)
    archive.folder("etc")
    archive.file("etc/group", f"root:x:0:\ncubilete:x:{USER}:\n".encode())
    archive.file("etc/passwd", f"root:x:0:0:root:/:/\ncubilete:x:{USER}:{USER}:Cubilete:/data:/\n".encode())
    archive.folder("etc/ssl")
    archive.folder("etc/ssl/certs")
    archive.file("etc/ssl/certs/ca-certificates.crt", certificates)
    archive.folder("tmp", 0o1777)
    return archive.done()


def program(binary, licences):
    archive = Archive()
    for folder in ("usr", "usr/local", "usr/local/bin"):
        archive.folder(folder)
    archive.file("usr/local/bin/cubilete", binary, 0o755)
    for folder in ("usr/share", "usr/share/doc", "usr/share/doc/cubilete"):
        archive.folder(folder)
    archive.file("usr/share/doc/cubilete/copyright", licences)
    return archive.done()


def image(layout, version, commit, architecture, layers):
    """Returns the descriptor of the image of one architecture."""
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(EPOCH))
    config = {
        "created": created, "architecture": architecture, "os": "linux", **({"variant": "v8"} if architecture == "arm64" else {}),
        "config": {
            "User": f"{USER}:{USER}", "Entrypoint": ["cubilete"], "Cmd": ["serve"], "StopSignal": "SIGTERM",
            "Env": ["PATH=/usr/local/bin", "CUBILETE_HOST=0.0.0.0", "CUBILETE_PORT=8080", "CUBILETE_DATA=/data"],
            "ExposedPorts": {"8080/tcp": {}}, "Volumes": {"/data": {}},
            "Labels": {
                "org.opencontainers.image.title": "Cubilete",
                "org.opencontainers.image.description": "Dice and cards with friends, on a server that anyone can host",
                "org.opencontainers.image.licenses": "MIT",
                "org.opencontainers.image.version": version,
                "org.opencontainers.image.revision": commit,
            },
        },
        "rootfs": {"type": "layers", "diff_ids": [digest for _, digest in layers]},
        "history": [{"created": created, "created_by": "tools/release"} for _ in layers],
    }
    manifest = {"schemaVersion": 2, "mediaType": f"{OCI}manifest.v1+json", "config": layout.add("config.v1+json", config),
                "layers": [descriptor for descriptor, _ in layers]}
    platform = {key: config[key] for key in ("architecture", "os", "variant") if key in config}
    return layout.add("manifest.v1+json", manifest, platform=platform)


def main(file, version, commit, certificates, copyright_, *programs):
    layout = Layout()
    base = layout.layer(system(Path(certificates).read_bytes()))
    licences = Path(copyright_).read_bytes()
    manifests = []
    for word in programs:
        architecture, _, binary = word.partition("=")
        layers = [base, layout.layer(program(Path(binary).read_bytes(), licences))]
        manifests.append(image(layout, version, commit, architecture, layers))
    index = {"schemaVersion": 2, "mediaType": f"{OCI}index.v1+json", "manifests": manifests}
    named = {"schemaVersion": 2, "mediaType": f"{OCI}index.v1+json", "manifests": [
        layout.add("index.v1+json", index, annotations={"org.opencontainers.image.ref.name": version})]}
    archive = Archive()
    archive.folder("blobs")
    archive.folder("blobs/sha256")
    for digest in sorted(layout.blobs):
        archive.file(f"blobs/sha256/{digest}", layout.blobs[digest])
    archive.file("index.json", json.dumps(named, sort_keys=True).encode())
    archive.file("oci-layout", b'{"imageLayoutVersion": "1.0.0"}')
    Path(file).write_bytes(archive.done())


if __name__ == "__main__":
    if len(sys.argv) < 7:
        sys.exit(__doc__)
    main(*sys.argv[1:])
