"""Who can read what is served: only this computer, or others too."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from tidings.settings.tree import ServeSettings


def is_loopback(host: str) -> bool:
    """Return whether a host name or address stays on this computer."""
    host = host.strip("[]").lower()
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def is_public(serve: ServeSettings) -> bool:
    """Return whether others than this computer may connect.

    A public URL says that a proxy in front passes their requests on.
    """
    return not is_loopback(serve.host) or _has_public_url(serve)


def hides_subscriptions(serve: ServeSettings) -> bool:
    """Return whether readers must not see what was fetched with credentials.

    They may be others if the server listens to more than this computer, or has a public URL.
    """
    is_open = not is_loopback(serve.host) or bool(serve.public_url)
    return is_open and not serve.subscriptions


def strangers_may_read(serve: ServeSettings) -> bool:
    """Return whether somebody who did not sign in may read."""
    return serve.open or not is_public(serve)


def refusal_to_start(serve: ServeSettings, *, has_access: bool) -> str | None:
    """Return why a server may not start, and what to do; None if it may.

    `has_access`: there is a user with a password, or a token.
    """
    if has_access or strangers_may_read(serve):
        return None
    return (
        f"{_reason(serve)}, and nobody could sign in: the server does not start. Do one of these: "
        "add a user with 'tidings user add NAME --role admin', or a token with 'tidings token add "
        "NAME --scope admin'; or let everybody read, and nobody write without signing in, with "
        f"--open or serve.open = true; or {_private_way(serve)}."
    )


def _has_public_url(serve: ServeSettings) -> bool:
    return bool(serve.public_url) and not is_loopback(urlsplit(serve.public_url).hostname or "")


def _reason(serve: ServeSettings) -> str:
    if is_loopback(serve.host):
        return f'serve.public_url = "{serve.public_url}" says that others than this machine connect'
    return f'serve.host = "{serve.host}" lets others than this machine connect'


def _private_way(serve: ServeSettings) -> str:
    ways = []
    if not is_loopback(serve.host):
        ways.append('set serve.host = "127.0.0.1" (in tidings.toml, or --host 127.0.0.1)')
    if _has_public_url(serve):
        ways.append("remove serve.public_url")
    return " and ".join(ways) + ", so that only this machine connects"
