import pytest

from tidings.evaluate.retrieval.ranking_scores import hurt_share, ranking_scores

pytest.importorskip("ir_measures")

QRELS = {"1": {"a": 1, "b": 0}, "2": {"c": 1, "d": 1}}


def test_measures_are_means_over_queries() -> None:
    ranking = ranking_scores("m", {"1": {"b": 2.0, "a": 1.0}, "2": {"c": 2.0, "d": 1.0}}, QRELS)
    assert ranking.values("MAP") == [0.5, 1.0]
    assert ranking.mean("MAP") == 0.75
    assert ranking.mean("P@10") == pytest.approx((0.1 + 0.2) / 2)
    assert ranking.mean("R@1000") == 1


def test_a_query_that_found_nothing_scores_zero() -> None:
    ranking = ranking_scores("m", {"1": {"a": 1.0}, "2": {}}, QRELS)
    assert ranking.values("MAP") == [1.0, 0.0]


def test_a_run_is_written_in_the_trec_format() -> None:
    ranking = ranking_scores("bm25", {"1": {"b": 1.0, "a": 2.5}}, QRELS)
    assert list(ranking.lines()) == [
        "1 Q0 a 1 2.500000000000 bm25\n",
        "1 Q0 b 2 1.000000000000 bm25\n",
    ]


def test_a_written_run_has_the_same_measures_as_the_one_in_memory() -> None:
    """Of scores that became equal, trec_eval would put the greater id first."""
    ranking = ranking_scores("vsm", {"1": {"a": 0.12345674, "b": 0.12345665}}, QRELS)
    read = {line.split()[2]: float(line.split()[4]) for line in ranking.lines()}
    assert read["a"] > read["b"]
    assert ranking_scores("vsm", {"1": read}, QRELS).values("MAP") == ranking.values("MAP")


def test_losing_a_fifth_is_hurt_and_less_is_not() -> None:
    good = ranking_scores("good", {"1": {"a": 1.0}, "2": {"c": 2.0, "d": 1.0}}, QRELS)
    worse = ranking_scores("worse", {"1": {"b": 2.0, "a": 1.0}, "2": {"c": 2.0, "d": 1.0}}, QRELS)
    assert hurt_share(worse, good) == 0.5
    assert hurt_share(good, worse) == hurt_share(good, good) == 0
