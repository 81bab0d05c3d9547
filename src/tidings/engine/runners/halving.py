"""Maps a part whose items may fail or kill their process: halves it until the guilty are known."""

import time
from collections.abc import Callable, Sequence

from tidings.engine.jobs.job import I, Job, MapItems, Mapped, Quarantined, R, seconds_of
from tidings.engine.jobs.part_outcome import PartOutcome
from tidings.engine.runners.worker_process import WorkerLost

MapTimed = Callable[[Sequence[I]], tuple[R, tuple[float, ...]]]  # and the seconds of each item

_ATTEMPTS = 2  # one death may be an accident, a second with the same item is not


def mapped_alone(
    job: Job[I, R], items: tuple[I, ...], map_timed: MapTimed[I, R]
) -> PartOutcome[I, R]:
    """Map a part. If that fails, halve it until the guilty items are known, and name these."""
    began, outcome = time.perf_counter(), PartOutcome[I, R]()
    waiting = [(0, len(items), 0)]  # first, end, failures
    while waiting:
        first, end, failures = waiting.pop()
        some = items[first:end]
        try:
            outcome.mapped.append(Mapped(some, *map_timed(some)))
            outcome.firsts.append(first)
        except WorkerLost as lost:
            if len(some) > 1:
                half = (first + end) // 2
                waiting += [(half, end, 0), (first, half, 0)]
            elif failures + 1 < _ATTEMPTS:
                waiting.append((first, end, failures + 1))
            else:
                outcome.quarantined += [Quarantined(job.name_of(some[0]), str(lost))]
    outcome.seconds = round(time.perf_counter() - began, 3)
    return outcome


def failing(map_items: MapItems[I, R]) -> MapTimed[I, R]:
    """Return the same function for this process; its failures look like those of another."""

    def mapped(items: Sequence[I]) -> tuple[R, tuple[float, ...]]:
        try:
            return map_items(items), seconds_of(map_items)
        except Exception as error:  # the stage boundary: counted and quarantined
            raise WorkerLost(f"{type(error).__name__}: {error}") from error

    return mapped
