"""The verb eval duplicates: copies made of given texts, looked for among many other articles."""

import argparse
import sys
from collections import Counter

from rich.console import Console
from rich.progress import track

from tidings.cli.output import print_json, print_table, printable, say
from tidings.evaluate.grouping.duplicate_corpus import (
    MIN_WORDS,
    CorpusArticle,
    corpus_articles,
    texts_of,
)
from tidings.evaluate.grouping.duplicates import (
    DuplicateScores,
    TidingsDuplicateFinder,
    duplicate_scores,
)
from tidings.evaluate.grouping.edits import EditKind
from tidings.evaluate.grouping.synthetic_text import TitledText
from tidings.evaluate.labelled.json_lines import labelled_files

_PATTERNS = ("topics_*.jsonl", "summary_*.jsonl")
_SHOWN = 160  # characters of a text


def duplicates(options: argparse.Namespace) -> int:
    """Score near-duplicates on copies made of the texts given."""
    rows = list(texts_of(labelled_files(options.data, *_PATTERNS)))
    pieces = [row for row in rows if isinstance(row, TitledText)]
    if skipped := len(rows) - len(pieces):
        say(f"tidings: {skipped} of {len(rows)} lines hold no text and are left out.")
    if not pieces:
        say("tidings: there is no text to make copies of.")
        return 1
    say(f"tidings: making copies and look-alikes of {len(pieces)} texts.")
    made = corpus_articles(pieces, options.articles, options.seed)
    if not any(each.kind == "original" for each in made):
        say(f"tidings: no text has {MIN_WORDS} words or more: there is nothing to make copies of.")
        return 1
    progress = Console(stderr=True)
    shown = track(made, "comparing", console=progress, disable=not sys.stderr.isatty())
    findings = duplicate_scores(shown, [TidingsDuplicateFinder()])[0]
    if options.json:
        print_json(duplicates_shape(findings, options.seed))
    else:
        _print(findings, {each.id: each for each in made}, options.worst)
    return 0


def duplicates_shape(findings: DuplicateScores, seed: int) -> dict[str, object]:
    """Return everything measured, for programs."""
    return {
        "articles": findings.articles,
        "seed": seed,
        "precision": findings.precision,
        "recall": findings.recall,
        "pairwise_recall": findings.pairwise,
        "recall_by_edit": {edit: _share(findings, edit) for edit in EditKind},
        "pairs": {
            "right": findings.right,
            "wrong": len(findings.wrong),
            "in_one_family": findings.pairs,
            "copies_in_the_data": findings.own,
        },
        "cpu_ms": _milliseconds(findings),
        "wrong": findings.wrong,
        "missed": findings.missed,
    }


def _share(findings: DuplicateScores, edit: EditKind) -> float | None:
    wanted = findings.wanted[edit]
    return findings.found[edit] / wanted if wanted else None


def _milliseconds(findings: DuplicateScores) -> dict[str, float]:
    cost, count = findings.cost, max(1, findings.articles)
    steps = {"sketch": cost.sketch, "look": cost.look, "add": cost.add}
    return {step: round(1000 * seconds / count, 4) for step, seconds in steps.items()}


def _print(findings: DuplicateScores, by_id: dict[str, CorpusArticle], worst: int) -> None:
    print(f"{findings.articles} articles, {findings.wanted.total()} of them copies of originals")
    rows = [(edit, f"{findings.found[edit] / max(1, findings.wanted[edit]):.4f}",
             findings.wanted[edit]) for edit in EditKind]  # fmt: skip
    print_table(("copies found", "recall", "of"), rows)
    wrong = Counter(" / ".join(sorted(each.kinds)) for each in findings.wrong)
    print_table(("", ""), [
        ("recall, all copies", f"{findings.recall:.4f}"),
        ("precision, all pairs found", f"{findings.precision:.4f} ({len(findings.wrong)} wrong)"),
        ("recall of all pairs in families", f"{findings.pairwise:.4f} of {findings.pairs}"),
        ("copies within the data itself", findings.own),
        *((f"CPU ms, {step}", each) for step, each in _milliseconds(findings).items()),
        *((f"wrong: {kinds}", count) for kinds, count in wrong.most_common()),
    ])  # fmt: skip
    for each in findings.wrong[:worst]:
        print(printable(f"\nwrong: {each.one} {each.why}: {each.other}"))
        for id in (each.one, each.other):
            print(printable(f"  {by_id[id].piece.text[:_SHOWN]!r}"))
    for id in findings.missed[:worst]:
        print(printable(f"\nmissed: {id} of {by_id[id].family}"))
        print(printable(f"  {by_id[id].piece.text[:_SHOWN]!r}"))
