"""The time axis of a story: one lane for each source, with its articles where they stand in time.

Not SVG: positions are percentages, so that the axis is as wide as the page.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from tidings.model.articles.story import FullStory, StoryArticle
from tidings.serve.rendering.time_format import hour_minute, lag, short_day

_LANES: Final = 20  # sources, the earliest: more lanes are no picture any more
_POINTS: Final = 60  # articles of one lane
_LEFT, _RIGHT = 3.0, 97.0  # percent: points and labels at the ends are not cut off
_MAX_TICKS: Final = 6
_MINUTE, _DAY = timedelta(minutes=1), timedelta(days=1)
_STEPS: Final = (
    *(_MINUTE * minutes for minutes in (1, 5, 15, 30, 60, 180, 360, 720)),
    *(_DAY * days for days in (1, 2, 7, 14, 30, 90, 365)),
)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class LanePoint:
    """An article on the axis."""

    at: float  # percent of the width
    article: StoryArticle


@dataclass(frozen=True, slots=True)
class StoryLane:
    """A source on the axis."""

    source: str
    first_at: datetime
    is_first: bool
    lag: str  # after the first article of all: "22 minutes later"; empty for those who were first
    points: tuple[LanePoint, ...]


@dataclass(frozen=True, slots=True)
class AxisTick:
    """A time on the axis."""

    at: float  # percent of the width
    label: str


@dataclass(frozen=True, slots=True)
class StoryAxis:
    """The axis of a story."""

    lanes: tuple[StoryLane, ...]
    ticks: tuple[AxisTick, ...]
    left_out: int  # sources without a lane


def story_axis(full_story: FullStory) -> StoryAxis:
    """Return the axis of a story, its earliest source first."""
    times = [each.membership.at for each in full_story.articles]
    if not times:
        return StoryAxis((), (), 0)
    began, ended = min(times), max(times)
    by_source: dict[str, list[StoryArticle]] = {}
    for article in full_story.articles:
        by_source.setdefault(article.source, []).append(article)
    # Undated articles do not count as first, and others are not later than them.
    firsts = [each.membership.at for each in full_story.articles if each.is_first]
    first = min(firsts, default=began)
    lanes = tuple(
        _lane(source, articles, began, ended, first) for source, articles in by_source.items()
    )
    return StoryAxis(lanes[:_LANES], tuple(_ticks(began, ended)), max(len(by_source) - _LANES, 0))


def _lane(
    source: str, articles: Sequence[StoryArticle], began: datetime, ended: datetime, first: datetime
) -> StoryLane:
    at = articles[0].membership.at
    is_first = any(each.is_first for each in articles)
    points = tuple(
        LanePoint(_position(each.membership.at, began, ended), each) for each in articles[:_POINTS]
    )
    return StoryLane(source, at, is_first, "" if is_first else lag(at - first), points)


def _position(at: datetime, began: datetime, ended: datetime) -> float:
    span = (ended - began).total_seconds()
    share = (at - began).total_seconds() / span if span else 0.5
    return round(_LEFT + share * (_RIGHT - _LEFT), 2)


def _ticks(began: datetime, ended: datetime) -> Iterator[AxisTick]:
    """Yield round times between both ends; both ends themselves, if there is none."""
    step = next((each for each in _STEPS if (ended - began) / each <= _MAX_TICKS), _STEPS[-1])
    moment = _EPOCH - ((_EPOCH - began) // step) * step  # the first that is not earlier
    if moment > ended:
        moment = began
    before: datetime | None = None
    while moment <= ended:
        yield AxisTick(_position(moment, began, ended), _label(moment, before, step))
        before, moment = moment, moment + step


def _label(moment: datetime, before: datetime | None, step: timedelta) -> str:
    """Return the time of the day; the day where another one begins."""
    moment = moment.astimezone(UTC)
    if step >= _DAY or (before is not None and before.astimezone(UTC).date() != moment.date()):
        return short_day(moment).rpartition(" ")[0]
    return hour_minute(moment)
