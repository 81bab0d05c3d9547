"""How long records of jobs took, summed up by what may tell it: their host, size, language …"""

from collections.abc import Mapping
from dataclasses import dataclass

Attributes = Mapping[str, str | float]  # of a record; words are discrete, numbers continuous


@dataclass(frozen=True, slots=True)
class RecordTimes:
    """The times of some records, as sums: mean and variance can be had from them."""

    records: int
    seconds: float
    squares: float  # the sum of the squared seconds

    @property
    def mean(self) -> float:
        """The average time of a record."""
        return self.seconds / self.records

    @property
    def deviations(self) -> float:
        """The sum of the squared differences from the mean; rounding must not make it negative."""
        return max(self.squares - self.seconds * self.seconds / self.records, 0.0)

    def __add__(self, other: "RecordTimes") -> "RecordTimes":
        return RecordTimes(
            self.records + other.records,
            self.seconds + other.seconds,
            self.squares + other.squares,
        )


# Of one job: attribute -> category -> times. A record is in one category of each attribute.
TimeHistory = Mapping[str, Mapping[int, RecordTimes]]
