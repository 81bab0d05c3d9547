"""The verb eval entities: persons, organisations and places found in labelled sentences."""

import argparse
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import track

from tidings.cli.output import print_json, print_table, printable, say
from tidings.evaluate.enrichment.entities import (
    EntityScore,
    JudgedSentence,
    NameCounts,
    entity_score,
)
from tidings.evaluate.labelled.conll import LabelledName, LabelledSentence, labelled_sentences
from tidings.evaluate.labelled.json_lines import labelled_files
from tidings.evaluate.labelled.page_folder import SkippedLine

_PATTERNS = ("ner_*.conll", "ner_*.iob2")
_MAX_SHOWN = 10  # skipped lines; --json has their number


def entities(options: argparse.Namespace) -> int:
    """Score the entities found in labelled sentences."""
    files = labelled_files(options.data, *_PATTERNS)
    scores: dict[str, EntityScore] = {}
    skipped: dict[str, list[SkippedLine]] = {}
    console = Console(stderr=True)
    for path in track(files, "scoring", console=console, disable=not sys.stderr.isatty()):
        scores[path.name], skipped[path.name] = _scored(path, options.language)
    if options.json:
        print_json({name: entities_shape(score, options.worst) | {"left_out": len(skipped[name])}
                    for name, score in scores.items()})  # fmt: skip
    else:
        _print(scores, options.worst)
    return _report_skipped(scores, skipped)


def _scored(path: Path, language: str) -> tuple[EntityScore, list[SkippedLine]]:
    rows = list(labelled_sentences(path))
    sentences = [row for row in rows if isinstance(row, LabelledSentence)]
    return entity_score(sentences, language), [row for row in rows if isinstance(row, SkippedLine)]


def entities_shape(score: EntityScore, worst: int) -> dict[str, object]:
    """Return everything measured on a file, for programs."""
    return {
        "sentences": score.sentences,
        "trained_on": score.trained_on,
        "cpu_ms_per_550_words": _milliseconds(score),
        "kinds": {kind: _figures(tally) for kind, tally in score.tallies.items()},
        "worst": [_mistakes_shape(each) for each in score.worst(worst)],
    }


def _figures(tally: NameCounts) -> dict[str, float]:
    return {
        "precision": tally.precision,
        "recall": tally.recall,
        "f1": tally.f1,
        "right": tally.right,
        "found": tally.found,
        "there": tally.there,
    }


def _mistakes_shape(judged: JudgedSentence) -> dict[str, object]:
    gold = set(judged.sentence.names)
    text = judged.sentence.text
    return {
        "line": judged.sentence.line,
        "text": text,
        "missing": [_name(text, each) for each in sorted(gold - judged.ours, key=_place)],
        "too_much": [_name(text, each) for each in sorted(judged.ours - gold, key=_place)],
    }


def _place(name: LabelledName) -> tuple[int, int]:
    return name.start, name.end


def _name(text: str, name: LabelledName) -> str:
    return f"{text[name.start : name.end]} ({name.kind})"


def _milliseconds(score: EntityScore) -> float:
    return round(1000 * score.cpu_seconds * 550 / max(score.tokens, 1), 2)


def _print(scores: dict[str, EntityScore], worst: int) -> None:
    for name, score in scores.items():
        print(printable(f"\n{name}: {score.sentences} sentences"))
        if score.trained_on:
            print(f"The model was trained on {score.trained_on} of them: these figures show what "
                  "it remembers,\nnot how good it is. For unseen text: docs/understanding.md, "
                  "training/entities.py --evaluate.")  # fmt: skip
        print_table(
            ("", "P", "R", "F1", "names"),
            [(kind, f"{tally.precision:.4f}", f"{tally.recall:.4f}", f"{tally.f1:.4f}", tally.there)
             for kind, tally in score.tallies.items()],
        )  # fmt: skip
        for each in score.worst(worst):
            mistakes = _mistakes_shape(each)
            print(printable(f"\n  line {mistakes['line']}: {mistakes['text']}"))
            for what in ("missing", "too_much"):
                names = mistakes[what]
                if isinstance(names, list) and names:
                    print(printable(f"    {what.replace('_', ' ')}: {'; '.join(names)}"))


def _report_skipped(scores: dict[str, EntityScore], skipped: dict[str, list[SkippedLine]]) -> int:
    """Report what was skipped; return 1 if nothing was scored."""
    for name, lines in skipped.items():
        for each in lines[:_MAX_SHOWN]:
            say(f"tidings: {name} line {each.line} is skipped: {each.why}.")
        if len(lines) > _MAX_SHOWN:
            say(f"tidings: … and {len(lines) - _MAX_SHOWN} more lines of {name}.")
    scored = sum(score.sentences for score in scores.values())
    if not scored:
        say("tidings: no sentence has labelled names.")
    return 0 if scored else 1
