from hypothesis import given
from hypothesis import strategies as st

from tidings.group.duplicates.sketch import Sketch, sketch_of
from tidings.group.duplicates.sketch_comparison import (
    CopyRelation,
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
