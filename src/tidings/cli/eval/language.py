"""The verb eval language: how often the language of a text is detected correctly."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from tidings.cli.eval.scoring_progress import report_skipped, split_skipped
from tidings.cli.output import print_json, print_table, printable
from tidings.evaluate.enrichment.language import DetectedLanguage, detected_rows, language_score
from tidings.evaluate.labelled.json_lines import labelled_files
from tidings.evaluate.labelled.page_folder import SkippedLine


def language(options: argparse.Namespace) -> int:
    """Score the language of labelled texts, file by file."""
    files = labelled_files(options.data, "lid_*.jsonl")
    results = [(path, *split_skipped(detected_rows(path))) for path in files]
    if options.json:
        print_json({"sets": [_shape(*result) for result in results]})
    else:
        print_table(
            ("set", "texts", "accuracy", "unknown"),
            [_figures(path, texts) for path, texts, _ in results],
        )
        for path, texts, _ in results:
            _print_mistakes(path, texts)
    return max(report_skipped(path.name, len(texts), skipped) for path, texts, skipped in results)


def _figures(path: Path, texts: Sequence[DetectedLanguage]) -> tuple[str, int, str, int]:
    score = language_score(texts)
    return path.stem, score.texts, f"{score.accuracy:.4f}", score.unknown


def _shape(
    path: Path, texts: Sequence[DetectedLanguage], skipped: Sequence[SkippedLine]
) -> dict[str, object]:
    score = language_score(texts)
    return {
        "set": path.stem,
        "texts": score.texts,
        "accuracy": score.accuracy,
        "unknown": score.unknown,
        "mistakes": [
            {"language": truth, "told": answer, "texts": count}
            for truth, answer, count in score.mistakes
        ],
        "skipped": skipped,
    }


def _print_mistakes(path: Path, texts: Sequence[DetectedLanguage]) -> None:
    mistakes = language_score(texts).mistakes
    listed = ", ".join(f"{truth} as {answer} {count}×" for truth, answer, count in mistakes)
    if listed:
        print(printable(f"\n{path.stem}: {listed}"))
