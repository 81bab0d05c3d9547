"""Reads settings: defaults < tidings.toml < TIDINGS_* < flags. Names any that is wrong."""

import re
import tomllib
import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from enum import StrEnum
from ipaddress import ip_network
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from tidings.settings.contact import is_contact, is_web_address
from tidings.settings.home_addresses import (
    DATABASE_EXAMPLE,
    STORE_EXAMPLE,
    is_database_address,
    is_store_address,
)
from tidings.settings.proxy_address import EXAMPLE, FROM_ENVIRONMENT, NO_PROXY, ProxyInvalid
from tidings.settings.proxy_rules import proxy_rules
from tidings.settings.tree import Settings
from tidings.settings.web_origin import is_origin

_PREFIX = "TIDINGS_"
_MAX_PORT = 65_535
_MAX_PROCESSES = 1_000  # workers or servers: far more than a machine has cores
# If one of these were 0, a crawl would wait forever or end at once, and nobody could sign in.
_MUST_BE_POSITIVE = frozenset(
    {
        "fetch.concurrency",
        "fetch.per_host",
        "store.batch",
        "engine.stage_seconds",
        "serve.session_days",
        "serve.session_idle_days",
    }
)
# A century in each unit: larger values overflow dates and timers. Seconds have no suffix.
_CENTURY = types.MappingProxyType({"days": 36_525.0, "hours": 876_600.0})
_CENTURY_SECONDS = 3_155_760_000.0
_LOGIN = re.compile(r"//[^\s@]*@")  # of a URL
_TRUE, _FALSE = frozenset({"1", "true", "yes", "on"}), frozenset({"0", "false", "no", "off"})


class SettingsWrong(Exception):
    """A setting is unknown or has a wrong value; the message names it and what was expected."""


def load(
    home: Path | None,
    env: Mapping[str, str],
    flags: Mapping[str, str],
    defaults: Settings | None = None,
) -> Settings:
    """Return the settings for a home. Flags are `section.key` -> text."""
    settings = defaults or Settings()
    folder = home or Path(env.get("TIDINGS_HOME") or settings.home)
    settings = replace(settings, home=folder)
    for path in (Path("tidings.toml"), folder / "tidings.toml"):
        settings = _with_file(settings, path)
    for name, text in env.items():
        if name.startswith(_PREFIX) and name not in ("TIDINGS_HOME", "TIDINGS_CONFIG"):
            settings = _with_value(settings, _key_of(name), text, name)
    for key, text in flags.items():
        settings = _with_value(settings, key, text, f"--set {key}")
    _check_proxy(settings.fetch.proxy, env)
    return _with_bot_page(settings)


def _with_bot_page(settings: Settings) -> Settings:
    """Name our own /bot page in the User-Agent, if the server has a public URL."""
    public = settings.serve.public_url.rstrip("/")
    if settings.fetch.bot_url or not public:
        return settings
    return replace(settings, fetch=replace(settings.fetch, bot_url=f"{public}/bot"))


def _with_file(settings: Settings, path: Path) -> Settings:
    try:
        tree = tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return settings
    except (OSError, ValueError) as error:
        raise SettingsWrong(f"{path} cannot be read: {error}.") from error
    for section, values in tree.items():
        if not isinstance(values, dict):
            raise SettingsWrong(f"{path}: {section!r} is not a section; {_sections()}.")
        for key, value in values.items():
            settings = _with_value(settings, f"{section}.{key}", value, f"{path}: {section}.{key}")
    return settings


def _key_of(variable: str) -> str:
    """Return the key that a variable sets: TIDINGS_SEARCH_ZONES_TITLE is search.zones.title."""
    section, _, name = variable.removeprefix(_PREFIX).lower().partition("_")
    for nested in _nested_sections(getattr(Settings(), section, None)):
        if name.startswith(f"{nested}_"):
            return f"{section}.{nested}.{name.removeprefix(f'{nested}_')}"
    return f"{section}.{name}"


