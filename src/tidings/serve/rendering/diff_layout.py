"""The layout of a word diff: changed paragraphs in full, the others counted. Not HTML."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from tidings.model.articles.revision import DiffRun, WordChange

Paragraph = tuple[DiffRun, ...]

_CONTEXT: Final = 70  # characters that an excerpt shows on either side of a change
_LONGEST: Final = 240  # characters of one change in it
_PASSAGES: Final = 3  # paragraphs, and changes of one paragraph: a list is skimmed
_CHANGES: Final = 4
_CUT: Final = " … "


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


@dataclass(frozen=True, slots=True)
class DiffExcerpt:
    """The first changes of a diff in a few words each, and whether there are more."""

    passages: tuple[Paragraph, ...]
    is_cut: bool


def excerpt_of(runs: Sequence[DiffRun]) -> DiffExcerpt:
    """Return the first changes of a diff, for a list."""
    changed = [passage.runs for passage in passages_of(runs) if passage.runs]
    shown = tuple(_excerpt(runs) for runs in changed[:_PASSAGES])
    given = sum(_changes(runs) for runs in shown)
    return DiffExcerpt(shown, given < sum(map(_changes, changed)))


def _excerpt(runs: Paragraph) -> Paragraph:
    """Return the first changes of a paragraph with what stands next to them."""
    changes = [at for at, run in enumerate(runs) if run.change is not WordChange.KEPT]
    end = min(changes[:_CHANGES][-1] + 2, len(runs))
    last = end - 1
    return tuple(
        DiffRun(run.change, _shortened(run, is_first=at == 0, is_last=at == last))
        for at, run in enumerate(islice(runs, end))
    )


def _changes(runs: Paragraph) -> int:
    return sum(run.change is not WordChange.KEPT for run in runs)


def _shortened(run: DiffRun, *, is_first: bool, is_last: bool) -> str:
    text = run.text
    if run.change is not WordChange.KEPT:
        return text if len(text) <= _LONGEST else f"{_head(text, _LONGEST)}{_CUT}"
    head = "" if is_first else _head(text, _CONTEXT)
    tail = "" if is_last else _tail(text, _CONTEXT)
    return text if len(head) + len(tail) >= len(text) else f"{head}{_CUT}{tail}"


def _head(text: str, length: int) -> str:
    """Return the beginning of a text, cut at the end of a word if it has spaces."""
    if len(text) <= length:
        return text
    return text[:length].rpartition(" ")[0] or text[:length]


def _tail(text: str, length: int) -> str:
    if len(text) <= length:
        return text
    return text[-length:].partition(" ")[2] or text[-length:]


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
