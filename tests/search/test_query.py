import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.search.query.query import Operand, Parsed, parse, probes_of, query_terms

QUERIES = st.one_of(
    st.text(),
    st.lists(
        st.sampled_from(['"', "-", " ", "OR", "NOT", "AND", "|", "word", "中国", "“", "'", "x-y"])
    ).map("".join),
)


def wanted(text: str) -> list[list[str]]:
    return [[operand.text for operand in group] for group in parse(text).wanted]


def unwanted(text: str) -> list[str]:
    return [operand.text for operand in parse(text).unwanted]


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("two words", [["two"], ["words"]]),
        ('"climate change" report', [["climate change"], ["report"]]),
        ("“climate change”", [["climate change"]]),
        ('"climate change', [["climate change"]]),
        ('he said "', [["he"], ["said"]]),
        ('""', []),
        ("cats OR dogs food", [["cats", "dogs"], ["food"]]),
        ("a OR b OR c", [["a", "b", "c"]]),
        ("OR a", [["a"]]),
        ("a OR", [["a"]]),
        ("a AND b", [["a"], ["b"]]),
        ("a or b", [["a"], ["or"], ["b"]]),
        ("x-ray - film", [["x-ray"], ["film"]]),
        ("!!! ???", []),
    ],
)
def test_a_query_has_its_groups(text: str, groups: list[list[str]]) -> None:
    assert wanted(text) == groups


@pytest.mark.parametrize("text", ["a -b", "a NOT b", "-b a", 'a -"b"', "a OR -b"])
def test_a_minus_or_not_asks_for_texts_without_the_word(text: str) -> None:
    assert (wanted(text), unwanted(text)) == ([["a"]], ["b"])


def test_an_operand_is_looked_up_as_it_is_and_by_the_stems_of_each_language() -> None:
    probes = probes_of(Operand("Häuser"), ["de", "en"])
    assert set(probes) == {((0, "hauser"),), ((0, "haus"),)}


def test_a_phrase_keeps_the_places_of_its_words() -> None:
    assert ((0, "climat"), (1, "chang")) in probes_of(Operand("climate change"), ["en"])


def test_a_run_of_han_is_looked_up_by_its_bigrams() -> None:
    assert probes_of(Operand("中国经"), ["zh", "en"]) == (((1, "中国"), (3, "国经")),)


def test_the_terms_of_a_query_are_those_that_are_wanted() -> None:
    assert query_terms('houses "new cars" -boats', ["en"]) == {
        "hous",
        "houses",
        "new",
        "car",
        "cars",
    }


def test_a_query_of_any_length_has_an_end() -> None:
    assert len(parse("word " * 100_000).wanted) <= 64


@given(QUERIES)
def test_any_text_is_a_query(text: str) -> None:
    parsed = parse(text)
    assert isinstance(parsed, Parsed)
    for operand in (*parsed.unwanted, *(one for group in parsed.wanted for one in group)):
        assert probes_of(operand, ["en", "zh"])


@given(QUERIES, st.lists(st.sampled_from(["en", "de", "zh", "und", "xx"])))
def test_the_terms_of_any_query_are_without_white_space(text: str, languages: list[str]) -> None:
    assert all(term.split() == [term] for term in query_terms(text, languages))
