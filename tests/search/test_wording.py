from collections.abc import Callable, Sequence

import numpy as np

from tidings.search.index.forward import ForwardView
from tidings.search.rank.ranker import Asked, Word
from tidings.search.rank.vectors import added_up, pack
from tidings.search.rank.wording import counted, together, wording_of, words_of
from tidings.settings.tree import ZoneWeights

MakeForward = Callable[[Sequence[str]], ForwardView]
ZONES = ZoneWeights()
TEXTS = ["bank bank|bank fails", "banks fail", "rain"]


def test_variants_count_as_one_word(forward_of: MakeForward) -> None:
    forward = forward_of(TEXTS)
    wording = wording_of([Word(("bank", "banks")), Word(("rain",))], forward)
    found = counted(np.array([1, 2, 3]), wording, ZONES, forward)
    assert found.frequencies.tolist() == [[7, 0], [1, 0], [0, 1]]
    assert wording.rarities.tolist() == [2, 1]
    assert wording.names == ["bank", "rain"]


def test_a_word_for_the_title_is_not_sought_in_the_body(forward_of: MakeForward) -> None:
    forward = forward_of(TEXTS)
    wording = wording_of(
        [Word(("bank",), title_only=True), Word(("fails",), title_only=True)], forward
    )
    found = counted(np.array([1]), wording, ZONES, forward)
    assert found.frequencies.tolist() == [[6, 0]]


def test_a_repeated_word_weighs_more(forward_of: MakeForward) -> None:
    words = [Word(("bank",)), Word(("rain",)), Word(("bank",), 0.5)]
    wording = wording_of(words, forward_of(TEXTS))
    assert wording.names == ["bank", "rain"]
    assert wording.weights.tolist() == [1.5, 1]


def test_what_feedback_adds_is_marked_unless_it_was_there(forward_of: MakeForward) -> None:
    words = [Word(("bank",)), Word(("rain",)), Word(("bank",))]
    assert wording_of(words, forward_of(TEXTS), added=2).added.tolist() == [False, True]


def test_words_come_back_with_new_weights(forward_of: MakeForward) -> None:
    words = [Word(("bank", "banks")), Word(("rain",), 1.0, title_only=True)]
    again = words_of(wording_of(words, forward_of(TEXTS)), np.array([2.0, 3.0]))
    assert again == [Word(("bank", "banks"), 2.0), Word(("rain",), 3.0, title_only=True)]


def test_candidates_are_listed_once() -> None:
    asked = Asked((), np.array([3, 1]), lambda _: np.array([1, 2, 3, 5]))
    assert together(asked, {"bank": 1.0}).tolist() == [3, 1, 2, 5]
    assert together(Asked((), np.array([3, 1])), {"bank": 1.0}).tolist() == [3, 1]


def test_added_counts_stop_at_what_fits() -> None:
    packed = np.array([[pack(200, 5, 1, 1), pack(100, 1, 0, 3), pack(1, 0, 0, 0)]], np.uint16)
    sums = added_up(packed, np.array([0, 2]))
    assert sums.tolist() == [[pack(255, 6, 1, 3), pack(1, 0, 0, 0)]]
