"""Which secrets a request gets: only over TLS, and only at the hosts that they are meant for.

Every hop of a redirect is judged anew. Nothing here remembers what was sent.
"""

from dataclasses import dataclass, field, replace

from tidings.fetch.credentials.cookies import cookie_header
from tidings.fetch.credentials.login import Login
from tidings.fetch.transport.address_book import name_without_port
from tidings.fetch.transport.exchange_failure import ExchangeFailure
from tidings.fetch.transport.raw_response import RawResponse
from tidings.fetch.transport.request_url import host_of

_HIDDEN = "***"
_NEEDS_LOGIN = (
    "the site needs a login: 'tidings credentials set NAME --user USER', then "
    "'tidings sources set SOURCE credentials=NAME'"
)


@dataclass(frozen=True, slots=True)
class SecretHeaders:
    """The secret headers of one request; or none, with the reason in words."""

    login: Login | None = None
    headers: dict[str, str] = field(default_factory=dict, repr=False)
    withheld: str = ""

    def explanation(self, status: int) -> str:
        """Return what a status says about the login, as an addition to it; empty if nothing."""
        if status not in (401, 403) or (self.login is None and status != 401):
            return ""
        if self.login is None:
            return f": {_NEEDS_LOGIN}"
        if self.headers:
            return f": the credentials {self.login.name} are refused"
        return f": the credentials {self.login.name} were not sent, {self.withheld}"

    def cleaned(self, outcome: RawResponse | ExchangeFailure) -> RawResponse | ExchangeFailure:
        """Return an outcome without what a server repeats of the secrets."""
        if self.login is None or not self.headers:
            return outcome
        secrets, names = self.login.secrets, {name.lower() for name, _ in self.login.headers}
        if isinstance(outcome, ExchangeFailure):
            return replace(outcome, detail=_without(outcome.detail, secrets))
        kept = tuple(
            (name, value)
            for name, value in outcome.headers
            if name not in names and not any(secret in value for secret in secrets)
        )
        return outcome if kept == outcome.headers else replace(outcome, headers=kept)


NO_SECRETS = SecretHeaders()


def secret_headers(login: Login, own_host: str, url: str, now: float) -> SecretHeaders:
    """Return the headers that a URL of a source gets; `own_host` is the source's host[:port]."""
    host = host_of(url)
    allowed = (own_host, *login.hosts)
    if host not in allowed:
        hosts = ", ".join(dict.fromkeys(allowed))
        return SecretHeaders(login, withheld=f"they are for {hosts} only")
    if not url.startswith("https:"):
        return SecretHeaders(login, withheld="they are sent over https only")
    cookies = (login.cookies, cookie_header(login.file_cookies, url, name_without_port(host), now))
    pairs = (
        ("Authorization", login.authorization),
        ("Cookie", "; ".join(filter(None, cookies))),
        *login.headers,
    )
    headers = {name: value for name, value in pairs if value}
    return SecretHeaders(login, headers, "" if headers else "none of the cookies fits this address")


def _without(text: str, secrets: tuple[str, ...]) -> str:
    for secret in secrets:
        text = text.replace(secret, _HIDDEN)
    return text