def _nested_sections(branch: object) -> list[str]:
    if not is_dataclass(branch):
        return []
    names = [field.name for field in fields(branch)]
    return [name for name in names if is_dataclass(getattr(branch, name))]


def _with_value(settings: Settings, key: str, value: object, origin: str) -> Settings:
    section, _, name = key.partition(".")
    if section == "queries":
        return _with_query(settings, name, value, origin)
    branch = getattr(settings, section, None)
    if not is_dataclass(branch) or isinstance(branch, type):
        raise SettingsWrong(f"{origin}: there is no section {section!r}; {_sections()}.")
    return replace(settings, **{section: _with_setting(branch, section, name, value, origin)})


def _with_setting(branch: Any, path: str, key: str, value: object, origin: str) -> Any:
    """Return a section with one setting changed. Sections may hold sections: `zones.title`."""
    name, _, rest = key.partition(".")
    hints = get_type_hints(type(branch))
    if name not in hints or (rest and not is_dataclass(hints[name])):
        known = ", ".join(sorted(hints))
        raise SettingsWrong(f"{origin}: {path} has no setting {key!r}; it has {known}.")
    if is_dataclass(hints[name]):
        inner = getattr(branch, name)
        values = {rest: value} if rest else value
        if not isinstance(values, dict):
            known = ", ".join(sorted(get_type_hints(type(inner))))
            raise SettingsWrong(f"{origin}: {path}.{name} is a section; it has {known}.")
        for each, setting in values.items():
            where = origin if rest else f"{origin}.{each}"
            inner = _with_setting(inner, f"{path}.{name}", each, setting, where)
        return replace(branch, **{name: inner})
    changed: Any = replace(branch, **{name: _typed(value, hints[name], origin)})
    _check_range(f"{path}.{name}", getattr(changed, name), origin)
    return changed


def _with_query(settings: Settings, name: str, value: object, origin: str) -> Settings:
    """Add a saved query."""
    if not isinstance(value, str) or not value.strip() or not name:
        raise SettingsWrong(f"{origin}: expected the words of a query, got {value!r}.")
    queries = dict(settings.queries) | {name: value}
    return replace(settings, queries=tuple(queries.items()))


def _check_range(key: str, value: Any, origin: str) -> None:
    """Reject a value that has the right type but makes no sense."""
    most = _CENTURY.get(key.rpartition("_")[2], _CENTURY_SECONDS)
    if isinstance(value, float) and value > most:
        raise SettingsWrong(f"{origin}: expected at most {most:.0f}, got {value:g}.")
    if key in _MUST_BE_POSITIVE and value == 0:
        raise SettingsWrong(f"{origin}: expected more than 0: with 0, nothing would be done.")
    if check := _EACH_CHECKED.get(key):
        for each in value:
            check(each, origin)
    if key == "serve.port" and value > _MAX_PORT:
        raise SettingsWrong(f"{origin}: expected a port from 0 to {_MAX_PORT}, got {value}.")
    if key in ("engine.workers", "serve.processes") and value > _MAX_PROCESSES:
        raise SettingsWrong(f"{origin}: expected at most {_MAX_PROCESSES} processes, got {value}.")
    if key == "serve.host" and not value.strip():
        # The system would listen on every address and show the articles to the whole network.
        raise SettingsWrong(f"{origin}: expected an address to listen on, such as 127.0.0.1.")
    if value and (check_text := _TEXT_CHECKED.get(key)):
        check_text(value, origin)


def _check_language(language: str, origin: str) -> None:
    if not (len(language) == 2 and language.isascii() and language.isalpha()):
        raise SettingsWrong(
            f"{origin}: expected two-letter languages such as en, got {language!r}."
        )


def _check_address(url: str, origin: str) -> None:
    """Reject what is not a web address: it appears in feeds and in the headers of every request."""
    if not is_web_address(url):
        expected = "a web address such as https://news.example/"
        raise SettingsWrong(f"{origin}: expected {expected}, got {url!r}.")


