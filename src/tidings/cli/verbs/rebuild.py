"""The verb rebuild: making again what is derived."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from tidings.cli.options import settings_of
from tidings.cli.output import print_json, say
from tidings.cli.progress import shown_count
from tidings.engine.process.gc_tuning import tune_gc
from tidings.engine.rebuilding.rebuild import OnStep, RebuildResult, rebuild_home
from tidings.model.crawl.rebuild_step import RebuildStep

_LABELS = {
    RebuildStep.EXTRACT: "reading archived pages",
    RebuildStep.UPDATE: "adding URLs",
    RebuildStep.ANNOTATE: "annotating",
    RebuildStep.STORIES: "grouping stories",
    RebuildStep.LINKS: "ranking links",
    RebuildStep.INDEX: "indexing",
}
_NAMED = 10  # quarantined pages that are printed


def rebuild(options: argparse.Namespace) -> int:
    """Make again what is derived: articles, annotations, stories, link ranks and the index."""
    settings = settings_of(options)
    tune_gc()
    with _shown_steps() as on_step:
        done = rebuild_home(settings, _steps(options), on_step, everything=options.all)
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
        f"{done.added} added, {done.hidden} hidden; {done.found} URLs found that were not known"
    )
    say(
        f"{done.articles} articles annotated again, {done.left} were up to date; "
        f"{done.stories} stories; {done.seconds:g} s"
    )
    for each in done.quarantined[:_NAMED]:
        say(f"left as it was: {each.item}: {each.detail}")
    if len(done.quarantined) > _NAMED:
        say(f"and {len(done.quarantined) - _NAMED} more: 'tidings jobs show {done.job}'")
