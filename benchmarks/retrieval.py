"""Quality of the ranking models on test collections, through the real index and `search`.

Every model is compared with `bm25` on every collection; differences are tested query by query.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.inputs.labelled_data import DATA, is_absent
from benchmarks.measurements.matching import print_matching
from benchmarks.support.table import print_conditions, print_table
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
from tidings.settings.tree import SearchSettings

_SETS = ("time", "cranfield", "npl", "cisi", "cacm")
_MATCHED = ("time", "cranfield", "cisi")
_PARTS = ("quality", "matching")
_BASELINE = RankingModel.BM25
_LOSS = 0.2  # as in `hurt_share`


@dataclass(frozen=True, slots=True)
class Score:
    """A model's scores on a collection, and its cost."""

    ranking: RankingScores
    cpu_ms: float  # per query, for a thousand documents each

    def values(self) -> list[float]:
        """Return the average precision of each query."""
        return self.ranking.values("MAP")


Scores = dict[RankingModel, Score]


def main(arguments: Sequence[str] = ()) -> None:
    """Print a table for each collection and one for all of them; then how matching compares."""
    parts = _options(arguments).parts
    if is_absent("retrieval"):
        return
    print_conditions("tidings", "tantivy", "ir-measures")
    sets = [name for name in _SETS if (DATA / "retrieval" / name).is_dir()]
    if "quality" in parts:
        _print_all({name: _scored(name) for name in sets})
    if "matching" in parts:
        print_matching([_collection(DATA / "retrieval" / name) for name in _MATCHED])


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.retrieval", description=__doc__)
    parser.add_argument("--parts", nargs="+", choices=_PARTS, default=_PARTS)
    return parser.parse_args(arguments)


def _scored(name: str) -> Scores:
    tested = _collection(DATA / "retrieval" / name)
    with indexed_collection(tested, SearchSettings()) as index:
        scores = {model: _score(index, tested, model) for model in RankingModel}
    title = f"{name}: {len(tested.documents):,} documents, {len(tested.qrels)} queries"
    header = ("", *MEASURES, "MAP to bm25", "by chance", "queries hurt", "CPU ms/query")
    print_table(title, header, [_row(model, scores) for model in RankingModel])
    return scores


def _collection(folder: Path) -> Collection:
    return read_collection(folder / "docs.jsonl", folder / "queries.jsonl", folder / "qrels.txt")


def _score(index: Index, tested: Collection, model: RankingModel) -> Score:
    queries = scored_queries(tested)
    began = time.process_time()
    run = dict(retrieved_documents(index, queries, model))
    cpu = time.process_time() - began
    return Score(ranking_scores(model, run, tested.qrels), 1000 * cpu / len(queries))


def _row(model: RankingModel, scores: Scores) -> Sequence[str]:
    score, baseline = scores[model], scores[_BASELINE]
    return (
        model,
        *(f"{score.ranking.mean(measure):.4f}" for measure in MEASURES),
        *_compared(score, baseline, hurt_share(score.ranking, baseline.ranking)),
        f"{score.cpu_ms:.1f}",
    )


def _compared(score: Score, baseline: Score, lost: float) -> tuple[str, str, str]:
    if score is baseline:
        return "", "", ""
    gain = score.ranking.mean("MAP") / baseline.ranking.mean("MAP") - 1
    return f"{gain:+.1%}", f"{p_value(score.values(), baseline.values()):.4f}", f"{lost:.1%}"


def _print_all(by_set: dict[str, Scores]) -> None:
    """Print the pooled scores: over all queries, and as a mean over the sets."""
    queries = sum(len(scores[_BASELINE].values()) for scores in by_set.values())
    header = ("", "MAP, mean of the sets", "to bm25", "MAP, all queries", "to bm25", "by chance",
              "queries hurt")  # fmt: skip
    rows = [(model, *_pooled(model, by_set)) for model in RankingModel]
    print_table(f"All {len(by_set)} sets together, {queries} queries", header, rows)


def _pooled(model: RankingModel, by_set: dict[str, Scores]) -> Iterator[str]:
    mean, base_mean = (
        float(np.mean([scores[each].ranking.mean("MAP") for scores in by_set.values()]))
        for each in (model, _BASELINE)
    )
    now, then = (
        [value for scores in by_set.values() for value in scores[each].values()]
        for each in (model, _BASELINE)
    )
    yield f"{mean:.4f}"
    yield f"{mean / base_mean - 1:+.1%}" if model is not _BASELINE else ""
    yield f"{np.mean(now):.4f}"
    if model is _BASELINE:
        yield from ("", "", "")
        return
    yield f"{np.mean(now) / np.mean(then) - 1:+.1%}"
    yield f"{p_value(now, then):.4f}"
    yield f"{np.mean([a < (1 - _LOSS) * b for a, b in zip(now, then, strict=True)]):.1%}"


if __name__ == "__main__":
    main(sys.argv[1:])
