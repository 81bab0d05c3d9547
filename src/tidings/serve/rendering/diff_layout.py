"""The layout of a word diff: changed paragraphs in full, the others counted. Not HTML."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tidings.model.articles.revision import DiffRun, WordChange

Paragraph = tuple[DiffRun, ...]


@dataclass(frozen=True, slots=True)
class DiffPassage:
    """A changed paragraph and the number of unchanged ones before it; the last has no runs."""

    unchanged: int
    runs: Paragraph = ()


def passages_of(runs: Sequence[DiffRun]) -> tuple[DiffPassage, ...]:
    """Return the changed paragraphs of a diff, and how many between them did not change."""
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
    """Cut runs at their line breaks; empty lines are not paragraphs."""
    line_runs: list[DiffRun] = []
    for run in runs:
        first, *other_lines = run.text.split("\n")
        line_runs.append(DiffRun(run.change, first))
        for line in other_lines:
            if paragraph := _without_empty_runs(line_runs):
                yield paragraph
            line_runs = [DiffRun(run.change, line)]
    if paragraph := _without_empty_runs(line_runs):
        yield paragraph


def _without_empty_runs(runs: list[DiffRun]) -> Paragraph:
    filled = tuple(run for run in runs if run.text)
    return filled if any(run.text.strip() for run in filled) else ()
