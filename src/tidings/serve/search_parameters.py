"""The parameters of a search: one definition for the API, the search page and the command line.

It says how a text becomes a value. What happens to an unreadable text is up to the front ends: the
API refuses it by name, the page repairs it, the command line exits with a message.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final, Generic, Protocol, TypeVar

from tidings.model.search.results import Query, RankingModel, Sort
from tidings.serve.rendering.time_format import EXPECTED, parse_moment

T = TypeVar("T")
_Member = TypeVar("_Member", bound=StrEnum)

MAX_TEXT: Final = 2_000  # characters; the query language reads no more
_MAX_NAME: Final = 255  # characters of a domain name (RFC 1035)
_MAX_MOMENT: Final = 64  # characters of a time
_MAX_LIKE: Final = 50  # articles to be like or unlike: more than anybody clicks on
_MAX_ID: Final = 64  # characters of an article's id
_MAX_DIGITS: Final = 20  # Python refuses to read thousands of digits
_MAX_SEQ: Final = 2**62
_YES, _NO = frozenset({"1", "true", "yes", "on"}), frozenset({"0", "false", "no", "off"})


class ParameterInvalid(Exception):
    """A parameter that cannot be read; `message` says what is expected."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"{name}: {message}")
        self.name = name
        self.message = message


@dataclass(frozen=True, slots=True)
class Parameter(Generic[T]):
    """One parameter: its name, its default, what is expected, and how a text becomes a value."""

    name: str
    description: str
    default: T
    expected: str
    parse: Callable[[str, datetime], T | None]  # None: unreadable; times count back from `now`
    example: Any
    # JSON schema, where it is not just a string
    schema: Mapping[str, Any] = field(default_factory=dict)
    is_verbatim: bool = False  # spaces count

    def value(self, text: str, now: datetime | None = None) -> T:
        """Return the value of a text, which must not be empty; raises ParameterInvalid."""
        value = self.parse(text if self.is_verbatim else text.strip(), now or datetime.now(UTC))
        if value is None:
            raise ParameterInvalid(self.name, f"expected {self.expected}, got {text[:40]!r}")
        return value

    def value_or_default(self, text: str, now: datetime) -> T:
        """Return the value of a text, the default if it is empty; raises ParameterInvalid."""
        return self.value(text, now) if text.strip() or self.is_verbatim else self.default


class ParameterReader(Protocol):
    """A front end: it returns the value that it was given for a parameter, or the default."""

    def __call__(self, parameter: Parameter[T], /) -> T:
        """Return the value."""


def query_of(read: ParameterReader) -> Query:
    """Return the query that a front end was given."""
    return Query(
        text=read(TEXT),
        limit=read(LIMIT),
        offset=read(OFFSET),
        source=read(SOURCE),
        language=read(LANGUAGE),
        since=read(SINCE),
        until=read(UNTIL),
        sort=read(SORT),
        model=read(MODEL),
        more_like=read(MORE_LIKE),
        less_like=read(LESS_LIKE),
        copies=read(COPIES),
        explain=read(EXPLAIN),
        as_of=read(AS_OF),
    )


def openapi_parameter(parameter: Parameter[Any]) -> dict[str, Any]:
    """Return the description of a parameter in OpenAPI."""
    return {
        "name": parameter.name,
        "in": "query",
        "required": False,
        "description": parameter.description,
        "schema": {"type": "string", **parameter.schema},
        "example": parameter.example,
    }


