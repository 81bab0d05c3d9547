import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.text.terms.analysis import analyse
from tidings.text.terms.light_stems import LANGUAGES, light_stemmer


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("af", "verkiesings", "verkiesing"),
        ("az", "hökumətin", "hökumət"),
        ("be", "выбараў", "выбары"),
        ("bg", "правителството", "правителство"),
        ("bg", "изборите", "избори"),
        ("bn", "সরকারের", "সরকার"),
        ("gl", "eleccións", "elección"),
        ("he", "בירושלים", "ירושלים"),
        ("he", "הממשלה", "ממשלת"),
        ("he", "ושהממשלה", "ממשלה"),
        ("is", "ríkisstjórnin", "ríkisstjórn"),
        ("ka", "მთავრობის", "მთავრობა"),
        ("lv", "vēlēšanām", "vēlēšanas"),
        ("lv", "valdības", "valdība"),
        ("mk", "изборите", "избори"),
        ("mr", "सरकारने", "सरकार"),
        ("sk", "vládou", "vláda"),
        ("sk", "ministerstva", "ministerstvo"),
        ("sl", "volitvah", "volitve"),
        ("sq", "qeverisë", "qeveria"),
        ("sw", "hifadhini", "hifadhi"),
        ("te", "రైతులకు", "రైతులు"),
        ("tr", "fındıklar", "fındık"),  # Snowball's f
        ("tr", "insanlar", "insan"),
        ("tr", "IŞIKLAR", "ışık"),
        ("tr", "Irak", "ırak"),
        ("uk", "виборах", "вибори"),
        ("uk", "президента", "президент"),
        ("ur", "حکومتوں", "حکومت"),
        ("und", "ايران", "ایران"),  # Arabic and Persian keyboards
        ("und", "إسرائيل", "اسرائيل"),
        ("und", "Ґданськ", "Гданськ"),
    ],
)
def test_two_forms_of_a_word_have_one_term(language: str, one: str, other: str) -> None:
    assert analyse(one, language) == analyse(other, language)
    assert len(analyse(one, language)) == 1


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("uk", "вибори", "вибух"),
        ("bg", "град", "градина"),
        ("he", "שלום", "שלג"),
        ("tr", "insan", "inek"),
        ("sk", "vláda", "vlak"),
    ],
)
def test_words_that_only_look_alike_are_kept_apart(language: str, one: str, other: str) -> None:
    assert analyse(one, language) != analyse(other, language)


@given(st.text(min_size=1, max_size=20), st.sampled_from(sorted(LANGUAGES)))
def test_a_stem_is_never_too_short(word: str, language: str) -> None:
    stem = light_stemmer(language)
    assert stem is not None
    assert stem(word) in word
    assert len(stem(word)) >= min(len(word), 3)


def test_other_languages_have_no_light_stemmer() -> None:
    assert light_stemmer("en") is None
    assert light_stemmer("") is None
