"""The verb eval keyphrases: how many of a text's first ten keyphrases are among its labels."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from tidings.cli.eval.scoring_progress import report_skipped, split_skipped
from tidings.cli.output import print_json, print_table, printable
from tidings.evaluate.enrichment.keyphrases import DEPTH, JudgedKeyphrases, judged_texts
from tidings.evaluate.labelled.json_lines import labelled_files
from tidings.evaluate.labelled.page_folder import SkippedLine

_MAX_LABELS = 12  # labels of a text; some have a hundred


def keyphrases(options: argparse.Namespace) -> int:
    """Score keyphrases on labelled texts."""
    files = labelled_files(options.data, "keyphrases*.jsonl")
    results = [(path, *split_skipped(judged_texts(path))) for path in files]
    if options.json:
        print_json({"sets": [_shape(*result) for result in results]})
    else:
        print_table(
            ("set", "texts", "P@10", "without stemming"),
            [(path.stem, len(texts), *_figures(texts)) for path, texts, _ in results],
        )
        for _, texts, _ in results:
            _print_worst(texts, options.worst)
    codes = [report_skipped(path.name, len(texts), skipped) for path, texts, skipped in results]
    return max(codes)


def _precisions(texts: Sequence[JudgedKeyphrases]) -> tuple[float, float]:
    rows = max(1, len(texts)) * DEPTH
    return sum(sum(t.right) for t in texts) / rows, sum(sum(t.exact) for t in texts) / rows


def _figures(texts: Sequence[JudgedKeyphrases]) -> tuple[str, str]:
    stemmed, exact = _precisions(texts)
    return f"{stemmed:.4f}", f"{exact:.4f}"


def _shape(
    path: Path, texts: Sequence[JudgedKeyphrases], skipped: Sequence[SkippedLine]
) -> dict[str, object]:
    stemmed, exact = _precisions(texts)
    return {
        "set": path.stem,
        "texts": len(texts),
        "P@10": stemmed,
        "P@10 exact": exact,
        "skipped": skipped,
        "rows": [{"id": text.id, "P@10": text.precision, "phrases": text.phrases}
                 for text in texts],
    }  # fmt: skip


def _print_worst(texts: Sequence[JudgedKeyphrases], count: int) -> None:
    for text in sorted(texts, key=lambda text: text.precision)[:count]:
        print(printable(f"\n{text.precision:.1f}  {text.id}"))
        print(printable(f"  found:  {', '.join(text.phrases)}"))
        print(printable(f"  labels: {', '.join(text.labels[:_MAX_LABELS])}"))
