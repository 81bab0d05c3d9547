import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.text.language.detection import UNKNOWN, detect, is_in_language, language_of

SAMPLES = {
    "en": "The Prime Minister said on Tuesday that the government would resign.",
    "de": "Der Bundestag beschließt am Donnerstag ein neues Gesetz zur Wärmewende.",
    "fr": "Le gouvernement annonce une réforme des retraites pour l'automne.",
    "es": "El presidente anunció ayer nuevas medidas económicas para el país.",
    "ru": "Правительство объявило о новых мерах поддержки экономики.",
    "zh": "中国经济今年第一季度增长百分之五，超过了市场的预期。",
    "ja": "日本の首相は火曜日に新しい経済政策を発表しました。",
    "ko": "한국 정부는 오늘 새로운 경제 정책을 발표했다.",
    "th": "กรุงเทพมหานครเป็นเมืองหลวงของประเทศไทย",
    "ar": "أعلنت الحكومة اليوم عن إجراءات جديدة لدعم الاقتصاد في البلاد.",
    "id": "Presiden mengatakan bahwa pemerintah akan mengumumkan kebijakan baru.",
    "no": "Regjeringen sier at de nye tiltakene skal gjelde fra mandag.",
}


@pytest.mark.parametrize("language", SAMPLES)
def test_a_sentence_of_news_is_recognised(language: str) -> None:
    found, confidence = detect(SAMPLES[language])
    assert found == language
    assert 0.4 < confidence <= 1.0


def test_malay_counts_as_indonesian() -> None:
    text = "Perdana Menteri berkata kerajaan akan mengumumkan belanjawan baharu esok."
    assert detect(text)[0] == "id"


def test_new_norwegian_counts_as_norwegian() -> None:
    text = "Eg veit ikkje kva dei tenkjer på, men noko må skje før dei kjem heim att."
    assert detect(text)[0] == "no"


def test_capitals_are_read_like_small_letters() -> None:
    assert detect(SAMPLES["de"].upper())[0] == "de"


@pytest.mark.parametrize("text", ["", " \n ", "Hello", "12345 67890 !!!", "PRIME MINISTER"])
def test_too_little_text_is_unknown(text: str) -> None:
    assert detect(text)[0] == UNKNOWN


def test_noise_is_unknown() -> None:
    assert detect("asdkj qwe zxc lkj qwoeiru zmxnc qpwo zx")[0] == UNKNOWN


def test_only_the_first_400_characters_count() -> None:
    english = (SAMPLES["en"] + " ") * 10
    assert detect(english[:400] + SAMPLES["ru"] * 50) == detect(english)


@given(st.text(max_size=600))
def test_any_text_gets_a_language_and_a_probability(text: str) -> None:
    language, confidence = detect(text)
    assert 2 <= len(language) <= 3
    assert 0.0 <= confidence <= 1.0


def test_a_text_is_in_its_own_language_only() -> None:
    opening = "The council voted on Tuesday to close the bridge for repairs until next year."
    assert is_in_language(opening, "en")
    assert not is_in_language(opening, "de")


def test_too_few_letters_are_in_no_language() -> None:
    assert not is_in_language("No", "en")
    assert not is_in_language("", "en")


def test_distinctive_words_are_enough_without_the_model() -> None:
    words = "Der Rat hat am Dienstag mit den Stimmen der Mehrheit für eine neue Brücke gestimmt und"
    assert is_in_language(words, "de")


def test_a_quoted_sentence_does_not_decide_the_language_of_a_text() -> None:
    quoted = "Nirefodrefotra ny basy, nandriaka ny rà tetsy amin’ny lalana. Les gens sont partis."
    assert not is_in_language(quoted, "fr")


@pytest.mark.parametrize("language", SAMPLES)
def test_the_opening_of_a_text_is_usually_enough(language: str) -> None:
    assert language_of(SAMPLES[language] * 4) == language


def test_a_quotation_in_another_language_does_not_decide() -> None:
    text = SAMPLES["en"] * 2 + " " + (SAMPLES["de"] + " Das ist nicht alles, sagte sie. ") * 5
    assert language_of(text) == detect(text)[0]


@given(st.text(max_size=300))
@settings(max_examples=50)
def test_any_text_has_a_language_or_is_unknown(text: str) -> None:
    assert language_of(text) == UNKNOWN or len(language_of(text)) == 2


def test_a_certain_first_half_is_not_enough_when_the_rest_disagrees() -> None:
    english = "The council said that it would have to look for the money in the next year. " * 3
    french = (
        "Le conseil a dit que les travaux ne sont pas finis dans cette ville et pour tous. " * 3
    )
    alone, confidence = detect(english)
    assert (alone, confidence > 0.99) == ("en", True)
    assert detect(english[:200] + french)[1] < confidence
