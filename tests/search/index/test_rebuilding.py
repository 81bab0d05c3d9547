import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tidings.search.entries.entry import IndexEntry
from tidings.search.index import rebuilding
from tidings.search.index.current_generation import (
    building,
    current_name,
    make_current,
    offer,
    offered_name,
)
from tidings.search.index.errors import IndexBusy
from tidings.search.index.generation import Generation
from tidings.search.index.rebuilding import build
from tidings.search.index.search_index import Index
from tidings.settings.tree import SearchSettings

MakeEntry = Callable[..., IndexEntry]
SETTINGS = SearchSettings()


class Articles:
    """What an index must have in the end; fills a generation with what it lacks."""

    def __init__(self, make_entry: MakeEntry, count: int) -> None:
        self._make = make_entry
        self.count = count
        self.fills = 0

    def after(self, seq: int) -> list[IndexEntry]:
        return [self._make(f"a{each}", each) for each in range(seq + 1, self.count + 1)]

    def fill(self, generation: Generation) -> None:
        self.fills += 1
        generation.add(self.after(generation.view.last_seq))
        generation.commit()


@pytest.fixture
def articles(make_entry: MakeEntry) -> Articles:
    return Articles(make_entry, 3)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "index"


@pytest.fixture
def written(folder: Path, articles: Articles) -> Iterator[Index]:
    """The index, open for writing, with its first article."""
    index = Index.open(folder, SETTINGS, writable=True)
    index.add(articles.after(0)[:1])
    index.commit()
    yield index
    index.close()


def ids(index: Index) -> list[str]:
    return list(index.ids())


def generations(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir() if each.is_dir())


def test_the_first_build_makes_the_index(folder: Path, articles: Articles) -> None:
    view = build(folder, SETTINGS, articles.fill)
    assert list(view.ids()) == ["a1", "a2", "a3"]
    assert (current_name(folder), generations(folder)) == ("1", ["1"])
    assert articles.fills == 2  # once with everything, and once with what came meanwhile
    reader = Index.open(folder, SETTINGS, writable=False)
    assert ids(reader) == ["a1", "a2", "a3"]


def test_what_comes_during_the_build_is_in_the_new_generation(
    folder: Path, articles: Articles
) -> None:
    def fill(generation: Generation) -> None:
        articles.fill(generation)
        articles.count = 5

    assert list(build(folder, SETTINGS, fill).ids()) == ["a1", "a2", "a3", "a4", "a5"]


def test_without_a_writer_a_build_replaces_the_current_generation_at_once(
    folder: Path, articles: Articles, written: Index
) -> None:
    written.close()
    reader = Index.open(folder, SETTINGS, writable=False)
    before = reader.view
    build(folder, SETTINGS, articles.fill)
    assert (current_name(folder), generations(folder)) == ("2", ["2"])
    assert ids(reader) == ["a1"]  # until it reloads
    reader.reload()
    assert ids(reader) == ["a1", "a2", "a3"]
    assert list(before.ids()) == ["a1"]


def test_a_failed_build_changes_nothing(folder: Path, articles: Articles, written: Index) -> None:
    def fill(generation: Generation) -> None:
        articles.fill(generation)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        build(folder, SETTINGS, fill)
    assert (current_name(folder), generations(folder), ids(written)) == ("1", ["1"], ["a1"])
    written.add(articles.after(1))
    written.commit()
    assert ids(written) == ["a1", "a2", "a3"]


def test_two_builds_at_once_are_refused(folder: Path, articles: Articles) -> None:
    with building(folder), pytest.raises(IndexBusy):
        build(folder, SETTINGS, articles.fill)
    assert articles.fills == 0


def test_leftovers_of_a_killed_build_are_deleted(folder: Path, articles: Articles) -> None:
    (folder / "1").mkdir(parents=True)
    (folder / "1" / "meta.json").write_text("half")
    offer(folder, "1")
    build(folder, SETTINGS, articles.fill)
    assert generations(folder) == [str(current_name(folder))]
    assert offered_name(folder) is None


