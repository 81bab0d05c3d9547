"""What the finished parts of a job say: how good estimates were, and where the time went."""

from dataclasses import dataclass

from tidings.model.crawl.job_status import PartStatus


@dataclass(frozen=True, slots=True)
class Strength:
    """How well an attribute tells how long a record takes, in seconds."""

    attribute: str
    determine: float  # the deviation of the means of its categories, as the thesis defines it
    explained: float  # what is known of a record by the others of its category, without chance
    categories: int  # that have records
    records: int


@dataclass(frozen=True, slots=True)
class EstimateQuality:
    """Estimates against the truth, in seconds."""

    parts: int  # finished ones that had an estimate
    expected: float
    actual: float
    median_ratio: float  # actual ÷ expected
    median_error: float  # the share by which half of the parts differ more, once the ratio is known
    correlation: float | None  # None if all are alike


@dataclass(frozen=True, slots=True)
class PlaceUse:
    """What one place mapped."""

    place: str  # empty: the machine of the driver
    parts: int
    seconds: float


@dataclass(frozen=True, slots=True)
class TimeUse:
    """Where the time of a job went, up to its last part. Interruptions count as elapsed."""

    elapsed: float
    mapping: float  # all places together
    at_once: float  # parts that were mapped at the same time, on average
    median_part: float
    longest_part: float
    backups: int  # parts that were started in a second place
    places: tuple[PlaceUse, ...]


@dataclass(frozen=True, slots=True)
class AttributeUse:
    """An attribute of records: what it tells about their time, and whether estimates used it."""

    strength: Strength
    chosen: bool


@dataclass(frozen=True, slots=True)
class JobAnalysis:
    """What the finished parts of a job say."""

    times: TimeUse | None  # None as long as no part is finished
    estimates: EstimateQuality | None  # None if nothing was estimated
    unusual: tuple[PartStatus, ...]  # the longest first
    attributes: tuple[AttributeUse, ...]  # the best one first; none if nothing was learned
