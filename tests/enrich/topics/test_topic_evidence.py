"""Topic evidence: logits and probabilities, compared with their formulas."""

from math import exp, sqrt

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.enrich.topics.seed_words import seeds_of
from tidings.enrich.topics.subjects import SUBJECT_INDEX, SUBJECTS
from tidings.enrich.topics.topic_evidence import (
    ArticleWords,
    EvidenceScale,
    article_words,
    label_logits,
    probabilities,
    scaled_evidence,
    seed_logits,
    seed_word_logits,
    weighed_seeds,
)
from tidings.text.parsing.parsed_text import parse_text

RELIGION, DISASTER, WEATHER = (SUBJECT_INDEX[slug] for slug in ("religion", "disaster", "weather"))


def words(language: str = "en", **amounts: float) -> ArticleWords:
    return ArticleWords(language, amounts)


def test_a_word_of_the_title_counts_twice() -> None:
    found = article_words(parse_text("Storm at port", "en"), parse_text("Storms. A ship.", "en"))
    assert found == ArticleWords("en", {"storm": 3.0, "a": 1, "ship": 1, "at": 2.0, "port": 2.0})


def test_the_language_is_that_of_the_body_unless_it_is_empty() -> None:
    english, nothing = parse_text("Storm", "en"), parse_text("", "und")
    assert article_words(english, parse_text("Sturm", "de")).language == "de"
    assert article_words(english, nothing).language == "en"


def test_the_evidence_of_a_seed_word_grows_with_the_root_of_its_amount() -> None:
    seeds = seeds_of("en")
    terms, evidence = weighed_seeds(words(bishop=4.0, qzxv=9.0, hurrican=1.0))
    assert terms == ["bishop", "hurrican"]
    assert evidence[0].tolist() == (2 * seeds.weights[seeds.rows["bishop"]]).tolist()
    assert evidence[1].tolist() == seeds.weights[seeds.rows["hurrican"]].tolist()


def test_evidence_is_scaled_by_its_own_sum() -> None:
    evidence = numpy.array([[1.0, 0.0], [2.0, 3.0]], dtype=numpy.float32)
    scale = EvidenceScale(gain=8.0, little=3.0, damping=0.5, none=1.0)
    assert numpy.allclose(scaled_evidence(evidence, scale), evidence * 8 / sqrt(3 + 6))


def test_more_evidence_is_more_but_each_word_is_less() -> None:
    one, two = seed_logits(words(bishop=1.0)), seed_logits(words(bishop=1.0, pope=1.0))
    assert one[RELIGION] < two[RELIGION] < 2 * one[RELIGION]
    alone, beside = (
        seed_word_logits(each)["bishop"][RELIGION]
        for each in (words(bishop=1.0), words(bishop=1.0, pope=1.0))
    )
    assert beside < alone


@settings(max_examples=40)
@given(
    st.dictionaries(
        st.sampled_from("bishop hurrican film parliament goal qzxv".split()), st.floats(0.5, 20)
    )
)
def test_the_logits_of_an_article_are_the_sum_of_its_words(amounts: dict[str, float]) -> None:
    article = ArticleWords("en", amounts)
    by_word = seed_word_logits(article)
    assert by_word.keys() == amounts.keys() - {"qzxv"}
    expected = numpy.zeros(len(SUBJECTS)) + sum(by_word.values())
    assert seed_logits(article).tolist() == pytest.approx(expected.tolist(), rel=1e-4, abs=1e-5)


def test_an_article_without_seed_words_has_no_evidence() -> None:
    for article in (words(qzxv=1.0), words(), words("rw", bishop=1.0)):
        assert seed_logits(article).tolist() == [0.0] * len(SUBJECTS)
        assert seed_word_logits(article) == {}


def test_labels_give_their_topics_logits_by_sureness() -> None:
    found = label_logits({"weather": 1.0, "disaster": 0.6})
    assert found[WEATHER] == pytest.approx(5.0)
    assert found[DISASTER] == pytest.approx(3.0)
    assert numpy.count_nonzero(found) == 2
    assert not label_logits({}).any()


def test_probabilities_are_shares_with_no_topic_as_one_more() -> None:
    logits = numpy.zeros(len(SUBJECTS), dtype=numpy.float32)
    logits[WEATHER], logits[DISASTER] = 3.0, 2.0
    total = exp(3) + exp(2) + (len(SUBJECTS) - 2) + exp(1.5)
    found = probabilities(logits, none=1.5)
    assert found[WEATHER] == pytest.approx(exp(3) / total, rel=1e-5)
    assert found[DISASTER] == pytest.approx(exp(2) / total, rel=1e-5)
    assert 1 - found.sum() == pytest.approx(exp(1.5) / total, rel=1e-4)


@pytest.mark.parametrize("size", [-1e4, 1e4])
def test_extreme_logits_overflow_nothing(size: float) -> None:
    logits = numpy.zeros(len(SUBJECTS), dtype=numpy.float32)
    logits[WEATHER] = size
    with numpy.errstate(over="raise", invalid="raise"):
        found = probabilities(logits)
    assert numpy.isfinite(found).all()
    assert found[WEATHER] == (1.0 if size > 0 else 0.0)


@settings(max_examples=60)
@given(
    st.lists(st.floats(-20, 20, width=32), min_size=len(SUBJECTS), max_size=len(SUBJECTS)),
    st.floats(-5, 5),
)
def test_probabilities_keep_the_order_of_logits_and_sum_to_less_than_one(
    logits: list[float], none: float
) -> None:
    found = probabilities(numpy.array(logits, dtype=numpy.float32), none)
    assert found.min() >= 0
    assert found.sum() <= 1 + 1e-5
    assert found[int(numpy.argmax(logits))] == found.max()
    more = probabilities(numpy.array(logits, dtype=numpy.float32), none + 1)
    assert (more <= found).all()
