"""Counts of all matches of a query by source, language, topic and date."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import tantivy

from tidings.model.search.results import Facet, FacetValue, Timeline

FACETS: Final = ("source", "language", "topic", "entity", "day")
# Sections and tags can be searched like topics, but there are too many to list.
_FIELDS: Final = {"topic": "subject"}
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FIRST_SECOND = (datetime.min.replace(tzinfo=UTC) - _EPOCH).total_seconds()
_DAY = 86_400
_DAYS_SHOWN = 31  # newest days in the facet `day`
_MAX_STEPS = 60  # bars in a timeline: as many as fit on a page
# Hours, days and weeks; months and years of equal length, which is accurate enough for a chart.
_STEPS = (3_600, 6 * 3_600, _DAY, 7 * _DAY, 30 * _DAY, 365 * _DAY, 3_650 * _DAY, 36_500 * _DAY)


def facets(
    searcher: tantivy.Searcher, query: tantivy.Query, names: Sequence[str], size: int = 10
) -> tuple[Facet, ...]:
    """Return the most frequent values of each requested facet among all matches."""
    wanted = {name: _aggregation(name, size) for name in names if name in FACETS}
    if not wanted:
        return ()
    counted: dict[str, Any] = searcher.aggregate(query, wanted)
    return tuple(Facet(name, _values(name, counted[name]["buckets"])) for name in wanted)


def timeline(searcher: tantivy.Searcher, query: tantivy.Query) -> Timeline | None:
    """Return the matches over time, in steps that suit their span; None if there are none."""
    spread = searcher.aggregate(query, {"span": {"stats": {"field": "published"}}})["span"]
    if not spread["count"]:
        return None
    span = spread["max"] - spread["min"]
    step = next((step for step in _STEPS if span / step < _MAX_STEPS - 1), _STEPS[-1])
    counted = searcher.aggregate(query, {"steps": _histogram(step, every=True)})
    return Timeline(
        timedelta(seconds=step),
        tuple(
            (_moment(bucket["key"]), int(bucket["doc_count"]))
            for bucket in counted["steps"]["buckets"]
        ),
    )


def _aggregation(name: str, size: int) -> dict[str, Any]:
    if name == "day":
        return _histogram(_DAY, every=False)
    return {"terms": {"field": _FIELDS.get(name, name), "size": size}}


def _histogram(step: int, *, every: bool) -> dict[str, Any]:
    least = 0 if every else 1
    return {"histogram": {"field": "published", "interval": step, "min_doc_count": least}}


def _values(name: str, buckets: list[dict[str, Any]]) -> tuple[FacetValue, ...]:
    if name != "day":
        return tuple(FacetValue(str(each["key"]), int(each["doc_count"])) for each in buckets)
    newest = reversed(buckets[-_DAYS_SHOWN:])
    return tuple(
        FacetValue(_moment(each["key"]).date().isoformat(), int(each["doc_count"]))
        for each in newest
    )


def _moment(seconds: float) -> datetime:
    """The beginning of a step, at the earliest the first moment of the calendar."""
    return _EPOCH + timedelta(seconds=max(seconds, _FIRST_SECOND))
