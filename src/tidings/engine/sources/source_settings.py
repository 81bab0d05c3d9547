"""Settings of single sources as users write them: `key=value`, checked and typed."""

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Final
from urllib.parse import quote

from tidings.engine.sources.source_list import SourceInvalid
from tidings.model.crawl.source_settings import ALL_LANGUAGES, NO_SETTINGS, SourceSettings
from tidings.settings.proxy_address import NO_PROXY, ProxyInvalid
from tidings.settings.proxy_rules import proxy_rules
from tidings.text.language.language_codes import language_code, language_codes

# Kept with the source itself: the topic is what `add --about` sets, the folder `add --folder`.
TOPIC: Final = "topic"
NAME: Final = "name"
FOLDER: Final = "folder"
_OF_SOURCE: Final = (TOPIC, NAME, FOLDER)

_MAX_DELAY = 3600.0  # seconds; whoever wants a source less often pauses it
_MAX_PATTERNS, _MAX_PATTERN = 100, 500  # patterns, and characters of one: each link is compared
_MAX_STARS = 50  # as path_pattern allows
_MAX_HEADERS, _MAX_HEADER = 20, 2_000  # headers, and characters of one value
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")  # RFC 9110, 5.6.2
_VALUE = re.compile(r"[\x20-\x7e]*")  # no line breaks: they would begin another header
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_SECRET = frozenset({"authorization", "cookie"})
_OURS = frozenset(
    "accept accept-encoding connection content-encoding content-length content-type expect from "
    "host if-match if-modified-since if-none-match if-range if-unmodified-since keep-alive range "
    "set-cookie te trailer transfer-encoding upgrade user-agent".split()
)


def changed_settings(
    before: SourceSettings, pairs: Iterable[str], unset: Iterable[str], *, faster: bool = False
) -> SourceSettings:
    """Return the settings after a user's changes; raise SourceInvalid if one makes no sense."""
    texts: dict[str, list[str]] = {}
    for pair in pairs:
        key, value = _split(pair)
        texts.setdefault(key, []).append(value)
    changes: dict[str, Any] = {key: _PARSERS[key](values) for key, values in texts.items()}
    for key in map(_known, unset):
        changes[key] = getattr(NO_SETTINGS, key)
    if "delay" in changes:
        changes["faster"] = faster and changes["delay"] is not None
    elif faster:
        raise SourceInvalid("--faster belongs to a delay: write delay=SECONDS beside it.")
    return replace(before, **changes)


def split_changes(
    pairs: Sequence[str], unset: Sequence[str]
) -> tuple[list[str], list[str], dict[str, str]]:
    """Split a user's changes into those of the settings, and of what is kept with the source.

    The latter come by key; what stays as it is is missing.
    """
    own = {key.strip(): "" for key in unset if key.strip() in _OF_SOURCE}
    rest: list[str] = []
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if equals and key.strip() in _OF_SOURCE:
            own[key.strip()] = value
        else:
            rest.append(pair)
    return rest, [key for key in unset if key.strip() not in _OF_SOURCE], own


def check_delay(settings: SourceSettings, usual: float) -> None:
    """Refuse a delay below the usual one, unless the user said so explicitly."""
    if settings.delay is not None and settings.delay < usual and not settings.faster:
        raise SourceInvalid(
            f"A delay of {settings.delay:g} s is shorter than fetch.delay ({usual:g} s): "
            "add --faster if the server is yours or its owner agrees."
        )


def _split(pair: str) -> tuple[str, str]:
    key, equals, value = pair.partition("=")
    if not equals:
        raise SourceInvalid(f"{pair!r} is not a setting: write key=value, such as delay=5.")
    return _known(key), value.strip()


def _known(key: str) -> str:
    key = key.strip().lower()
    if key not in _PARSERS:
        raise SourceInvalid(f"There is no setting {key!r}: a source has {', '.join(SETTING_KEYS)}.")
    return key


def _delay(texts: list[str]) -> float:
    try:
        seconds = float(texts[-1])
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds <= _MAX_DELAY:
        raise SourceInvalid(
            f"{texts[-1]!r} is not a delay: give seconds from 0 to {_MAX_DELAY:g}, such as 5."
        )
    return seconds


