"""The verb ingest: archives and collections of others become articles."""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tidings.cli.exit_codes import Misuse
from tidings.cli.options import settings_of
from tidings.cli.output import print_json, print_table, say
from tidings.cli.progress import shown_bytes, shown_rows
from tidings.cli.time_flags import moment_of
from tidings.engine.ingesting.file_survey import FileSurvey
from tidings.engine.ingesting.ingest import (
    IngestProgress,
    IngestResult,
    ingest,
    survey_inputs,
)
from tidings.engine.ingesting.survey import Selection
from tidings.engine.process.gc_tuning import tune_gc
from tidings.model.articles.ingestion import RecordFormat
from tidings.settings.job_engine import JobEngine
from tidings.settings.tree import Settings

_NAMED = 10  # broken records that are printed
_HOSTS = 20
_SHOWN_MONTHS = 24


def run(options: argparse.Namespace) -> int:
    """Ingest files, or show what is in them."""
    selection, settings = _selection(options), _settings(options)
    tune_gc()
    work = survey_inputs if options.dry_run else ingest
    with _shown() as progress:
        done = work(settings, options.file, selection, progress)
    if options.json:
        print_json(_shape(done, is_dry=options.dry_run))
    elif options.dry_run:
        _say_survey(done)
    else:
        _say_ingest(done)
    for name, problem in done.problems.items():
        print(f"tidings: {name}: {problem}", file=sys.stderr)
    return 1 if done.problems or done.quarantined else 0


def _settings(options: argparse.Namespace) -> Settings:
    settings = settings_of(options)
    if options.engine is None:
        return settings
    return replace(settings, jobs=replace(settings.jobs, engine=JobEngine(options.engine)))


def _selection(options: argparse.Namespace) -> Selection:
    now = datetime.now(UTC)
    since = moment_of("--since", options.since, now)
    until = moment_of("--until", options.until, now)
    if since and until and since > until:
        raise Misuse("--since is after --until: nothing can be between them.")
    form = RecordFormat(options.format) if options.format else None
    return Selection(form, since, until, options.limit)


@contextmanager
def _shown() -> Iterator[IngestProgress]:
    """Show one bar after another."""
    with ExitStack() as shown:
        bars: dict[str, Callable[[int, int], None]] = {}

        def show(label: str, done: int, total: int, *, is_bytes: bool = False) -> None:
            if label not in bars:
                shown.close()
                bar = shown_bytes(label) if is_bytes else shown_rows(label)
                bars[label] = shown.enter_context(bar)
            bars[label](done, total)

        yield IngestProgress(
            fetching=lambda name, done, of: show(f"fetching {name}", done, of, is_bytes=True),
            looking=lambda done, of: show("looking for records", done, of, is_bytes=True),
            reading=lambda done, of: show("reading records", done, of),
            following=lambda step, done, of: show(step.value, done, of),
        )


def _shape(done: IngestResult, *, is_dry: bool) -> dict[str, Any]:
    return {
        "dry_run": is_dry,
        "job": done.job or None,
        "seconds": done.seconds,
        "records": done.records,
        "outcomes": done.outcomes,
        "skipped": dict(_skipped(done)),
        "skipped_parts": done.skipped_parts,
        "quarantined": [{"item": each.item, "detail": each.detail} for each in done.quarantined],
        "problems": done.problems,
        "files": [_file_shape(each) for each in done.files],
    }


def _file_shape(file: FileSurvey) -> dict[str, Any]:
    return {
        "file": file.path,
        "format": file.form,
        "records": file.records,
        "skipped": dict(file.skipped),
        "hosts": dict(file.hosts.most_common(_HOSTS)),
        "months": dict(sorted(file.months.items())),
        "first": file.first or None,
        "last": file.last or None,
        "broken": file.broken,
    }


def _skipped(done: IngestResult) -> Counter[str]:
    return sum((each.skipped for each in done.files), Counter())


def _say_survey(done: IngestResult) -> None:
    rows = [
        (Path(each.path).name or each.path, each.form, each.records, sum(each.skipped.values()),
         each.first[:10], each.last[:10])
        for each in done.files
    ]  # fmt: skip
    print_table(("file", "format", "to read", "skipped", "first", "last"), rows)
    hosts = sum((each.hosts for each in done.files), Counter[str]())
    months = sum((each.months for each in done.files), Counter[str]())
    if hosts:
        print_table(("host", "records"), hosts.most_common(_HOSTS))
    if months:
        print_table(("month", "records"), sorted(months.items())[-_SHOWN_MONTHS:])
    _say_skipped(done)


def _say_ingest(done: IngestResult) -> None:
    for outcome, count in done.outcomes.items():
        say(f"{count:>9,} {outcome}")
    _say_skipped(done)
    say(f"{done.records:,} records of {len(done.files)} files in {done.seconds:g} s")
    for each in done.quarantined[:_NAMED]:
        say(f"could not be read: {each.item}: {each.detail}")
    if len(done.quarantined) > _NAMED:
        say(f"and {len(done.quarantined) - _NAMED} more: 'tidings jobs show {done.job}'")


def _say_skipped(done: IngestResult) -> None:
    for reason, count in _skipped(done).most_common():
        say(f"{count:>9,} skipped: {reason}")
    for file in done.files:
        for each in file.broken[:_NAMED]:
            say(f"broken: {Path(file.path).name or file.path}: {each}")
