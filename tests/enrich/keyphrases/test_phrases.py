"""Phrases: which words and groups of a text may be keyphrases, and how they are written."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.enrich.keyphrases.phrases import Phrases, corpus_terms, group_key, phrases_of
from tidings.text.parsing.parsed_text import parse_text


def phrases(text: str, title: str = "", language: str = "en") -> Phrases:
    return phrases_of(parse_text(title, language), parse_text(text, language))


def test_words_are_counted_by_their_terms_in_title_and_text() -> None:
    found = phrases("Storms hit ports. A port closed.", "Storm hits port")
    assert found.words == {"storm": 2, "hit": 2, "port": 3, "close": 1}


def test_numbers_and_endless_words_are_no_words() -> None:
    assert phrases(f"2024 {'x' * 41} {'z' * 40} 3rd").words == {"z" * 40: 1}


def test_a_short_word_is_a_word_only_as_a_name_in_capitals() -> None:
    assert phrases("EU ports, ox carts").words.keys() == {"eu", "port", "cart"}
    assert "eu" not in phrases("an eu port, Eu").words
    assert phrases("E ports").words.keys() == {"port"}


def test_two_letters_of_a_dense_script_are_a_word_and_hiragana_is_not() -> None:
    assert {"台风", "上海"} <= phrases("台风袭击上海", language="zh").words.keys()
    found = phrases("東京では台風がすごい", language="ja").words
    assert "台風" in found
    assert not any("\u3041" <= letter <= "\u309f" for word in found for letter in word)


def test_a_group_repeats_or_is_a_name() -> None:
    text = "Climate change hurts. The climate change of Ada Lovelace hurts ships."
    found = phrases(text)
    assert found.groups == {("climat", "chang"): 2, ("ada", "lovelac"): 1}
    assert ("ada", "lovelac") in found.names


def test_a_group_of_three_words_has_its_pairs_beside_it() -> None:
    found = phrases("solar power plant, solar power plant.")
    assert found.groups == {
        ("solar", "power"): 2,
        ("power", "plant"): 2,
        ("solar", "power", "plant"): 2,
    }


def test_marks_and_function_words_separate_groups() -> None:
    assert phrases("Storm, harbour. Storm, harbour. Storm of harbour.").groups == {}


def test_title_and_text_are_separated() -> None:
    assert phrases("harbour storm harbour", "harbour storm").groups == {("harbour", "storm"): 2}
    assert phrases("beach storm", "storm beach").groups == {}


def test_two_or_three_capitalised_words_are_a_name_and_more_are_a_headline() -> None:
    assert phrases("met Ada Lovelace today").names == {("ada", "lovelac")}
    assert phrases("met Ada King Lovelace today").names == {("ada", "king", "lovelac")}
    assert phrases("met Lady Ada King Lovelace today").names == frozenset()
    assert phrases("met Ada today").names == frozenset()


def test_a_name_of_words_that_do_not_count_is_no_group() -> None:
    found = phrases("met Li Fu today")
    assert found.names == {("li", "fu")}
    assert found.groups == {}


def test_a_phrase_is_written_as_the_text_does_most_often() -> None:
    found = phrases("NATO said. Nato met. Nato left. World Bank, world bank, World Bank.")
    assert found.written(("nato",)) == "Nato"
    assert found.written(("world", "bank")) == "World Bank"


def test_only_the_first_places_decide_the_spelling() -> None:
    found = phrases("storm. " * 5 + "Storm. " * 9)
    assert found.written(("storm",)) == "storm"


def test_a_phrase_is_found_in_the_title_too() -> None:
    found = phrases("nothing here", "Solar Power")
    assert found.written(("solar", "power")) == "Solar Power"
    assert found.written(("solar",)) == "Solar"


def test_words_that_are_apart_are_not_written_as_a_phrase() -> None:
    found = phrases("Ada  Lovelace met Ada\nLovelace")
    assert ("ada", "lovelac") in found.groups
    assert found.written(("ada", "lovelac")) == ""


def test_one_adjacent_place_is_enough_to_write_a_phrase() -> None:
    assert phrases("Ada\nLovelace met Ada Lovelace").written(("ada", "lovelac")) == "Ada Lovelace"


def test_the_same_texts_are_analysed_once() -> None:
    title, body = parse_text("Port", "en"), parse_text("Port closed", "en")
    found = phrases_of(title, body)
    assert phrases_of(title, body) is found
    assert phrases_of(title, parse_text("Other", "en")) is not found
    assert phrases_of(title, body).words == found.words


def test_only_the_start_of_a_very_long_text_counts() -> None:
    found = phrases("storm " * 6_000 + "rain rain")
    assert found.words == {"storm": 6_000}


def test_the_corpus_has_every_word_but_only_repeated_groups_and_names() -> None:
    title, body = parse_text("The port", "en"), parse_text("Ada Lovelace saw red ships", "en")
    assert corpus_terms(title, body) == {
        "the", "port", "ada", "lovelac", "saw", "red", "ship", "ada lovelac",
    }  # fmt: skip
    assert group_key(("ada", "lovelac")) == "ada lovelac"


_TEXT = st.lists(
    st.sampled_from("storm Storm rain Rain harbour Lisbon the , . EU 12".split()), max_size=30
).map(" ".join)


@settings(max_examples=80)
@given(_TEXT, _TEXT)
def test_groups_are_exactly_the_repeated_neighbours_and_single_names(title: str, text: str) -> None:
    found = phrases(text, title)
    terms = [*parse_text(title, "en").content, "", *parse_text(text, "en").content]
    expected: Counter[tuple[str, ...]] = Counter()
    for size in (2, 3):
        for at in range(len(terms) - size + 1):
            group = tuple(terms[at : at + size])
            if all(term in found.words for term in group):
                expected[group] += 1
    assert found.groups == {
        group: count for group, count in expected.items() if count > 1 or group in found.names
    }
    for group in found.groups:
        written = found.written(group)
        assert written in f"{title}\n{text}"
        assert written == "" or len(written.split()) == len(group)
