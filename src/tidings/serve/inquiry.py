"""What a reader asks of the search page: whatever the address says, repaired into a query."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import urlencode

from tidings.model.search import Query, Sort
from tidings.serve.moment import WANTED, parse_moment

PER_PAGE = 20
LAST_PAGE = 500  # ten thousand hits; who looks further should ask better
_MAX_TEXT = 2_000  # characters; the query language reads no more
_MAX_NAME = 255  # characters of a source or language


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A query with the page wanted, and notes on what was not understood and so left out."""

    query: Query
    page: int
    given: Mapping[str, str]  # the parameters in effect, for links and form fields
    notes: tuple[str, ...]

    def href(self, **changes: str | int | None) -> str:
        """Return the address of this search with some parameters changed, None for without."""
        asked = {**self.given, **changes}
        kept = {name: value for name, value in asked.items() if value not in (None, "")}
        return f"/search?{urlencode(kept)}" if kept else "/search"

    @property
    def is_narrowed(self) -> bool:
        """Whether anything but the words limits what is found."""
        return bool({"source", "language", "since", "until"} & set(self.given))


def inquiry(parameters: Mapping[str, str], now: datetime) -> Inquiry:
    """Read the parameters of a search page; anything goes."""
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
    )
    page = _page(parameters, notes)
    query = replace(query, offset=(page - 1) * PER_PAGE)
    return Inquiry(query, page, _given(query, parameters), tuple(notes))


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
        notes.append(f"“{text[:40]}” is not {WANTED}, so it was left out.")
    return moment


def _sort(parameters: Mapping[str, str], notes: list[str]) -> Sort:
    text = parameters.get("sort", "").strip().lower() or Sort.RELEVANCE
    try:
        return Sort(text)
    except ValueError:
        notes.append(f"“{text[:40]}” is no order of ours: these are the best matches first.")
        return Sort.RELEVANCE


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
    }
    return {name: value for name, value in given.items() if value}