def _languages(texts: list[str]) -> tuple[str, ...]:
    words = " ".join(texts).replace(",", " ").split()
    if tuple(words) == ALL_LANGUAGES:
        return ALL_LANGUAGES
    for word in words:
        if not language_code(word):
            raise SourceInvalid(
                f"{word!r} is not a language: give two letters, such as en or de, or only 'all'."
            )
    return _some(language_codes(words), "languages")


def _patterns(texts: list[str]) -> tuple[str, ...]:
    words = tuple(dict.fromkeys(" ".join(texts).split()))
    if len(words) > _MAX_PATTERNS:
        raise SourceInvalid(f"A source has at most {_MAX_PATTERNS} patterns: join some with *.")
    return _some(tuple(map(_pattern, words)), "patterns")


def _pattern(word: str) -> str:
    if word[0] not in "/*":
        raise SourceInvalid(
            f"{word!r} is not a path pattern: begin it with / or *, such as /sport/* or *.pdf$."
        )
    if len(word) > _MAX_PATTERN or word.count("*") > _MAX_STARS:
        raise SourceInvalid(
            f"The pattern {word[:40]!r}… is too long: {_MAX_PATTERN} characters, {_MAX_STARS} *."
        )
    return quote(word, safe="/%*$?&=+,;:@!'()~[]|")  # as canonical URLs spell it


def _headers(texts: list[str]) -> tuple[tuple[str, str], ...]:
    if len(texts) > _MAX_HEADERS:
        raise SourceInvalid(f"A source has at most {_MAX_HEADERS} headers of its own.")
    headers = [_header(text) for text in texts]
    return tuple({name.lower(): (name, value) for name, value in headers}.values())


def _header(text: str) -> tuple[str, str]:
    name, colon, value = text.partition(":")
    name, value = name.strip(), value.strip()
    if not colon or not _TOKEN.fullmatch(name):
        raise SourceInvalid(f"{name!r} is not a header: write headers='Accept-Language: de'.")
    if name.lower() in _SECRET:
        raise SourceInvalid(
            f"{name} is a secret, which belongs in credentials: store it with 'tidings "
            "credentials set NAME', and set credentials=NAME here."
        )
    if name.lower() in _OURS or name.lower().startswith("proxy-"):
        raise SourceInvalid(f"Tidings sends {name} itself: leave it out.")
    if not _VALUE.fullmatch(value) or not 0 < len(value) <= _MAX_HEADER:
        raise SourceInvalid(
            f"The value of {name} cannot be sent: give 1 to {_MAX_HEADER} printable ASCII "
            "characters in one line."
        )
    return name, value


def _proxy(texts: list[str]) -> str:
    try:
        rules = proxy_rules(texts[-1], {})  # the environment is read when the crawl uses it
    except ProxyInvalid as error:
        raise SourceInvalid(f"This is not a proxy: {error}.") from None
    if rules is None and texts[-1] != NO_PROXY:
        raise SourceInvalid(f"No proxy is given: write proxy={NO_PROXY} to use none.")
    return texts[-1]


def _credentials(texts: list[str]) -> str:
    if not _NAME.fullmatch(texts[-1]):
        raise SourceInvalid(
            "Credentials are set by their name, never by the secret itself: letters, digits, "
            "'.', '_' and '-', such as credentials=guardian."
        )
    return texts[-1]


def _some(values: tuple[str, ...], what: str) -> tuple[str, ...]:
    if not values:
        raise SourceInvalid(f"No {what} are given: to remove them, use --unset.")
    return values


_PARSERS: Final[dict[str, Callable[[list[str]], Any]]] = {
    "delay": _delay,
    "languages": _languages,
    "include": _patterns,
    "exclude": _patterns,
    "headers": _headers,
    "proxy": _proxy,
    "credentials": _credentials,
}
SETTING_KEYS: Final = ("delay", "languages", TOPIC, *list(_PARSERS)[2:], NAME, FOLDER)
