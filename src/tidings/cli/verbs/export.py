"""The verbs export articles, export warc and export opml."""

import argparse
import errno
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from tidings.cli.options import settings_of
from tidings.cli.output import print_json, say
from tidings.cli.time_flags import moment_of
from tidings.engine.exporting.article_export import ExportCounts, ExportFilter, OnItem
from tidings.engine.exporting.home_export import HomeExport, opened_export
from tidings.model.web.rights import ContentUse

_SHOWN_EVERY = 500  # articles between two updates of the progress line


def articles(options: argparse.Namespace) -> int:
    """Write articles."""
    wanted, path = _filter(options), options.output
    with opened_export(settings_of(options)) as export:
        if path is not None and export.is_worth_a_job:
            _check_output(path)
            done = export.articles_into(path, wanted, options.format, _progress())
        else:
            with _output(path) as sink:
                done = export.articles(wanted, options.format, sink, _progress())
    _report(options, done)
    return 0


def warc(options: argparse.Namespace) -> int:
    """Write archived pages."""
    wanted = _filter(options)
    return _export(options, lambda export, sink: export.warc(wanted, sink, _progress()))


def opml(options: argparse.Namespace) -> int:
    """Write the source list."""
    return _export(options, lambda export, sink: export.opml(sink))


def _filter(options: argparse.Namespace) -> ExportFilter:
    since = moment_of("--since", options.since, datetime.now(UTC))
    use = ContentUse(options.use) if options.use else None
    return ExportFilter(since, options.source, use, options.with_subscriptions)


def _export(
    options: argparse.Namespace, work: Callable[[HomeExport, BinaryIO], ExportCounts]
) -> int:
    with opened_export(settings_of(options)) as export, _output(options.output) as sink:
        done = work(export, sink)
    _report(options, done)
    return 0


def _report(options: argparse.Namespace, done: ExportCounts) -> None:
    """Report what was written; on standard error if standard output holds the export."""
    if options.json:
        shape = {
            "written": done.written,
            "left_out": dict(done.left_out.most_common()),
            "without_text": done.without_text,
        }
        if options.output is not None:
            print_json(shape)
        else:
            say(json.dumps(shape))
    else:
        say(f"{done.written} written")
        for reason, count in done.left_out.most_common():
            say(f"{count} left out: {reason}")
        if done.without_text:
            say(f"{done.without_text} without text: noarchive")


def _progress() -> OnItem:
    """Return a function that shows progress on a terminal."""
    if not sys.stderr.isatty():
        return lambda _: None

    def show(done: ExportCounts) -> None:
        seen = done.written + done.left_out.total()
        if seen % _SHOWN_EVERY == 0:
            print(f"\r{done.written} written, {done.left_out.total()} left out", end="",
                  file=sys.stderr, flush=True)  # fmt: skip

    return show


@contextmanager
def _output(path: Path | None) -> Iterator[BinaryIO]:
    """Yield standard output, or a file that appears only once it is complete."""
    if path is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    _check_output(path)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as new:
        try:
            yield new  # type: ignore[misc]
            new.flush()
            os.fsync(new.fileno())
            Path(new.name).chmod(0o644)
            Path(new.name).replace(path)
        except BaseException:
            Path(new.name).unlink(missing_ok=True)
            raise


def _check_output(path: Path) -> None:
    """Raise OSError if there can be no such file; otherwise the error would name our draft."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path.parent))
