"""What the event loop knows about a source: a value that is replaced whole and never changes."""

from dataclasses import dataclass

from tidings.crawl.traps.visit_gate import TrapSnapshot


@dataclass(frozen=True, slots=True)
class SourceSnapshot:
    """A source at one moment, for choosing and reading its next pages."""

    source: int
    traps: TrapSnapshot
    memory: bytes = b""  # its site memory, packed for the workers; empty while nothing is known
    words: str = ""  # the topic it is followed for, if any
    focus: bytes = b""  # what was learned about that topic, packed for the workers
