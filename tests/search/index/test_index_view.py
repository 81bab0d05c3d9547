from collections.abc import Callable
from pathlib import Path

from tidings.search.entries.entry import IndexEntry
from tidings.search.index.generation import Generation
from tidings.search.index.index_view import newest_seq

MakeEntry = Callable[..., IndexEntry]
OpenGeneration = Callable[..., Generation]


def test_an_empty_view_has_nothing(tmp_path: Path, open_generation: OpenGeneration) -> None:
    view = open_generation(tmp_path).view
    assert (view.count(), list(view.ids()), view.languages, view.last_seq) == (0, [], (), 0)
    assert not view.holds("a")
    assert newest_seq(view.searcher) == newest_seq(view.searcher, 9) == 0


def test_ids_are_sorted_and_without_removed_ones(
    tmp_path: Path, open_generation: OpenGeneration, make_entry: MakeEntry
) -> None:
    made = open_generation(tmp_path)
    made.add([make_entry(id_, seq) for seq, id_ in enumerate(["c", "a", "d", "b"], 1)])
    made.commit()
    made.remove(["d", "never"])
    made.commit()
    view = made.view
    assert list(view.ids()) == ["a", "b", "c"]
    assert [view.holds(id_) for id_ in ("a", "d", "never", "")] == [True, False, False, False]
    assert view.count() == 3


def test_the_most_frequent_language_comes_first(
    tmp_path: Path, open_generation: OpenGeneration, make_entry: MakeEntry
) -> None:
    made = open_generation(tmp_path)
    languages = ["fr", "de", "de", "en", "de", "en"]
    made.add([make_entry(f"a{at}", at, language=each) for at, each in enumerate(languages, 1)])
    made.commit()
    assert made.view.languages == ("de", "en", "fr")


def test_the_newest_seq_is_found_wherever_it_is_expected(
    tmp_path: Path, open_generation: OpenGeneration, make_entry: MakeEntry
) -> None:
    made = open_generation(tmp_path)
    made.add([make_entry(f"a{seq}", seq) for seq in (3, 8, 5)])
    made.commit()
    made.remove(["a8"])
    made.commit()
    for expected in (0, 3, 5, 6, 8, 1 << 40):
        assert newest_seq(made.view.searcher, expected) == 5
