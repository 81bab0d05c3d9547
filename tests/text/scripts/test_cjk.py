import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.text.scripts.cjk import LETTERS, RUN, gram_spans, grams, letters_of, lookup_grams

_run = re.compile(RUN)
_marks = st.text(st.sampled_from("\u0e34\u0e49\u3099\uff9e"), max_size=2)
_runs = st.lists(st.tuples(st.sampled_from("中国カか한ทｶ"), _marks), min_size=1, max_size=8).map(
    lambda pairs: "".join(letter + marks for letter, marks in pairs)
)


def test_grams_are_single_letters_and_pairs_in_turn() -> None:
    assert grams("中") == ["中"]
    assert grams("中国") == ["中", "中国", "国"]
    assert grams("中国人") == ["中", "中国", "国", "国人", "人"]


@settings(max_examples=60)
@given(st.text(st.sampled_from("中国人"), min_size=1, max_size=9), st.data())
def test_the_grams_of_any_part_are_contiguous_in_those_of_the_run(
    run: str, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(run) - 1))
    end = data.draw(st.integers(start + 1, len(run)))
    part = grams(run[start:end])
    assert grams(run)[2 * start : 2 * start + len(part)] == part


@pytest.mark.parametrize(
    ("run", "found"), [("中", ["中"]), ("中国", ["中国"]), ("中国人民", ["中国", "国人", "人民"])]
)
def test_pairs_are_enough_to_look_up_a_run(run: str, found: list[str]) -> None:
    all_grams = grams(run)
    assert [all_grams[at] for at in lookup_grams(len(run))] == found


@pytest.mark.parametrize(
    ("run", "letters"),
    [
        ("東京", ["東", "京"]),
        ("ที่นี่", ["ที่", "นี่"]),  # vowel and tone signs stay with their letter
        ("ｶﾞｽ", ["ガ", "ス"]),  # half-width kana with a voicing mark
        ("か\u3099", ["が"]),
        ("\u1112\u1161\u11ab\u1100\u116e\u11a8", ["한", "국"]),
        ("\uf900", ["豈"]),  # a compatibility form
    ],
)
def test_letters_have_their_marks_and_one_spelling(run: str, letters: list[str]) -> None:
    assert _run.fullmatch(run)
    assert list(letters_of(run)) == letters


def test_a_letter_under_a_heap_of_marks_keeps_eight_of_them() -> None:
    assert [len(letter) for letter in letters_of("ท" + "\u0e34" * 100)] == [9]


@settings(max_examples=60)
@given(_runs)
def test_every_gram_has_its_place_in_the_text(run: str) -> None:
    letters = letters_of(run)
    spans = list(gram_spans(run, 5))
    text = "#####" + run
    assert len(spans) == len(grams(letters))
    for gram, (start, end) in zip(grams(letters), spans, strict=True):
        assert unicodedata.normalize("NFKC", text[start:end]) == unicodedata.normalize("NFKC", gram)


def test_marks_and_letters_of_other_scripts_end_a_run() -> None:
    found = [match[0] for match in _run.finditer("中国，GDP增长。カタカナ・ー 5月 한국 привет ไทย")]
    assert found == ["中国", "增长", "カタカナ", "ー", "月", "한국", "ไทย"]


def test_only_letters_begin_a_run() -> None:
    letter = re.compile(f"[{LETTERS}]")
    points = [point for point in range(0x32400) if not 0xD800 <= point < 0xE000]
    categories = {
        unicodedata.category(chr(point))
        for point in points
        if letter.match(chr(point)) and unicodedata.category(chr(point)) != "Cn"
    }
    assert categories == {"Lo", "Lm", "Nl"}
