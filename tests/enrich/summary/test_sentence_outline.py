"""The outline of a text: the size and terms of its sentences, and which may be quoted."""

import pytest

from tidings.enrich.summary.sentence_outline import SentenceOutline, outline_of
from tidings.text.parsing.parsed_text import parse_text

PLAIN = "The storm closed the harbour of Lisbon on Monday."


def outline(text: str, language: str = "en", max_sentences: int = 300) -> SentenceOutline:
    return outline_of(parse_text(text, language), max_sentences)


def may_be_quoted(sentence: str, language: str = "en") -> bool:
    """Whether a sentence is fit beside one that surely is."""
    plain = PLAIN if language == "en" else "台风周一袭击上海，港口关闭。"
    found = outline(f"{plain}\n{sentence}", language)
    assert len(found.sizes) == 2
    assert 0 in found.fit
    return 1 in found.fit


def test_sizes_are_words_without_marks_and_terms_are_of_content_words() -> None:
    found = outline("The storm (Elsa) closed ports. It rained!")
    assert found.sizes == [5, 2]
    assert found.terms == [["storm", "elsa", "close", "port"], ["rain"]]
    assert found.words == 7


def test_only_the_first_sentences_are_taken() -> None:
    found = outline("One day it was. " * 9, max_sentences=4)
    assert len(found.sizes) == len(found.terms) == 4
    assert found.words == 16


def test_an_empty_text_has_no_sentences() -> None:
    found = outline("")
    assert (found.sizes, found.terms, found.fit, found.words) == ([], [], [], 0)


def test_a_plain_sentence_may_be_quoted() -> None:
    assert may_be_quoted("Firefighters evacuated people from flooded streets.")
    assert may_be_quoted("数百人从港口附近的街道撤离到学校。", "zh")


@pytest.mark.parametrize(
    "sentence",
    [
        "Storm hits Lisbon hard.",  # four words
        "Have you been affected by the storm?",
        "“Have you been affected by the storm?”",
        "of knowing their status is holding people back.",
        "14:11 EST, 25 October 2013",
        "By Maria Silva, our staff reporter in Lisbon.",
        "Read more about the storm in Lisbon here.",
        "Last updated on Monday in the early evening.",
        "Email to a friend who lives in Lisbon.",
        "E-mail to a friend who lives in Lisbon.",
        "Ana Costa contributed to this report from Porto.",
    ],
)
def test_headings_questions_fragments_and_boilerplate_may_not_be_quoted(sentence: str) -> None:
    assert not may_be_quoted(sentence)


@pytest.mark.parametrize("word", ["Photo", "Photograph", "Image", "Picture"])
def test_a_caption_may_not_be_quoted(word: str) -> None:
    assert not may_be_quoted(f"{word}: The harbour of Lisbon on Monday evening.")
    assert not may_be_quoted(f"{word}:Reuters shows the harbour on Monday.")


@pytest.mark.parametrize(
    "sentence", ["来源：新华社上海分社周一晚上的报道", "（责任编辑：王小明和李大明）"]
)
def test_chinese_credits_may_not_be_quoted(sentence: str) -> None:
    assert not may_be_quoted(sentence, "zh")


@pytest.mark.parametrize(
    "sentence",
    [
        "Byron wrote of the harbour of Lisbon.",  # not a byline
        "Images of the flooded harbour went around the world.",
        "The report said: 12 bridges and 3 tunnels are closed.",
        "iPhone sales rose in the last quarter of the year.",
        "a-ha played their last concert in Oslo on Monday.",
    ],
)
def test_sentences_that_only_look_similar_may_be_quoted(sentence: str) -> None:
    assert may_be_quoted(sentence)


def test_numbers_are_allowed_in_long_sentences_but_not_in_lists_of_scores() -> None:
    scores = "Benfica 3 1 Porto 2 2 Braga 1 0"
    assert not may_be_quoted(f"{scores}.")
    assert not may_be_quoted(f"{scores} in May.")  # eleven words
    assert may_be_quoted(f"{scores} in early May.")


def test_a_sentence_of_more_than_150_words_may_not_be_quoted() -> None:
    assert may_be_quoted("The storm" + " and rain" * 74 + ".")
    assert not may_be_quoted("The storm" + " and rain" * 75 + ".")


def test_the_terms_of_an_endless_sentence_are_limited() -> None:
    (terms,) = outline("storm " * 1_000).terms
    assert terms == ["storm"] * 300


def test_all_sentences_may_be_quoted_if_none_is_fit() -> None:
    assert outline("Is it? Was it? Storm.").fit == [0, 1, 2]


@pytest.mark.parametrize(
    ("sentence", "quotes"),
    [
        ("“It rained,” said the mayor of Lisbon.", True),
        ('The mayor said "it rained" in Lisbon.', True),
        ("Der Bürgermeister sagte: „Es regnete.“", True),
        ("市长说：「下雨了」", True),
        ("It rained, said the mayor's office.", False),
    ],
)
def test_quotation_marks_of_any_language_show_a_quotation(sentence: str, quotes: bool) -> None:
    found = outline(f"{PLAIN}\n{sentence}\n{PLAIN}")
    assert found.quotes(1) is quotes
    assert not found.quotes(0)
