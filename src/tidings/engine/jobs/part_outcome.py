"""What came of mapping a part, wherever that was."""

from dataclasses import dataclass, field
from typing import Generic

from tidings.engine.jobs.job import I, Mapped, Quarantined, R


@dataclass(slots=True)
class PartOutcome(Generic[I, R]):
    """What mapping a part yielded, and how long it took."""

    mapped: list[Mapped[I, R]] = field(default_factory=list)
    firsts: list[int] = field(default_factory=list)  # where in the part each of these begins
    quarantined: list[Quarantined] = field(default_factory=list)
    seconds: float = 0.0
    place: str = ""
    copies: int = 1  # that were started, each in another place
