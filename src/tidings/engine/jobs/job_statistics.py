"""Computes what the finished parts of a job say, for `tidings jobs show` and the API."""

import math
from collections.abc import Sequence
from itertools import groupby
from statistics import StatisticsError, correlation, median

from tidings.engine.estimating.record_estimates import RecordEstimates
from tidings.model.crawl.job_status import JobStatus, PartStatus
from tidings.model.jobs.job_analysis import (
    AttributeUse,
    EstimateQuality,
    JobAnalysis,
    PlaceUse,
    TimeUse,
)

_UNUSUAL = 1.5  # times the median: the thesis calls longer tasks unusual
_RECENT = 50  # finished parts whose pace tells when the rest will be done


def analysis_of(
    status: JobStatus, parts: Sequence[PartStatus], plan: RecordEstimates | None
) -> JobAnalysis:
    """Return what the finished parts say."""
    mapped = _mapped(parts)
    return JobAnalysis(
        _times(status, mapped) if mapped else None,
        _quality([part for part in mapped if part.estimated]),
        _unusual(mapped),
        _attributes(plan) if plan else (),
    )


def _mapped(parts: Sequence[PartStatus]) -> list[PartStatus]:
    """Leave out the notes of stages, which are parts without items."""
    return [part for part in parts if part.items]


def _times(status: JobStatus, parts: Sequence[PartStatus]) -> TimeUse:
    elapsed = (max(part.at for part in parts) - status.began_at).total_seconds()
    mapping = math.fsum(part.seconds for part in parts)
    by_place = groupby(sorted(parts, key=lambda part: part.place), lambda part: part.place)
    return TimeUse(
        round(elapsed, 3),
        round(mapping, 3),
        round(mapping / elapsed, 2) if elapsed > 0.0 else 0.0,
        median(part.seconds for part in parts),
        max(part.seconds for part in parts),
        sum(part.copies > 1 for part in parts),
        tuple(_place(place, list(some)) for place, some in by_place),
    )


def _place(place: str, parts: Sequence[PartStatus]) -> PlaceUse:
    return PlaceUse(place, len(parts), round(math.fsum(part.seconds for part in parts), 3))


def _quality(parts: Sequence[PartStatus]) -> EstimateQuality | None:
    if not parts:
        return None
    expected, actual = [part.estimated or 0.0 for part in parts], [part.seconds for part in parts]
    ratios = [truth / estimate for truth, estimate in zip(actual, expected, strict=True)]
    ratio = median(ratios)
    errors = [abs(each / ratio - 1.0) for each in ratios] if ratio > 0.0 else [0.0]
    return EstimateQuality(
        len(parts),
        round(math.fsum(expected), 3),
        round(math.fsum(actual), 3),
        round(ratio, 4),
        round(median(errors), 4),
        _correlation(expected, actual),
    )


def _correlation(expected: Sequence[float], actual: Sequence[float]) -> float | None:
    try:
        return round(correlation(expected, actual), 4)
    except StatisticsError:  # fewer than two parts, or all alike
        return None


def _unusual(parts: Sequence[PartStatus]) -> tuple[PartStatus, ...]:
    if not parts:
        return ()
    limit = _UNUSUAL * median(part.seconds for part in parts)
    return tuple(sorted((p for p in parts if p.seconds > limit), key=lambda p: -p.seconds))


def _attributes(plan: RecordEstimates) -> tuple[AttributeUse, ...]:
    chosen = {each.attribute for each in plan.chosen}
    return tuple(AttributeUse(each, each.attribute in chosen) for each in plan.strengths)


def seconds_left(status: JobStatus, parts: Sequence[PartStatus]) -> float | None:
    """Return the time until a job is complete, by the pace of its newest parts.

    Those of the beginning count only as long as there are no others: a job that was interrupted for
    a night does not take a night for each part. None if it has ended, or nothing is finished yet.
    """
    finished = _mapped(parts)
    if status.ended_at is not None or not finished:
        return None
    newest = sorted(finished, key=lambda part: part.at)[-_RECENT - 1 :]
    if len(newest) > _RECENT:
        since, done = newest[0].at, sum(part.items for part in newest[1:])
    else:
        since, done = status.began_at, sum(part.items for part in newest)
    pace = (newest[-1].at - since).total_seconds() / done
    return round(pace * max(status.items - status.done, 0), 1)
