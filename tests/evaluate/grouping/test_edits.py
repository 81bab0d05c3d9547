from random import Random

import pytest

from tidings.evaluate.grouping.edits import EditKind, WordSupply, edited
from tidings.evaluate.grouping.lookalikes import LookAlikeKind, look_alike, world_text
from tidings.evaluate.grouping.stock_phrases import boilerplate, templated
from tidings.evaluate.grouping.synthetic_text import (
    MarkovChain,
    TitledText,
    joined,
    paragraphs,
    units,
)
from tidings.evaluate.measures.shingles import overlap

_ORIGINAL = TitledText(
    "Bridge opens",
    "\n".join(
        f"Sentence {at} tells of harbour{at} and Port{at}. Then word{at} follows pier{at} slowly."
        for at in range(12)
    ),
    "en",
)
_SUPPLY = WordSupply(
    MarkovChain(["Other words of another text that has nothing to do with it at all."]), 3
)


def _copy(edit: EditKind, seed: int = 1) -> str:
    return edited(_ORIGINAL, edit, _SUPPLY, Random(seed)).text


@pytest.mark.parametrize("edit", EditKind)
def test_an_edit_depends_on_the_seed_alone(edit: EditKind) -> None:
    assert _copy(edit, 1) == _copy(edit, 1)
    assert len({_copy(edit, seed) for seed in range(6)}) > 1 or edit is EditKind.WRAPPED


def test_a_mirror_has_the_same_words() -> None:
    assert _copy(EditKind.MIRROR).lower().split() == _ORIGINAL.text.lower().split()


@pytest.mark.parametrize("seed", range(8))
def test_a_syndicated_text_keeps_three_fifths(seed: int) -> None:
    kept = overlap(_copy(EditKind.SYNDICATED, seed), _ORIGINAL.text)
    assert 0.55 < (kept.recall or 0) <= 1
    assert (kept.precision or 0) > 0.8


def test_a_wrapped_text_is_complete_within_boilerplate() -> None:
    before, _ = boilerplate(3)
    wrapped = _copy(EditKind.WRAPPED)
    assert _ORIGINAL.text in wrapped
    assert wrapped.startswith(before[0])


@pytest.mark.parametrize("seed", range(8))
def test_a_reworded_text_lost_about_a_tenth_of_its_words(seed: int) -> None:
    left = set(units(_copy(EditKind.REWORDED, seed))) & set(units(_ORIGINAL.text))
    assert 0.8 < len(left) / len(set(units(_ORIGINAL.text))) < 1


def test_a_reordered_text_has_the_sentences_of_its_original() -> None:
    copy = _copy(EditKind.REORDERED)
    assert copy != _ORIGINAL.text
    assert set(units(copy)) <= set(units(_ORIGINAL.text))


def test_an_excerpt_is_half_and_an_update_is_more() -> None:
    lengths = {len(units(_copy(EditKind.CUT, seed))) for seed in range(12)}
    whole = len(units(_ORIGINAL.text))
    assert min(lengths) == (whole + 1) // 2
    assert max(lengths) > whole


@pytest.mark.parametrize("kind", LookAlikeKind)
def test_a_look_alike_shares_little_text(kind: LookAlikeKind) -> None:
    like = look_alike(kind, _ORIGINAL, _SUPPLY, Random(2))
    shared = overlap(like.text, _ORIGINAL.text)
    assert max(shared.precision or 0, shared.recall or 0) < 0.5
    assert like == look_alike(kind, _ORIGINAL, _SUPPLY, Random(2))


def test_one_template_is_filled_with_other_facts() -> None:
    assert len({templated(Random(seed)) for seed in range(30)}) == 30


def test_two_papers_report_an_event_in_their_own_words() -> None:
    assert world_text(1, Random(1)).text != world_text(1, Random(2)).text


def test_scripts_without_spaces_are_split_and_joined_without_spaces() -> None:
    text = "市议会周二通过计划。"
    assert joined(units(text)) == text
    assert joined(units("Der Rat tagt am 3. Mai.")) == "Der Rat tagt am 3. Mai."


def test_a_text_of_one_line_is_split_into_paragraphs_of_sentences() -> None:
    content = TitledText("", "One came. Two came. Three came. Four came.", "en")
    assert paragraphs(content) == ["One came. Two came. Three came.", "Four came."]
