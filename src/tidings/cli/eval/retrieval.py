"""The verb eval retrieval: scores of the ranking models on a test collection, and TREC runs."""

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import track

from tidings.cli.options import settings_of
from tidings.cli.output import print_json, print_table, say
from tidings.evaluate.measures.significance import p_value
from tidings.evaluate.retrieval.collection import Collection, read_collection
from tidings.evaluate.retrieval.collection_search import (
    indexed_collection,
    retrieved_documents,
    scored_queries,
)
from tidings.evaluate.retrieval.ranking_scores import (
    MEASURES,
    RankingScores,
    hurt_share,
    ranking_scores,
)
from tidings.model.search.results import RankingModel

_ALL = "all"
_BASELINE = RankingModel.BM25
_MAX_SHOWN = 10  # skipped lines


def retrieval(options: argparse.Namespace) -> int:
    """Score ranking models on documents, queries and relevance judgements."""
    collection = read_collection(options.docs, options.queries, options.qrels)
    for each in collection.skipped[:_MAX_SHOWN]:
        say(f"tidings: {options.docs} line {each.line} is skipped: {each.why}.")
    if len(collection.skipped) > _MAX_SHOWN:
        say(f"tidings: {len(collection.skipped)} of its lines are skipped in all.")
    models = tuple(RankingModel) if options.model == _ALL else (RankingModel(options.model),)
    with indexed_collection(collection, settings_of(options).search, options.language) as index:
        queries = scored_queries(collection)
        rankings = [
            _ranked(retrieved_documents(index, queries, model), collection, model)
            for model in models
        ]
    if options.run:
        _write(options.run, rankings)
    if options.json:
        print_json(_shape(collection, rankings))
    else:
        _print(collection, rankings)
    return 0


def _ranked(
    found: Iterable[tuple[str, dict[str, float]]], collection: Collection, model: RankingModel
) -> RankingScores:
    console = Console(file=sys.stderr)
    run = dict(
        track(found, model, len(collection.qrels), console=console,
              transient=True, disable=not console.is_terminal)
    )  # fmt: skip
    return ranking_scores(model, run, collection.qrels)


def _write(path: Path, rankings: Sequence[RankingScores]) -> None:
    """Write one file, or one for each of several models, named after them."""
    for ranking in rankings:
        one = len(rankings) == 1
        file = path if one else path.with_name(f"{path.stem}.{ranking.model}{path.suffix}")
        file.write_text("".join(ranking.lines()), encoding="utf-8")


def _against(ranking: RankingScores, rankings: Sequence[RankingScores]) -> dict[str, float]:
    """Return how a model compares with bm25, if that was scored, too."""
    baseline = next((each for each in rankings if each.model == _BASELINE), None)
    if baseline is None or baseline is ranking:
        return {}
    return {
        "gain": ranking.mean("MAP") / baseline.mean("MAP") - 1 if baseline.mean("MAP") else 0.0,
        "p": p_value(ranking.values("MAP"), baseline.values("MAP")),
        "hurt": hurt_share(ranking, baseline),
    }


def _print(collection: Collection, rankings: Sequence[RankingScores]) -> None:
    rows = []
    for ranking in rankings:
        figures = [f"{ranking.mean(measure):.4f}" for measure in MEASURES]
        rows.append((ranking.model, *figures, *_compared(_against(ranking, rankings))))
    documents, queries = len(collection.documents), len(collection.qrels)
    print(f"{documents} documents, {queries} queries with relevant ones")
    comparison = ("MAP to bm25", "by chance", "queries hurt") if len(rankings) > 1 else ()
    print_table(("model", *MEASURES, *comparison), [row[: 5 + len(comparison)] for row in rows])


def _compared(figures: dict[str, float]) -> tuple[str, ...]:
    if not figures:
        return "", "", ""
    return f"{figures['gain']:+.1%}", f"{figures['p']:.3f}", f"{figures['hurt']:.1%}"


def _shape(collection: Collection, rankings: Sequence[RankingScores]) -> dict[str, object]:
    return {
        "documents": len(collection.documents),
        "queries": len(collection.qrels),
        "models": [
            {
                "model": ranking.model,
                **{measure: ranking.mean(measure) for measure in (*MEASURES, "MRR")},
                **_against(ranking, rankings),
            }
            for ranking in rankings
        ],
    }
