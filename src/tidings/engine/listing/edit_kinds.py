"""What an edit changed: the headline, figures, names, or other words of the text."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from tidings.enrich.entities.article_entities import spans_in
from tidings.enrich.entities.coreference import normalised_name
from tidings.model.articles.listing import OutletEditKind
from tidings.model.articles.revision import DiffRun, WordChange
from tidings.text.parsing.parsed_text import parse_text

_FIGURE: Final = re.compile(r"\d+(?:[.,:]\d+)*")
_MAX_COMPARED: Final = 4_000  # characters of changed lines in which names are looked for


def edit_kinds(
    title: Sequence[DiffRun], text: Sequence[DiffRun], language: str
) -> tuple[OutletEditKind, ...]:
    """Return what an edit changed, given as word diffs; nothing if only spaces differ."""
    found = {
        OutletEditKind.HEADLINE: _is_changed(title),
        OutletEditKind.FIGURES: _figures_differ((*title, *text)),
        OutletEditKind.NAMES: _names_differ(title, text, language),
        OutletEditKind.TEXT: _is_changed(text),
    }
    return tuple(kind for kind, holds in found.items() if holds)


def _is_changed(runs: Iterable[DiffRun]) -> bool:
    return any(run.change is not WordChange.KEPT and run.text.strip() for run in runs)


def _figures_differ(runs: Sequence[DiffRun]) -> bool:
    return _figures(runs, WordChange.REMOVED) != _figures(runs, WordChange.ADDED)


def _figures(runs: Iterable[DiffRun], change: WordChange) -> Counter[str]:
    return Counter(
        figure for run in runs if run.change is change for figure in _FIGURE.findall(run.text)
    )


def _names_differ(title: Sequence[DiffRun], text: Sequence[DiffRun], language: str) -> bool:
    """Return whether the lines that changed name others than before."""
    if not any(_has_letters(run) for run in (*title, *text)):
        return False
    before, after = (
        _names(_lines(title, gone), language) | _names(_lines(text, gone), language)
        for gone in (WordChange.ADDED, WordChange.REMOVED)
    )
    return before != after


def _has_letters(run: DiffRun) -> bool:
    return run.change is not WordChange.KEPT and any(map(str.isalpha, run.text))


def _lines(runs: Sequence[DiffRun], without: WordChange) -> str:
    """Return one side of a diff, reduced to the lines in which something changed."""
    marked = "".join(
        run.text
        if run.change is WordChange.KEPT
        else f"\0{run.text}\0"
        if run.change is not without
        else "\0"
        for run in runs
    )
    lines = (line.replace("\0", "") for line in marked.split("\n") if "\0" in line)
    return "\n".join(lines)[:_MAX_COMPARED]


def _names(text: str, language: str) -> set[str]:
    if not text.strip():
        return set()
    parsed = parse_text(text, language)
    return {
        normalised_name(" ".join(parsed.words[span.first : span.end])) for span in spans_in(parsed)
    }
