from collections import Counter
from math import log

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.group.duplicates.sketch import (
    MAX_FACTS,
    MAX_FINGERPRINTS,
    Sketch,
    coarser,
    content_hashes,
    shingle_hashes,
    simhash_of,
    sketch_of,
    unpacked_sketch,
)
from tidings.text.parsing.parsed_text import parse_text

_TEXT = (
    "The council of Harwick voted 14 to 3 on Tuesday to rebuild the bridge over the river Lune. "
    "Mayor Ana Torvald said that work would begin in March and would cost 12.5 million euros. "
    "Opponents fear that traffic through the old town will grow while the bridge stays closed."
)


def _sketch(text: str, title: str = "", language: str = "en") -> Sketch:
    return sketch_of(parse_text(title, language), parse_text(text, language))


def test_case_white_space_and_punctuation_do_not_change_the_checksum() -> None:
    in_capitals = _TEXT.upper().replace(" ", "\n\n").replace(",", " –")
    assert _sketch(in_capitals).checksum == _sketch(_TEXT).checksum
    assert _sketch(_TEXT.replace("14", "15")).checksum != _sketch(_TEXT).checksum


def test_the_title_counts_only_if_the_body_is_too_short() -> None:
    assert _sketch(_TEXT, "Bridge") == _sketch(_TEXT, "Traffic")
    teaser = "Read the full story here."
    assert _sketch(teaser, "Bridge rebuilt").checksum != _sketch(teaser, "Mayor resigns").checksum


def test_names_and_numbers_are_distinguished_from_words() -> None:
    other = _TEXT.replace("Torvald", "Ellison").replace("12.5", "13.5")
    one, two = _sketch(_TEXT), _sketch(other)
    assert len(one.names) == len(two.names) == 2 * 6  # Harwick Tuesday Lune Ana Torvald March
    assert len(one.numbers) == 2 * 3
    assert one.names != two.names
    assert one.numbers != two.numbers


def test_a_text_in_capitals_has_no_names() -> None:
    assert _sketch(_TEXT.upper()).names == b""


def test_a_long_text_keeps_few_fingerprints_all_0_mod_p() -> None:
    words = [f"word{number}" for number in range(5_000)]
    sketch = _sketch(" ".join(words))
    assert sketch.level > 4
    assert MAX_FINGERPRINTS // 4 < len(sketch.marks) <= MAX_FINGERPRINTS
    assert all(int(mark) % 2**sketch.level == 0 for mark in sketch.marks)
    assert len(sketch.packed()) < 600


def test_texts_without_spaces_are_sketched() -> None:
    for text, language in (
        ("市议会周二以十四票对三票通过重建跨河大桥的计划。" * 3, "zh"),
        ("市議会は火曜日、橋の再建計画を可決した。工事は三月に始まる。", "ja"),
        ("시의회는 화요일 다리 재건 계획을 통과시켰다. 공사는 3월에 시작된다.", "ko"),
    ):
        sketch = _sketch(text, language=language)
        assert len(sketch.marks) > 5
        assert sketch.simhash


def test_nonsense_is_sketched() -> None:
    for text in ("", " ", "x", "…!?", "🙂🙃", "a" * 1_000_000, "\ud800", "x\n" * 100_000, "１２ ²"):
        sketch = _sketch(text)
        assert unpacked_sketch(sketch.packed()) == sketch
    assert _sketch("… !").checksum == 0


def test_bytes_that_are_not_a_sketch_are_rejected() -> None:
    packed = _sketch(_TEXT).packed()
    assert unpacked_sketch(b"") is None
    assert unpacked_sketch(packed[:10]) is None
    assert unpacked_sketch(packed[:-1]) is None
    assert unpacked_sketch(b"\xff" + packed[1:]) is None


@given(st.text(max_size=400), st.text(max_size=40))
def test_a_sketch_survives_packing(text: str, title: str) -> None:
    sketch = _sketch(text, title)
    assert unpacked_sketch(sketch.packed()) == sketch
    assert len(sketch.names) <= 2 * MAX_FACTS


def test_only_content_words_have_hashes() -> None:
    hashes = content_hashes(parse_text("The mayor and the 14 of us met, said the Mayor.", "en"))
    assert len(hashes) == 4  # mayor, 14, said, Mayor
    assert hashes[0] == hashes[3]
    assert len(np.unique(hashes)) == 3


def test_two_letters_are_a_content_word_where_letters_are_words() -> None:
    assert len(content_hashes(parse_text("大桥", "zh"))) == 1


def _simhash(words: list[int]) -> int:
    """Charikar's definition: each bit by the vote of the words, weighed by 1 + ln(count)."""
    weights = {word: 1 + log(count) for word, count in Counter(words).items()}
    votes = [sum(weight if word >> bit & 1 else -weight for word, weight in weights.items())
             for bit in range(64)]  # fmt: skip
    return sum(1 << bit for bit, vote in enumerate(votes) if vote > 1e-4)


@settings(max_examples=50)
@given(st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=9, unique=True).filter(
    lambda words: len(words) % 2 == 1))  # fmt: skip
def test_a_simhash_is_the_vote_of_the_words(words: list[int]) -> None:
    assert simhash_of(np.array(words, np.uint64)) == _simhash(words)


def test_a_word_votes_by_the_logarithm_of_its_count() -> None:
    often, one, other = 0b001, 0b010, 0b110
    for count, winner in ((2, 0b010), (3, 0b001)):  # 1.7 and 2.1 votes against 2
        words = [often] * count + [one, other]
        assert simhash_of(np.array(words, np.uint64)) == _simhash(words) == winner


def test_no_words_have_no_simhash_and_no_shingles() -> None:
    nothing = np.empty(0, np.uint64)
    assert simhash_of(nothing) == 0
    assert len(shingle_hashes(nothing)) == 0


_TEN_WORDS = content_hashes(parse_text(" ".join(f"word{at}" for at in range(10)), "en"))


@settings(max_examples=50)
@given(st.lists(st.integers(0, 9), min_size=1, max_size=40))
def test_two_shingles_are_equal_if_their_words_are(words: list[int]) -> None:
    size = min(3, len(words))
    triples = [tuple(words[at : at + size]) for at in range(len(words) - size + 1)]
    hashes = shingle_hashes(_TEN_WORDS[words]).tolist()
    assert len(hashes) == len(triples)
    assert len(set(zip(triples, hashes, strict=True))) == len(set(triples)) == len(set(hashes))


@given(st.lists(st.integers(0, 2**32 - 1), max_size=30), st.integers(0, 31), st.integers(0, 31))
def test_levels_can_be_made_coarser_in_steps(marks: list[int], one: int, other: int) -> None:
    found = np.array(marks, np.uint32)
    in_steps = coarser(coarser(found, one), other)
    assert in_steps.tolist() == coarser(found, max(one, other)).tolist()
    assert in_steps.tolist() == [mark for mark in marks if mark % 2 ** max(one, other) == 0]


def test_a_sentence_may_begin_with_a_quotation_mark_and_a_name_inside_counts() -> None:
    text = "“Bridges are costly for every town in the country today,” said the mayor Torvald. "
    names = _sketch(text * 3).names
    assert names == _sketch(text.replace("“", "").replace("”", "") * 3).names
    assert len(names) == 2  # Torvald
