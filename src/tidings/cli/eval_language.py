"""The verb eval language: how often the language of a text is told right."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from tidings.cli.output import print_json, print_table, printable
from tidings.cli.scoring import left_out, sorted_out
from tidings.evaluate.folder import Skipped
from tidings.evaluate.language import Told, language_score, told_rows
from tidings.evaluate.rows import files_of


def language(options: argparse.Namespace) -> int:
    """Score the language of labelled texts, file by file."""
    files = files_of(options.data, "lid_*.jsonl")
    results = [(path, *sorted_out(told_rows(path))) for path in files]
    if options.json:
        print_json({"sets": [_shape(*result) for result in results]})
    else:
        print_table(
            ("set", "texts", "accuracy", "unknown"),
            [_figures(path, texts) for path, texts, _ in results],
        )
        for path, texts, _ in results:
            _print_mistakes(path, texts)
    return max(left_out(path.name, len(texts), skipped) for path, texts, skipped in results)


def _figures(path: Path, texts: Sequence[Told]) -> tuple[str, int, str, int]:
    score = language_score(texts)
    return path.stem, score.texts, f"{score.accuracy:.4f}", score.unknown


def _shape(path: Path, texts: Sequence[Told], skipped: Sequence[Skipped]) -> dict[str, object]:
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


def _print_mistakes(path: Path, texts: Sequence[Told]) -> None:
    mistakes = language_score(texts).mistakes
    told = ", ".join(f"{truth} as {answer} {count}×" for truth, answer, count in mistakes)
    if told:
        print(printable(f"\n{path.stem}: {told}"))
