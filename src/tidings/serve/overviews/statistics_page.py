"""The page of statistics: articles per day, languages, sources, lengths and delays."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from tidings.model.access.identity import Scope
from tidings.model.articles.statistics import DayCount, Distribution
from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.permission import identity_of
from tidings.serve.rendering.time_format import duration

router = APIRouter(include_in_schema=False)

_get = partial(router.api_route, methods=["GET", "HEAD"], response_class=HTMLResponse)

_DEFAULT: Final = "30d"
SPANS: Final[Mapping[str, tuple[str, timedelta | None]]] = {
    "7d": ("7 days", timedelta(days=7)),
    _DEFAULT: ("30 days", timedelta(days=30)),
    "365d": ("a year", timedelta(days=365)),
    "all": ("everything", None),
}
_LISTED: Final = 15  # sources and languages; the others are counted together
_COLUMNS: Final = 60  # of a chart; more days are counted in groups


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a chart."""

    label: str
    count: int


@_get("/statistics")
async def statistics_page(
    request: Request, context: CurrentContext, since: str = _DEFAULT
) -> HTMLResponse:
    """Numbers about the articles of this home."""
    span = since if since in SPANS else _DEFAULT
    may_write = (await identity_of(request)).may(Scope.WRITE)
    return HTMLResponse(await context.run(lambda: _statistics_page(context, span, may_write)))


def _statistics_page(context: AppContext, span: str, may_write: bool) -> str:
    now = context.clock()
    age = SPANS[span][1]
    found = context.library.listings.statistics(now, None if age is None else now - age)
    return context.renderer.page(
        "statistics.html",
        found=found,
        span=span,
        spans={key: words for key, (words, _) in SPANS.items()},
        days=grouped_days(found.days),
        languages=found.languages[:_LISTED],
        other_languages=found.languages[_LISTED:],
        sources=found.sources[:_LISTED],
        other_sources=found.sources[_LISTED:],
        lengths=list(_steps(found.words, lambda number: f"{number:,.0f}")),
        delays=list(_steps(found.delays.searchable, duration)),
        directory=context.directories.now(),
        may_write=may_write,
    )


def grouped_days(days: Sequence[DayCount]) -> list[tuple[DayCount, DayCount]]:
    """Return at most so many columns as a chart has: first day with all counts, and last day."""
    size = -(-len(days) // _COLUMNS) or 1
    groups = (days[first : first + size] for first in range(0, len(days), size))
    return [
        (
            DayCount(
                group[0].day,
                sum(each.seen for each in group),
                sum(each.published for each in group),
            ),
            group[-1],
        )
        for group in groups
    ]


def _steps(found: Distribution, words: Callable[[float], str]) -> Iterator[Bar]:
    """Yield the steps of a distribution, without the empty ones at both ends."""
    counts = [count for _, count in found.steps]
    filled = [place for place, count in enumerate(counts) if count]
    if not filled:
        return
    for place in range(filled[0], filled[-1] + 1):
        up_to = found.steps[place][0]
        if up_to is None:
            below = found.steps[place - 1][0]
            yield Bar(f"over {words(below or 0)}", counts[place])
        else:
            yield Bar(f"up to {words(up_to)}", counts[place])
