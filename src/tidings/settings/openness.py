"""Who can read what is served: only this computer, or others too."""

from ipaddress import ip_address

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


def hides_subscriptions(serve: ServeSettings) -> bool:
    """Return whether readers must not see what was fetched with credentials.

    They may be others if the server listens to more than this computer, or has a public URL.
    """
    is_open = not is_loopback(serve.host) or bool(serve.public_url)
    return is_open and not serve.subscriptions
