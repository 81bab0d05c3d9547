import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.crawl.focus.focus_topic import MAX_LENGTH, FocusTopic, focus_topic, topic_matcher
from tidings.text.terms.analysis import analyse


def hits(words: str, text: str, language: str = "en") -> tuple[int, ...]:
    return topic_matcher(focus_topic(words), language).hits(analyse(text, language))


def test_words_phrases_and_unwanted_words_are_parsed() -> None:
    topic = focus_topic('flood "high water" -football OR -"water polo" AND')
    assert topic == FocusTopic(("flood", "high water"), ("football", "water polo"))


@pytest.mark.parametrize("words", ["", "   ", '""', "-", "OR", "!?", "-only -these"])
def test_a_topic_may_have_no_wanted_words(words: str) -> None:
    assert focus_topic(words).wanted == ()


def test_words_are_found_in_all_their_forms() -> None:
    assert hits("election votes", "They elected him; the vote, and the voting.") == (1, 2)


def test_a_phrase_matches_adjacent_words_only() -> None:
    assert hits('"high water"', "High water came; the water was high.") == (1,)


def test_words_of_a_script_without_spaces_are_found_within_sentences() -> None:
    assert hits("选举 人民代表大会", "昨天人民代表大会举行选举，选举结束。", "zh") == (2, 1)
    assert hits("人民代表大会", "人民和代表开大会", "zh") == (0,)


def test_an_unwanted_word_is_noticed() -> None:
    matcher = topic_matcher(focus_topic("water -polo"), "en")
    assert matcher.forbids(analyse("Water polo again", "en"))
    assert not matcher.forbids(analyse("High water again", "en"))


def test_function_words_are_recognised() -> None:
    topic = focus_topic("the election")
    assert [topic.is_common(place) for place in range(2)] == [True, False]


@given(st.text(max_size=MAX_LENGTH + 100), st.text(max_size=300))
def test_any_text_is_a_topic(words: str, text: str) -> None:
    topic = focus_topic(words)
    matcher = topic_matcher(topic, "en")
    terms = analyse(text, "en")
    assert len(matcher.hits(terms)) == len(topic.wanted)
    assert isinstance(matcher.forbids(terms), bool)
