"""The side of the search page: facets and bars as links, limits as chips. It knows no HTML."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from tidings.model.search.results import Facet, FacetValue, Timeline
from tidings.serve.pages.page_query import PageQuery
from tidings.serve.rendering.language_names import language_name
from tidings.serve.rendering.source_directory import SourceDirectory
from tidings.serve.rendering.time_format import iso, short_day

_NAMES = {
    "source": "Sources",
    "language": "Languages",
    "topic": "Topics",
    "entity": "Names",
    "day": "Days",
}
_DAYS = 10  # of the facet day; the timeline has the others
_HEIGHT = 48  # of the highest bar


@dataclass(frozen=True, slots=True)
class FacetChoice:
    """A value to click on; one that is chosen is clicked on to be taken back."""

    label: str
    count: int
    href: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class FacetPanel:
    """One facet."""

    name: str
    label: str
    choices: tuple[FacetChoice, ...]


@dataclass(frozen=True, slots=True)
class TimelineBar:
    """One step of the timeline, as high as it has articles."""

    span: str
    count: int
    height: int
    href: str


@dataclass(frozen=True, slots=True)
class FilterChip:
    """A limit in effect, and the address without it."""

    label: str
    href: str


def facet_panels(
    asked: PageQuery, facets: tuple[Facet, ...], directory: SourceDirectory
) -> list[FacetPanel]:
    """Return the facets that there is something to choose in."""
    made = (
        FacetPanel(
            facet.name,
            _NAMES.get(facet.name, facet.name),
            tuple(_choice(asked, facet.name, value, directory) for value in _shown(facet)),
        )
        for facet in facets
    )
    return [panel for panel in made if panel.choices]


def _shown(facet: Facet) -> tuple[FacetValue, ...]:
    return facet.values[:_DAYS] if facet.name == "day" else facet.values


def _choice(
    asked: PageQuery, name: str, value: FacetValue, directory: SourceDirectory
) -> FacetChoice:
    if name in ("source", "language"):
        chosen = asked.given.get(name) == value.value
        label = directory.name(value.value) if name == "source" else language_name(value.value)
        return FacetChoice(
            label, value.count, asked.href(**{name: None if chosen else value.value}), chosen
        )
    if name == "day":
        chosen = asked.given.get("since") == asked.given.get("until") == value.value
        wanted = None if chosen else value.value
        label = short_day(datetime.fromisoformat(value.value))
        return FacetChoice(label, value.count, asked.href(since=wanted, until=wanted), chosen)
    return _word_choice(asked, name, value)


def _word_choice(asked: PageQuery, name: str, value: FacetValue) -> FacetChoice:
    """A topic or a name, which only the query language can ask for."""
    clause = f'{name}:"{value.value.replace(chr(34), " ")}"'
    text = asked.query.text
    chosen = clause in text
    without = " ".join(text.replace(clause, " ").split())
    href = asked.href(q=without if chosen else f"{text} {clause}".strip())
    return FacetChoice(value.value, value.count, href, chosen)


def timeline_bars(asked: PageQuery, timeline: Timeline | None) -> list[TimelineBar]:
    """Return the timeline; a single bar would say nothing that the list does not."""
    if timeline is None or len(timeline.counts) < 2:
        return []
    most = max(count for _, count in timeline.counts)
    return [
        TimelineBar(
            _span(moment, timeline.step),
            count,
            -(-count * _HEIGHT // most) if most else 0,
            asked.href(**_ends(moment, timeline.step)),
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
    asked: PageQuery, directory: SourceDirectory, titles: dict[str, str]
) -> list[FilterChip]:
    """Return what limits or bends the search beside its words; `titles` are of liked articles."""
    return list(_filter_chips(asked, directory, titles))


def _filter_chips(
    asked: PageQuery, directory: SourceDirectory, titles: dict[str, str]
) -> Iterator[FilterChip]:
    query = asked.query
    if query.source:
        yield FilterChip(f"from {directory.name(query.source)}", asked.href(source=None))
    if query.language:
        yield FilterChip(f"in {language_name(query.language)}", asked.href(language=None))
    if query.since:
        yield FilterChip(f"since {short_day(query.since)}", asked.href(since=None))
    if query.until:
        yield FilterChip(f"until {short_day(query.until)}", asked.href(until=None))
    for name, ids, words in (
        ("more_like", query.more_like, "more like"),
        ("less_like", query.less_like, "less like"),
    ):
        for id_ in ids:
            yield FilterChip(f"{words} “{titles.get(id_, id_)}”", asked.unliking(name, id_))
    if query.copies:
        yield FilterChip("with all copies", asked.href(copies=None))
