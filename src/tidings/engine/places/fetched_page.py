"""A visit that a place has made, as it travels to the driver."""

from dataclasses import dataclass, replace
from typing import Self

from tidings.engine.reading.visit_outcome import ReadPage, UnchangedPage, VisitOutcome
from tidings.model.crawl.visit import Visit

_OVERHEAD = 8_192  # bytes of a reading without its record: text, links, terms


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """A visit that was made, and what came of it."""

    visit: Visit
    outcome: VisitOutcome
    body_bytes: int = 0  # of a body that was left out: the record for the archive has it

    @classmethod
    def of(cls, visit: Visit, outcome: VisitOutcome) -> Self:
        """Return a visit without the body of its response, unless only the body says anything."""
        if not isinstance(outcome, ReadPage | UnchangedPage):
            return cls(visit, outcome)
        response = outcome.response
        lean = replace(outcome, response=replace(response, body=b""))
        return cls(visit, lean, len(response.body))

    def whole(self) -> VisitOutcome:
        """Return the outcome; in place of a body that was left out, one of the same length."""
        if not self.body_bytes or not isinstance(self.outcome, ReadPage | UnchangedPage):
            return self.outcome
        response = replace(self.outcome.response, body=bytes(self.body_bytes))
        return replace(self.outcome, response=response)

    @property
    def held_bytes(self) -> int:
        """About how much memory it takes."""
        record = self.outcome.reading.record if isinstance(self.outcome, ReadPage) else None
        return len(record or b"") + _OVERHEAD
