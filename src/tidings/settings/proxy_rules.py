"""Which proxy a request uses: one for all, or that of the environment, as curl reads it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from tidings.settings.proxy_address import (
    FROM_ENVIRONMENT,
    NO_PROXY,
    ProxyAddress,
    ProxyInvalid,
    parse_proxy,
)

VARIABLES = ("http_proxy", "https_proxy", "all_proxy")
_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class ProxyException:
    """Hosts that are reached without a proxy: a name with all below it, or a network."""

    name: str
    network: IPv4Network | IPv6Network | None
    port: int | None

    def covers(self, name: str, port: int) -> bool:
        """Return whether a host is one of these."""
        if self.port not in (None, port):
            return False
        if self.network is not None:
            return _is_within(name, self.network)
        return self.name in ("*", name) or name.endswith(f".{self.name}")


@dataclass(frozen=True, slots=True)
class ProxyRules:
    """The proxies for each scheme, and the hosts that need none."""

    http: ProxyAddress | None
    https: ProxyAddress | None
    exceptions: tuple[ProxyException, ...] = ()

    def proxy_for(self, scheme: str, host: str) -> ProxyAddress | None:
        """Return the proxy for requests to host[:port], or None to dial it ourselves."""
        proxy = self.https if scheme == "https" else self.http
        if proxy is None or not self.exceptions:
            return proxy
        name, port = _split(host)
        name, number = name.rstrip("."), port or _PORTS[scheme]
        return None if any(each.covers(name, number) for each in self.exceptions) else proxy


def proxy_rules(setting: str, env: Mapping[str, str]) -> ProxyRules | None:
    """Return the rules that a setting names, or None to use no proxy; raise ProxyInvalid."""
    if setting in ("", NO_PROXY):
        return None
    if setting == FROM_ENVIRONMENT:
        return _environment_rules(env)
    proxy = parse_proxy(setting)
    return ProxyRules(proxy, proxy)


def proxy_variables(env: Mapping[str, str]) -> list[str]:
    """Return the names of the variables that name proxies."""
    return [name for each in VARIABLES for name in (each, each.upper()) if env.get(name)]


def _environment_rules(env: Mapping[str, str]) -> ProxyRules:
    http, https, others = (_proxy_in(env, name) for name in VARIABLES)
    exceptions = tuple(_exceptions(_variable(env, "no_proxy")[1]))
    return ProxyRules(http or others, https or others, exceptions)


def _proxy_in(env: Mapping[str, str], variable: str) -> ProxyAddress | None:
    name, text = _variable(env, variable)
    try:
        return parse_proxy(text) if text else None
    except ProxyInvalid as error:
        raise ProxyInvalid(f"the variable {name} is not a proxy: {error}") from None


def _variable(env: Mapping[str, str], name: str) -> tuple[str, str]:
    """Return the name and value of a variable; the one in lower case wins, as everywhere."""
    return (name, env[name]) if env.get(name) else (name.upper(), env.get(name.upper(), ""))


def _exceptions(text: str) -> Iterator[ProxyException]:
    for word in text.replace(",", " ").split():
        try:
            yield ProxyException("", ip_network(word.strip("[]"), strict=False), None)
        except ValueError:
            yield _named_exception(word)


def _named_exception(word: str) -> ProxyException:
    host, port = _split(word)
    try:
        return ProxyException("", ip_network(host, strict=False), port)
    except ValueError:
        name = host.removeprefix("*.").strip(".").lower()
        return ProxyException(name, None, port)


def _split(host: str) -> tuple[str, int | None]:
    """Return the name without brackets, and the port."""
    name, _, port = host.rpartition(":")
    if not name or not port.isdecimal() or host.endswith("]"):
        name, port = host, ""
    return name.strip("[]"), int(port) if port else None


def _is_within(name: str, network: IPv4Network | IPv6Network) -> bool:
    try:
        return ip_address(name) in network
    except ValueError:
        return False
