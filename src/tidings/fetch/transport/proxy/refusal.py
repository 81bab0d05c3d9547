"""What a proxy's refusal means, in words: that of an HTTP proxy and that of a SOCKS proxy."""

from tidings.fetch.transport.exchange_failure import ExchangeFailure
from tidings.model.web.reason import Reason
from tidings.settings.proxy_address import ProxyAddress

NEEDS_LOGIN = 407
_UNAUTHORIZED = 401
_MAX_PHRASE = 80  # characters of what the proxy says
# The replies of SOCKS5 (RFC 1928, 6).
_SOCKS_REPLIES = {
    1: (Reason.CONNECT, "could not connect to {host}, for no reason that it gave"),
    2: (Reason.PROXY_DENIED, "forbids connections to {host} by its rules"),
    3: (Reason.CONNECT, "could not connect to {host}: its network is unreachable"),
    4: (Reason.CONNECT, "could not connect to {host}: the host is unreachable"),
    5: (Reason.CONNECT, "could not connect to {host}: the connection was refused"),
    6: (Reason.TIMEOUT_CONNECT, "could not connect to {host} in time"),
    7: (Reason.PROXY, "does not support connections to others"),
    8: (Reason.PROXY, "does not support this kind of address ({host})"),
}


def unreachable_proxy(proxy: ProxyAddress, cause: str) -> ExchangeFailure:
    """Return the failure of a request whose proxy cannot be reached."""
    return ExchangeFailure(Reason.PROXY, f"the proxy {proxy} cannot be reached ({cause})")


def http_refusal(proxy: ProxyAddress, host: str, status: int, phrase: str) -> ExchangeFailure:
    """Return what it means that an HTTP proxy answers with an error of its own."""
    # tinyproxy says 401 if the password is wrong.
    if status == NEEDS_LOGIN or (status == _UNAUTHORIZED and proxy.user):
        return _login_refusal(proxy)
    said = f"{status} {_printable(phrase)}".strip()
    if status >= 500:
        return ExchangeFailure(Reason.CONNECT, f"the proxy {proxy} cannot reach {host} ({said})")
    return ExchangeFailure(Reason.PROXY_DENIED, f"the proxy {proxy} refuses {host} ({said})")


def socks_refusal(proxy: ProxyAddress, host: str, code: int | None, said: str) -> ExchangeFailure:
    """Return what it means that a SOCKS proxy refuses, with a code or with words."""
    if code in _SOCKS_REPLIES:
        reason, words = _SOCKS_REPLIES[code]
        return ExchangeFailure(reason, f"the proxy {proxy} {words.format(host=host)}")
    if "authentication" in said.lower():
        return _login_refusal(proxy)
    detail = f"the proxy {proxy} does not answer as SOCKS5 does ({_printable(said)})"
    return ExchangeFailure(Reason.PROXY, detail)


def _login_refusal(proxy: ProxyAddress) -> ExchangeFailure:
    if proxy.user:
        problem = "does not accept the user name and password in its address"
    else:
        problem = "asks for a user name and password: put user:password@ into its address"
    return ExchangeFailure(Reason.PROXY, f"the proxy {proxy} {problem}")


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else " " for char in text)[:_MAX_PHRASE].strip()
