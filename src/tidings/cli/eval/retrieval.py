"""The verb eval retrieval: scores of the ranking models on a test collection, and TREC runs."""

import argparse
import sys
from collections.abc import Sequence
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
from tidings.search.index.search_index import Index

_ALL = "all"
_BASELINE = RankingModel.BM25
_NAMED = 10  # lines that are of no use, one by one


def retrieval(options: argparse.Namespace) -> int:
    """Score ranking models on documents, queries and relevance judgements."""
    tested = read_collection(options.docs, options.queries, options.qrels)
    for each in tested.skipped[:_NAMED]:
        say(f"tidings: {options.docs} line {each.line} is left out: {each.why}.")
    if len(tested.skipped) > _NAMED:
        say(f"tidings: {len(tested.skipped)} of its lines are left out in all.")
    models = tuple(RankingModel) if options.model == _ALL else (RankingModel(options.model),)
    with indexed_collection(tested, settings_of(options).search, options.language) as index:
        rankings = [_ranked(index, tested, model) for model in models]
    if options.run:
        _write(options.run, rankings)
    if options.json:
        print_json(_shape(tested, rankings))
    else:
        _print(tested, rankings)
    return 0


def _ranked(index: Index, tested: Collection, model: RankingModel) -> RankingScores:
    console = Console(file=sys.stderr)
    queries = scored_queries(tested)
    run = dict(
        track(retrieved_documents(index, queries, model), model, len(queries), console=console,
              transient=True, disable=not console.is_terminal)
    )  # fmt: skip
    return ranking_scores(model, run, tested.qrels)


def _write(path: Path, rankings: Sequence[RankingScores]) -> None:
    """One file; with several models one each, named after them."""
    for ranking in rankings:
        one = len(rankings) == 1
        file = path if one else path.with_name(f"{path.stem}.{ranking.model}{path.suffix}")
        file.write_text("".join(ranking.lines()), encoding="utf-8")


def _against(ranking: RankingScores, rankings: Sequence[RankingScores]) -> dict[str, float]:
    """How a model compares with bm25, if that was scored too."""
    baseline = next((each for each in rankings if each.model == _BASELINE), None)
    if baseline is None or baseline is ranking:
        return {}
    return {
        "gain": ranking.mean("MAP") / baseline.mean("MAP") - 1 if baseline.mean("MAP") else 0.0,
        "p": p_value(ranking.values("MAP"), baseline.values("MAP")),
        "hurt": hurt_share(ranking, baseline),
    }


def _print(tested: Collection, rankings: Sequence[RankingScores]) -> None:
    rows = []
    for ranking in rankings:
        figures = [f"{ranking.mean(measure):.4f}" for measure in MEASURES]
        rows.append((ranking.model, *figures, *_compared(_against(ranking, rankings))))
    print(f"{len(tested.documents)} documents, {len(tested.qrels)} queries with a relevant one")
    beside = ("MAP to bm25", "by chance", "queries hurt") if len(rankings) > 1 else ()
    print_table(("model", *MEASURES, *beside), [row[: 5 + len(beside)] for row in rows])


def _compared(told: dict[str, float]) -> tuple[str, ...]:
    if not told:
        return "", "", ""
    return f"{told['gain']:+.1%}", f"{told['p']:.3f}", f"{told['hurt']:.1%}"


def _shape(tested: Collection, rankings: Sequence[RankingScores]) -> dict[str, object]:
    return {
        "documents": len(tested.documents),
        "queries": len(tested.qrels),
        "models": [
            {
                "model": ranking.model,
                **{measure: ranking.mean(measure) for measure in (*MEASURES, "MRR")},
                **_against(ranking, rankings),
            }
            for ranking in rankings
        ],
    }
