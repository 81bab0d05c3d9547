"""What every record of a file says about itself: its digests, its URL, where it is."""

from dataclasses import dataclass, field
from typing import NamedTuple

from tidings.store.archive.recovery import WarcSpan
from tidings.store.archive.warc_record import WarcRecord, payload_digest


class RecordPlace(NamedTuple):
    """Where a record ends, and its URL as it was archived."""

    end: int
    url: str


@dataclass(slots=True)
class RecordChecks:
    """What was found so far in one file."""

    name: str
    records: int = 0
    end: int = 0  # of what was read
    problems: list[str] = field(default_factory=list)
    places: dict[int, RecordPlace] = field(default_factory=dict)  # of responses, by offset

    def look(self, span: WarcSpan) -> None:
        """Compare a record with its own digests, and note where it is."""
        self.end = span.end
        if span.record is None:
            return
        self.records += 1
        for what in _wrong_digests(span.record):
            self.problems.append(f"{self.name}: the {what} at {span.start} has another digest")
        if span.record.kind == "response":
            url = span.record.headers.get("warc-target-uri", "").strip("<>")
            self.places[span.start] = RecordPlace(span.end, url)


def _wrong_digests(record: WarcRecord) -> list[str]:
    """Return which parts of a record are not what it says. Only SHA-1 is compared."""
    body = record.block.partition(b"\r\n\r\n")[2]
    parts = {
        "record": (record.headers.get("warc-block-digest", ""), record.block),
        "page": (record.headers.get("warc-payload-digest", ""), body),
    }
    return [
        what
        for what, (stated, content) in parts.items()
        if stated.startswith("sha1:") and stated != payload_digest(content)
    ]
