"""A proxy's address as people write it. Nothing here connects to it or shows its password."""

from dataclasses import dataclass, field
from urllib.parse import SplitResult, unquote, urlsplit

NO_PROXY = "none"  # what a source says that is fetched directly although there is a proxy
FROM_ENVIRONMENT = "env"
EXAMPLE = "http://proxy.example:3128 or socks5h://127.0.0.1:1080 (user:password@ before the host)"

_PORTS = {"http": 1080, "https": 443, "socks5": 1080, "socks5h": 1080}  # as curl has them
_SOCKS_BYTES = 255  # of a user name or password (RFC 1929)


class ProxyInvalid(ValueError):
    """A text is not the address of a proxy; the message says why, without the text."""


@dataclass(frozen=True, slots=True)
class ProxyAddress:
    """Where a proxy listens, how it is spoken to, and who we are there."""

    scheme: str
    host: str
    port: int
    user: str = field(default="", repr=False)
    password: str = field(default="", repr=False)

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}"

    @property
    def is_socks(self) -> bool:
        """Whether it speaks SOCKS5, not HTTP."""
        return self.scheme.startswith("socks")

    @property
    def resolves_names(self) -> bool:
        """Whether it looks the names up; otherwise we do, and the guard sees the addresses."""
        return self.scheme != "socks5"


def parse_proxy(text: str) -> ProxyAddress:
    """Return the proxy that a text names, http:// if it has no scheme; raise ProxyInvalid."""
    text = text.strip()
    if not text.isprintable() or any(char.isspace() for char in text):
        raise ProxyInvalid("it contains spaces or control characters")
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        port = parts.port
    except ValueError:
        raise ProxyInvalid("its host or port makes no sense") from None
    scheme = parts.scheme.lower()
    if scheme not in _PORTS:
        raise ProxyInvalid("it must begin with http://, https://, socks5:// or socks5h://")
    if not parts.hostname or not parts.hostname.isascii() or port == 0:
        raise ProxyInvalid("its host or port makes no sense")
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise ProxyInvalid("nothing may follow its port (in a password, write / as %2F, # as %23)")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    _check_login(scheme, user, password, parts)
    return ProxyAddress(scheme, parts.hostname, port or _PORTS[scheme], user, password)


def _check_login(scheme: str, user: str, password: str, parts: SplitResult) -> None:
    if not (user + password).isprintable() or ":" in user or (password and not user):
        raise ProxyInvalid("its user name or password makes no sense")
    if scheme.startswith("socks") and parts.username is not None:
        fits = all(0 < len(each) <= _SOCKS_BYTES and each.isascii() for each in (user, password))
        if not fits:
            raise ProxyInvalid("SOCKS needs a user name and a password of 1 to 255 ASCII letters")
