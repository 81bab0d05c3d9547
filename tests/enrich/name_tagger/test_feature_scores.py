"""Feature scores: cached sums equal the sums of the weights, however they are asked for."""

import numpy
import pytest

from tidings.enrich.name_tagger import feature_scores as module
from tidings.enrich.name_tagger.feature_scores import (
    DISTANCES,
    MARKS,
    REACH,
    FeatureScores,
    Scores,
    features_by_distance,
)
from tidings.enrich.name_tagger.list_features import Features

WORDS = "London bank Qzxv 1989 walked".split()
LABELS = 3


def both(one: str, other: str) -> Features:
    return one, other, f"{one} {other}"


def _model() -> tuple[dict[str, int], Scores]:
    """Weights for two thirds of all features of the words, and for some of `both`."""
    features = {
        feature for word in WORDS for each in features_by_distance(word) for feature in each
    }
    known = sorted(features)[::3] + sorted(features)[1::3] + ["a", "a b", "b"]
    weights = numpy.random.default_rng(7).normal(size=(len(known), LABELS))
    return {feature: row for row, feature in enumerate(known)}, weights.astype(numpy.float32)


ROWS, WEIGHTS = _model()


@pytest.fixture
def scores(monkeypatch: pytest.MonkeyPatch) -> FeatureScores:
    monkeypatch.setattr(module, "_MAX_SUMS", 200)  # instead of a table of megabytes
    monkeypatch.setattr(module, "_MIN_FREE", 50)
    return FeatureScores(ROWS, WEIGHTS)


def expected(features: list[str] | Features) -> list[float]:
    total = numpy.zeros(LABELS)
    for feature in features:
        if feature in ROWS:
            total += WEIGHTS[ROWS[feature]]
    return total.tolist()


def one_sum(scores: FeatureScores, *slots: int) -> list[float]:
    return scores.of(list(slots), [0])[0].tolist()  # type: ignore[no-any-return]


def test_features_of_a_word_are_marked_by_its_distance() -> None:
    by_distance = features_by_distance("London")
    assert len(by_distance) == DISTANCES == len(MARKS)
    assert ["--w=london" in by_distance[0], "-w=london" in by_distance[1]] == [True, True]
    assert "w=london" in by_distance[REACH]
    assert ["+w=london" in by_distance[3], "++w=london" in by_distance[4]] == [True, True]


def test_prefixes_and_suffixes_are_features_of_the_word_itself_only() -> None:
    with_suffix = [any("s2=on" in each for each in part) for part in features_by_distance("London")]
    assert with_suffix == [False, False, True, False, False]


@pytest.mark.parametrize("word", WORDS)
def test_a_word_has_the_sum_of_its_features_at_every_distance(
    scores: FeatureScores, word: str
) -> None:
    (slot,) = scores.words([word])
    for distance, features in enumerate(features_by_distance(word)):
        assert one_sum(scores, slot + distance) == pytest.approx(expected(features), abs=1e-5)


def test_words_asked_for_together_or_again_have_the_same_sums(scores: FeatureScores) -> None:
    together = scores.words([*WORDS, WORDS[0]])
    assert together[0] == together[-1]
    assert len(set(together)) == len(WORDS)
    first = scores.of(together, range(len(together)))
    assert scores.words(WORDS) == together[:-1]
    again = scores.of(together, range(len(together)))
    assert first.tolist() == again.tolist()


def test_a_call_has_the_sum_of_the_features_it_returns(scores: FeatureScores) -> None:
    (slot,) = scores.slots_of_calls([(both, "a", "b")])
    assert one_sum(scores, slot) == pytest.approx(expected(("a", "b", "a b")))
    assert scores.slots_of_calls([(both, "a", "b")]) == [slot]
    assert scores.slots_of_calls([(both, "b", "a")]) != [slot]


def test_a_call_without_known_features_adds_nothing(scores: FeatureScores) -> None:
    (slot,) = scores.slots_of_calls([(both, "?", "!")])
    assert one_sum(scores, slot) == [0.0] * LABELS


def test_uncached_features_are_their_rows_and_unknown_ones_are_left_out(
    scores: FeatureScores,
) -> None:
    slots = scores.slots_of_calls((), ["a", "unknown", "a b"])
    assert slots == [ROWS["a"], ROWS["a b"]]
    assert one_sum(scores, *slots) == pytest.approx(expected(["a", "a b"]))


def test_the_zero_row_is_zero_at_every_distance(scores: FeatureScores) -> None:
    for distance in range(DISTANCES):
        assert one_sum(scores, scores.zero_row + distance) == [0.0] * LABELS


def test_sums_reach_from_each_start_to_the_next(scores: FeatureScores) -> None:
    a, b, both_words = ROWS["a"], ROWS["b"], ROWS["a b"]
    found = scores.of([a, b, both_words, a], [0, 1, 3])
    assert found.shape == (3, LABELS)
    assert found[0].tolist() == pytest.approx(expected(["a"]))
    assert found[1].tolist() == pytest.approx(expected(["b", "a b"]))
    assert found[2].tolist() == pytest.approx(expected(["a"]))


def test_a_full_table_is_cleared_between_articles_and_stays_right(scores: FeatureScores) -> None:
    for number in range(60):
        scores.make_room()
        london, other = scores.words(["London", f"other{number}"])
        wanted = expected(features_by_distance("London")[REACH])
        assert one_sum(scores, london + REACH) == pytest.approx(wanted, abs=1e-5)
        assert other != london
        assert len(scores._table) == len(ROWS) + 200


def test_a_table_that_is_not_full_keeps_its_words(scores: FeatureScores) -> None:
    before = scores.words(WORDS)
    scores.make_room()
    assert scores.words(WORDS) == before


def test_an_article_with_very_many_words_makes_the_table_grow(scores: FeatureScores) -> None:
    london = scores.words(["London"])[0]
    many = scores.words(f"word{number}" for number in range(100))
    slots = [london, *many]
    found = scores.of([slot + REACH for slot in slots], range(len(slots)))
    wanted = expected(features_by_distance("London")[REACH])
    assert found[0].tolist() == pytest.approx(wanted, abs=1e-5)
    for word, row in (("word0", found[1]), ("word99", found[-1])):
        assert row.tolist() == pytest.approx(expected(features_by_distance(word)[REACH]), abs=1e-5)


def test_a_model_without_features_scores_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MAX_SUMS", 100)
    scores = FeatureScores({}, numpy.zeros((0, LABELS), numpy.float32))
    (slot,) = scores.words(["London"])
    assert one_sum(scores, slot + REACH) == [0.0] * LABELS
