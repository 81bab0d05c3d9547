"""The verb eval duplicates: finds copies made of given texts among many other articles."""

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
_MAX_CHARACTERS = 160  # characters of a text


def duplicates(options: argparse.Namespace) -> int:
    """Score near-duplicates on copies made of the given texts."""
    rows = list(texts_of(labelled_files(options.data, *_PATTERNS)))
    texts = [row for row in rows if isinstance(row, TitledText)]
    if skipped := len(rows) - len(texts):
        say(f"tidings: {skipped} of {len(rows)} lines have no text and are skipped.")
    if not texts:
        say("tidings: there is no text to make copies of.")
        return 1
    say(f"tidings: making copies and look-alikes of {len(texts)} texts.")
    articles = corpus_articles(texts, options.articles, options.seed)
    if not any(each.kind == "original" for each in articles):
        say(f"tidings: no text has {MIN_WORDS} words or more: there is nothing to make copies of.")
        return 1
    progress = Console(stderr=True)
    shown = track(articles, "comparing", console=progress, disable=not sys.stderr.isatty())
    scores = duplicate_scores(shown, [TidingsDuplicateFinder()])[0]
    if options.json:
        print_json(duplicates_shape(scores, options.seed))
    else:
        _print(scores, {each.id: each for each in articles}, options.worst)
    return 0


def duplicates_shape(scores: DuplicateScores, seed: int) -> dict[str, object]:
    """Return everything measured, for programs."""
    return {
        "articles": scores.articles,
        "seed": seed,
        "precision": scores.precision,
        "recall": scores.recall,
        "pairwise_recall": scores.pairwise,
        "recall_by_edit": {edit: _share(scores, edit) for edit in EditKind},
        "pairs": {
            "right": scores.right,
            "wrong": len(scores.wrong),
            "in_one_family": scores.pairs,
            "copies_in_the_data": scores.own,
        },
        "cpu_ms": _milliseconds(scores),
        "wrong": scores.wrong,
        "missed": scores.missed,
    }


def _share(scores: DuplicateScores, edit: EditKind) -> float | None:
    wanted = scores.wanted[edit]
    return scores.found[edit] / wanted if wanted else None


def _milliseconds(scores: DuplicateScores) -> dict[str, float]:
    cost, count = scores.cost, max(1, scores.articles)
    steps = {"sketch": cost.sketch, "look": cost.look, "add": cost.add}
    return {step: round(1000 * seconds / count, 4) for step, seconds in steps.items()}


def _print(scores: DuplicateScores, by_id: dict[str, CorpusArticle], worst: int) -> None:
    print(f"{scores.articles} articles, {scores.wanted.total()} of them copies of originals")
    rows = [(edit, f"{scores.found[edit] / max(1, scores.wanted[edit]):.4f}",
             scores.wanted[edit]) for edit in EditKind]  # fmt: skip
    print_table(("copies found", "recall", "of"), rows)
    wrong = Counter(" / ".join(sorted(each.kinds)) for each in scores.wrong)
    print_table(("", ""), [
        ("recall, all copies", f"{scores.recall:.4f}"),
        ("precision, all pairs found", f"{scores.precision:.4f} ({len(scores.wrong)} wrong)"),
        ("recall of all pairs in families", f"{scores.pairwise:.4f} of {scores.pairs}"),
        ("copies within the data itself", scores.own),
        *((f"CPU ms, {step}", each) for step, each in _milliseconds(scores).items()),
        *((f"wrong: {kinds}", count) for kinds, count in wrong.most_common()),
    ])  # fmt: skip
    for each in scores.wrong[:worst]:
        print(printable(f"\nwrong: {each.one} {each.why}: {each.other}"))
        for id in (each.one, each.other):
            print(printable(f"  {by_id[id].content.text[:_MAX_CHARACTERS]!r}"))
    for id in scores.missed[:worst]:
        print(printable(f"\nmissed: {id} of {by_id[id].family}"))
        print(printable(f"  {by_id[id].content.text[:_MAX_CHARACTERS]!r}"))
