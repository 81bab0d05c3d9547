from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tidings.world.languages.grammar import block, realise, slots_of


def test_an_indented_line_continues_the_sentence() -> None:
    assert block("a: one\n  two\nb: x\na: three") == {"a": ("one two", "three"), "b": ("x",)}
    assert block("a: 一\n  二", joiner="") == {"a": ("一二",)}


def test_every_alternative_can_be_chosen() -> None:
    found = {realise("[one|two {x}|]!", {"x": "X"}, Random(seed)) for seed in range(40)}
    assert found == {"one!", "two X!", "!"}


def test_a_gendered_slot_follows_the_person() -> None:
    sentence = "[{a?he|she}] and {a?his|her} {b?uncle|aunt}"
    slots = {"a_gender": "f", "b_gender": "m"}
    assert realise(sentence, slots, Random(1)) == "she and her uncle"


def test_slots_are_found_inside_alternatives_too() -> None:
    assert slots_of("{a} [x {b}|{c?m|f}]") == {"a", "b", "c"}


@given(st.text(alphabet=st.characters(exclude_characters="[]{}|")))
def test_a_sentence_without_marks_stays_as_it_is(sentence: str) -> None:
    assert realise(sentence, {}, Random(0)) == sentence
