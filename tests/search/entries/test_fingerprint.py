from hashlib import blake2b

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.search.entries.bulk_vectors import BODY, bulk_vectors
from tidings.search.entries.fingerprint import fingerprint, fingerprints
from tidings.text.bulk.vocabulary import Vocabulary

WORDS = [f"word{number}" for number in range(200)]
TERMS = st.lists(st.sampled_from(WORDS), unique=True, max_size=80)


def by_definition(terms: list[str]) -> int:
    """Charikar's simhash of the first 64 terms: the majority of each bit of their hashes."""
    words = terms[:64]
    if len(words) < 12:
        return 0
    hashes = [blake2b(word.encode(), digest_size=8).digest() for word in words]
    bits = [
        sum(digest[bit // 8] >> (bit % 8) & 1 for digest in hashes) > len(words) // 2
        for bit in range(64)
    ]
    return sum(1 << bit for bit, is_one in enumerate(bits) if is_one)


def apart(one: int, other: int) -> int:
    return (one ^ other).bit_count()


@given(TERMS)
@settings(deadline=None)
def test_each_bit_is_that_of_most_terms(terms: list[str]) -> None:
    assert fingerprint(terms) == by_definition(terms)


@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=90), max_size=5))
@settings(deadline=None, max_examples=50)
def test_many_fingerprints_equal_single_ones(texts: list[list[str]]) -> None:
    vocabulary = Vocabulary()
    vocabulary.numbers(WORDS[::3])  # numbers in another order than in the texts
    words = [word for text in texts for word in text]
    vectors = bulk_vectors(
        vocabulary,
        vocabulary.numbers(words),
        np.full(len(words), BODY, np.uint8),
        np.array([len(text) for text in texts], np.int64),
    )
    assert fingerprints(vectors) == [fingerprint(list(dict.fromkeys(text))) for text in texts]


def test_short_texts_have_none() -> None:
    assert fingerprint(WORDS[:11]) == 0
    assert fingerprint(WORDS[:12]) != 0


def test_a_copy_that_is_cut_at_the_end_has_the_same_fingerprint() -> None:
    assert fingerprint(WORDS) == fingerprint(WORDS[:64])


def test_a_changed_word_changes_few_bits_and_another_text_many() -> None:
    whole = fingerprint(WORDS[:60])
    assert apart(whole, fingerprint(["other", *WORDS[1:60]])) <= 10
    assert apart(whole, fingerprint(WORDS[100:160])) >= 16
