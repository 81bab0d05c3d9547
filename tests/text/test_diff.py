"""The word diff: what holds for every pair of texts, and how it reads on real ones."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.model.articles.revision import DiffRun, WordChange
from tidings.text.diff import tokens_of, word_count, word_diff

_WORDS = st.lists(st.sampled_from("the fire fire, brigade came. 12 of\n\n 消 防 队 ".split(" ")))
_TEXTS = st.one_of(st.text(), _WORDS.map(" ".join), _WORDS.map("".join))


def old_text(runs: tuple[DiffRun, ...]) -> str:
    return "".join(run.text for run in runs if run.change is not WordChange.ADDED)


def new_text(runs: tuple[DiffRun, ...]) -> str:
    return "".join(run.text for run in runs if run.change is not WordChange.REMOVED)


def changes(old: str, new: str) -> list[tuple[str, str]]:
    runs = word_diff(old, new)
    return [(run.change.value, run.text) for run in runs if run.change is not WordChange.KEPT]


@given(_TEXTS, _TEXTS)
def test_the_runs_contain_both_texts(old: str, new: str) -> None:
    runs = word_diff(old, new)
    assert old_text(runs) == old
    assert new_text(runs) == new


@given(_TEXTS)
def test_a_text_against_itself_is_kept_whole(text: str) -> None:
    assert word_diff(text, text) == ((DiffRun(WordChange.KEPT, text),) if text else ())


@given(_TEXTS, _TEXTS)
def test_no_run_is_empty_and_none_follows_its_own_kind(old: str, new: str) -> None:
    runs = word_diff(old, new)
    assert all(run.text for run in runs)
    assert all(one.change is not other.change for one, other in pairwise(runs))


@given(_TEXTS, _TEXTS, _TEXTS)
def test_only_the_inserted_text_is_added(before: str, more: str, after: str) -> None:
    runs = word_diff(before + "\n" + after, before + "\n" + more + "\n" + after)
    added = sum(len(run.text) for run in runs if run.change is WordChange.ADDED)
    removed = sum(len(run.text) for run in runs if run.change is WordChange.REMOVED)
    assert added - removed == len(more) + 1


@given(_TEXTS)
def test_tokens_join_to_the_original_text(text: str) -> None:
    assert "".join(tokens_of(text)) == text


def test_a_number_is_one_change() -> None:
    old = "At least 14 people were hurt, the mayor said."
    new = "At least 23 people were hurt, the mayor said."
    assert changes(old, new) == [("removed", "14"), ("added", "23")]


def test_chinese_is_compared_by_its_letters() -> None:
    assert changes("消防队赶到了现场。", "消防队很快赶到了现场。") == [("added", "很快")]


def test_a_rewritten_phrase_reads_as_one_change() -> None:
    old = "The council, which met on Monday, said it would not pay for the bridge."
    new = "The council, after a night of talks, said it would not pay for the bridge."
    assert changes(old, new) == [
        ("removed", "which met on Monday"),
        ("added", "after a night of talks"),
    ]


def test_an_added_paragraph_leaves_the_others_alone() -> None:
    old = "One came.\nThree left."
    assert changes(old, "One came.\nTwo stayed.\nThree left.") in (
        [("added", "Two stayed.\n")],
        [("added", "\nTwo stayed.")],
    )


def test_words_are_counted_without_spaces_and_marks() -> None:
    runs = word_diff("All is well.", "All is very, very well.")
    assert word_count(runs, WordChange.ADDED) == 2
    assert word_count(runs, WordChange.REMOVED) == 0


@pytest.mark.parametrize("words", [1, 3, 5_000, 10**9])
def test_comparing_two_large_texts_ends_and_is_right(words: int) -> None:
    # Few different words (nothing unique), many, and nothing in common at all.
    random = Random(words)
    old = " ".join(f"w{random.randrange(words)}" for _ in range(60_000))
    new = " ".join(f"w{random.randrange(words)}" for _ in range(60_000))
    runs = word_diff(old, new)
    assert old_text(runs) == old
    assert new_text(runs) == new


@settings(max_examples=80)
@given(st.lists(st.tuples(st.sampled_from("abc"), st.booleans()), max_size=12))
def test_where_lines_are_only_inserted_nothing_is_removed(words: list[tuple[str, bool]]) -> None:
    short = "\n".join(word for word, is_old in words if is_old)
    long = "\n".join(word for word, _ in words)
    assert {change for change, _ in changes(short, long)} <= {"added"}
    assert {change for change, _ in changes(long, short)} <= {"removed"}


def test_two_edits_far_apart_are_two_changes() -> None:
    middle = " ".join(f"word{at}" for at in range(200))
    assert changes(f"Old {middle} first", f"New {middle} last") == [
        ("removed", "Old"), ("added", "New"), ("removed", "first"), ("added", "last"),
    ]  # fmt: skip


def test_an_edit_between_unique_words_is_found_in_a_long_text() -> None:
    words = [f"word{at} and" for at in range(300)]
    edited = [*words[:150], "suddenly", *words[150:]]
    edited[20] = "changed and"
    found = changes(" ".join(words), " ".join(edited))
    assert [(change, text.strip()) for change, text in found] == [
        ("removed", "word20"), ("added", "changed"), ("added", "suddenly"),
    ]  # fmt: skip


def test_a_moved_paragraph_is_removed_and_added_and_the_rest_is_kept() -> None:
    parts = [" ".join(f"{name}{at}" for at in range(40)) + "\n" for name in ("one", "two", "three")]
    runs = word_diff("".join(parts), parts[1] + parts[2] + parts[0])
    assert word_count(runs, WordChange.KEPT) == 80
    assert word_count(runs, WordChange.REMOVED) == word_count(runs, WordChange.ADDED) == 40


def test_a_word_kept_between_two_longer_changes_is_part_of_them() -> None:
    assert changes("They were seven in Harwick", "Police counted eleven in Rochemare") == [
        ("removed", "They were seven in Harwick"),
        ("added", "Police counted eleven in Rochemare"),
    ]


def test_additions_around_a_short_word_are_not_folded_into_it() -> None:
    found = changes("It is so.", "It really is clearly so.")
    assert [(change, text.strip()) for change, text in found] == [
        ("added", "really"), ("added", "clearly"),
    ]  # fmt: skip


def test_an_empty_text_is_added_or_removed_whole() -> None:
    assert changes("", "All new.") == [("added", "All new.")]
    assert changes("All gone.", "") == [("removed", "All gone.")]