class Builder(threading.Thread):
    """Builds in another thread, as another process would."""

    def __init__(self, folder: Path, fill: Callable[[Generation], None]) -> None:
        super().__init__()
        self._folder, self._fill = folder, fill
        self.ids: list[str] = []

    def run(self) -> None:
        self.ids = list(build(self._folder, SETTINGS, self._fill).ids())


def follow(index: Index, builder: Builder) -> int:
    """Follow as soon as the builder has offered its generation, and return its last seq."""
    while (seq := index.follow()) is None:
        assert builder.is_alive()
    return seq


@pytest.fixture
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rebuilding, "_POLL_SECONDS", 0.001)


@pytest.mark.usefixtures("no_pause")
def test_a_writer_takes_a_new_generation_over_and_loses_nothing(
    folder: Path, articles: Articles, written: Index
) -> None:
    reader = Index.open(folder, SETTINGS, writable=False)
    builder = Builder(folder, articles.fill)
    builder.start()
    seq = follow(written, builder)
    assert seq == 3
    assert written.follow() is None  # it follows already
    assert ids(written) == ["a1"]  # searches see the old one until the commit
    articles.count = 4  # came while the generation was built
    written.add(articles.after(seq))
    assert current_name(folder) == "1"
    written.commit()
    builder.join()
    assert builder.ids == ["a1", "a2", "a3"]
    assert (current_name(folder), generations(folder)) == ("2", ["2"])
    assert ids(written) == ["a1", "a2", "a3", "a4"]
    reader.reload()
    assert ids(reader) == ["a1", "a2", "a3", "a4"]


@pytest.mark.usefixtures("no_pause")
def test_if_the_writer_ends_meanwhile_the_build_goes_on_alone(
    folder: Path, articles: Articles, written: Index
) -> None:
    builder = Builder(folder, articles.fill)
    builder.start()
    while offered_name(folder) is None:
        assert builder.is_alive()
    articles.count = 4
    written.close()
    builder.join()
    assert builder.ids == ["a1", "a2", "a3", "a4"]
    assert (current_name(folder), generations(folder)) == ("2", ["2"])
    assert offered_name(folder) is None


@pytest.mark.usefixtures("no_pause")
def test_a_writer_that_never_follows_is_left_behind(
    folder: Path, articles: Articles, written: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rebuilding, "_PATIENCE_SECONDS", 0.0)
    view = build(folder, SETTINGS, articles.fill)
    assert list(view.ids()) == ["a1", "a2", "a3"]
    assert current_name(folder) == "2"
    assert generations(folder) == ["1", "2"]  # the first is still written
    # If it comes back to itself, it follows and adds what the new generation lacks.
    articles.count = 5
    seq = written.follow()
    assert seq == 3
    written.add(articles.after(seq))
    written.commit()
    assert ids(written) == ["a1", "a2", "a3", "a4", "a5"]
    assert generations(folder) == ["2"]


def test_a_generation_that_is_offered_but_gone_is_not_followed(
    folder: Path, written: Index
) -> None:
    offer(folder, "9")
    assert written.follow() is None
    written.commit()
    assert current_name(folder) == "1"


def test_a_generation_whose_builder_has_not_closed_it_is_tried_again(
    folder: Path, articles: Articles, written: Index
) -> None:
    generation = Generation(folder / "2", SETTINGS, writable=True)
    articles.fill(generation)
    offer(folder, "2")
    assert written.follow() is None
    generation.close()
    assert written.follow() == 3


def test_a_reader_reopens_a_generation_that_was_replaced_and_deleted(
    folder: Path, articles: Articles, written: Index
) -> None:
    written.close()
    reader = Index.open(folder, SETTINGS, writable=False)
    for count in (4, 5):
        articles.count = count
        build(folder, SETTINGS, articles.fill)
    reader.reload()
    assert ids(reader) == ["a1", "a2", "a3", "a4", "a5"]


def test_a_reader_of_a_current_generation_that_is_gone_says_so(
    folder: Path, written: Index
) -> None:
    written.close()
    make_current(folder, "7")
    with pytest.raises(Exception, match="there is no index"):
        Index.open(folder, SETTINGS, writable=False)
