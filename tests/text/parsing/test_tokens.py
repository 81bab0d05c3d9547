import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.text.parsing import tokens as module
from tidings.text.parsing.tokens import tokens


def test_words_numbers_and_marks_are_tokens_with_their_positions() -> None:
    words, starts = tokens("The U.S. paid $1,000.50, it’s said.", "en")
    assert words == ["The", "U.S.", "paid", "$", "1,000.50", ",", "it", "’", "s", "said", "."]
    assert starts == [0, 4, 9, 14, 15, 23, 25, 27, 28, 30, 34]


def test_thai_is_split_into_words_if_its_segmenter_is_installed() -> None:
    words, starts = tokens("ผมรักประเทศไทย", "th")
    assert words == ["ผม", "รัก", "ประเทศ", "ไทย"]
    assert starts == [0, 2, 5, 11]


def test_without_a_segmenter_tokens_are_pairs_of_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "newmm_tokenizer.tokenizer", None)
    module._segmenter.cache_clear()
    try:
        assert tokens("ผมรัก", "th")[0] == ["ผม", "มรั", "รัก"]
    finally:
        module._segmenter.cache_clear()


def test_a_run_of_a_million_letters_is_split_without_loss() -> None:
    words, _ = tokens("水" * 1_000_000, "zh")
    assert "".join(words) == "水" * 1_000_000


@given(st.text(st.sampled_from('aBé_1.,:/-’" \n\u2003\x1c'), max_size=40))
def test_a_plain_text_has_the_same_tokens_next_to_another_script(text: str) -> None:
    words, starts = tokens(text, "en")
    mixed, places = tokens(f"{text}\n中", "en")
    assert (mixed[:-1], places[:-1]) == (words, starts)
    assert all(text.startswith(word, start) for word, start in zip(words, starts, strict=True))


def test_a_segmenter_may_drop_and_repeat_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut(run: str) -> list[str]:
        return [run[:2], " ", "另", run[3:]]  # the third letter is lost, and a wrong one comes

    monkeypatch.setitem(module._SEGMENTERS, "zz", lambda: cut)
    assert tokens("a 中国人民", "zz") == (["a", "中国", "民"], [0, 2, 5])
    module._segmenter.cache_clear()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a b.c. U.S.A. e.g.", ["a", "b.c.", "U.S.A.", "e.g."]),
        ("at 12:30 on 1/2/2026, 3.5%", ["at", "12:30", "on", "1/2/2026", ",", "3.5", "%"]),
        ("snake_case x2 _", ["snake_case", "x2", "_"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("e\u0301te\u0301!", ["e\u0301te\u0301", "!"]),
        ("", []),
    ],
)
def test_words_are_split_as_written(text: str, words: list[str]) -> None:
    assert tokens(text, "xx")[0] == words


def test_a_single_letter_of_a_run_is_a_word() -> None:
    assert tokens("水 and 水", "xx") == (["水", "and", "水"], [0, 2, 6])
