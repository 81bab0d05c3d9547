"""What a program asks of `/api/search`, read strictly: a wrong parameter is refused by its name.

It is read by hand, and answered unvalidated: with FastAPI and pydantic a request took twice the CPU
beside its search. The text of a query is never wrong.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, TypeVar

from tidings.model.search.results import Query, RankingModel, Sort
from tidings.serve.rendering.time_format import EXPECTED, parse_moment

_Choice = TypeVar("_Choice", bound=StrEnum)
_Given = Mapping[str, list[str]]

MAX_TEXT: Final = 2_000  # characters; the query language reads no more
_MAX_LIKE: Final = 50  # articles called right or wrong: more than anybody clicks on
_MAX_SEQ: Final = 2**62
_YES, _NO = frozenset({"1", "true", "yes", "on"}), frozenset({"", "0", "false", "no", "off"})


class ParameterInvalid(Exception):
    """A parameter that cannot be read; the message says what is expected."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"{name}: {message}")
        self.name = name


@dataclass(frozen=True, slots=True)
class ApiQuery:
    """A query, and whether its overview is wanted."""

    query: Query
    facets: bool


def api_query_of(pairs: Iterable[tuple[str, str]], now: datetime) -> ApiQuery:
    """Return what the parameters of an address ask for; raises Wrong."""
    given: dict[str, list[str]] = {}
    for name, value in pairs:
        given.setdefault(name, []).append(value)
    text = _last(given, "q")
    if len(text) > MAX_TEXT:
        raise ParameterInvalid("q", f"This has more than {MAX_TEXT} characters.")
    since, until = moment_in(given, "since", now), moment_in(given, "until", now)
    if since and until and since > until:
        raise ParameterInvalid("since", "It is after until.")
    query = Query(
        text=text,
        limit=_number(given, "limit", 10, 1, 100),
        offset=_number(given, "offset", 0, 0, 10_000),
        source=_last(given, "source").strip().lower()[:255] or None,
        language=_language(given),
        since=since,
        until=until,
        sort=_choice(given, "sort", Sort) or Sort.RELEVANCE,
        model=_choice(given, "model", RankingModel),
        more_like=_ids(given, "more_like"),
        less_like=_ids(given, "less_like"),
        copies=_switch(given, "copies"),
        explain=_switch(given, "explain"),
        as_of=_number(given, "as_of", 0, 0, _MAX_SEQ) if _last(given, "as_of").strip() else None,
    )
    return ApiQuery(query, _switch(given, "facets"))


def moment_in(given: _Given, name: str, now: datetime) -> datetime | None:
    """Return the moment that a parameter names, None if it is not given; raises Wrong."""
    text = _last(given, name).strip()
    if not text:
        return None
    moment = parse_moment(text[:64], now, end_of_day=name == "until")
    if moment is None:
        raise ParameterInvalid(name, f"This is not {EXPECTED}.")
    return moment


def _last(given: _Given, name: str) -> str:
    values = given.get(name)
    return values[-1] if values else ""


def _number(given: _Given, name: str, default: int, least: int, most: int) -> int:
    text = _last(given, name).strip()
    if not text:
        return default
    # Cut before it is read: Python refuses to read thousands of digits.
    number = int(text[:20]) if text.isascii() and text.isdigit() else -1
    if not least <= number <= most:
        raise ParameterInvalid(name, f"This is not a whole number from {least} to {most}.")
    return number


def _language(given: _Given) -> str | None:
    text = _last(given, "language").strip().lower()
    if text and not (text.isascii() and text.isalpha() and 2 <= len(text) <= 3):
        raise ParameterInvalid("language", "This is not a code of ISO 639-1, such as en, de or zh.")
    return text or None


def _choice(given: _Given, name: str, choices: type[_Choice]) -> _Choice | None:
    text = _last(given, name).strip().lower()
    if not text:
        return None
    if text not in choices.__members__.values():
        # An unescaped + in an address is a space.
        text = text.replace(" ", "+")
    try:
        return choices(text)
    except ValueError:
        raise ParameterInvalid(name, f"This is none of {', '.join(choices)}.") from None


def _switch(given: _Given, name: str) -> bool:
    text = _last(given, name).strip().lower()
    if text not in _YES and text not in _NO:
        raise ParameterInvalid(name, "This is neither 1 nor 0.")
    return text in _YES


def _ids(given: _Given, name: str) -> tuple[str, ...]:
    ids = [id_ for value in given.get(name, ()) for id_ in value.replace(",", " ").split()]
    if len(ids) > _MAX_LIKE:
        raise ParameterInvalid(name, f"These are more than {_MAX_LIKE} articles.")
    if any(not id_.isascii() or not id_.isalnum() or len(id_) > 64 for id_ in ids):
        raise ParameterInvalid(name, "An article's id is 16 hexadecimal digits.")
    return tuple(dict.fromkeys(ids))


def _parameter(name: str, description: str, example: Any, **schema: Any) -> dict[str, Any]:
    return {
        "name": name,
        "in": "query",
        "required": False,
        "description": description,
        "schema": {"type": "string", **schema},
        "example": example,
    }


_SWITCH: Final = {"type": "boolean", "default": False}
_LIKE: Final = {"type": "array", "items": {"type": "string"}, "maxItems": _MAX_LIKE}

PARAMETERS: Final = [
    _parameter("q", 'words, "phrases", fields, dates (see docs/search.md); nothing finds '
               "everything", 'ferry "old harbour" last 7 days', maxLength=MAX_TEXT),
    _parameter("limit", "hits wanted", 10, type="integer", minimum=1, maximum=100, default=10),
    _parameter("offset", "hits to pass over", 0, type="integer", minimum=0, maximum=10_000,
               default=0),
    _parameter("model", "how to rank; normally as the settings say", "news",
               enum=[model.value for model in RankingModel]),
    _parameter("explain", "1: tell for each hit why it is there", 1, **_SWITCH),
    _parameter("facets", "1: count all matches by source, language, topic, entity, day and over "
               "time", 1, **_SWITCH),
    _parameter("more_like", "id of an article that is right; may be repeated", [], **_LIKE),
    _parameter("less_like", "id of an article that is wrong; may be repeated", [], **_LIKE),
    _parameter("as_of", "the answer's as_of of the first page, so that paging stays the same",
               4711, type="integer", minimum=0),
    _parameter("copies", "1: show near-copies as hits of their own", 1, **_SWITCH),
    _parameter("source", "a registered domain", "post.example", maxLength=255),
    _parameter("language", "ISO 639-1", "en", pattern="^[A-Za-z]{2,3}$"),
    _parameter("since", f"{EXPECTED}; inclusive", "7d"),
    _parameter("until", f"{EXPECTED}; inclusive", "2024-05-31"),
    _parameter("sort", "relevance or date (the newest first)", "date",
               enum=[sort.value for sort in Sort], default="relevance"),
]  # fmt: skip
