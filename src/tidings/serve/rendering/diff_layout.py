"""The make-up of a word diff: what changed in full, the rest counted. It knows no HTML."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tidings.model.articles.revision import DiffRun, WordChange

Paragraph = tuple[DiffRun, ...]


@dataclass(frozen=True, slots=True)
class DiffPassage:
    """A changed paragraph, with how many unchanged ones come before it; the last has no runs."""

    unchanged: int
    runs: Paragraph = ()


def passages_of(runs: Sequence[DiffRun]) -> tuple[DiffPassage, ...]:
    """Return a diff as a reader wants it: what changed, and how much did not."""
    passages: list[DiffPassage] = []
    unchanged = 0
    for paragraph in _paragraphs(runs):
        if all(run.change is WordChange.KEPT for run in paragraph):
            unchanged += 1
            continue
        passages.append(DiffPassage(unchanged, paragraph))
        unchanged = 0
    if unchanged:
        passages.append(DiffPassage(unchanged))
    return tuple(passages)


def _paragraphs(runs: Sequence[DiffRun]) -> Iterator[Paragraph]:
    """Cut runs at their line breaks; empty lines are no paragraphs."""
    gathered: list[DiffRun] = []
    for run in runs:
        first, *others = run.text.split("\n")
        gathered.append(DiffRun(run.change, first))
        for line in others:
            if paragraph := _without_empty_runs(gathered):
                yield paragraph
            gathered = [DiffRun(run.change, line)]
    if paragraph := _without_empty_runs(gathered):
        yield paragraph


def _without_empty_runs(runs: list[DiffRun]) -> Paragraph:
    told = tuple(run for run in runs if run.text)
    return told if any(run.text.strip() for run in told) else ()
