"""Expected against found articles, hour by hour, as the numbers of a small drawing."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tidings.model.crawl.completeness import HourCount

WIDTH: Final = 10  # of one hour
HEIGHT: Final = 60
_GAP: Final = 2  # between two bars
_LEAST: Final = 0.5  # articles: fewer round to none


@dataclass(frozen=True, slots=True)
class HourBar:
    """One hour: the bar of what was found, with its words."""

    x: float
    y: float
    width: float
    height: float
    hour: HourCount


@dataclass(frozen=True, slots=True)
class HourChart:
    """The bars of found articles, and the line of expected ones."""

    bars: tuple[HourBar, ...]
    line: str  # points of a polyline
    width: int
    height: int
    most: float  # articles at the top


def hour_chart(hours: Sequence[HourCount]) -> HourChart | None:
    """Return the drawing of some hours; None if nothing was found and hardly anything expected."""
    if not any(hour.seen for hour in hours) and sum(hour.expected for hour in hours) < _LEAST:
        return None
    most = max(1.0, *(max(hour.seen, hour.expected) for hour in hours))
    scale = HEIGHT / most
    points: list[str] = []
    for number, hour in enumerate(hours):
        y = f"{HEIGHT - hour.expected * scale:.1f}"
        points += [f"{number * WIDTH},{y}", f"{(number + 1) * WIDTH},{y}"]
    bars = tuple(
        HourBar(
            number * WIDTH + _GAP / 2,
            round(HEIGHT - hour.seen * scale, 1),
            WIDTH - _GAP,
            round(hour.seen * scale, 1),
            hour,
        )
        for number, hour in enumerate(hours)
    )
    return HourChart(bars, " ".join(points), len(hours) * WIDTH, HEIGHT, most)
