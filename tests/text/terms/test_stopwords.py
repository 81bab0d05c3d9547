from functools import partial
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.text.terms.analysis import analyse
from tidings.text.terms.stopwords import LANGUAGES, is_stop_word, stop_words

# For each language a typical newspaper sentence, and its content words.
SENTENCES = {
    "ar": ("لم يتم العثور على السفينة بعد العاصفة", "العثور السفينة العاصفة"),
    "bg": ("Министърът каза, че тази година ще има нови болници", "министърът болници"),
    "cs": ("Ministr řekl, že letos budou nové nemocnice, ale jen ve městech", "ministr nemocnice"),
    "da": ("Ministeren har ikke set den rapport, som blev sendt til ham", "ministeren rapport"),
    "de": ("Der Minister hat noch nicht gesagt, ob die Brücke gebaut wird", "minister brücke"),
    "el": ("Ο υπουργός δεν είπε πότε θα ανοίξει η γέφυρα στην πόλη", "υπουργός γέφυρα πόλη"),
    "en": ("The minister has not said when the bridge will be opened", "minister bridge opened"),
    "es": ("El ministro no ha dicho cuándo se abrirá el puente de la ciudad", "ministro puente"),
    "et": ("Minister ei ole veel öelnud, millal see sild avatakse", "minister sild avatakse"),
    "fa": ("وزیر گفت که این پل در سال آینده باز خواهد شد", "وزیر پل سال"),
    "fi": ("Ministeri ei ole vielä kertonut, milloin tämä silta avataan", "ministeri silta"),
    "fr": ("Le ministre n'a pas dit quand le pont de la ville sera ouvert", "ministre pont ville"),
    "he": ("השר לא אמר מתי הגשר של העיר יהיה פתוח", "השר הגשר העיר"),
    "hi": ("मंत्री ने कहा कि यह पुल इस साल बनाया जाएगा और सब के लिए होगा", "मंत्री पुल साल"),
    "hr": ("Ministar nije rekao kada će se taj most otvoriti", "ministar most otvoriti"),
    "hu": ("A miniszter még nem mondta meg, hogy ez a híd mikor készül el", "miniszter híd készül"),
    "id": ("Menteri itu belum mengatakan kapan jembatan ini akan dibuka", "menteri jembatan"),
    "it": ("Il ministro non ha detto quando il ponte della città sarà aperto", "ministro ponte"),
    "lt": ("Ministras dar nepasakė, kada šis tiltas bus atidarytas", "ministras tiltas atidarytas"),
    "lv": ("Ministrs vēl nav teicis, kad šis tilts tiks atvērts", "ministrs tilts atvērts"),
    "nl": ("De minister heeft nog niet gezegd wanneer de brug open gaat", "minister brug open"),
    "no": ("Ministeren har ikke sagt når den broen skal åpne for oss", "ministeren broen åpne"),
    "pl": ("Minister nie powiedział, kiedy ten most będzie otwarty", "minister most otwarty"),
    "pt": ("O ministro não disse quando é que a ponte da cidade será aberta", "ministro ponte"),
    "ro": ("Ministrul nu a spus când va fi deschis podul din oraș", "ministrul podul oraș"),
    "ru": ("Министр ещё не сказал, когда этот мост будет открыт для всех", "министр мост открыт"),
    "sk": ("Minister ešte nepovedal, kedy ten most bude otvorený", "minister most otvorený"),
    "sl": ("Minister še ni povedal, kdaj bo ta most odprt za vse", "minister most odprt"),
    "sq": ("Ministri nuk ka thënë se kur do të hapet ura e qytetit", "ministri ura qytetit"),
    "sv": ("Ministern har inte sagt när den bron ska öppnas för oss", "ministern bron öppnas"),
    "ta": ("இந்த பாலம் எப்போது திறக்கப்படும் என்று அமைச்சர் கூறவில்லை", "பாலம் அமைச்சர்"),
    "tr": ("Bakan bu köprünün ne zaman açılacağını daha söylemedi ve bir şey yok", "bakan"),
    "uk": ("Міністр ще не сказав, коли цей міст буде відкрито для всіх", "міністр міст відкрито"),
    "ur": ("وزیر نے کہا کہ یہ پل اس سال کے بعد ہی بنے گا", "وزیر پل سال"),
    "vi": ("Bộ trưởng chưa nói khi nào cây cầu này sẽ được mở cho mọi người", "trưởng cầu mở"),
}  # fmt: skip


@pytest.mark.parametrize("language", SENTENCES)
def test_a_sentence_has_stop_words_and_its_subject_is_not_one(language: str) -> None:
    sentence, subject = SENTENCES[language]
    words = sentence.replace(",", "").replace("n'a", "a").split()
    assert sum(is_stop_word(word, language) for word in words) >= 0.25 * len(words)
    assert not [word for word in subject.split() if is_stop_word(word, language)]
    assert stop_words(language).isdisjoint(analyse(subject, language))


def test_there_are_lists_for_at_least_55_languages() -> None:
    assert len(LANGUAGES) >= 55
    assert all(len(stop_words(language)) >= 30 for language in LANGUAGES)


@pytest.mark.parametrize(
    ("word", "language", "stops"),
    [
        ("The", "en", True),
        ("who", "en", True),
        ("WHO", "en", False),
        ("I", "en", True),
        ("us", "en", False),
        ("May", "en", False),
        ("no", "en", False),
        ("don’t", "en", True),
        ("über", "de", True),
        ("uber", "de", True),
        ("sicher", "de", False),  # although its stem is that of sich
        ("İÇİN", "tr", False),
        ("İçin", "tr", True),
        ("који", "sr", True),
        ("koji", "bs", True),
        ("的", "zh", True),
        ("我们", "zh", True),
        ("中国", "zh", False),
        ("から", "ja", True),
        ("the", "xx", False),
        ("the", "und", False),
        ("", "en", False),
        ("…", "en", False),
    ],
)
def test_a_word_is_judged_as_it_is_written(word: str, language: str, stops: bool) -> None:
    assert is_stop_word(word, language) is stops


def test_serbian_has_its_stop_words_in_both_alphabets() -> None:
    assert stop_words("sr").issuperset(analyse("али који није", "sr"))
    assert stop_words("sr").issuperset(analyse("ali koji nije", "sr"))


def test_chinese_stop_words_are_letters_and_bigrams() -> None:
    assert {"的", "我们"} < stop_words("zh")
    assert max(map(len, stop_words("zh"))) == 2


def test_words_that_news_is_about_are_not_stop_words() -> None:
    for language, words in {"fa": "هسته", "ar": "الولايات", "hr": "Tokio", "id": "media"}.items():
        assert stop_words(language).isdisjoint(analyse(words, language))


@given(st.text(max_size=30), st.sampled_from([*sorted(LANGUAGES), "", "und"]))
def test_any_text_can_be_checked(word: str, language: str) -> None:
    if is_stop_word(word, language):
        assert analyse(word, language)


def test_a_capitalised_stop_word_is_a_stop_word() -> None:
    listed = ["and", "which", "their", "because"]
    words = chain(listed, map(str.title, listed))
    assert all(map(partial(is_stop_word, language="en"), words))
