"""What an entry of the credentials file must be, so that it is sent as it is and nothing else."""

import re
from dataclasses import replace
from typing import Final

from tidings.fetch.credentials.login import CredentialsWrong, Login
from tidings.read.url import canonical, host_of, path_of

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_TOKEN: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")  # RFC 9110, 5.6.2
# Ours to set: they say who we are and where a message ends. The last ones have keys of their own.
_RESERVED: Final = frozenset(
    "host user-agent connection content-length transfer-encoding accept-encoding te upgrade "
    "proxy-authorization authorization cookie".split()
)


def checked(login: Login) -> Login:
    """Return an entry with its hosts in one spelling; raises CredentialsWrong."""
    if not _NAME.fullmatch(login.name):
        raise CredentialsWrong(
            "a name consists of letters, digits, dots, hyphens and underscores, at most 64."
        )
    if not login.kinds:
        raise CredentialsWrong("there is no user, token, cookie or header in it.")
    if login.token and login.user:
        raise CredentialsWrong("it has both a user and a token: a request can have only one.")
    if ":" in login.user or (login.password and not login.user):
        raise CredentialsWrong("a password needs a user, whose name has no colon.")
    for name, value in (("user", login.user), ("password", login.password)):
        if not value.isprintable():
            raise CredentialsWrong(f"{name} has characters that cannot be sent.")
    sent = (("token", login.token), ("cookies", login.cookies), *login.headers)
    for name, value in sent:
        if not (value.isascii() and value.isprintable()) or value != value.strip():
            raise CredentialsWrong(f"{name} has characters that cannot be sent in a header.")
    for name, _ in login.headers:
        _check_header(name)
    return replace(login, hosts=tuple(map(_host, login.hosts)))


def _check_header(name: str) -> None:
    if not _TOKEN.fullmatch(name):
        raise CredentialsWrong(f"{name!r} is not the name of a header.")
    if name.lower() in _RESERVED:
        raise CredentialsWrong(
            f"the header {name} cannot be set: use user and password, token or cookies."
        )


def _host(text: str) -> str:
    url = canonical(f"https://{text}/")
    if url is None or path_of(url) != "/" or "@" in text or "/" in text:
        raise CredentialsWrong(f"{text!r} is not a host such as www.example.org.")
    return host_of(url)
