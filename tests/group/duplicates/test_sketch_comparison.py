from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.group.duplicates.sketch import Sketch, sketch_of
from tidings.group.duplicates.sketch_comparison import (
    CopyRelation,
    DuplicateMatch,
    FactAgreement,
    MatchMethod,
    compare_sketches,
    fact_agreement,
)
from tidings.text.parsing.parsed_text import parse_text

_WORDS = (
    "river bridge council mayor traffic closed rebuild Harwick Torvald 14 1999 the of and".split()
)
_NOTHING = parse_text("", "en")
_SENTENCES = [
    f"Delegate number{at} told harbour{at} that pier{at} was {at + 7} metres from Port{at}."
    for at in range(40)
]


def _sketch(text: str) -> Sketch:
    return sketch_of(_NOTHING, parse_text(text, "en"))


def _story(*sentences: int) -> str:
    return " ".join(_SENTENCES[at] for at in sentences)


def test_texts_with_the_same_letters_are_copies() -> None:
    match = compare_sketches(_sketch(_story(*range(9))), _sketch(_story(*range(9)).upper()), "b")
    assert match is not None
    assert match.other == "b"
    assert match.found is MatchMethod.EXACT
    assert match.relation is CopyRelation.COPY
    assert match.similarity == 1


def test_an_excerpt_is_a_part_of_the_whole() -> None:
    whole, part = _sketch(_story(*range(16))), _sketch(_story(*range(8)))
    match, reverse = compare_sketches(part, whole), compare_sketches(whole, part)
    assert match is not None
    assert reverse is not None
    assert match.relation is CopyRelation.PART
    assert reverse.relation is CopyRelation.WHOLE
    assert match.held > 0.9
    assert 0.3 < match.holds < 0.7
    assert "contains" in match.why


def test_sentences_in_another_order_are_a_copy() -> None:
    match = compare_sketches(_sketch(_story(*range(12))), _sketch(_story(*reversed(range(12)))))
    assert match is not None
    assert match.similarity > 0.6


def test_different_articles_do_not_match() -> None:
    assert compare_sketches(_sketch(_story(*range(10))), _sketch(_story(*range(10, 20)))) is None


def test_the_same_template_with_other_facts_does_not_match() -> None:
    template = (
        "Skies over {} will be cloudy on {} with highs near {} degrees and a light wind from the "
        "coast at {} kilometres per hour, and in {} showers are likely before evening, when up to "
        "{} millimetres of rain may fall on higher ground; drivers in {} should expect wet roads."
    )
    one = template.format("Harwick", "Monday", 14, 22, "Lune", 6, "Torvald")
    two = template.format("Ellis", "Friday", 21, 35, "Marsk", 9, "Ostrava")
    assert compare_sketches(_sketch(one), _sketch(two)) is None


def test_short_texts_must_be_nearly_the_same() -> None:
    one = "Council votes to rebuild the bridge over the river after years of quarrels and delay"
    assert compare_sketches(_sketch(one), _sketch(one + " today")) is not None
    assert compare_sketches(_sketch(one), _sketch(one.replace("bridge", "harbour"))) is None


def test_texts_without_letters_never_match() -> None:
    assert compare_sketches(_sketch("… !"), _sketch("… !")) is None


def test_of_more_facts_than_are_kept_the_same_range_is_compared() -> None:
    facts = b"".join(number.to_bytes(2, "little") for number in range(0, 48, 2))
    assert fact_agreement(facts, facts[:8]) == FactAgreement(4, 4)
    later = b"".join(number.to_bytes(2, "little") for number in range(40, 64))
    assert fact_agreement(facts, later) == FactAgreement(4, 7)


_texts = st.lists(st.sampled_from(_WORDS), max_size=80).map(" ".join)


@given(_texts, _texts)
def test_comparison_is_symmetric(one: str, other: str) -> None:
    match, reverse = (
        compare_sketches(_sketch(one), _sketch(other)),
        compare_sketches(_sketch(other), _sketch(one)),
    )
    if match is None or reverse is None:
        assert match is reverse
        return
    assert (match.similarity, match.found, match.holds, match.held) == (
        reverse.similarity, reverse.found, reverse.held, reverse.holds
    )  # fmt: skip
    assert match.names == reverse.names


@given(_texts.filter(str.strip))
def test_a_text_matches_itself(text: str) -> None:
    match = compare_sketches(_sketch(text), _sketch(text))
    assert match is not None
    assert match.found is MatchMethod.EXACT


NONE = FactAgreement(0, 0)


def _marked(marks: range, simhash: int = 0, words: int = 100, checksum: int = 1) -> Sketch:
    """A sketch with these fingerprints and no facts."""
    return Sketch(checksum, simhash, words, 0, np.array(marks, "<u4").tobytes())


