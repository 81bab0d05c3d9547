"""URL templates: an address reduced to its shape, the same for all pages of one kind on a site."""

import re
from functools import lru_cache
from urllib.parse import unquote

from tidings.read.url import path_of

_MAX_SEGMENTS = 8  # further segments make no difference
_MAX_PARAMETERS = 3
_MAX_WORD = 24  # a longer part names one page, even without hyphens
_MAX_DENSE = 8  # the same for scripts without spaces
_SLUG_WORDS = 3

_EXTENSION = re.compile(r"\.([a-z]{2,5}\d?)$")
_DATE = re.compile(
    r"(?:19|20)\d\d(?:[-_.](?:0?[1-9]|1[0-2])|[-_.]?(?:0[1-9]|1[0-2])[-_.]?(?:0[1-9]|[12]\d|3[01]))"
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_HEX = re.compile(r"(?=.*\d)[0-9a-f]{8,}|[0-9a-f]{8}-[0-9a-f-]{20,}")
_JOINT = re.compile(r"[-_+,. ]+")
_SERIAL = re.compile(r"\d{5,}")

WORD_PLACEHOLDER = "{word}"


@lru_cache(maxsize=20_000)  # an article is linked from many pages
def template_of(url: str) -> str:
    """Return the shape of an address: the words of its folders, placeholders for the rest.

    `https://a.example/sport/2024/05/a-long-headline-123456.html` is
    `/sport/{year}/{n}/{slug-id}.html`.
    """
    path, _, query = path_of(url).partition("?")
    segments = unquote(path, errors="replace").lower().split("/")[1:][:_MAX_SEGMENTS]
    last = next((at for at in range(len(segments) - 1, -1, -1) if segments[at]), -1)
    shaped = [_segment(text, at == last) for at, text in enumerate(segments)]
    return "/" + "/".join(shaped) + _parameters(query)


@lru_cache(maxsize=4_096)
def general_template(template: str) -> str:
    """Return a template without the words of its folders, as shared with other sections."""
    path, mark, query = template.partition("?")
    parts = (part if not part or part[0] == "{" else WORD_PLACEHOLDER for part in path.split("/"))
    return "/".join(parts) + mark + query


def _segment(text: str, is_last: bool) -> str:
    if not is_last:
        return _shape(text, keep=True)
    extension = _EXTENSION.search(text)
    if extension is None:
        return _shape(text, keep=False)
    return _shape(text[: extension.start()], keep=False) + extension[0]


def _shape(text: str, *, keep: bool) -> str:
    """The placeholder for a part of the path; with `keep`, a plain word stays as it is."""
    if not text:
        return ""
    if text.isdigit():
        return _number(text)
    if _DATE.fullmatch(text):
        return "{date}"
    if _HEX.fullmatch(text):
        return "{id}"
    if _is_slug(text):
        return "{slug-id}" if _SERIAL.search(text) else "{slug}"
    if _SERIAL.search(text):
        return "{id}"
    return text if keep and _JOINT.sub("", text).isalnum() else WORD_PLACEHOLDER


def _number(digits: str) -> str:
    if _YEAR.fullmatch(digits):
        return "{year}"
    if _DATE.fullmatch(digits):
        return "{date}"
    return "{n}" if len(digits) < 5 else "{id}"


def _is_slug(text: str) -> bool:
    """Return whether a part is a headline: three words or more, or too long for a section."""
    if sum(any(map(str.isalpha, word)) for word in _JOINT.split(text)) >= _SLUG_WORDS:
        return True
    return len(text) > (_MAX_WORD if text.isascii() else _MAX_DENSE)


def _parameters(query: str) -> str:
    """The parameter names of the query, with placeholders for their values."""
    pairs = sorted(pair.partition("=") for pair in query.lower().split("&") if pair)
    shaped = [f"{name[:_MAX_WORD]}={_shape(value, keep=False)}" for name, _, value in pairs]
    return "?" + "&".join(shaped[:_MAX_PARAMETERS]) if shaped else ""
