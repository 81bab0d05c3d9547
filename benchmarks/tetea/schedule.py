"""Runs parts on the product's window with a simulated clock, and tells when all are done."""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

from tidings.engine.jobs.job import Part, Traits
from tidings.engine.runners.job_loop import window_size
from tidings.engine.runners.window import Window, WindowRules

_LOOKS = 200  # times that a place without work looks for one, in a median part


@dataclass(frozen=True, slots=True)
class Task:
    """A part of a job: what is expected of it, and how long it really takes."""

    seconds: float  # on a machine of speed 1
    expected: float | None
    units: int = 1  # hosts, or documents
    lane: str = ""


@dataclass(frozen=True, slots=True)
class Machines:
    """Where parts run."""

    speeds: tuple[float, ...]


WORKERS = Machines((1.0,) * 20)  # the thesis does not say how many; the trial had 20
SLOW_WORKERS = Machines((1.0,) * 18 + (0.2,) * 2)


def completion(tasks: Sequence[Task], rules: WindowRules, machines: Machines = WORKERS) -> float:
    """Return when the last of the tasks is done."""
    return _Simulation(tasks, rules, machines).run()


@dataclass(frozen=True, slots=True)
class _AnyOrder:
    """A job whose results may be committed in any order."""

    traits: Traits = Traits(in_order=False)  # noqa: RUF009 - a frozen value


_JOB = _AnyOrder()


class _Simulation:
    """A clock, the window, and what runs where."""

    def __init__(self, tasks: Sequence[Task], rules: WindowRules, machines: Machines) -> None:
        self._tasks, self._speeds = tasks, machines.speeds
        self._waiting = iter(enumerate(tasks))
        self._window: Window[int, int] = Window(rules, window_size(_JOB, len(self._speeds)))
        for place in range(len(self._speeds)):
            self._window.add_place(place)
        self._running: list[tuple[float, int, int]] = []  # end, place, number of the part
        self._free = set(range(len(self._speeds)))
        self._look = sorted(task.seconds for task in tasks)[len(tasks) // 2] / _LOOKS

    def run(self) -> float:
        """Run everything; return when the last result came."""
        now = done = 0.0
        self._start(now)
        while not self._window.is_done:
            ends = self._running[0][0]
            if self._free and self._window_may_copy and ends > now + self._look:
                now += self._look
            else:
                now, place, number = heapq.heappop(self._running)
                self._window.finish(number, place, number, now)
                self._free.add(place)
                self._stop_copies(number)
                done = now
            for _ in self._window.take_out():
                pass
            self._start(now)
        return done

    @property
    def _window_may_copy(self) -> bool:
        return len(set(self._speeds)) > 1

    def _fill(self) -> None:
        while self._window.has_room:
            number, task = next(self._waiting, (None, None))
            if task is None or number is None:
                self._window.end()
                return
            part = Part(f"{number}", (number,), lane=task.lane, estimated=task.expected)
            self._window.add(part)

    def _start(self, now: float) -> None:
        self._fill()
        for place in sorted(self._free, key=lambda place: -self._speeds[place]):
            taken = self._window.take(place, now)
            if taken is not None:
                number, part = taken
                ends = now + self._tasks[part.items[0]].seconds / self._speeds[place]
                heapq.heappush(self._running, (ends, place, number))
                self._free.remove(place)

    def _stop_copies(self, number: int) -> None:
        """Free the places where the same part still runs: the first result counts."""
        stopped = [each for each in self._running if each[2] == number]
        for each in stopped:
            self._running.remove(each)
            self._free.add(each[1])
        heapq.heapify(self._running)
