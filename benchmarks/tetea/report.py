"""What contenders need, next to the bound that no order of hosts can beat."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from benchmarks.tetea.contenders import Plan
from benchmarks.tetea.schedule import WORKERS, Machines, Task, completion
from tidings.engine.runners.window import WindowRules

_UNUSUAL = 1.5  # times the median
HEADER = (
    "", "dealt out ÷ bound", "queue ÷ bound", "worst seed", "queue, hours", "tasks", "unusual",
    "of several hosts",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Figures:
    """What one contender needed in one world."""

    dealt: float | None  # ÷ bound, if each worker gets its share of the tasks in advance
    queue: float  # ÷ bound, if whoever is free takes the next
    hours: float
    tasks: int
    unusual: int
    avoidable: int  # unusual tasks of more than one host


def figures(plan: Plan, bound: float, machines: Machines = WORKERS) -> Figures:
    """Run a contender."""
    queue = completion(plan.tasks, _rules(plan, dynamic=True), machines)
    dealt = None if plan.is_queue else completion(plan.tasks, _rules(plan, dynamic=False), machines)
    unusual = _unusual(plan.tasks)
    return Figures(
        None if dealt is None else dealt / bound,
        queue / bound,
        queue / 3600,
        len(plan.tasks),
        len(unusual),
        sum(task.units > 1 for task in unusual),
    )


def _rules(plan: Plan, *, dynamic: bool) -> WindowRules:
    return WindowRules(False, plan.longest_first, dynamic, backups=False)


def _unusual(tasks: Sequence[Task]) -> list[Task]:
    limit = _UNUSUAL * median(task.seconds for task in tasks)
    return [task for task in tasks if task.seconds > limit]


def bound_of(tasks: Sequence[Task], units: Sequence[float], machines: Machines = WORKERS) -> float:
    """Return max(total ÷ workers, the longest unit that must not be cut)."""
    total = sum(task.seconds for task in tasks)
    return max(total / sum(machines.speeds), max(units, default=0.0) / max(machines.speeds))


def row(name: str, found: Sequence[Figures]) -> tuple[str, ...]:
    """Return the medians over all seeds, and the worst one."""

    def middle(value: Callable[[Figures], float]) -> float:
        return median(value(each) for each in found)

    dealt = [each.dealt for each in found if each.dealt is not None]
    is_queue = not dealt
    return (
        name,
        f"{median(dealt):.3f}" if dealt else "–",
        f"{middle(lambda each: each.queue):.3f}",
        f"{max(each.queue for each in found):.3f}",
        f"{middle(lambda each: each.hours):.1f}",
        f"{middle(lambda each: each.tasks):.0f}",
        "–" if is_queue else f"{middle(lambda each: each.unusual):.0f}",
        "–" if is_queue else f"{middle(lambda each: each.avoidable):.0f}",
    )
