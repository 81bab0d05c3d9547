"""The side bar of the search page: facets, timeline bars and filter chips. Not HTML."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from tidings.model.search.results import Facet, FacetValue, Timeline
from tidings.serve.pages.page_query import PageQuery
from tidings.serve.rendering.language_names import language_name
from tidings.serve.rendering.source_directory import SourceDirectory
from tidings.serve.rendering.time_format import short_day
from tidings.shapes.iso_time import iso

_NAMES = {
    "source": "Sources",
    "language": "Languages",
    "topic": "Topics",
    "entity": "Names",
    "day": "Days",
}
_DAYS = 10  # in the facet day; the timeline shows the others
_HEIGHT = 48  # of the highest bar, in units of the SVG


@dataclass(frozen=True, slots=True)
class FacetChoice:
    """A link to one value of a facet; if the value is chosen, the link removes it."""

    label: str
    count: int
    href: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class FacetPanel:
    """One facet with its choices."""

    name: str
    label: str
    choices: tuple[FacetChoice, ...]


@dataclass(frozen=True, slots=True)
class TimelineBar:
    """One step of the timeline; its height follows the number of articles."""

    span: str
    count: int
    height: int
    href: str


@dataclass(frozen=True, slots=True)
class FilterChip:
    """A filter in effect, and the URL without it."""

    label: str
    href: str


def facet_panels(
    page_query: PageQuery, facets: tuple[Facet, ...], directory: SourceDirectory
) -> list[FacetPanel]:
    """Return the facets that have values."""
    panels = (
        FacetPanel(
            facet.name,
            _NAMES.get(facet.name, facet.name),
            tuple(_choice(page_query, facet.name, value, directory) for value in _shown(facet)),
        )
        for facet in facets
    )
    return [panel for panel in panels if panel.choices]


def _shown(facet: Facet) -> tuple[FacetValue, ...]:
    return facet.values[:_DAYS] if facet.name == "day" else facet.values


def _choice(
    page_query: PageQuery, name: str, value: FacetValue, directory: SourceDirectory
) -> FacetChoice:
    if name in ("source", "language"):
        chosen = page_query.given.get(name) == value.value
        label = directory.name(value.value) if name == "source" else language_name(value.value)
        return FacetChoice(
            label, value.count, page_query.href(**{name: None if chosen else value.value}), chosen
        )
    if name == "day":
        chosen = page_query.given.get("since") == page_query.given.get("until") == value.value
        day = None if chosen else value.value
        label = short_day(datetime.fromisoformat(value.value))
        return FacetChoice(label, value.count, page_query.href(since=day, until=day), chosen)
    return _word_choice(page_query, name, value)


def _word_choice(page_query: PageQuery, name: str, value: FacetValue) -> FacetChoice:
    """Return the choice of a topic or a name, which only the query language can express."""
    clause = f'{name}:"{value.value.replace(chr(34), " ")}"'
    text = page_query.query.text
    chosen = clause in text
    without = " ".join(text.replace(clause, " ").split())
    href = page_query.href(q=without if chosen else f"{text} {clause}".strip())
    return FacetChoice(value.value, value.count, href, chosen)


def timeline_bars(page_query: PageQuery, timeline: Timeline | None) -> list[TimelineBar]:
    """Return the bars of the timeline; none for a single step, which adds nothing to the list."""
    if timeline is None or len(timeline.counts) < 2:
        return []
    most = max(count for _, count in timeline.counts)
    return [
        TimelineBar(
            _span(moment, timeline.step),
            count,
            -(-count * _HEIGHT // most) if most else 0,
            page_query.href(**_ends(moment, timeline.step)),
        )
        for moment, count in timeline.counts
    ]


def _ends(moment: datetime, step: timedelta) -> dict[str, str | int | None]:
    last = _last(moment, step)
    if step >= timedelta(days=1):
        return {"since": moment.date().isoformat(), "until": last.date().isoformat()}
    return {"since": iso(moment), "until": iso(last)}


def _last(moment: datetime, step: timedelta) -> datetime:
    try:
        return moment + step - timedelta(seconds=1)
    except OverflowError:
        return datetime.max.replace(tzinfo=moment.tzinfo)


def _span(moment: datetime, step: timedelta) -> str:
    if step < timedelta(days=1):
        return f"{short_day(moment)}, {moment:%H:%M}"
    if step == timedelta(days=1):
        return short_day(moment)
    return f"{short_day(moment)} to {short_day(_last(moment, step))}"


def filter_chips(
    page_query: PageQuery, directory: SourceDirectory, titles: dict[str, str]
) -> list[FilterChip]:
    """Return all that filters or shifts the search; `titles` by the ids of liked articles."""
    return list(_filter_chips(page_query, directory, titles))


def _filter_chips(
    page_query: PageQuery, directory: SourceDirectory, titles: dict[str, str]
) -> Iterator[FilterChip]:
    query = page_query.query
    if query.source:
        yield FilterChip(f"from {directory.name(query.source)}", page_query.href(source=None))
    if query.language:
        yield FilterChip(f"in {language_name(query.language)}", page_query.href(language=None))
    if query.since:
        yield FilterChip(f"since {short_day(query.since)}", page_query.href(since=None))
    if query.until:
        yield FilterChip(f"until {short_day(query.until)}", page_query.href(until=None))
    for name, ids, words in (
        ("more_like", query.more_like, "more like"),
        ("less_like", query.less_like, "less like"),
    ):
        for id_ in ids:
            yield FilterChip(
                f"{words} “{titles.get(id_, id_)}”", page_query.without_like(name, id_)
            )
    if query.copies:
        yield FilterChip("with all copies", page_query.href(copies=None))
