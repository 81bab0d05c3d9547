"""Doctor's questions about the way to the web: which proxy, which authorities, whom to write to."""

from collections.abc import Iterable, Iterator, Mapping

from tidings.fetch.transport.proxy.proxy_probe import proxy_problem
from tidings.fetch.transport.tls_context import tls_context
from tidings.model.crawl.source_settings import SourceSettings
from tidings.settings.load import SettingsWrong
from tidings.settings.proxy_address import FROM_ENVIRONMENT, ProxyAddress, ProxyInvalid
from tidings.settings.proxy_rules import proxy_rules, proxy_variables
from tidings.settings.tree import FetchSettings

_SECONDS = 5.0  # for a proxy to answer; it is near
_NO_CONTACT = (
    "Requests name nobody to write to: set fetch.contact to your mail address or a page of yours "
    "(or serve.public_url, if others can open its /bot page)."
)


def network_problems(
    settings: FetchSettings, sources: Iterable[SourceSettings], env: Mapping[str, str]
) -> Iterator[str]:
    """Yield why nothing can be fetched, as far as that is up to our proxies and the CA file."""
    try:
        if settings.ca_file:
            tls_context(settings.ca_file)
        for setting in (settings.proxy, *{each.proxy for each in sources}):
            for proxy in _proxies(setting, env):
                problem = proxy_problem(proxy, settings.ca_file, _SECONDS)
                if problem:
                    yield f"The proxy {proxy} cannot be reached ({problem}): check fetch.proxy."
    except (SettingsWrong, ProxyInvalid) as error:
        yield str(error)


def network_notes(
    settings: FetchSettings, sources: Iterable[SourceSettings], env: Mapping[str, str]
) -> Iterator[str]:
    """Yield what an operator should know about requests: the proxy in force, and the contact."""
    for proxy in _proxies(settings.proxy, env):
        yield f"Requests go through the proxy {proxy}. {_promise(proxy)}"
    own = sum(each.proxy != "" for each in sources)
    if own:
        who = "One source has its" if own == 1 else f"{own} sources have their"
        yield f"{who} own proxy setting ('tidings sources set')."
    unused = proxy_variables(env)
    if unused and settings.proxy != FROM_ENVIRONMENT:
        verb, them = ("is", "it") if len(unused) == 1 else ("are", "them")
        yield f'{", ".join(unused)} {verb} set but not used: fetch.proxy = "env" uses {them}.'
    if not (settings.contact or settings.bot_url):
        yield _NO_CONTACT


def _proxies(setting: str, env: Mapping[str, str]) -> list[ProxyAddress]:
    try:
        rules = proxy_rules(setting, env)
    except ProxyInvalid:
        return []  # said where it is to be used
    found = (rules.http, rules.https) if rules is not None else ()
    return list(dict.fromkeys(proxy for proxy in found if proxy is not None))


def _promise(proxy: ProxyAddress) -> str:
    """Return who keeps requests out of private networks."""
    if proxy.resolves_names:
        return "It dials in our place: which names lead into private networks is for it to check."
    return "It dials the addresses that we look up and check."
