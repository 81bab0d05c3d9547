"""One entry of the credentials file. Of it, only name, kinds and hosts may ever be shown."""

from base64 import b64encode
from dataclasses import dataclass, field

from tidings.fetch.credentials.cookies import StoredCookie

_MIN_SECRET = 6  # characters; shorter texts occur everywhere by chance


class CredentialsWrong(Exception):
    """The credentials cannot be used; the message says why and what to do, without any secret."""


@dataclass(frozen=True, slots=True)
class Login:
    """What a source asks for: any of user and password, a bearer token, cookies and headers."""

    name: str
    hosts: tuple[str, ...] = ()  # host[:port] that may have it, besides the source's own
    user: str = field(default="", repr=False)
    password: str = field(default="", repr=False)
    token: str = field(default="", repr=False)
    cookies: str = field(default="", repr=False)  # as in a Cookie header
    cookies_file: str = ""  # a Netscape cookies.txt …
    file_cookies: tuple[StoredCookie, ...] = field(default=(), repr=False)  # … and what it holds
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)

    @property
    def kinds(self) -> tuple[str, ...]:
        """What it consists of, in words that give nothing away."""
        parts = (
            ("user and password", self.user),
            ("bearer token", self.token),
            ("cookies", self.cookies),
            ("cookies.txt", self.cookies_file),
        )
        given = (kind for kind, value in parts if value)
        return (*given, *(f"header {name}" for name, _ in self.headers))

    @property
    def authorization(self) -> str:
        """The value of the Authorization header; empty if there is none."""
        return f"Bearer {self.token}" if self.token else " ".join(self._basic)

    @property
    def secrets(self) -> tuple[str, ...]:
        """Every text that must appear nowhere, long enough to be recognised."""
        typed = (pair.partition("=")[2].strip() for pair in self.cookies.split(";"))
        stored = (cookie.value for cookie in self.file_cookies)
        headers = (value for _, value in self.headers)
        values = (self.password, self.token, *self._basic[1:], *typed, *stored, *headers)
        return tuple(value for value in values if len(value) >= _MIN_SECRET)

    @property
    def _basic(self) -> tuple[str, ...]:
        """The two words of Basic (RFC 7617), in UTF-8 as browsers send it."""
        if not self.user:
            return ()
        return "Basic", b64encode(f"{self.user}:{self.password}".encode()).decode()
