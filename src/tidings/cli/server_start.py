"""What is checked before a server starts, and what is said when it has started."""

import socket
import sys

from tidings.cli.exit_codes import Misuse
from tidings.cli.output import say
from tidings.engine.access.access import Access
from tidings.engine.access.home_access import opened_access
from tidings.engine.process.home_errors import HOME_ERRORS
from tidings.serve.http.addresses import other_urls
from tidings.serve.http.login_link import login_link
from tidings.serve.http.server import address_of
from tidings.settings.log_choices import LogFormat
from tidings.settings.openness import is_loopback, is_public, refusal_to_start, strangers_may_read
from tidings.settings.tree import Settings

_UNNAMED_PROXY = (
    "All requests through the proxy count as those of one sender: name the proxy in "
    'serve.trusted_proxies, such as ["127.0.0.1"]'
)


def check_may_start(settings: Settings, *, create: bool = False) -> None:
    """Refuse to show articles to others by mistake; raises Misuse with what to do.

    With `create`, a home that does not exist yet is made.
    """
    if strangers_may_read(settings.serve):
        return
    with opened_access(settings, create=create) as home:
        refusal = refusal_to_start(settings.serve, has_access=home.access.has_any())
    if refusal is not None:
        raise Misuse(refusal)


def say_where(settings: Settings, listener: socket.socket, access: Access | None = None) -> None:
    """Print the addresses of a server, and a link that signs its owner in.

    Without `access` the home is opened for a moment.
    """
    say(f"Tidings is at {address_of(listener)} (Ctrl-C stops it)")
    serve = settings.serve
    if others := other_urls(listener):
        say(f"Other computers reach it at {', '.join(others)}")
    if is_loopback(serve.host) and is_public(serve) and not serve.trusted_proxies:
        say(_UNNAMED_PROXY)
    if settings.log.format is LogFormat.JSON:
        return  # for programs that keep what they read; `tidings login` prints a link
    try:
        key = _key(settings, access)
    except HOME_ERRORS:
        return  # a home that cannot be written can still be read
    link = login_link(serve.public_url or address_of(listener), key)
    # Not by `say`, which hides secrets.
    print(f"Sign in (once, within ten minutes): {link}", file=sys.stderr, flush=True)


def _key(settings: Settings, access: Access | None) -> str:
    if access is not None:
        return access.one_time_link()
    with opened_access(settings) as home:
        return home.access.one_time_link()
