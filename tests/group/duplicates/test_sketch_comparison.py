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


def test_the_same_letters_are_a_copy() -> None:
    like = compare_sketches(_sketch(_story(*range(9))), _sketch(_story(*range(9)).upper()), "b")
    assert like is not None
    assert like.other == "b"
    assert like.found is MatchMethod.EXACT
    assert like.relation is CopyRelation.COPY
    assert like.similarity == 1


def test_an_excerpt_is_part_and_the_whole_holds_it() -> None:
    whole, part = _sketch(_story(*range(16))), _sketch(_story(*range(8)))
    like, back = compare_sketches(part, whole), compare_sketches(whole, part)
    assert like is not None
    assert back is not None
    assert like.relation is CopyRelation.PART
    assert back.relation is CopyRelation.WHOLE
    assert like.held > 0.9
    assert 0.3 < like.holds < 0.7
    assert "holds" in like.why


def test_sentences_in_another_order_are_a_copy() -> None:
    like = compare_sketches(_sketch(_story(*range(12))), _sketch(_story(*reversed(range(12)))))
    assert like is not None
    assert like.similarity > 0.6


def test_other_articles_are_not_alike() -> None:
    assert compare_sketches(_sketch(_story(*range(10))), _sketch(_story(*range(10, 20)))) is None


def test_the_same_template_with_other_facts_is_not_alike() -> None:
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


def test_texts_without_letters_are_like_nothing() -> None:
    assert compare_sketches(_sketch("… !"), _sketch("… !")) is None


def test_of_more_facts_than_are_kept_the_same_are_compared() -> None:
    facts = b"".join(number.to_bytes(2, "little") for number in range(0, 48, 2))
    assert fact_agreement(facts, facts[:8]) == FactAgreement(4, 4)
    later = b"".join(number.to_bytes(2, "little") for number in range(40, 64))
    assert fact_agreement(facts, later) == FactAgreement(4, 7)


_texts = st.lists(st.sampled_from(_WORDS), max_size=80).map(" ".join)


@given(_texts, _texts)
def test_both_sides_agree(one: str, other: str) -> None:
    like, back = (
        compare_sketches(_sketch(one), _sketch(other)),
        compare_sketches(_sketch(other), _sketch(one)),
    )
    if like is None or back is None:
        assert like is back
        return
    assert (like.similarity, like.found, like.holds, like.held) == (
        back.similarity, back.found, back.held, back.holds
    )  # fmt: skip
    assert like.names == back.names


@given(_texts.filter(str.strip))
def test_a_text_is_like_itself(text: str) -> None:
    like = compare_sketches(_sketch(text), _sketch(text))
    assert like is not None
    assert like.found is MatchMethod.EXACT
