"""Statistics: what the paper on the IJS NewsFeed reports of its stream, for this home."""

from starlette.responses import Response

from tidings.serve.context import CurrentContext
from tidings.serve.search_parameters import LANGUAGE, SOURCE
from tidings.serve.v1.frame.answer import answer
from tidings.serve.v1.frame.description import described
from tidings.serve.v1.frame.route import v1_router
from tidings.serve.v1.reading.list_filters import (
    DomainText,
    LanguageText,
    SinceText,
    UntilText,
    span_of,
    value_of,
)
from tidings.shapes.v1.statistics import DistributionV1, StatisticsV1, statistics_v1

router = v1_router("statistics")

_SECONDS: DistributionV1 = {
    "count": 9_730,
    "mean": 641.2,
    "median": 402.5,
    "p90": 1_390.0,
    "p99": 3_310.0,
    "steps": [{"up_to": 600.0, "count": 6_402}, {"up_to": None, "count": 3_328}],
}
_EXAMPLE: StatisticsV1 = {
    "as_of": "2024-05-31T12:00:00Z",
    "since": "2024-05-01T12:00:00Z",
    "until": None,
    "articles": 10_204,
    "seen": 10_211,
    "per_day": [{"day": "2024-05-31", "seen": 312, "published": 298}],
    "per_language": [{"language": "en", "articles": 8_812}],
    "per_source": [{"source": "post.example", "articles": 1_204}],
    "words": _SECONDS | {"mean": 401.0, "median": 310.0, "p90": 820.0, "p99": 2_100.0},
    "text_bytes": _SECONDS | {"mean": 2_400.0, "median": 1_750.0, "p90": 4_800.0, "p99": 12_100.0},
    "delays": {
        "searchable": _SECONDS,
        "seen": _SECONDS,
        "indexed": _SECONDS | {"mean": 1.1, "median": 0.9, "p90": 1.6, "p99": 2.4},
        "found_late": 402,
        "undated": 61,
        "dated_ahead": 18,
        "unknown": 0,
    },
}


@router.get(
    "/statistics",
    **described("getStatistics", "Count articles and delays", StatisticsV1, _EXAMPLE),
)
async def statistics(
    context: CurrentContext,
    since: SinceText = "30d",
    until: UntilText = "",
    language: LanguageText = "",
    source: DomainText = "",
) -> Response:
    """Count articles per day, language and source, their lengths, and how soon they were found.

    Delays are those of articles that appeared while their source was followed; what a first crawl
    found in archives is counted apart. An empty `since` counts everything.
    """
    now = context.clock()
    span = span_of(since, until, now)
    wanted = value_of(LANGUAGE, language, now), value_of(SOURCE, source, now)
    found = await context.run(lambda: context.library.listings.statistics(now, *span, *wanted))
    return answer(statistics_v1(found))
