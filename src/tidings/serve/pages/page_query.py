"""What a reader asks of the search page: whatever the address says, repaired into a query."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import urlencode

from tidings.model.search.results import Query, RankingModel, Sort
from tidings.serve.rendering.time_format import EXPECTED, parse_moment

PER_PAGE = 20
LAST_PAGE = 500  # ten thousand hits; who looks further should ask better
_MAX_TEXT = 2_000  # characters; the query language reads no more
_MAX_NAME = 255  # characters of a source or language
_MAX_LIKE = 20  # articles called right or wrong; their ids must fit into an address
_LIMITS = ("source", "language", "since", "until")
_LIKES = ("more_like", "less_like")


@dataclass(frozen=True, slots=True)
class PageQuery:
    """A query with the page wanted, and notes on what was not understood and so left out."""

    query: Query
    page: int
    given: Mapping[str, str]  # the parameters in effect, for links and form fields
    notes: tuple[str, ...]

    def href(self, **changes: str | int | None) -> str:
        """Return the address of this search with some parameters changed, None for without."""
        return self._address("/search", changes)

    def feed(self, ending: str) -> str:
        """Return the address of the feed that tells of new matches."""
        return self._address(f"/search.{ending}", {"sort": None})

    def liking(self, name: str, article: str) -> str:
        """Return the address of this search with one article more called right or wrong."""
        other = _LIKES[1 - _LIKES.index(name)]
        ids = dict.fromkeys((*self._ids(name), article))
        others = [id_ for id_ in self._ids(other) if id_ != article]
        return self.href(**{name: ",".join(ids), other: ",".join(others)})

    def unliking(self, name: str, article: str) -> str:
        """Return the address of this search without what was said about an article."""
        return self.href(**{name: ",".join(id_ for id_ in self._ids(name) if id_ != article)})

    def _ids(self, name: str) -> tuple[str, ...]:
        return self.query.more_like if name == "more_like" else self.query.less_like

    def _address(self, path: str, changes: Mapping[str, str | int | None]) -> str:
        asked = {**self.given, **changes}
        kept = {name: value for name, value in asked.items() if value not in (None, "")}
        return f"{path}?{urlencode(kept, safe=',')}" if kept else path

    @property
    def is_narrowed(self) -> bool:
        """Whether anything but the words limits what is found."""
        return any(name in self.given for name in _LIMITS)

    @property
    def carried(self) -> Iterator[tuple[str, str]]:
        """What the form has no field for, and passes on."""
        return ((name, self.given[name]) for name in (*_LIKES, "copies") if name in self.given)


def page_query_of(pairs: Iterable[tuple[str, str]], now: datetime) -> PageQuery:
    """Read the parameters of a search page; anything goes."""
    parameters = _gathered(pairs)
    notes: list[str] = []
    since = _moment(parameters, "since", now, notes)
    until = _moment(parameters, "until", now, notes)
    if since and until and since > until:
        notes.append("The search was to end before it began, so its ends were exchanged.")
        since, until = until, since
    query = Query(
        text=_text(parameters, "q", _MAX_TEXT) or "",
        limit=PER_PAGE,
        source=_text(parameters, "source", _MAX_NAME),
        language=_text(parameters, "language", _MAX_NAME),
        since=since,
        until=until,
        sort=_sort(parameters, notes),
        model=_model(parameters, notes),
        more_like=_ids(parameters, "more_like"),
        less_like=_ids(parameters, "less_like"),
        copies=parameters.get("copies") == "1",
        explain=True,
        as_of=_as_of(parameters),
    )
    page = _page(parameters, notes)
    query = replace(query, offset=(page - 1) * PER_PAGE)
    return PageQuery(query, page, _given(query, parameters), tuple(notes))


def _gathered(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The last value of each parameter; of those that may be repeated, all."""
    parameters: dict[str, str] = {}
    for name, value in pairs:
        known = parameters.get(name)
        parameters[name] = f"{known},{value}" if known and name in _LIKES else value
    return parameters


def _text(parameters: Mapping[str, str], name: str, max_length: int) -> str | None:
    text = " ".join(parameters.get(name, "").split())[:max_length]
    return (text if name == "q" else text.lower()) or None


def _moment(
    parameters: Mapping[str, str], name: str, now: datetime, notes: list[str]
) -> datetime | None:
    text = parameters.get(name, "").strip()
    if not text:
        return None
    moment = parse_moment(text, now, end_of_day=name == "until")
    if moment is None:
        notes.append(f"“{text[:40]}” is not {EXPECTED}, so it was left out.")
    return moment


def _sort(parameters: Mapping[str, str], notes: list[str]) -> Sort:
    text = parameters.get("sort", "").strip().lower() or Sort.RELEVANCE
    try:
        return Sort(text)
    except ValueError:
        notes.append(f"“{text[:40]}” is no order of ours: these are the best matches first.")
        return Sort.RELEVANCE


def _model(parameters: Mapping[str, str], notes: list[str]) -> RankingModel | None:
    text = parameters.get("model", "").strip().lower().replace(" ", "+")
    if not text:
        return None
    try:
        return RankingModel(text)
    except ValueError:
        notes.append(f"“{text[:40]}” is no ranking of ours, so this is the usual one.")
        return None


def _ids(parameters: Mapping[str, str], name: str) -> tuple[str, ...]:
    words = parameters.get(name, "").replace(",", " ").split()
    ids = [word for word in words if word.isascii() and word.isalnum() and len(word) <= 64]
    return tuple(dict.fromkeys(ids))[:_MAX_LIKE]


def _as_of(parameters: Mapping[str, str]) -> int | None:
    text = parameters.get("as_of", "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 18 else None


def _page(parameters: Mapping[str, str], notes: list[str]) -> int:
    text = parameters.get("page", "").strip() or "1"
    if not (text.isascii() and text.isdigit()):
        notes.append(f"“{text[:40]}” is no page, so this is the first.")
        return 1
    # Cut before it is read: Python refuses to read thousands of digits.
    return min(max(int(text[:6]), 1), LAST_PAGE)


def _given(query: Query, parameters: Mapping[str, str]) -> dict[str, str]:
    given = {
        "q": query.text,
        "source": query.source or "",
        "language": query.language or "",
        "since": parameters.get("since", "").strip() if query.since else "",
        "until": parameters.get("until", "").strip() if query.until else "",
        "sort": query.sort if query.sort is not Sort.RELEVANCE else "",
        "model": query.model or "",
        "more_like": ",".join(query.more_like),
        "less_like": ",".join(query.less_like),
        "copies": "1" if query.copies else "",
    }
    return {name: value for name, value in given.items() if value}
