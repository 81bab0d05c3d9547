"""Jobs in version 1 of the API: what ran, how well it was planned, and where the time went."""

from typing import Annotated, TypedDict

from tidings.model.crawl.job_status import JobStatus, PartStatus
from tidings.model.jobs.job_analysis import AttributeUse, EstimateQuality, JobAnalysis, TimeUse
from tidings.shapes.iso_time import iso, iso_or_none


class JobV1(TypedDict):
    """A job that ran or runs."""

    id: str
    name: str
    items: Annotated[int, "in total, as counted when it began"]
    done: Annotated[int, "items of the finished parts"]
    failed: Annotated[int, "of these, left out because they failed"]
    parts: Annotated[int, "finished ones"]
    seconds: Annotated[float, "of work, all places together"]
    began: str
    ended: Annotated[str | None, "null: it runs, or was interrupted"]


class JobPartV1(TypedDict):
    """A finished part of a job."""

    key: str
    items: int
    failed: int
    expected: Annotated[float | None, "seconds; null if nothing was known about its items"]
    seconds: float
    place: Annotated[str, "where it was mapped; empty: the machine of the driver"]
    copies: Annotated[int, "in how many places it was mapped at once"]
    at: str


class PlaceUseV1(TypedDict):
    """What one place mapped."""

    place: str
    parts: int
    seconds: float


class TimeUseV1(TypedDict):
    """Where the time went, up to the last finished part."""

    elapsed: Annotated[float, "seconds, interruptions included"]
    mapping: Annotated[float, "seconds, all places together"]
    at_once: Annotated[float, "parts that were mapped at the same time, on average"]
    median_part: float
    longest_part: float
    backups: Annotated[int, "parts that were started in a second place"]
    places: list[PlaceUseV1]


class EstimateQualityV1(TypedDict):
    """Estimates against the truth, in seconds."""

    parts: Annotated[int, "that had an estimate"]
    expected: float
    actual: float
    median_ratio: Annotated[float, "actual / expected"]
    median_error: Annotated[float, "share by which half of the parts differ more from the ratio"]
    correlation: Annotated[float | None, "null if all parts are alike"]


class JobAttributeV1(TypedDict):
    """What an attribute of records tells about how long they take."""

    name: str
    explained: Annotated[float, "seconds by which its categories differ beyond chance"]
    determine: Annotated[float, "deviation of the means of its categories, chance included"]
    categories: Annotated[int, "that have records"]
    records: int
    chosen: Annotated[bool, "whether estimates were made by it"]


class FullJobV1(JobV1):
    """A job with what its finished parts say."""

    seconds_left: Annotated[float | None, "null if it has ended, or nothing is finished yet"]
    times: Annotated[TimeUseV1 | None, "null as long as nothing is finished"]
    estimates: Annotated[EstimateQualityV1 | None, "null if nothing was estimated"]
    unusual: Annotated[list[JobPartV1], "parts longer than 1.5 times the median, the longest first"]
    attributes: Annotated[list[JobAttributeV1], "the one that tells most first"]


def job_v1(job: JobStatus) -> JobV1:
    """Return the shape of a job."""
    return {
        "id": str(job.id),
        "name": job.name,
        "items": job.items,
        "done": job.done,
        "failed": job.failed,
        "parts": job.parts,
        "seconds": round(job.seconds, 3),
        "began": iso(job.began_at),
        "ended": iso_or_none(job.ended_at),
    }


def job_part_v1(part: PartStatus) -> JobPartV1:
    """Return the shape of a part; what failed is named in the terminal only, with its URL."""
    return {
        "key": part.key,
        "items": part.items,
        "failed": part.failed,
        "expected": part.estimated,
        "seconds": part.seconds,
        "place": part.place,
        "copies": part.copies,
        "at": iso(part.at),
    }


def full_job_v1(job: JobStatus, seconds_left: float | None, analysis: JobAnalysis) -> FullJobV1:
    """Return the shape of a job with what its finished parts say."""
    return {
        **job_v1(job),
        "seconds_left": seconds_left,
        "times": _times(analysis.times) if analysis.times else None,
        "estimates": _quality(analysis.estimates) if analysis.estimates else None,
        "unusual": [job_part_v1(part) for part in analysis.unusual],
        "attributes": [_attribute(each) for each in analysis.attributes],
    }


def _times(times: TimeUse) -> TimeUseV1:
    return {
        "elapsed": times.elapsed,
        "mapping": times.mapping,
        "at_once": times.at_once,
        "median_part": times.median_part,
        "longest_part": times.longest_part,
        "backups": times.backups,
        "places": [
            {"place": each.place, "parts": each.parts, "seconds": each.seconds}
            for each in times.places
        ],
    }


def _quality(found: EstimateQuality) -> EstimateQualityV1:
    return {
        "parts": found.parts,
        "expected": found.expected,
        "actual": found.actual,
        "median_ratio": found.median_ratio,
        "median_error": found.median_error,
        "correlation": found.correlation,
    }


def _attribute(each: AttributeUse) -> JobAttributeV1:
    return {
        "name": each.strength.attribute,
        "explained": each.strength.explained,
        "determine": each.strength.determine,
        "categories": each.strength.categories,
        "records": each.strength.records,
        "chosen": each.chosen,
    }


JOB_EXAMPLE: JobV1 = {
    "id": "7",
    "name": "extract",
    "items": 10_204,
    "done": 10_204,
    "failed": 1,
    "parts": 96,
    "seconds": 191.7,
    "began": "2024-05-31T11:58:03Z",
    "ended": "2024-05-31T11:59:41Z",
}
JOB_PART_EXAMPLE: JobPartV1 = {
    "key": "post.example 812 9c1f",
    "items": 41,
    "failed": 0,
    "expected": 2.01,
    "seconds": 3.34,
    "place": "",
    "copies": 1,
    "at": "2024-05-31T11:58:09Z",
}
FULL_JOB_EXAMPLE: FullJobV1 = {
    **JOB_EXAMPLE,
    "seconds_left": None,
    "times": {
        "elapsed": 98.2,
        "mapping": 191.7,
        "at_once": 1.95,
        "median_part": 2.0,
        "longest_part": 3.34,
        "backups": 0,
        "places": [{"place": "", "parts": 96, "seconds": 191.7}],
    },
    "estimates": {
        "parts": 96,
        "expected": 188.9,
        "actual": 191.7,
        "median_ratio": 1.01,
        "median_error": 0.04,
        "correlation": 0.83,
    },
    "unusual": [JOB_PART_EXAMPLE],
    "attributes": [
        {
            "name": "size",
            "explained": 0.021,
            "determine": 0.034,
            "categories": 38,
            "records": 20_408,
            "chosen": True,
        }
    ],
}
