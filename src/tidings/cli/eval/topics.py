"""The verb eval topics: how well labelled classes are found, trained on them and as shipped."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from tidings.cli.eval.scoring_progress import report_skipped
from tidings.cli.output import print_json, print_table, printable, say
from tidings.evaluate.enrichment.topics import (
    LabelledArticle,
    TopicScore,
    labelled_articles,
    topic_score,
)
from tidings.evaluate.labelled.json_lines import labelled_files
from tidings.evaluate.labelled.page_folder import SkippedLine
from tidings.evaluate.measures.page_facts import RightShare

_PAIRS = 6  # pairs of confused classes listed for each set

Result = tuple[Path, TopicScore | None, list[SkippedLine]]


def topics(options: argparse.Namespace) -> int:
    """Score topics on labelled sets."""
    results = [_result(path) for path in labelled_files(options.data, "topics*.jsonl")]
    scored = [(path, score, skipped) for path, score, skipped in results if score]
    if options.json:
        print_json({"sets": [_shape(*each, options.worst) for each in scored]})
    elif scored:
        _print([score for _, score, _ in scored], options.worst)
    codes = [
        report_skipped(path.name, score.taught.of if score else 0, skipped)
        for path, score, skipped in results
    ]
    return max(codes)


def _result(path: Path) -> Result:
    say(f"tidings: reading {path.name} and training in folds.")
    articles, skipped = labelled_articles(path)
    return path, _score(path, articles), skipped


def _score(path: Path, articles: Sequence[LabelledArticle]) -> TopicScore | None:
    if len({article.label for article in articles}) > 1:
        return topic_score(path.stem, articles)
    if articles:
        say(f"tidings: {path.name} has only one class: there is nothing to distinguish.")
    return None


def _print(scores: Sequence[TopicScore], worst: int) -> None:
    print_table(
        ("set", "language", "articles", "classes", "trained", "as shipped", "any topic", "CPU ms"),
        [
            (each.name, each.language, each.taught.of, len(each.classes), _figure(each.taught),
             _figure(each.untaught), _figure(each.told), f"{each.cpu_ms:.2f}")
            for each in scores
        ],
    )  # fmt: skip
    print("\ntrained: on the set's labels, in five folds; as shipped: article by article")
    for score in scores:
        _print_mistakes(score, worst)


def _figure(share: RightShare | None) -> str:
    return f"{share.value:.4f}" if share else ""


def _print_mistakes(score: TopicScore, worst: int) -> None:
    if not score.mistakes or not worst:
        return
    pairs = "; ".join(f"{right} for {taken} {n}" for right, taken, n in score.confused[:_PAIRS])
    print(printable(f"\n{score.name}, as shipped: mistook {pairs}"))
    for each in score.mistakes[:worst]:
        print(printable(f"  {each.surely:.3f}  line {each.line}: {each.label}, "
                        f"mistaken for {each.taken_for}: {each.title}"))  # fmt: skip


def _shape(path: Path, score: TopicScore, skipped: Sequence[SkippedLine],
           worst: int) -> dict[str, object]:  # fmt: skip
    return {
        "set": path.stem,
        "language": score.language,
        "articles": score.taught.of,
        "classes": score.classes,
        "taught": score.taught.value,
        "untaught": score.untaught.value if score.untaught else None,
        "any_topic": score.told.value,
        "topics": score.topics,
        "confused": [
            {"class": right, "taken_for": taken, "articles": count}
            for right, taken, count in score.confused
        ],
        "worst": [asdict(each) for each in score.mistakes[:worst]],
        "cpu_ms": score.cpu_ms,
        "skipped": skipped,
    }
