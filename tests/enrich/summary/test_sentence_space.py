"""Sentences as vectors: every matrix is compared with its definition, written out."""

from collections import Counter
from itertools import chain
from math import log1p, sqrt

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.enrich.keyphrases.term_rarity import term_rarity
from tidings.enrich.summary import sentence_space
from tidings.enrich.summary.sentence_space import SentenceSpace, centrality, scaled
from tidings.text.frequency.corpus import Corpus

Sentences = list[list[str]]


def _corpus() -> Corpus:
    corpus = Corpus.empty()
    for document in ("storm rain", "storm", "storm sun", "city"):
        corpus.add(document.split(), "en")
    return corpus


CORPUS = _corpus()
SENTENCES = st.lists(
    st.lists(st.sampled_from("storm rain sun city port".split()), max_size=6),
    min_size=1,
    max_size=5,
)


def space_of(sentences: Sentences) -> SentenceSpace:
    return SentenceSpace.of(sentences, CORPUS, "en")


def rarity_of(term: str) -> float:
    return float(term_rarity([term], CORPUS, "en")[0])


def content(terms: set[str]) -> float:
    return sum(map(rarity_of, terms))


def cosine(one: list[str], other: list[str]) -> float:
    vectors = [
        {term: log1p(count) * rarity_of(term) for term, count in Counter(each).items()}
        for each in (one, other)
    ]
    lengths = [sqrt(sum(value**2 for value in vector.values())) for vector in vectors]
    product = sum(value * vectors[1].get(term, 0.0) for term, value in vectors[0].items())
    return product / (lengths[0] * lengths[1]) if all(lengths) else 0.0


@settings(max_examples=50)
@given(SENTENCES)
def test_terms_are_numbered_and_counted_in_the_order_of_reading(sentences: Sentences) -> None:
    space = space_of(sentences)
    assert list(space.places) == list(dict.fromkeys(chain.from_iterable(sentences)))
    for at, sentence in enumerate(sentences):
        assert [sentence.count(term) for term in space.places] == space.counts[at].tolist()
    assert space.rarity.tolist() == [rarity_of(term) for term in space.places]


@settings(max_examples=50)
@given(SENTENCES)
def test_cosines_are_those_of_the_weighted_terms(sentences: Sentences) -> None:
    found = space_of(sentences).cosines()
    for one, first in enumerate(sentences):
        for other, second in enumerate(sentences):
            expected = 0.0 if one == other else cosine(first, second)
            assert found[one, other] == pytest.approx(expected, abs=1e-9)


@settings(max_examples=50)
@given(SENTENCES)
def test_overlap_is_the_share_of_the_smaller_sentence(sentences: Sentences) -> None:
    found = space_of(sentences).overlap()
    for one, first in enumerate(map(set, sentences)):
        for other, second in enumerate(map(set, sentences)):
            smaller = min(content(first), content(second))
            expected = content(first & second) / smaller if smaller and one != other else 0.0
            assert found[one, other] == pytest.approx(expected, abs=1e-9)


@settings(max_examples=50)
@given(SENTENCES, st.lists(st.sampled_from(["storm", "port", "city", "unknown"]), max_size=4))
def test_shares_are_of_the_wanted_terms_that_any_sentence_has(
    sentences: Sentences, wanted: list[str]
) -> None:
    known = {term for term in wanted if any(term in each for each in sentences)}
    found = space_of(sentences).shares(wanted)
    expected = [content(known & set(each)) / content(known) if known else 0 for each in sentences]
    assert found.tolist() == pytest.approx(expected)


def test_density_counts_only_terms_of_several_sentences_once_and_per_word() -> None:
    space = space_of([["storm", "storm", "rain"], ["storm", "city", "sun"], ["port"]])
    storm = rarity_of("storm")
    assert space.density([10, 20, 30]).tolist() == pytest.approx([storm / 10, storm / 20, 0])


def test_a_short_sentence_is_not_denser_than_one_of_eight_words() -> None:
    space = space_of([["storm"], ["storm"]])
    assert space.density([2, 8]).tolist() == pytest.approx([rarity_of("storm") / 8] * 2)


def test_sentences_without_terms_have_no_content() -> None:
    space = space_of([[], ["storm"], []])
    assert space.cosines().tolist() == space.overlap().tolist() == [[0.0] * 3] * 3
    assert space.vectors.tolist() == [[0.0], [1.0], [0.0]]
    empty = space_of([[]])
    assert empty.shares(["storm"]).tolist() == [0.0]
    assert empty.density([1]).tolist() == [0.0]


def test_sentences_that_resemble_each_other_equally_are_equally_central() -> None:
    alike = numpy.ones((4, 4)) - numpy.eye(4)
    assert centrality(alike).tolist() == pytest.approx([1.0] * 4)
    assert centrality(alike * 0.01).tolist() == pytest.approx([1.0] * 4)


def test_the_middle_of_a_star_is_the_most_central() -> None:
    star = numpy.array([[0, 1, 1, 1], [1, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]], dtype=float)
    middle, *others = centrality(star)
    # The fixed point: middle = .15 + .85 · 3 · leaf, leaf = .15 + .85 / 3 · middle.
    leaf = (0.15 + 0.85 / 3 * 0.15) / (1 - 0.85**2)
    assert others == pytest.approx([leaf] * 3, rel=0.05)
    assert middle == pytest.approx(0.15 + 0.85 * 3 * leaf, rel=0.05)


def test_a_sentence_without_links_has_only_the_chance_of_a_jump() -> None:
    links = numpy.array([[0, 1, 0], [1, 0, 0], [0, 0, 0]], dtype=float)
    assert centrality(links).tolist() == pytest.approx([1.0, 1.0, 0.15])
    assert centrality(numpy.zeros((2, 2))).tolist() == pytest.approx([0.15, 0.15])


def test_centrality_leaves_the_cosines_as_they_are() -> None:
    links = numpy.array([[0, 0.5], [0.5, 0]])
    centrality(links)
    assert links.tolist() == [[0, 0.5], [0.5, 0]]


@settings(max_examples=40)
@given(st.integers(2, 6), st.integers(0, 99))
def test_centrality_is_the_solution_of_its_equations_and_one_on_average(
    count: int, seed: int
) -> None:
    half = numpy.random.default_rng(seed).uniform(0.1, 1, (count, count))
    cosines = numpy.triu(half, 1) + numpy.triu(half, 1).T
    found = centrality(cosines)
    assert found.mean() == pytest.approx(1.0)
    damping, rounds = sentence_space._DAMPING, sentence_space._ROUNDS
    links = damping * cosines / cosines.sum(axis=1, keepdims=True)
    exact = numpy.linalg.solve(numpy.eye(count) - links.T, numpy.full(count, 1 - damping))
    assert found == pytest.approx(exact, abs=count * damping**rounds)


def test_scaled_values_are_shares_of_the_largest() -> None:
    assert scaled(numpy.array([1.0, 4.0, 2.0])).tolist() == [0.25, 1.0, 0.5]
    assert scaled(numpy.array([0.0, 0.0])).tolist() == [0.0, 0.0]
    assert scaled(numpy.array([])).tolist() == []
