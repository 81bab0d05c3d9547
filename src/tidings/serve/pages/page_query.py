"""The parameters of the search page, read leniently: whatever the URL says becomes a query."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import urlencode

from tidings.model.search.results import Query, Sort
from tidings.serve.search_parameters import (
    LIKES,
    MAX_TEXT,
    Parameter,
    ParameterInvalid,
    T,
    article_ids,
    ends_before_it_begins,
    is_article_id,
    last_values,
    query_of,
)

PER_PAGE = 20
LAST_PAGE = 500  # ten thousand hits: beyond that a better query helps more
_MAX_LIKE = 20  # articles to be like or unlike; their ids must fit into a URL
_LIMITS = ("source", "language", "since", "until")
# Limit and offset follow from the page. Readers do not write ids and as_of, so these need no note.
_READ = frozenset({"q", *_LIMITS, "sort", "model", *LIKES, "copies", "as_of"})
_NOTED = frozenset({*_LIMITS, "sort", "model"})


@dataclass(frozen=True, slots=True)
class PageQuery:
    """A query with its page number, and notes on parameters that were ignored."""

    query: Query
    page: int
    given: Mapping[str, str]  # the parameters in effect, for links and form fields
    notes: tuple[str, ...]

    def href(self, **changes: str | int | None) -> str:
        """Return the URL of this search with some parameters changed; None removes one."""
        return self._url("/search", changes)

    def feed(self, ending: str) -> str:
        """Return the URL of the feed of new matches."""
        return self._url(f"/search.{ending}", {"sort": None})

    def with_like(self, name: str, article: str) -> str:
        """Return the URL of this search with one more article to be like or unlike."""
        other = LIKES[1 - LIKES.index(name)]
        ids = dict.fromkeys((*self._ids(name), article))
        others = [id_ for id_ in self._ids(other) if id_ != article]
        return self.href(**{name: ",".join(ids), other: ",".join(others)})

    def without_like(self, name: str, article: str) -> str:
        """Return the URL of this search without one article to be like or unlike."""
        return self.href(**{name: ",".join(id_ for id_ in self._ids(name) if id_ != article)})

    def _ids(self, name: str) -> tuple[str, ...]:
        return self.query.more_like if name == "more_like" else self.query.less_like

    def _url(self, path: str, changes: Mapping[str, str | int | None]) -> str:
        parameters = {**self.given, **changes}
        kept = {name: value for name, value in parameters.items() if value not in (None, "")}
        return f"{path}?{urlencode(kept, safe=',')}" if kept else path

    @property
    def is_narrowed(self) -> bool:
        """Whether anything but the words limits the results."""
        return any(name in self.given for name in _LIMITS)

    @property
    def carried(self) -> Iterator[tuple[str, str]]:
        """Parameters without a form field, which the form passes on."""
        return ((name, self.given[name]) for name in (*LIKES, "copies") if name in self.given)


def page_query_of(pairs: Iterable[tuple[str, str]], now: datetime) -> PageQuery:
    """Read the parameters of a search page; anything is accepted."""
    texts = {name: _repaired(name, text) for name, text in last_values(pairs).items()}
    notes: list[str] = []

    def read(parameter: Parameter[T]) -> T:
        text = texts.get(parameter.name, "") if parameter.name in _READ else ""
        try:
            return parameter.value_or_default(text, now)
        except ParameterInvalid:
            if parameter.name in _NOTED:
                notes.append(f"“{text[:40]}” is not {parameter.expected}, so it was ignored.")
            return parameter.default

    query = query_of(read)
    if ends_before_it_begins(query):
        notes.append("The search ended before it began, so its ends were swapped.")
        query = replace(query, since=query.until, until=query.since)
    page = _page(texts.get("page", ""), notes)
    query = replace(query, limit=PER_PAGE, offset=(page - 1) * PER_PAGE, explain=True)
    return PageQuery(query, page, _given(query, texts), tuple(notes))


def _repaired(name: str, text: str) -> str:
    if name in LIKES:
        return ",".join([id_ for id_ in article_ids(text) if is_article_id(id_)][:_MAX_LIKE])
    return " ".join(text.split())[:MAX_TEXT]


def _page(text: str, notes: list[str]) -> int:
    text = text or "1"
    if not (text.isascii() and text.isdigit()):
        notes.append(f"“{text[:40]}” is not a page number, so this is the first page.")
        return 1
    # Cut before it is read: Python refuses to read thousands of digits.
    return min(max(int(text[:6]), 1), LAST_PAGE)


def _given(query: Query, texts: Mapping[str, str]) -> dict[str, str]:
    given = {
        "q": query.text,
        "source": query.source or "",
        "language": query.language or "",
        "since": texts["since"] if query.since else "",
        "until": texts["until"] if query.until else "",
        "sort": query.sort if query.sort is not Sort.RELEVANCE else "",
        "model": query.model or "",
        "more_like": ",".join(query.more_like),
        "less_like": ",".join(query.less_like),
        "copies": "1" if query.copies else "",
    }
    return {name: value for name, value in given.items() if value}
