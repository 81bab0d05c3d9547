from hypothesis import given
from hypothesis import strategies as st

from tidings.model.search.results import Snippet
from tidings.search.planning.probes import probes_of
from tidings.search.snippet import snippet

FILLER = "Nothing of note was said about it by anyone. " * 30


def terms_of(text: str, language: str) -> frozenset[str]:
    return frozenset(term for probe in probes_of(text, (language,)) for _, term in probe)


def marked(found: Snippet) -> list[str]:
    return [found.text[start:end] for start, end in found.marks]


def test_the_words_that_matched_are_marked_as_they_are_written() -> None:
    found = snippet("Ministers met the Minister’s wife.", terms_of("minister", "en"), "en")
    assert marked(found) == ["Ministers", "Minister’s"]


def test_the_passage_is_the_one_with_most_of_the_terms() -> None:
    text = f"A tax. {FILLER}Voters reject the carbon tax again. {FILLER}Carbon. {FILLER}"
    found = snippet(text, terms_of("carbon tax", "en"), "en")
    assert found.text.startswith("Voters reject the carbon tax again.")
    assert marked(found) == ["carbon", "tax"]
    assert len(found.text) <= 240


def test_a_rare_term_outweighs_two_frequent_ones() -> None:
    text = f"The minister said the tax stays. {FILLER}Kakhovka was mentioned once. {FILLER}"
    terms = terms_of("minister tax kakhovka", "en")
    rarity = {"minist": 1.5, "tax": 1.8, "kakhovka": 7.0}
    assert marked(snippet(text, terms, "en", rarity)) == ["Kakhovka"]
    assert marked(snippet(text, terms, "en")) == ["minister", "tax"]


def test_a_passage_with_the_same_terms_closer_together_wins() -> None:
    far = "A carbon market was discussed at great length in the city before anyone said tax."
    text = f"{far} {FILLER}They want a carbon tax now. {FILLER}"
    found = snippet(text, terms_of("carbon tax", "en"), "en")
    assert found.text.startswith("They want a carbon tax now.")


def test_a_passage_begins_with_its_sentence_when_there_is_room() -> None:
    sentence = "In the afternoon the two delegations left the palace by a side door with a needle."
    found = snippet(f"{FILLER}{sentence} {FILLER}", frozenset({"needl"}), "en")
    assert found.text.startswith("In the afternoon")
    assert marked(found) == ["needle"]


def test_a_long_passage_begins_and_ends_with_whole_words() -> None:
    text = "lorem ipsum dolor sit amet " * 40 + "needle " + "lorem ipsum dolor sit amet " * 40
    found = snippet(text, frozenset({"needl"}), "en")
    assert set(found.text.split()) == {"lorem", "ipsum", "dolor", "sit", "amet", "needle"}
    assert marked(found) == ["needle"]
    assert len(found.text) > 180


def test_without_a_match_the_snippet_is_the_beginning() -> None:
    found = snippet("\n" + FILLER, frozenset({"needl"}), "en")
    assert found.text.startswith("Nothing of note")
    assert 180 < len(found.text) <= 240
    assert found.marks == ()


def test_line_breaks_are_spaces() -> None:
    assert snippet("One.\nTwo.", frozenset({"two"}), "en") == Snippet("One. Two.", ((5, 8),))


def test_chinese_marks_that_overlap_are_one() -> None:
    text = (
        "国务院总理表示政府将继续推动改革开放。" * 20 + "中国经济增长百分之五。" + "其他消息。" * 50
    )
    found = snippet(text, terms_of("经济增长", "zh"), "zh")
    assert marked(found) == ["经济增长"]
    assert 100 < len(found.text) <= 240


def test_a_text_of_one_very_long_word_is_cut() -> None:
    assert len(snippet("x" * 5_000, frozenset(), "en").text) == 240


def test_nothing_to_show_is_an_empty_snippet() -> None:
    assert snippet("", frozenset({"a"}), "en") == Snippet("")
    assert snippet(" \n ", frozenset({"a"}), "en") == Snippet("")


WORDS = st.sampled_from(["tax", "Taxes", "voters", "中国经济", "U.S.", ".", "\n", "ที่", "x" * 70])


@given(st.lists(WORDS, max_size=120).map(" ".join), st.text(max_size=20))
def test_marks_are_in_order_inside_the_passage_and_the_passage_is_in_the_text(
    text: str, more: str
) -> None:
    found = snippet(text + more, terms_of("tax 中国 U.S.", "en"), "en")
    assert len(found.text) <= 240
    assert "".join(found.text.split()) in "".join((text + more).split())
    edges = [edge for mark in found.marks for edge in mark]
    assert edges == sorted(set(edges))
    assert all(0 <= edge <= len(found.text) for edge in edges)
    assert all(found.text[start:end].strip() for start, end in found.marks)
