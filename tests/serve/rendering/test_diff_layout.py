"""How a word diff is laid out: changed paragraphs in full, the others counted."""

from hypothesis import given
from hypothesis import strategies as st

from tidings.model.articles.revision import WordChange
from tidings.serve.rendering.diff_layout import excerpt_of, passages_of
from tidings.text.diff import word_diff

_LINES = st.lists(st.sampled_from(("One came.", "Two stayed.", "Three left.", "", "四"))).map(
    "\n".join
)


def test_only_changed_paragraphs_are_shown() -> None:
    old = "One came.\nTwo stayed.\nThree left.\nFour slept."
    passages = passages_of(word_diff(old, old.replace("stayed", "sang")))
    assert [passage.unchanged for passage in passages] == [1, 2]
    assert [run.text for run in passages[0].runs] == ["Two ", "stayed", "sang", "."]
    assert passages[1].runs == ()


def test_an_added_paragraph_is_a_passage_of_its_own() -> None:
    first, second = passages_of(word_diff("One came.\nTwo.", "One came.\nThree left.\nTwo."))
    assert (first.unchanged, [run.text for run in first.runs]) == (1, ["Three left."])
    assert (second.unchanged, second.runs) == (1, ())


def test_an_unchanged_text_is_only_counted() -> None:
    (passage,) = passages_of(word_diff("One.\nTwo.", "One.\nTwo."))
    assert (passage.unchanged, passage.runs) == (2, ())


@given(_LINES, _LINES)
def test_no_changed_word_is_left_out(old: str, new: str) -> None:
    runs = word_diff(old, new)
    shown = [run for passage in passages_of(runs) for run in passage.runs]
    for change in (WordChange.ADDED, WordChange.REMOVED):
        expected = "".join(run.text for run in runs if run.change is change)
        displayed = "".join(run.text for run in shown if run.change is change)
        assert "".join(displayed.split()) == "".join(expected.split())


def test_an_excerpt_shows_what_stands_next_to_a_change_in_whole_words() -> None:
    old = f"{'harbour ' * 50}carried 300 people {'ashore ' * 50}"
    (passage,) = excerpt_of(word_diff(old, old.replace("300", "420"))).passages
    before, removed, added, after = (run.text for run in passage)
    assert (removed, added) == ("300", "420")
    assert before.startswith(" … harbour ")
    assert before.endswith(" carried ")
    assert after.startswith(" people ashore ")
    assert after.endswith("ashore … ")
    assert max(len(before), len(after)) < 80


def test_an_excerpt_says_whether_there_is_more() -> None:
    old = "\n".join(f"Line {number} of it." for number in range(9))
    few, many = old.replace("Line 1", "Row 1"), old.replace("Line", "Row")
    assert not excerpt_of(word_diff(old, few)).is_cut
    excerpt = excerpt_of(word_diff(old, many))
    assert (len(excerpt.passages), excerpt.is_cut) == (3, True)
    flips = "a b c d e f g h i j k l m"
    (passage,) = excerpt_of(word_diff(flips, flips.replace("b", "B").upper())).passages
    assert sum(run.change is not WordChange.KEPT for run in passage) <= 4


def test_an_excerpt_of_a_text_without_spaces_is_short() -> None:
    old = "港" * 500 + "三" + "船" * 500
    passages = excerpt_of(word_diff(old, old.replace("三", "四"))).passages
    assert sum(len(run.text) for runs in passages for run in runs) < 1_000
