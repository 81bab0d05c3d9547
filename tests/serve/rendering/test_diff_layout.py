"""How a word diff is laid out: changed paragraphs in full, the others counted."""

from hypothesis import given
from hypothesis import strategies as st

from tidings.model.articles.revision import WordChange
from tidings.serve.rendering.diff_layout import passages_of
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
