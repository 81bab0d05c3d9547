import pytest

from tidings.enrich.tone import tone_of
from tidings.text.parsing.parsed_text import parse_text


def score(text: str) -> float:
    tone = tone_of(parse_text("", "en"), parse_text(text, "en"))
    assert tone is not None
    return tone.score


def test_good_news_has_a_better_tone_than_bad_news() -> None:
    assert score("The team won and the happy crowd celebrated.") > 0.3
    assert score("The terrible disaster killed dozens and injured many.") < -0.3


@pytest.mark.parametrize(
    "text", ["The plan is not good.", "The plan isn’t good.", "It was never good."]
)
def test_a_negation_reverses_a_word(text: str) -> None:
    assert score(text) < 0 < score("The plan is good.")


def test_an_adverb_strengthens_or_weakens() -> None:
    assert score("It was slightly bad.") > score("It was bad.") > score("It was extremely bad.")


def test_the_deciding_words_are_listed_heaviest_first() -> None:
    tone = tone_of(
        parse_text("Murder in the harbour", "en"), parse_text("A good day otherwise.", "en")
    )
    assert tone is not None
    assert [word for word, _ in tone.words] == ["murder", "good"]


@pytest.mark.parametrize("language", ["de", "zh", "und"])
def test_other_languages_have_no_tone(language: str) -> None:
    assert tone_of(parse_text("good", language), parse_text("good", language)) is None


@pytest.mark.parametrize("text", ["", "🙂🙂", "x" * 1_000_000, "def f(x): return x", "7 8 9"])
def test_a_text_without_rated_words_has_no_tone(text: str) -> None:
    assert tone_of(parse_text("", "en"), parse_text(text, "en")) is None


def test_the_tone_of_a_long_text_stays_in_range() -> None:
    assert -1 <= score("war and murder, " * 5_000) < -0.5
