"""A model's ranking of every query of a collection, as a TREC run, and its scores."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from tidings.evaluate.retrieval.collection import Qrels

TrecRun = Mapping[str, Mapping[str, float]]  # query -> document -> score

MEASURES: Final = ("MAP", "nDCG@10", "P@10", "R@1000")
_LOSS = 0.2  # a query that loses more of its average precision counts as hurt


class MeasuresMissing(Exception):
    """The extra `eval` is not installed."""


@dataclass(frozen=True, slots=True)
class RankingScores:
    """One model's run over a collection and its measures, query by query."""

    model: str
    run: TrecRun
    by_query: Mapping[str, Mapping[str, float]]  # query -> measure -> value

    def mean(self, measure: str) -> float:
        """Return the mean of a measure over all queries with a relevant document."""
        return fmean(values[measure] for values in self.by_query.values())

    def values(self, measure: str) -> list[float]:
        """Return a measure for each query, in the order of their ids."""
        return [self.by_query[query][measure] for query in sorted(self.by_query)]

    def lines(self) -> Iterable[str]:
        """Yield the lines of the run in trec_eval's format, the best first."""
        for query, found in self.run.items():
            order = sorted(found, key=lambda document: -found[document])
            for rank, document in enumerate(order, 1):
                # More digits than trec_eval keeps: with fewer, it would see close scores as equal.
                yield f"{query} Q0 {document} {rank} {found[document]:.12f} {self.model}\n"


def ranking_scores(model: str, run: TrecRun, qrels: Qrels) -> RankingScores:
    """Return the run with its measures; a query that found nothing scores 0."""
    try:
        from ir_measures import AP, RR, P, R, iter_calc, nDCG
    except ImportError as error:
        raise MeasuresMissing("Scoring needs ir-measures: pip install 'tidings[eval]'.") from error
    names = {AP: "MAP", nDCG @ 10: "nDCG@10", P @ 10: "P@10", R @ 1000: "R@1000", RR: "MRR"}
    by_query = {query: dict.fromkeys(names.values(), 0.0) for query in qrels}
    for each in iter_calc(list(names), qrels, {query: dict(found) for query, found in run.items()}):
        if each.query_id in by_query:
            by_query[each.query_id][names[each.measure]] = float(each.value)
    return RankingScores(model, run, by_query)


def hurt_share(ranking: RankingScores, before: RankingScores) -> float:
    """Return the share of queries that lose more than a fifth of their average precision."""
    pairs = list(zip(ranking.values("MAP"), before.values("MAP"), strict=True))
    return sum(now < (1 - _LOSS) * then for now, then in pairs) / len(pairs)
