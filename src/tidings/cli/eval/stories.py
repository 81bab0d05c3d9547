"""The verb eval stories: how well articles are grouped, on labelled rows or in the news world."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from tidings.cli.eval.scoring_progress import report_skipped, split_skipped
from tidings.cli.output import print_json, print_table, printable, say
from tidings.evaluate.grouping.stories import (
    GroupedArticle,
    grouped_articles,
    labelled_story_articles,
)
from tidings.evaluate.grouping.world_stories import WorldScore, world_reports, world_score
from tidings.evaluate.labelled.json_lines import labelled_files, set_name
from tidings.evaluate.labelled.page_folder import SkippedLine
from tidings.evaluate.measures.clusters import ClusterScore, b_cubed, cluster_outcomes, pairwise

_TITLE = 60  # characters of a headline that are shown


def stories(options: argparse.Namespace) -> int:
    """Score stories file by file, or on the worlds of some seeds."""
    if options.world:
        return _worlds(options)
    if options.data is None:
        say("tidings: eval stories needs --data DIR|FILE or --world SEED.")
        return 2
    files = labelled_files(options.data, "stories*.jsonl")
    results = []
    for path in files:
        rows, skipped = split_skipped(labelled_story_articles(path))
        results.append((path, grouped_articles(rows), skipped))
    if options.json:
        print_json({"sets": [_shape(*result, options.worst) for result in results]})
    else:
        _print_sets(results, options.worst)
    return max(report_skipped(path.name, len(rows), skipped) for path, rows, skipped in results)


def _labels(rows: Sequence[GroupedArticle]) -> tuple[list[str], list[int]]:
    return [row.truth for row in rows], [row.story for row in rows]


def _print_sets(
    results: Sequence[tuple[Path, Sequence[GroupedArticle], Sequence[SkippedLine]]], worst: int
) -> None:
    columns = ("set", "articles", "stories", "found", "B3 P", "B3 R", "B3 F1", "pairs F1")
    lines = []
    for path, rows, _ in results:
        truth, found = _labels(rows)
        sizes = len(rows), len(set(truth)), len(set(found))
        cells = *_figures(b_cubed(truth, found)), f"{pairwise(truth, found).f1:.4f}"
        lines.append((set_name(path), *sizes, *cells))
    print_table(columns, lines)
    for path, rows, _ in results:
        _print_worst(path, rows, worst)


def _print_worst(path: Path, rows: Sequence[GroupedArticle], worst: int) -> None:
    for outcome in cluster_outcomes(*_labels(rows))[:worst]:
        first = next(row.title for row in rows if row.truth == outcome.truth)
        print(printable(
            f"\n{set_name(path)}: {outcome.truth} ({first[:_TITLE]}): {outcome.size} articles in "
            f"{outcome.pieces} stories, {outcome.largest} of them in one with "
            f"{outcome.strangers} others; B3 F1 {outcome.f1:.3f}"
        ))  # fmt: skip


def _shape(
    path: Path, rows: Sequence[GroupedArticle], skipped: Sequence[SkippedLine], worst: int
) -> dict[str, object]:
    truth, found = _labels(rows)
    return {
        "set": set_name(path),
        "articles": len(rows),
        "stories": len(set(truth)),
        "found": len(set(found)),
        "b_cubed": _agreement(b_cubed(truth, found)),
        "pairs": _agreement(pairwise(truth, found)),
        "worst": cluster_outcomes(truth, found)[:worst],
        "skipped": skipped,
    }


def _worlds(options: argparse.Namespace) -> int:
    scores = [(seed, world_score(list(world_reports(seed)))) for seed in options.world]
    if options.json:
        print_json({"worlds": [_world_shape(seed, score) for seed, score in scores]})
        return 0
    columns = ("seed", "articles", "events", "found", "pairs", "across", "B3", "copies", "sources",
               "roots", "firsts")  # fmt: skip
    say("F1 of pairs, of pairs across languages, B3; shares of correct sources, roots and firsts:")
    print_table(columns, [_world_line(seed, score) for seed, score in scores])
    return 0


def _world_line(seed: int, score: WorldScore) -> tuple[object, ...]:
    groups = (score.pairs, score.pairs_across, score.b_cubed)
    shares = (score.copies_right, score.roots_right, score.firsts_right)
    return (
        seed, score.articles, score.events, score.stories, *(f"{each.f1:.3f}" for each in groups),
        score.copies, *(f"{share:.3f}" for share in shares),
    )  # fmt: skip


def _world_shape(seed: int, score: WorldScore) -> dict[str, object]:
    return {
        "seed": seed,
        "articles": score.articles,
        "events": score.events,
        "found": score.stories,
        "pairs": _agreement(score.pairs),
        "pairs_across_languages": _agreement(score.pairs_across),
        "b_cubed": _agreement(score.b_cubed),
        "copies": score.copies,
        "sources_right": score.copies_right,
        "roots_right": score.roots_right,
        "firsts_right": score.firsts_right,
    }


def _agreement(agreement: ClusterScore) -> dict[str, float]:
    return {"precision": agreement.precision, "recall": agreement.recall, "f1": agreement.f1}


def _figures(agreement: ClusterScore) -> tuple[str, str, str]:
    return f"{agreement.precision:.4f}", f"{agreement.recall:.4f}", f"{agreement.f1:.4f}"
