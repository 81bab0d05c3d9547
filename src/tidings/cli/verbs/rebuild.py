"""The verbs rebuild and jobs: making again what is derived, and what such jobs did."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from tidings.cli.exit_codes import Misuse
from tidings.cli.options import settings_of
from tidings.cli.output import print_json, print_table, say
from tidings.cli.progress import shown_count
from tidings.engine.jobs.job_history import job_details, job_list
from tidings.engine.rebuilding.rebuild import OnStep, RebuildResult, rebuild_home
from tidings.model.crawl.rebuild_step import RebuildStep

_LABELS = {
    RebuildStep.EXTRACT: "reading archived pages",
    RebuildStep.ANNOTATE: "annotating",
    RebuildStep.STORIES: "grouping stories",
    RebuildStep.LINKS: "ranking links",
    RebuildStep.INDEX: "indexing",
}
_NAMED = 10  # quarantined pages that are printed


def rebuild(options: argparse.Namespace) -> int:
    """Make again what is derived: articles, annotations, stories, link ranks and the index."""
    if options.engine != "local":
        raise Misuse(f"The engine '{options.engine}' does not exist yet: use --engine local.")
    with _shown_steps() as on_step:
        done = rebuild_home(settings_of(options), _steps(options), on_step, everything=options.all)
    if options.json:
        print_json(done)
    else:
        _say(done)
    return 0


def _steps(options: argparse.Namespace) -> frozenset[RebuildStep]:
    chosen = {RebuildStep(name) for name in options.only or list(RebuildStep)}
    return frozenset(chosen - {RebuildStep(name) for name in options.skip or ()})


@contextmanager
def _shown_steps() -> Iterator[OnStep]:
    """Show a bar for each step, with the time left."""
    with ExitStack() as shown:
        bars: dict[RebuildStep, Callable[[int, int], None]] = {}

        def on_step(step: RebuildStep, done: int, total: int) -> None:
            if step not in bars:
                shown.close()
                bars[step] = shown.enter_context(shown_count(_LABELS[step]))
            bars[step](done, total)

        yield on_step


def _say(done: RebuildResult) -> None:
    say(
        f"{done.pages} archived pages read again: {done.corrected} articles corrected, "
        f"{done.added} added, {done.hidden} hidden"
    )
    say(
        f"{done.articles} articles annotated again, {done.left} were up to date; "
        f"{done.stories} stories; {done.seconds:g} s"
    )
    for each in done.quarantined[:_NAMED]:
        say(f"left as it was: {each.item}: {each.detail}")
    if len(done.quarantined) > _NAMED:
        say(f"and {len(done.quarantined) - _NAMED} more: 'tidings jobs show {done.job}'")


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
    """Show one job and its finished parts."""
    details = job_details(settings_of(options), options.number)
    if options.json:
        print_json(details)
        return 0
    rows = [
        (part.key, part.items, part.failed, f"{part.seconds:.2f}", part.at, part.detail)
        for part in details.parts
    ]
    print_table(("part", "items", "failed", "seconds", "finished", "what failed"), rows)
    job = details.job
    left = f", about {details.seconds_left:g} s left" if details.seconds_left is not None else ""
    state = "" if job.ended_at else ", not finished"
    counts = f"{job.done} of {job.items} items in {job.parts} parts"
    say(f"job {job.id}, {job.name}: {counts}{state}{left}")
    return 0
