"""A source's own settings, as JSON and in words. Nothing here shows a secret."""

from collections.abc import Iterator
from typing import Annotated, TypedDict

from tidings.events.redaction import Redactor
from tidings.model.crawl.source import Source
from tidings.model.crawl.source_settings import SourceSettings
from tidings.settings.proxy_address import FROM_ENVIRONMENT, NO_PROXY, parse_proxy

_without_secrets = Redactor()


class SettingsOut(TypedDict):
    """What was set for one source instead of what holds for all."""

    delay: Annotated[float | None, "seconds between two requests to a host; null: fetch.delay"]
    faster: Annotated[bool, "the delay may be below fetch.delay"]
    languages: Annotated[list[str], "of the articles to keep; none: crawl.languages"]
    include: Annotated[list[str], "path patterns: only these pages are visited; none: all"]
    exclude: Annotated[list[str], "path patterns: these pages are not visited"]
    headers: Annotated[list[str], "names of further headers; their values are not published"]
    proxy: Annotated[str | None, "without its login; null: fetch.proxy"]
    credentials: Annotated[str | None, "name of the credentials"]


def settings_shape(settings: SourceSettings) -> SettingsOut:
    """Return the settings of a source as everyone may see them."""
    return {
        "delay": settings.delay,
        "faster": settings.faster,
        "languages": list(settings.languages),
        "include": list(settings.include),
        "exclude": list(settings.exclude),
        "headers": [name for name, _ in settings.headers],
        "proxy": _shown_proxy(settings.proxy) or None,
        "credentials": settings.credentials or None,
    }


def shown_headers(settings: SourceSettings) -> list[str]:
    """Return the headers of a source for its owner; values that look secret are hidden."""
    return [_without_secrets(f"{name}: {value}") for name, value in settings.headers]


def settings_in_words(source: Source) -> dict[str, str]:
    """Return what is set for a source, by key, as everyone may see it."""
    return {key: value for key, value in _words(source) if value}


def _words(source: Source) -> Iterator[tuple[str, str]]:
    settings = source.settings
    if settings.delay is not None:
        yield "delay", f"{settings.delay:g} s{', even below fetch.delay' * settings.faster}"
    yield "languages", ", ".join(settings.languages)
    yield "topic", source.about.words
    yield "include", " ".join(settings.include)
    yield "exclude", " ".join(settings.exclude)
    yield "headers", ", ".join(name for name, _ in settings.headers)
    yield "proxy", _shown_proxy(settings.proxy)
    yield "credentials", settings.credentials
    yield "folder", source.folder


def _shown_proxy(setting: str) -> str:
    is_address = setting not in ("", NO_PROXY, FROM_ENVIRONMENT)
    return str(parse_proxy(setting)) if is_address else setting
