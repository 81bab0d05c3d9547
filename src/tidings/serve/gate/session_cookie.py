"""The cookie of a session."""

from typing import Final

from starlette.responses import Response

_NAME: Final = "tidings"
_SECONDS_A_DAY: Final = 86_400


def cookie_name(scheme: str, host: str) -> str:
    """Return the name of the cookie at an address.

    Browsers refuse `__Host-` from anybody but this very host over TLS. Without TLS the port is part
    of the name: cookies are shared by all ports of a host.
    """
    if scheme == "https":
        return f"__Host-{_NAME}"
    _, colon, port = host.rpartition(":")
    return f"{_NAME}-{port if colon and port.isdigit() else 80}"


def session_secret(cookies: list[str], name: str) -> str:
    """Return the secret in the Cookie headers of a request; empty if there is none."""
    for header in cookies:
        for pair in header.split(";"):
            given, _, value = pair.strip().partition("=")
            if given == name:
                return value.strip('"')
    return ""


def set_session_cookie(response: Response, name: str, secret: str, days: float) -> None:
    """Give the browser a session: no script can read it, no foreign page's request carries it."""
    response.set_cookie(
        name,
        secret,
        max_age=int(days * _SECONDS_A_DAY),
        path="/",
        secure=name.startswith("__Host-"),
        httponly=True,
        samesite="lax",  # strict would ask everybody to sign in who follows a link from elsewhere
    )


def clear_session_cookie(response: Response, name: str) -> None:
    """Make the browser forget a session."""
    response.delete_cookie(
        name, path="/", secure=name.startswith("__Host-"), httponly=True, samesite="lax"
    )
