"""Expected and seen articles of sources as JSON."""

from typing import Annotated, TypedDict

from tidings.model.crawl.completeness import Completeness, Silence
from tidings.shapes.iso_time import iso


class CompletenessHourOut(TypedDict):
    """One hour of a site."""

    start: str
    expected: Annotated[float, "new articles, predicted from the site's history"]
    seen: int


class SilenceOut(TypedDict):
    """How long a site has been silent."""

    since: Annotated[str, "time of its last new article"]
    expected: Annotated[float, "new articles expected since then"]
    causes: Annotated[list[str], "responses of its feeds and sitemaps"]


class CompletenessOut(TypedDict):
    """Expected and seen articles of a site."""

    url: str
    domain: str
    expected: float
    seen: int
    silence: SilenceOut | None
    hours: list[CompletenessHourOut]


def completeness_shape(completeness: Completeness) -> CompletenessOut:
    """Return the shape of one site in `tidings completeness --json` and `/api/completeness`."""
    return {
        "url": completeness.site.url,
        "domain": completeness.site.domain,
        "expected": round(completeness.expected, 2),
        "seen": completeness.seen,
        "silence": _silence_shape(completeness.silence) if completeness.silence else None,
        "hours": [
            {"start": iso(hour.start), "expected": round(hour.expected, 3), "seen": hour.seen}
            for hour in completeness.hours
        ],
    }


def _silence_shape(silence: Silence) -> SilenceOut:
    return {
        "since": iso(silence.since),
        "expected": round(silence.expected, 1),
        "causes": list(silence.causes),
    }
