"""The verb jobs: what rebuilding and other jobs did, and how well they were planned."""

import argparse
from collections.abc import Iterable

from tidings.cli.options import settings_of
from tidings.cli.output import print_json, print_table, say
from tidings.engine.jobs.job_history import JobDetails, job_details, job_list
from tidings.model.crawl.job_status import PartStatus
from tidings.model.jobs.job_analysis import (
    AttributeUse,
    EstimateQuality,
    JobAnalysis,
    TimeUse,
)

_PART_COLUMNS = (
    "part", "items", "failed", "expected s", "seconds", "place", "copies", "finished",
    "what failed",
)  # fmt: skip
_ATTRIBUTE_COLUMNS = ("attribute", "explains s", "Determine s", "categories", "records", "used")
_NAMED = 10  # unusual parts that are named


def jobs(options: argparse.Namespace) -> int:
    """List the newest jobs."""
    found = job_list(settings_of(options), options.limit)
    if options.json:
        print_json(found)
        return 0
    rows = [
        (each.id, each.name, each.parts, f"{each.done}/{each.items}", each.failed,
         f"{each.seconds:.1f}", each.began_at, each.ended_at or "not finished")
        for each in found
    ]  # fmt: skip
    columns = ("job", "name", "parts", "items", "failed", "seconds", "began", "ended")
    print_table(columns, rows)
    return 0


def show_job(options: argparse.Namespace) -> int:
    """Show one job: its parts, estimates against the truth, and where the time went."""
    details = job_details(settings_of(options), options.number)
    if options.json:
        print_json(details)
        return 0
    print_table(_PART_COLUMNS, map(_part_row, details.parts))
    if details.analysis.attributes:
        print_table(_ATTRIBUTE_COLUMNS, map(_attribute_row, details.analysis.attributes))
    for line in _lines(details):
        say(line)
    return 0


def _part_row(part: PartStatus) -> tuple[object, ...]:
    expected = "" if part.estimated is None else f"{part.estimated:.2f}"
    return (
        part.key, part.items, part.failed, expected, f"{part.seconds:.2f}", part.place,
        part.copies, part.at, part.detail,
    )  # fmt: skip


def _attribute_row(each: AttributeUse) -> tuple[object, ...]:
    found = each.strength
    return (
        found.attribute, f"{found.explained:.4g}", f"{found.determine:.4g}", found.categories,
        found.records, "yes" if each.chosen else "",
    )  # fmt: skip


def _lines(details: JobDetails) -> Iterable[str]:
    analysis = details.analysis
    if analysis.attributes:
        yield _attribute_line(analysis.attributes)
    if analysis.times:
        yield from _time_lines(analysis.times)
    if analysis.estimates:
        yield _estimate_line(analysis.estimates)
    if analysis.unusual:
        yield _unusual_line(analysis)
    yield _job_line(details)


def _attribute_line(attributes: tuple[AttributeUse, ...]) -> str:
    used = " and ".join(each.strength.attribute for each in attributes if each.chosen)
    if not used:
        return "records were estimated alike: no attribute tells how long one takes"
    return f"records were estimated by {used}, which tells most about how long one takes"


def _time_lines(times: TimeUse) -> Iterable[str]:
    yield (
        f"mapping took {times.mapping:.1f} s of work in {times.elapsed:.1f} s, "
        f"{times.at_once:g} parts at once on average; a part {times.median_part:.2f} s "
        f"(median) to {times.longest_part:.2f} s; {times.backups} started twice"
    )
    if len(times.places) > 1:
        for each in times.places:
            yield f"{each.place or 'this machine'}: {each.parts} parts, {each.seconds:.1f} s"


def _estimate_line(found: EstimateQuality) -> str:
    related = "" if found.correlation is None else f", correlation {found.correlation:.2f}"
    return (
        f"{found.parts} parts were expected to take {found.expected:.1f} s and took "
        f"{found.actual:.1f} s; a part {found.median_ratio:.2f} times what was expected (median), "
        f"half of them within {found.median_error:.0%} of that{related}"
    )


def _unusual_line(analysis: JobAnalysis) -> str:
    named = ", ".join(f"{part.key} ({part.seconds:.2f} s)" for part in analysis.unusual[:_NAMED])
    more = len(analysis.unusual) - _NAMED
    others = f" and {more} more" if more > 0 else ""
    return f"{len(analysis.unusual)} took more than 1.5 times the median: {named}{others}"


def _job_line(details: JobDetails) -> str:
    job, seconds = details.job, details.seconds_left
    left = f", about {seconds:g} s left" if seconds is not None else ""
    state = "" if job.ended_at else ", not finished"
    counts = f"{job.done} of {job.items} items in {job.parts} parts"
    return f"job {job.id}, {job.name}: {counts}{state}{left}"
