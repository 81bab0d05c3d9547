import pytest

from tidings.read.characters.legibility import is_legible

GERMAN = "Künftig können auch größere Städte Fördermittel für Straßen erhalten."
RUSSIAN = "Правительство во вторник утвердило план помощи районам, пострадавшим от наводнения."
JAPANESE = "政府は火曜日、地方の学校を支援するための新しい計画を発表した。"
CHINESE = "政府星期二公布了支持农村学校的新计划，专家认为这是问题的关键。"
KOREAN = "정부가 화요일 농어촌 학교를 지원하기 위한 새로운 계획을 발표했다."


@pytest.mark.parametrize(
    ("text", "language"),
    [(GERMAN, "de"), (RUSSIAN, "ru"), (JAPANESE, "ja"), (CHINESE, "zh"), (KOREAN, "ko")],
)
def test_news_is_legible_with_and_without_its_language(text: str, language: str) -> None:
    assert is_legible(text, language)
    assert is_legible(text)


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        (GERMAN, "cp1252", "cp1251"),
        (GERMAN, "cp1252", "koi8-r"),
        (RUSSIAN, "cp1251", "cp1252"),
        (RUSSIAN, "koi8-r", "cp1251"),
        (RUSSIAN, "cp1251", "koi8-r"),
        (CHINESE, "gb18030", "cp1252"),
        (KOREAN, "cp949", "gb18030"),
        (CHINESE, "gb18030", "cp949"),
        (JAPANESE, "cp932", "gb18030"),
        (RUSSIAN, "cp1251", "cp932"),
    ],
)
def test_text_decoded_with_a_wrong_charset_is_not_legible(
    text: str, right: str, wrong: str
) -> None:
    assert not is_legible(text.encode(right).decode(wrong, "replace"))


@pytest.mark.parametrize(
    ("text", "right", "wrong", "language"),
    [
        ("Le ministre a déclaré à l'été que très peu être là où", "cp1252", "cp1250", "fr"),
        ("Újabb működési támogatást kapnak a vidéki kórházak, nő a bér", "cp1250", "cp1252", "hu"),
        ("הממשלה אישרה תוכנית לשיקום הכבישים", "cp1255", "cp1251", "he"),
    ],
)
def test_letters_are_checked_against_a_known_language(
    text: str, right: str, wrong: str, language: str
) -> None:
    assert is_legible(text, language)
    assert not is_legible(text.encode(right).decode(wrong, "replace"), language)