def last_values(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the last value of each parameter; all values, if the parameter can be repeated."""
    given: dict[str, str] = {}
    for name, value in pairs:
        earlier = given.get(name) if name in LIKES else None
        given[name] = value if earlier is None else f"{earlier},{value}"
    return given


def ends_before_it_begins(query: Query) -> bool:
    """Return whether `until` is before `since`."""
    return bool(query.since and query.until and query.since > query.until)


def whole_number(
    name: str, description: str, default: int, least: int, most: int
) -> Parameter[int]:
    """Return a parameter that is a whole number within limits."""
    schema = {"type": "integer", "minimum": least, "maximum": most, "default": default}
    return Parameter(
        name, description, default, f"a whole number from {least} to {most}",
        lambda text, _: _whole(text, least, most), default, schema,
    )  # fmt: skip


def article_ids(text: str) -> tuple[str, ...]:
    """Return the words that are separated by commas or spaces, each once."""
    return tuple(dict.fromkeys(text.replace(",", " ").split()))


def is_article_id(word: str) -> bool:
    """Return whether a word can be the id of an article."""
    return word.isascii() and word.isalnum() and len(word) <= _MAX_ID


def _whole(text: str, least: int, most: int) -> int | None:
    is_number = text.isascii() and text.isdigit() and len(text) <= _MAX_DIGITS
    return int(text) if is_number and least <= int(text) <= most else None


def _language(text: str, _: datetime) -> str | None:
    return text.lower() if text.isascii() and text.isalpha() and 2 <= len(text) <= 3 else None


def _ids(text: str, _: datetime) -> tuple[str, ...] | None:
    ids = article_ids(text)
    # Empty values and repeated ones count, too: the description of the API says "maxItems".
    is_few = max(len(ids), text.count(",") + 1) <= _MAX_LIKE
    return ids if is_few and all(map(is_article_id, ids)) else None


def _yes_or_no(text: str, _: datetime) -> bool | None:
    word = text.lower()
    return word in _YES if word in _YES | _NO else None


def _member(choices: type[_Member]) -> Callable[[str, datetime], _Member | None]:
    members = {choice.value: choice for choice in choices}

    def parse(text: str, _: datetime) -> _Member | None:
        word = text.lower()
        # An unescaped + in an address is a space.
        return members.get(word) or members.get(word.replace(" ", "+"))

    return parse


def _switch(name: str, description: str) -> Parameter[bool]:
    schema = {"type": "boolean", "default": False}
    return Parameter(name, description, False, "1 or 0", _yes_or_no, 1, schema)


def _likes(name: str, description: str) -> Parameter[tuple[str, ...]]:
    schema = {"type": "array", "items": {"type": "string"}, "maxItems": _MAX_LIKE}
    expected = f"at most {_MAX_LIKE} article ids of 16 hexadecimal digits"
    return Parameter(name, description, (), expected, _ids, [], schema)


TEXT: Final[Parameter[str]] = Parameter(
    "q", 'words, "phrases", fields, dates (see docs/search.md); empty finds everything', "",
    f"at most {MAX_TEXT} characters", lambda text, _: text if len(text) <= MAX_TEXT else None,
    'ferry "old harbour" last 7 days', {"maxLength": MAX_TEXT}, is_verbatim=True,
)  # fmt: skip
LIMIT: Final = whole_number("limit", "number of hits", 10, 1, 100)
OFFSET: Final = whole_number("offset", "number of hits to skip", 0, 0, 10_000)
SOURCE: Final[Parameter[str | None]] = Parameter(
    "source", "only this registered domain", None, f"a domain of at most {_MAX_NAME} characters",
    lambda text, _: " ".join(text.split()).lower() if len(text) <= _MAX_NAME else None,
    "post.example", {"maxLength": _MAX_NAME},
)  # fmt: skip
LANGUAGE: Final[Parameter[str | None]] = Parameter(
    "language", "only this language, as an ISO 639-1 code", None,
    "an ISO 639-1 code such as en, de or zh", _language, "en", {"pattern": "^[A-Za-z]{2,3}$"},
)  # fmt: skip
SINCE: Final[Parameter[datetime | None]] = Parameter(
    "since", f"{EXPECTED}; inclusive", None, EXPECTED,
    lambda text, now: parse_moment(text[:_MAX_MOMENT], now), "7d",
)  # fmt: skip
UNTIL: Final[Parameter[datetime | None]] = Parameter(
    "until", f"{EXPECTED}; inclusive", None, EXPECTED,
    lambda text, now: parse_moment(text[:_MAX_MOMENT], now, end_of_day=True), "2024-05-31",
)  # fmt: skip
SORT: Final[Parameter[Sort]] = Parameter(
    "sort", "relevance or date (newest first)", Sort.RELEVANCE,
    f"one of {', '.join(Sort)}", _member(Sort), "date",
    {"enum": [sort.value for sort in Sort], "default": "relevance"},
)  # fmt: skip
MODEL: Final[Parameter[RankingModel | None]] = Parameter(
    "model", "ranking model; default: the setting search.model", None,
    f"one of {', '.join(RankingModel)}", _member(RankingModel), "news",
    {"enum": [model.value for model in RankingModel]},
)  # fmt: skip
MORE_LIKE: Final = _likes("more_like", "id of a relevant article; can be repeated")
LESS_LIKE: Final = _likes("less_like", "id of an irrelevant article; can be repeated")
LIKES: Final = (MORE_LIKE.name, LESS_LIKE.name)
COPIES: Final = _switch("copies", "list near-copies as separate hits")
EXPLAIN: Final = _switch("explain", "say why each hit was found")
FACETS: Final = _switch(
    "facets", "count all matches by source, language, topic, entity, day and over time"
)
AS_OF: Final[Parameter[int | None]] = Parameter(
    "as_of", "as_of of the first page's answer: keeps later pages consistent with it", None,
    f"a whole number from 0 to {_MAX_SEQ}", lambda text, _: _whole(text, 0, _MAX_SEQ),
    4711, {"type": "integer", "minimum": 0},
)  # fmt: skip
ALL: Final[tuple[Parameter[Any], ...]] = (
    TEXT, LIMIT, OFFSET, MODEL, EXPLAIN, FACETS, MORE_LIKE, LESS_LIKE, AS_OF, COPIES, SOURCE,
    LANGUAGE, SINCE, UNTIL, SORT,
)  # fmt: skip
