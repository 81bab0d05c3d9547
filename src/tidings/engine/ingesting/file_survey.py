"""What is in one file to be ingested, as counts."""

import json
from collections import Counter
from dataclasses import dataclass, field, fields
from typing import Any, Final, Self

from tidings.read.collections.record import SkipReason, Span
from tidings.read.url import host_of

_MAX_HOSTS: Final = 10_000  # that are counted; the others are one number
_OTHERS: Final = "other hosts"
_NAMED: Final = 20  # broken records of a file that are named
_URL_CHARS: Final = 200


@dataclass(slots=True)
class FileSurvey:
    """What is in one file."""

    path: str
    form: str = ""
    records: int = 0  # to be read
    skipped: Counter[str] = field(default_factory=Counter)  # by reason
    hosts: Counter[str] = field(default_factory=Counter)
    months: Counter[str] = field(default_factory=Counter)
    first: str = ""
    last: str = ""
    broken: list[str] = field(default_factory=list)  # some of them, by name
    problem: str = ""  # why it was not read to its end
    is_packed: bool = False  # each record is a member of a gzip file
    unpacked: str = ""  # the file of the job's folder that is read in its place

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return what was stored."""
        values: dict[str, Any] = json.loads(text)
        for name in ("skipped", "hosts", "months"):
            values[name] = Counter(values[name])
        return cls(**values)

    def to_json(self) -> str:
        """Return it as text."""
        return json.dumps({each.name: getattr(self, each.name) for each in fields(self)})

    def note(self, span: Span) -> None:
        """Count a record that will be read."""
        self.records += 1
        host = host_of(span.url) if "://" in span.url else ""
        if host:
            is_counted = len(self.hosts) < _MAX_HOSTS or host in self.hosts
            self.hosts[host if is_counted else _OTHERS] += 1
        if span.at is not None:
            moment = span.at.isoformat()
            self.months[moment[:7]] += 1
            self.first = min(self.first or moment, moment)
            self.last = max(self.last, moment)

    def note_skipped(self, span: Span, reason: SkipReason) -> None:
        """Count a record that will not be read, and name it if it is broken."""
        self.skipped[reason.value] += 1
        if reason in (SkipReason.BROKEN, SkipReason.TOO_LARGE) and len(self.broken) < _NAMED:
            parts = (f"byte {span.start}", span.url[:_URL_CHARS], span.detail or reason.value)
            self.broken.append(": ".join(filter(None, parts)))
