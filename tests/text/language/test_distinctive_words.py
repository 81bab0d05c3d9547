from collections import Counter

import pytest

from tidings.text.language.distinctive_words import DISTINCTIVE_WORDS
from tidings.text.terms.stopwords import is_stop_word


@pytest.mark.parametrize(
    ("sentence", "language"),
    [
        ("the mayor said that they would have been there", "en"),
        ("der rat hat nicht gesagt dass die brücke gebaut wird", "de"),
        ("les gens sont dans une ville avec leur maire", "fr"),
        ("los vecinos también votaron pero según el alcalde", "es"),
        ("gli uomini sono nella città che è più grande", "it"),
        ("het huis van een man die niet naar zijn werk ging", "nl"),
        ("não foi uma das cidades com pontes pelo governo", "pt"),
        ("och det är inte för att ett hus från staden också", "sv"),
        ("burmistrz nie wie że most jest zamknięty przez wiatr oraz deszcz", "pl"),
        ("он сказал что это было также для него", "ru"),
        ("wali kota yang datang dan tidak pergi dengan bus", "id"),
        ("belediye başkanı bu köprü için bir plan ve para istedi", "tr"),
    ],
)
def test_most_distinctive_words_of_a_sentence_are_of_its_language(
    sentence: str, language: str
) -> None:
    votes = Counter(DISTINCTIVE_WORDS[w] for w in sentence.split() if w in DISTINCTIVE_WORDS)
    assert votes.most_common(1)[0][0] == language
    assert votes[language] >= 3


@pytest.mark.parametrize("word", ["das", "mais", "die", "in", "de", "la", "a", "en", "on"])
def test_a_word_of_several_languages_is_not_distinctive(word: str) -> None:
    assert word not in DISTINCTIVE_WORDS


def test_distinctive_words_are_as_a_text_in_lower_case_has_them() -> None:
    assert all(word == word.lower().strip() for word in DISTINCTIVE_WORDS)


@pytest.mark.parametrize("language", sorted(set(DISTINCTIVE_WORDS.values())))
def test_most_distinctive_words_are_stop_words_of_their_language(language: str) -> None:
    words = [word for word, other in DISTINCTIVE_WORDS.items() if other == language]
    assert sum(is_stop_word(word, language) for word in words) > 0.7 * len(words)
