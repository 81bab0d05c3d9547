"""The address of a one-time link: the only secret that is ever in a URL."""

from tidings.serve.http.server import url_of
from tidings.settings.tree import ServeSettings


def login_link(front_page: str, key: str) -> str:
    """Return the link for a key, below the address of the front page."""
    return f"{front_page.rstrip('/')}/login?key={key}"


def front_page_in(serve: ServeSettings) -> str:
    """Return where people find the server, as far as its settings say."""
    return serve.public_url or url_of(serve.host, serve.port)