def _check_contact(contact: str, origin: str) -> None:
    if not is_contact(contact):
        expected = "a mail address or a web address"
        raise SettingsWrong(f"{origin}: expected {expected}, got {contact!r}.")


def _check_database(url: str, origin: str) -> None:
    """Reject what is no database of ours, without showing it: it may contain a password."""
    if not is_database_address(url):
        raise SettingsWrong(
            f"{origin}: expected a database such as {DATABASE_EXAMPLE}, with %XX for characters "
            "of a password that have a meaning in URLs."
        )


def _check_store(url: str, origin: str) -> None:
    if not is_store_address(url):
        raise SettingsWrong(f"{origin}: expected a bucket such as {STORE_EXAMPLE}, got {url!r}.")


def _check_proxy(setting: str, env: Mapping[str, str]) -> None:
    """Reject what names no proxy, without showing it: it may contain a password."""
    try:
        proxy_rules(setting, env)
    except ProxyInvalid as error:
        others = f'"{FROM_ENVIRONMENT}" or "{NO_PROXY}"'
        raise SettingsWrong(
            f"fetch.proxy: expected a proxy such as {EXAMPLE}, {others}: {error}."
        ) from None


def _check_network(network: str, origin: str) -> None:
    try:
        ip_network(network, strict=False)
    except ValueError as error:
        expected = "a network such as 127.0.0.0/8"
        raise SettingsWrong(f"{origin}: expected {expected}, got {network!r}.") from error


def _check_origin(text: str, origin: str) -> None:
    """Reject what no browser sends as its origin; it would never be recognised."""
    if not is_origin(text):
        expected = "an origin such as https://reader.example or http://127.0.0.1:3000, no path"
        raise SettingsWrong(f"{origin}: expected {expected}, got {text!r}.")


_EACH_CHECKED = {
    "serve.cors_origins": _check_origin,
    "fetch.allow_private": _check_network,
    "crawl.languages": _check_language,
    "serve.trusted_proxies": _check_network,
}
_TEXT_CHECKED = {
    "serve.public_url": _check_address,
    "fetch.bot_url": _check_address,
    "fetch.contact": _check_contact,
    "database.url": _check_database,
    "store.url": _check_store,
    "store.endpoint": _check_address,
}


def _sections() -> str:
    names = [field.name for field in fields(Settings) if field.name != "home"]
    return f"the sections are {', '.join(names)}"


def _typed(value: object, hint: Any, origin: str) -> Any:
    """Convert a value, from TOML or text, to the type of the setting."""
    if get_origin(hint) is tuple:
        return _list_values(value, get_args(hint)[0], origin)
    try:
        return hint(value) if issubclass(hint, StrEnum) else _scalar(value, hint)
    except (ValueError, TypeError) as error:
        shown = _LOGIN.sub("//***@", repr(value))
        raise SettingsWrong(f"{origin}: expected {_expectation(hint)}, got {shown}.") from error


def _expectation(hint: Any) -> str:
    return _TYPE_NAMES.get(hint) or "one of " + ", ".join(choice.value for choice in hint)


_TYPE_NAMES: Mapping[Any, str] = types.MappingProxyType(
    {float: "a number >= 0", int: "a whole number >= 0", bool: "true or false", str: "text"}
)


def _scalar(value: object, hint: Any) -> Any:
    if hint is bool:
        return _boolean(value)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError(value)
    if hint is str:
        return str(value)
    number = hint(value)
    if not 0 <= number < float("inf") or (hint is int and number != float(value)):
        raise ValueError(value)
    return number


def _boolean(value: object) -> bool:
    word = str(value).lower()
    if word in _TRUE or word in _FALSE:
        return word in _TRUE
    raise ValueError(value)


def _list_values(value: object, hint: Any, origin: str) -> tuple[Any, ...]:
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, list):
        raise SettingsWrong(f"{origin}: expected a list or comma-separated text, got {value!r}.")
    words = (part.strip() if isinstance(part, str) else part for part in parts)
    return tuple(_typed(word, hint, origin) for word in words if word != "")
