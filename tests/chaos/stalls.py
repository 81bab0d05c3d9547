"""How long a crawl stood still when a server failed: the table that a run prints."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_HEADS = ("fault", "after", "fault s", "no commit s", "waits", "run again", "logged", "ended")


@dataclass(frozen=True, slots=True)
class Stall:
    """What one fault did to a crawl."""

    fault: str
    after: float  # seconds from the beginning of the crawl
    lasted: float  # the fault
    stood_still: float  # the longest time without a commit around the fault
    waits: int  # for a server, by writers and readers
    retried: int  # batches that were run more than once
    logged: str  # stalled and resumed, in the log
    end: str = ""  # how the crawl ended, if it did

    def cells(self) -> tuple[str, ...]:
        return (
            self.fault, f"{self.after:.1f}", f"{self.lasted:.1f}", f"{self.stood_still:.1f}",
            str(self.waits), str(self.retried), self.logged, self.end,
        )  # fmt: skip


def table(stalls: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a table of cells."""
    rows = [_HEADS, *stalls]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
