"""The verb train: learns the page structure of a source from its archived pages."""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TextColumn

from tidings.cli.options import settings_of
from tidings.cli.output import print_json, print_table, say
from tidings.engine.maintenance.training import Training, train_source


def train(options: argparse.Namespace) -> int:
    """Learn the page structure of a source and print it."""
    with _shown_pages() as on_page:
        training = train_source(settings_of(options), options.site, on_page)
    if options.json:
        print_json(_shape(training))
    else:
        _print(training)
    return 0


@contextmanager
def _shown_pages() -> Iterator[Callable[[int, int], None]]:
    """Show on a terminal how many pages are read."""
    if not sys.stderr.isatty():
        yield lambda done, of: None
        return
    columns = (TextColumn("reading archived pages"), MofNCompleteColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as progress:
        task = progress.add_task("")
        yield lambda done, of: progress.update(task, completed=done, total=of)


def _shape(training: Training) -> dict[str, object]:
    return {
        "url": training.url,
        "pages": training.pages,
        "articles": training.articles,
        "keen_tags": training.keen_tags,
        "repeated_blocks": training.repeated,
        "templates": [
            {"template": name, "articles": a, "index_pages": i, "valueless": v}
            for name, (a, i, v) in training.templates
        ],
    }


def _print(training: Training) -> None:
    print_table(
        ("address", "articles", "index pages", "valueless"),
        ((name, *odds) for name, odds in training.templates),
    )
    tags = ", ".join(training.keen_tags) or "only the default ones"
    say(f"learned from {training.pages} pages of {training.url}, {training.articles} articles")
    say(f"repeated blocks on its pages: {training.repeated}")
    say(f"keen tags: {tags}")
