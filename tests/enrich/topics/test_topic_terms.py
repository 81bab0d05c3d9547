"""Topic terms: stems, phrases of the seed lists, and seed words inside other words."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.enrich.topics import topic_terms as module
from tidings.enrich.topics.seed_words import seeds_of
from tidings.enrich.topics.topic_terms import spellings, term_counts, terms_of
from tidings.text.parsing.parsed_text import parse_text


def counts(text: str, language: str = "en") -> dict[str, int]:
    return dict(term_counts(parse_text(text, language)))


def terms(text: str, language: str = "en") -> list[str]:
    return terms_of(parse_text(text, language))


def test_terms_are_stems_in_order_and_marks_have_none() -> None:
    assert terms("Storms hit the ports, 12 of them!") == [
        "storm", "hit", "the", "port", "12", "of", "them",
    ]  # fmt: skip


def test_terms_are_counted_in_all_their_forms() -> None:
    assert counts("Storm storms STORM port") == {"storm": 3, "port": 1}


def test_a_phrase_of_the_seed_lists_counts_beside_its_words() -> None:
    found = counts("Interest rates and an interest rate")
    assert (found["interest rate"], found["interest"], found["rate"]) == (2, 2, 2)
    assert "interest rate" not in counts("The rate of interest")


def test_the_words_of_a_phrase_must_follow_each_other() -> None:
    assert "interest rate" not in counts("interest in rates")
    assert "interest rate" in counts("interest, rates")  # marks do not count


@pytest.mark.parametrize(
    ("compound", "parts"),
    [
        ("Fußballstadion", {"fussball", "stadion"}),
        ("Parlamentswahlen", {"parlament", "wahl"}),
        ("Haushaltsdebatten", {"haushalt", "debatt"}),
        ("Beispiel", set()),  # not a Spiel
        ("Berichte", set()),  # not a Richter
    ],
)
def test_a_compound_also_has_the_seed_words_at_its_ends(compound: str, parts: set[str]) -> None:
    whole, *found = terms(compound, "de")
    assert set(found) == parts
    assert whole not in parts


def test_a_compound_that_is_listed_itself_is_not_taken_apart() -> None:
    assert "bundestagswahl" in seeds_of("de").rows
    assert terms("Bundestagswahl", "de") == ["bundestagswahl"]


def test_english_words_and_endless_ones_are_not_taken_apart() -> None:
    assert len(terms("Fußballstadion", "en")) == 1
    assert len(terms("fußball" + "x" * 40, "de")) == 1
    assert len(terms("fußball" + "x" * 20, "de")) == 2


def test_chinese_seed_words_are_found_inside_other_words() -> None:
    assert "足球" in seeds_of("zh").rows
    assert "足球赛" not in seeds_of("zh").rows
    assert counts("足球赛在北京", "zh")["足球"] == 1
    assert counts("足球，足球赛，足球", "zh")["足球"] == 3


def test_at_each_place_the_longest_chinese_seed_word_is_found() -> None:
    assert {"诺贝尔文学奖", "诺贝尔奖"} <= seeds_of("zh").rows.keys()
    found = counts("诺贝尔文学奖", "zh")
    assert found["诺贝尔文学奖"] == 1
    assert "文学" not in found


def test_a_chinese_seed_word_is_not_counted_twice() -> None:
    assert terms("足球", "zh") == []
    assert counts("足球", "zh") == {"足球": 1}


def test_only_the_start_of_a_text_counts() -> None:
    assert counts("storm " * 900) == {"storm": 700}
    assert "film" not in counts("storm " * 700 + "film")
    assert counts("的" * 1_200 + "足球", "zh").get("足球") is None
    assert counts("的" * 1_198 + "足球", "zh")["足球"] == 1


def test_spellings_are_those_of_the_first_occurrence() -> None:
    found = spellings(parse_text("Storms, then a storm in the Port.", "en"))
    assert (found["storm"], found["port"], found["the"]) == ("Storms", "Port", "the")
    assert spellings(parse_text("Fußballstadion", "de"))["fussball"] == "Fußballstadion"


def test_a_full_cache_starts_again_and_stays_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MAX_CACHED", 2)
    text = "storms ports storms harbours bishops ports storms"
    expected = ["storm", "port", "storm", "harbour", "bishop", "port", "storm"]
    assert terms(text, "en-test") == text.split()  # a language without stems
    assert terms(text) == expected
    assert terms(text) == expected


@settings(max_examples=60)
@given(st.text(max_size=60), st.sampled_from(["en", "de", "zh", "und"]))
def test_any_text_has_terms_with_spellings_of_its_own(text: str, language: str) -> None:
    parsed = parse_text(text, language)
    found = terms_of(parsed)
    assert all(found)
    assert spellings(parsed).keys() == set(found)
    assert set(spellings(parsed).values()) <= set(parsed.words)
    assert set(found) <= term_counts(parsed).keys()
