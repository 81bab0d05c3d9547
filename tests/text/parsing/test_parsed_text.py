from hypothesis import given
from hypothesis import strategies as st

from tidings.text.parsing.parsed_text import parse_text

TEXTS = st.text(max_size=300)
LANGUAGES = st.sampled_from(["en", "zh", "ja", "ru", "und"])


@given(TEXTS, LANGUAGES)
def test_every_token_is_at_its_start(text: str, language: str) -> None:
    parsed = parse_text(text, language)
    pairs = zip(parsed.words, parsed.starts, strict=True)
    assert all(text.startswith(word, at) for word, at in pairs)


@given(TEXTS, LANGUAGES)
def test_sentences_contain_all_tokens_in_order(text: str, language: str) -> None:
    parsed = parse_text(text, language)
    contained = [index for first, last in parsed.bounds for index in range(first, last)]
    assert contained == list(range(len(parsed.words)))


def test_chinese_is_split_into_words() -> None:
    assert parse_text("我来到北京清华大学。", "zh").words == [
        "我",
        "来到",
        "北京",
        "清华大学",
        "。",
    ]


def test_without_a_segmenter_words_are_pairs_of_letters() -> None:
    assert parse_text("東京都", "und").words == ["東京", "京都"]


def test_an_opening_has_the_first_tokens_and_their_sentences() -> None:
    parsed = parse_text("One two. Three four. Five.", "en")
    opening = parsed.opening(4)
    assert opening.words == ["One", "two", ".", "Three"]
    assert opening.sentences == parsed.sentences[:2]
    assert opening.bounds == [(0, 3), (3, 4)]
    assert parsed.opening(100) is parsed


def test_a_sentence_is_the_text_between_its_bounds() -> None:
    parsed = parse_text("  The storms came. Nobody left!\nA Headline", "en")
    assert [parsed.sentence(at) for at in range(3)] == [
        "The storms came.", "Nobody left!", "A Headline",
    ]  # fmt: skip
    assert parsed.bounds == [(0, 4), (4, 7), (7, 9)]


def test_every_token_has_its_forms() -> None:
    parsed = parse_text("The Storms came, 14 of them.", "en")
    assert parsed.lowered == ["the", "storms", "came", ",", "14", "of", "them", "."]
    assert parsed.terms == ["the", "storm", "came", "", "14", "of", "them", ""]
    assert parsed.content == ["", "storm", "came", "", "14", "", "", ""]
