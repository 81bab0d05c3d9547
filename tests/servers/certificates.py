"""Certificates of the tests' own, made with the program openssl: an authority and what it signs."""

import subprocess
from pathlib import Path

_CURVE = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
_SETTINGS = """\
[ca]
default_ca = authority
[authority]
database = index
serial = serial
new_certs_dir = .
default_md = sha256
policy = policy
copy_extensions = copy
unique_subject = no
[policy]
commonName = supplied
"""
_ALWAYS = ("20000101000000Z", "20991231000000Z")


class CertificateAuthority:
    """Signs certificates for servers; `certificate` is what a client must trust."""

    def __init__(self, folder: Path, name: str = "Test Authority") -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.certificate = folder / "authority.pem"
        (folder / "settings").write_text(_SETTINGS)
        (folder / "index").write_text("")
        (folder / "serial").write_text("01\n")
        self._openssl("req", "-x509", *_CURVE, "-keyout", "authority.key", "-out",
                      self.certificate, "-days", "36500", "-subj", f"/CN={name}")  # fmt: skip

    def sign(self, *names: str, start: str = _ALWAYS[0], end: str = _ALWAYS[1]) -> Path:
        """Return a file with key and certificate for names (`DNS:a.test`, `IP:127.0.0.1`).

        Its dates are written as openssl has them: 20210305120000Z.
        """
        file = self._folder / f"{len(list(self._folder.glob('*.both')))}.both"
        key, request, signed = (file.with_suffix(f".{kind}") for kind in ("key", "csr", "crt"))
        subject = names[0].partition(":")[2]
        self._openssl("req", *_CURVE, "-keyout", key, "-out", request, "-subj", f"/CN={subject}",
                      "-addext", f"subjectAltName={','.join(names)}")  # fmt: skip
        self._openssl("ca", "-batch", "-notext", "-config", "settings", "-cert", self.certificate,
                      "-keyfile", "authority.key", "-in", request, "-out", signed,
                      "-startdate", start, "-enddate", end)  # fmt: skip
        file.write_bytes(key.read_bytes() + signed.read_bytes())
        file.chmod(0o644)  # the servers are other users
        return file

    def _openssl(self, *words: object) -> None:
        done = subprocess.run(
            ["openssl", *map(str, words)], cwd=self._folder, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr.decode()
