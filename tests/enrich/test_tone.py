from math import sqrt

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


def compound(*sums: float) -> float:
    """The mean of VADER's normalised sums of sentences."""
    return sum(each / sqrt(each**2 + 15) for each in sums) / len(sums)


GOOD, BAD, NO = 1.9, -2.5, -1.2  # ratings of the lexicon


@pytest.mark.parametrize(
    ("text", "rating"),
    [
        ("It was good.", GOOD),
        ("It was very good.", GOOD + 0.293),
        ("It was very zq good.", GOOD + 0.293 * 0.95),
        ("It was very zq zq good.", GOOD + 0.293 * 0.9),
        ("It was very zq zq zq good.", GOOD),
        ("It was very very bad.", BAD - 0.293 * 1.95),
        ("It was somewhat bad.", BAD + 0.293),
        ("It was not good.", GOOD * -0.74),
        ("It was not very good.", (GOOD + 0.293) * -0.74),
        ("It was not zq zq good.", GOOD * -0.74),
        ("It was not zq zq zq good.", GOOD),
        ("It was barely good.", (GOOD - 0.293) * -0.74),
        ("It wasn't good.", GOOD * -0.74),
        ("It wasn’t zq good.", GOOD * -0.74),
        ("Model t good.", GOOD),
        ("Zq't good.", GOOD),  # not the end of a negation
        ("No.", NO),
        ("It was no good.", GOOD * -0.74),
        ("It was good and bad.", GOOD + BAD),
    ],
)
def test_the_score_is_the_formula_of_vader(text: str, rating: float) -> None:
    assert score(text) == pytest.approx(compound(rating), abs=1e-4)


def test_the_score_is_the_mean_over_rated_sentences_of_title_and_text() -> None:
    title = parse_text("Good. It rained.", "en")
    tone = tone_of(title, parse_text("It was bad. It rained again. Good and good.", "en"))
    assert tone is not None
    assert tone.score == pytest.approx(compound(GOOD, BAD, 2 * GOOD), abs=1e-4)
    assert dict(tone.words) == {"good": pytest.approx(3 * GOOD), "bad": pytest.approx(BAD)}


def test_at_most_eight_words_are_listed() -> None:
    words = "good bad great murder war happy love terrible win awful".split()
    tone = tone_of(parse_text("", "en"), parse_text(" ".join(words), "en"))
    assert tone is not None
    weights = [abs(weight) for _, weight in tone.words]
    assert len(weights) == 8
    assert weights == sorted(weights, reverse=True)


def test_sentences_after_the_first_four_thousand_words_do_not_count() -> None:
    text = "It was good. " + "It rained again. " * 1_100 + "It was bad."
    assert score(text) == pytest.approx(compound(GOOD), abs=1e-4)
