"""Which secrets a request gets: only over TLS, and only at the hosts that they are meant for.

Every hop of a redirect is judged anew. Nothing here remembers what was sent.
"""

from dataclasses import dataclass, field

from tidings.fetch.credentials.cookies import cookie_header
from tidings.fetch.credentials.login import Login
from tidings.fetch.transport.address_book import name_without_port
from tidings.fetch.transport.request_url import host_of


@dataclass(frozen=True, slots=True)
class SecretHeaders:
    """The secret headers of one request; or none, with the reason in words."""

    headers: dict[str, str] = field(default_factory=dict, repr=False)
    withheld: str = ""

    def __bool__(self) -> bool:
        return bool(self.headers)


def secret_headers(login: Login, own_host: str, url: str, now: float) -> SecretHeaders:
    """Return the headers that a URL of a source gets; `own_host` is the source's host[:port]."""
    host = host_of(url)
    allowed = (own_host, *login.hosts)
    if host not in allowed:
        return SecretHeaders(withheld=f"they are sent to {', '.join(allowed)} only")
    if not url.startswith("https:"):
        return SecretHeaders(withheld="they are sent over https only")
    cookies = (login.cookies, cookie_header(login.file_cookies, url, name_without_port(host), now))
    pairs = (
        ("Authorization", login.authorization),
        ("Cookie", "; ".join(filter(None, cookies))),
        *login.headers,
    )
    headers = {name: value for name, value in pairs if value}
    return SecretHeaders(headers, "" if headers else "none of the cookies fits this address")


def without_secrets(
    headers: tuple[tuple[str, str], ...], login: Login
) -> tuple[tuple[str, str], ...]:
    """Return a response's headers without those in which a server repeats a secret."""
    names = {name.lower() for name, _ in login.headers}
    return tuple(
        (name, value)
        for name, value in headers
        if name not in names and not any(secret in value for secret in login.secrets)
    )