def _match(holds: float, held: float, found: MatchMethod = MatchMethod.SHINGLES) -> DuplicateMatch:
    return DuplicateMatch("b", found, 0.5, holds, held, 2, NONE, NONE)


@pytest.mark.parametrize(
    ("holds", "held", "relation"),
    [
        (0.8, 0.8, CopyRelation.COPY),
        (0.4, 0.95, CopyRelation.PART),
        (0.95, 0.4, CopyRelation.WHOLE),
        (0.79, 0.79, CopyRelation.OVERLAP),
    ],
)
def test_the_relation_follows_from_what_each_contains(
    holds: float, held: float, relation: CopyRelation
) -> None:
    assert _match(holds, held).relation is relation


def test_a_match_is_explained_by_how_it_was_found() -> None:
    assert _match(1.0, 1.0, MatchMethod.EXACT).why == "has the same text"
    shingles = _match(0.5, 0.25)
    assert shingles.why == "contains 50% of the other, which contains 25% of it"
    simhash = replace(shingles, found=MatchMethod.SIMHASH, names=FactAgreement(3, 4))
    assert simhash.why == (
        "the simhashes differ in 2 bits; contains 50% of the other, which contains 25% of it; "
        "shares 3 of 4 names"
    )
    both = replace(simhash, found=MatchMethod.SHINGLES, numbers=FactAgreement(0, 2))
    assert both.why.endswith("; shares 3 of 4 names and 0 of 2 numbers")


@pytest.mark.parametrize(
    ("shared", "of", "holds"), [(0, 3, True), (1, 4, False), (2, 4, True), (2, 5, False)]
)
def test_facts_agree_if_half_are_shared_or_too_few_are_known(
    shared: int, of: int, holds: bool
) -> None:
    assert FactAgreement(shared, of).holds is holds


def test_the_shares_are_counted_from_the_fingerprints() -> None:
    match = compare_sketches(_marked(range(80)), _marked(range(20, 90), checksum=2))
    assert match is not None
    assert match.similarity == 60 / 90
    assert match.held == 60 / 80
    assert match.holds == 60 / 70


def test_sketches_of_two_levels_are_compared_at_the_coarser_one() -> None:
    fine = _marked(range(1, 97))
    coarse = replace(_marked(range(4, 97, 4), checksum=2), level=2)
    match = compare_sketches(fine, coarse)
    assert match is not None
    assert match.similarity == 1.0


def test_nearly_equal_simhashes_need_fewer_shingles_in_common() -> None:
    one = _marked(range(60))
    other = _marked(range(35, 95), simhash=0b111, checksum=2)  # 25 of 95 shingles
    assert compare_sketches(one, replace(other, simhash=0b1111)) is None
    assert compare_sketches(one, other) is None  # without facts, half must be shared
    facts = np.arange(6, dtype="<u2").tobytes()
    match = compare_sketches(replace(one, names=facts), replace(other, names=facts))
    assert match is not None
    assert (match.found, match.distance) == (MatchMethod.SIMHASH, 3)


def test_texts_without_facts_must_share_more() -> None:
    one = _marked(range(60))
    assert compare_sketches(one, _marked(range(22, 82), checksum=2)) is None  # 38 of 82
    assert compare_sketches(one, _marked(range(19, 79), checksum=2)) is not None  # 41 of 79
    assert compare_sketches(one, _marked(range(50, 62), checksum=2)) is None  # 10 of its 12
    assert compare_sketches(one, _marked(range(49, 61), checksum=2)) is not None  # 11 of its 12


def test_texts_with_other_numbers_are_not_copies_unless_one_has_nearly_all_of_the_other() -> None:
    numbers = [np.arange(at, at + 6, dtype="<u2").tobytes() for at in (0, 100)]
    one = replace(_marked(range(60)), numbers=numbers[0])
    most = replace(_marked(range(8, 68), checksum=2), numbers=numbers[1])  # 52 of 60
    all_ = replace(_marked(range(4, 64), checksum=2), numbers=numbers[1])  # 56 of 60
    assert compare_sketches(one, most) is None
    assert compare_sketches(one, all_) is not None


def test_five_fingerprints_in_common_may_be_chance() -> None:
    assert compare_sketches(_marked(range(5)), _marked(range(5), 7 << 50, checksum=2)) is not None
    assert compare_sketches(_marked(range(5)), _marked(range(5), 15 << 50, checksum=2)) is None
    assert compare_sketches(_marked(range(6)), _marked(range(6), 15 << 50, checksum=2)) is not None
