import pickle

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.text.bulk.vocabulary import Vocabulary, term_digest, term_key

_terms = st.lists(st.text(st.sampled_from("abcé新闻"), max_size=9), max_size=20)


def test_a_vocabulary_knows_keys_and_letters_of_terms_added_later() -> None:
    vocabulary = Vocabulary()
    for texts in (["storm", "é"], ["新闻", "", "storm"]):
        numbers = np.array([vocabulary[text] for text in texts], np.uint32)
        keys = vocabulary.keys_by_number[numbers]
        assert keys.tolist() == [term_key(text) for text in texts]
        written = vocabulary.spaced_texts(numbers, np.array([0, 1, len(numbers), len(numbers)]))
        assert [" ".join(text.split()) for text in written] == [
            texts[0], " ".join(filter(None, texts[1:])), ""
        ]  # fmt: skip
        assert (
            list(map(vocabulary.strings(numbers.astype(np.int64)).at, range(len(texts)))) == texts
        )
    assert pickle.loads(pickle.dumps(term_key("storm"))) == term_key("storm")


def test_the_key_of_a_term_is_the_same_on_every_machine() -> None:
    # Computed by `b2sum -l 64`; forward indexes on disk refer to it.
    assert term_digest("storm").hex() == "1f5281f95d99769e"
    assert term_key("storm") == int.from_bytes(term_digest("storm"), "little") < 2**64


@settings(max_examples=50)
@given(st.lists(_terms, max_size=3))
def test_many_terms_get_the_numbers_they_would_get_one_by_one(batches: list[list[str]]) -> None:
    at_once, one_by_one = Vocabulary(), Vocabulary()
    for terms in batches:
        assert at_once.numbers(terms).tolist() == [one_by_one[term] for term in terms]
    assert at_once.texts == one_by_one.texts
    assert at_once == one_by_one


def test_a_number_never_changes() -> None:
    vocabulary = Vocabulary()
    storm = vocabulary["storm"]
    assert vocabulary.numbers(["flood", "storm", "flood"]).tolist() == [1, storm, 1]
    assert vocabulary["storm"] == storm
    assert vocabulary.texts == ["storm", "flood"]


@settings(max_examples=50)
@given(st.lists(_terms, max_size=3))
def test_terms_come_back_as_they_were(batches: list[list[str]]) -> None:
    vocabulary = Vocabulary()
    for terms in batches:
        numbers = vocabulary.numbers(terms)
        strings = vocabulary.strings(numbers.astype(np.int64))
        assert [strings.at(place) for place in range(len(strings))] == terms


@settings(max_examples=50)
@given(st.lists(_terms, min_size=1, max_size=5))
def test_texts_are_their_terms_with_spaces_between(texts: list[list[str]]) -> None:
    vocabulary = Vocabulary()
    numbers = vocabulary.numbers([term for text in texts for term in text])
    starts = np.cumsum([0, *map(len, texts)])
    found = vocabulary.spaced_texts(numbers, starts)
    assert [text.split() for text in found] == [list(filter(None, text)) for text in texts]


def test_terms_of_four_letters_keep_a_space_between_them() -> None:
    vocabulary = Vocabulary()
    numbers = vocabulary.numbers(["four", "eighteen", "a"])
    assert vocabulary.spaced_texts(numbers, np.array([0, 3]))[0].split() == [
        "four",
        "eighteen",
        "a",
    ]


def test_an_empty_vocabulary_has_no_keys_and_no_texts() -> None:
    vocabulary = Vocabulary()
    assert vocabulary.keys_by_number.tolist() == []
    assert vocabulary.spaced_texts(np.empty(0, np.uint32), np.array([0, 0])) == [""]
    assert vocabulary.numbers([]).tolist() == []
