"""The verb eval summary: ROUGE of our summaries, the thesis' and equally long openings."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from tidings.cli.eval.scoring_progress import report_skipped, split_skipped
from tidings.cli.output import print_json, print_table, printable
from tidings.cli.verbs.summarize import length_of
from tidings.evaluate.enrichment.summary import (
    MEASURES,
    METHODS,
    SummarySample,
    SummaryScore,
    corpus_of,
    differences,
    summary_samples,
    summary_scores,
)
from tidings.evaluate.labelled.json_lines import labelled_files
from tidings.evaluate.labelled.page_folder import SkippedLine
from tidings.evaluate.measures.interval import Interval
from tidings.model.articles.summary import DEFAULT_LENGTH, SummaryLength, SummaryMethod

_USUAL = DEFAULT_LENGTH.sentences or 1


def summary(options: argparse.Namespace) -> int:
    """Score summaries on labelled texts."""
    length = length_of(options, _USUAL)
    codes, shapes = [], []
    for path in labelled_files(options.data, "summary*.jsonl"):
        texts, skipped = split_skipped(summary_samples(path))
        rows, _ = split_skipped(_scored(texts, length, options.stem))
        shapes.append(_shape(path, rows, skipped))
        if not options.json:
            _print(path, len(texts), rows, options.worst)
        codes.append(report_skipped(path.name, len(texts), skipped))
    if options.json:
        print_json({"sets": shapes})
    return max(codes)


def _scored(
    texts: Sequence[SummarySample], length: SummaryLength, stemmed: bool
) -> Iterator[SummaryScore | SkippedLine]:
    corpus = corpus_of(texts)
    for text in texts:
        yield from summary_scores(text, corpus, length, stemmed=stemmed)


def _print(path: Path, texts: int, rows: Sequence[SummaryScore], worst: int) -> None:
    print(printable(f"\n{path.stem}: {texts} texts"))
    table = []
    for method in METHODS:
        mine = [row for row in rows if row.method is method]
        if mine:
            words = sum(row.words for row in mine) / len(mine)
            table += [(method, f"{words:.0f}", *figures) for figures in _figures(mine)]
    columns = ("method", "words", "measure", "F1", "lead, as long", "difference", "95% interval")
    print_table(columns, table)
    _print_worst([row for row in rows if row.method is SummaryMethod.BEST], worst)


def _figures(rows: Sequence[SummaryScore]) -> Iterator[tuple[str, ...]]:
    for at, (measure, found) in enumerate(zip(MEASURES, differences(rows), strict=True)):
        ours, lead = _means(rows, at)
        note = "" if found.excludes_zero else "  not significant"
        yield (measure, f"{ours:.4f}", f"{lead:.4f}", f"{found.mean:+.4f}",
               f"{found.low:+.4f} to {found.high:+.4f}{note}")  # fmt: skip


def _means(rows: Sequence[SummaryScore], at: int) -> tuple[float, float]:
    count = max(1, len(rows))
    ours = sum(row.ours.figures()[at] for row in rows) / count
    return ours, sum(row.lead.figures()[at] for row in rows) / count


def _print_worst(rows: Sequence[SummaryScore], count: int) -> None:
    for row in sorted(rows, key=lambda row: row.ours.one - row.lead.one)[:count]:
        lost = row.ours.one - row.lead.one
        print(printable(f"\n{lost:+.3f} ROUGE-1 compared with the opening  {row.id}"))
        for line in row.summary.splitlines():
            print(printable(f"  {line}"))


def _shape(
    path: Path, rows: Sequence[SummaryScore], skipped: Sequence[SkippedLine]
) -> dict[str, object]:
    methods = {}
    for method in METHODS:
        mine = [row for row in rows if row.method is method]
        found = zip(MEASURES, differences(mine), strict=True)
        methods[method.value] = {
            measure: _measure_shape(*_means(mine, at), interval)
            for at, (measure, interval) in enumerate(found)
        }
    return {"set": path.stem, "texts": len(rows) // len(METHODS), "methods": methods,
            "skipped": skipped}  # fmt: skip


def _measure_shape(ours: float, lead: float, found: Interval) -> dict[str, object]:
    return {
        "f1": ours,
        "lead": lead,
        "difference": found.mean,
        "interval": [found.low, found.high],
        "excludes_zero": found.excludes_zero,
    }
