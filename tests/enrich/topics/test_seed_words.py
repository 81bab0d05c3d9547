"""Seed words: every list can be read and has known topics."""

import pytest

from tidings.enrich.topics.seed_words import LANGUAGES, seeds_of
from tidings.enrich.topics.subjects import SUBJECT_INDEX, SUBJECTS


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_topic_has_seed_words_in_every_listed_language(language: str) -> None:
    seeds = seeds_of(language)
    assert seeds.weights.shape == (len(seeds.rows), len(SUBJECTS))
    assert (seeds.weights.max(axis=1) > 0).all()
    assert ((seeds.weights > 0).sum(axis=0) >= 10).all()


def test_a_word_of_one_topic_weighs_more_than_one_of_two() -> None:
    seeds = seeds_of("en")
    of_one_topic = seeds.weights[seeds.rows["bishop"]]
    shared = seeds.weights[seeds.rows["hurrican"]]
    assert of_one_topic[SUBJECT_INDEX["religion"]] > shared[SUBJECT_INDEX["weather"]] > 0
    assert shared[SUBJECT_INDEX["disaster"]] > 0


def test_a_language_without_a_list_has_no_seed_words() -> None:
    assert seeds_of("rw").rows == {}
    assert seeds_of("../en").rows == {}
