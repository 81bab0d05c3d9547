import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.text.terms.light_stems import light_stemmer
from tidings.text.terms.stems import WordStemmer, has_own_terms

STEMMERS = {
    language: WordStemmer(language) for language in ("en", "de", "fr", "tr", "vi", "sk", "")
}


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("2024", "2024"),
        ("1,000", "1000"),
        ("1.000", "1000"),
        ("1,234,567", "1234567"),
        ("1,234.50", "1234.50"),
        ("1.234,50", "1234.50"),
        ("1,234,567.8", "1234567.8"),
        ("3.5", "3.5"),
        ("3,5", "3.5"),
        ("12,34", "12.34"),
        ("0,5678", "0.5678"),
        ("31.12.2024", "31.12.2024"),
        ("1,2,3", "1.2.3"),
        ("1.234.56", "1.234.56"),
        ("1990's", "1990s"),
        ("5g", "5g"),
        ("٣٫٥", "3٫5"),
        ("٢٠٢٤", "2024"),
        ("१,०००", "1000"),
        ("１２", "12"),
    ],
)
def test_a_number_has_one_spelling(written: str, number: str) -> None:
    assert WordStemmer("en").term(written) == number


@pytest.mark.parametrize(
    ("language", "written", "term"),
    [
        ("en", "u.s", "us"),
        ("en", "trump's", "trump"),
        ("en", "cafés", "cafe"),
        ("und", "houses", "houses"),
        ("und", "été", "ete"),
        ("vi", "má", "má"),
        ("ca", "l'aigua", "aigu"),
        ("ca", "aigua", "aigu"),
        ("tr", "ankara'nın", "ankar"),
        ("tr", "o'brien", "o'brien"),  # an apostrophe after one letter has no ending
        ("tr", "2024'te", "2024"),
        ("az", "bakı'da", "bak"),
        ("en", "'s", ""),
    ],
)
def test_a_word_becomes_its_term(language: str, written: str, term: str) -> None:
    assert WordStemmer(language).term(written) == term


def test_a_word_too_long_to_be_typed_has_no_term() -> None:
    stemmer = WordStemmer("en")
    assert stemmer.term("x" * 64) == "x" * 64
    assert stemmer.term("x" * 65) == ""
    assert stemmer.term("1" * 65) == ""


def test_a_stem_that_leaves_almost_nothing_is_replaced_by_the_light_one() -> None:
    light = light_stemmer("tr")
    assert light is not None
    for word in ("insan", "insanlar"):  # Snowball leaves only "in"
        assert WordStemmer("tr").term(word) == light(word) == "insan"


def test_an_arabic_word_ends_alike_however_it_is_typed() -> None:
    stemmer = WordStemmer("ar")
    assert stemmer.term("القاهره") == stemmer.term("القاهرة")
    assert stemmer.term("كتاب") != stemmer.term("قلم")


@pytest.mark.parametrize("language", ["en", "bs", "nb", "sk", "he", "vi"])
def test_a_language_with_a_stemmer_or_tones_has_its_own_terms(language: str) -> None:
    assert has_own_terms(language)


@pytest.mark.parametrize("language", ["", "und", "zh", "ja", "xx", "EN"])
def test_other_languages_share_their_terms(language: str) -> None:
    assert not has_own_terms(language)


_plain = st.text(st.sampled_from("abeginrstuxy019"), min_size=1, max_size=12)


@settings(max_examples=80)
@given(st.lists(_plain | st.just("x" * 65), max_size=8), st.sampled_from(sorted(STEMMERS)))
def test_plain_words_get_the_terms_they_would_get_one_by_one(
    words: list[str], language: str
) -> None:
    stemmer = STEMMERS[language]
    assert stemmer.plain_terms(words) == [stemmer.term(word) for word in words]


def test_a_stem_with_an_accent_is_folded_among_plain_words_too() -> None:
    assert WordStemmer("de").plain_terms(["uebernahme", "storm"]) == ["ubernahm", "storm"]


@settings(max_examples=60)
@given(st.text(min_size=1, max_size=70), st.sampled_from(sorted(STEMMERS)))
def test_any_word_has_a_term_of_limited_length(word: str, language: str) -> None:
    assert len(STEMMERS[language].term(word)) <= 2 * 64


def test_a_word_that_begins_with_a_digit_is_not_stemmed() -> None:
    stemmer = WordStemmer("en")
    assert stemmer.plain_terms(["1990s", "7sins", "sins"]) == ["1990s", "7sins", "sin"]
    assert stemmer.term("7sins") == "7sins"
