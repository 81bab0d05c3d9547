"""Learns how long records take, and returns the estimates of the next job."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from tidings.engine.estimating.categories import fine_category
from tidings.engine.estimating.record_estimates import (
    Method,
    RecordEstimates,
    estimates_by_number,
    learned_estimates,
)
from tidings.model.jobs.record_times import Attributes, RecordTimes, TimeHistory
from tidings.settings.tree import JobSettings
from tidings.store.database.session import Reader, Writer
from tidings.store.tables.jobs.job_times import add_times, time_history


def times_of(records: Iterable[tuple[Attributes, float]]) -> TimeHistory:
    """Sum up the seconds of records by the categories of their attributes."""
    history: defaultdict[str, dict[int, RecordTimes]] = defaultdict(dict)
    for attributes, seconds in records:
        time = RecordTimes(1, seconds, seconds * seconds)
        for attribute, value in attributes.items():
            categories, category = history[attribute], fine_category(value)
            known = categories.get(category)
            categories[category] = known + time if known else time
    return history


def learn_times(connection: Writer, job: str, records: Sequence[tuple[Attributes, float]]) -> None:
    """Add the seconds of records, in the transaction that records their part."""
    add_times(connection, job, times_of(records))


def estimates_for(
    connection: Reader, job: str, settings: JobSettings, number: int
) -> RecordEstimates:
    """Return what records of a job will probably cost.

    Without a history, or with estimates switched off, `number` of them make a part.
    """
    by_number = estimates_by_number(settings.part_seconds, number)
    if not settings.estimates:
        return by_number
    method = Method(settings.attributes, settings.categories, settings.shrinkage)
    history = time_history(connection, job)
    return learned_estimates(history, method, settings.part_seconds) or by_number
