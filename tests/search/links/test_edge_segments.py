from pathlib import Path

import pytest

from tidings.model.crawl.visit import ArchivePlace
from tidings.search.links import edge_segments
from tidings.search.links.array_file import ArrayFileDamaged, write_array_file
from tidings.search.links.edge_segments import EdgeSegments
from tidings.search.links.edges import Edges
from tidings.search.links.page_keys import PageKeys
from tidings.search.links.page_links import PageLinks


def edges(number: int) -> Edges:
    """A page that links to the next."""
    target = PageKeys(number + 1, 0, 0)
    return Edges.of([PageLinks(PageKeys(number, 0, 0), ((target, f"to {number + 1}"),))])


def place(number: int) -> ArchivePlace:
    return ArchivePlace("a.warc", number * 100, 100)


@pytest.fixture
def segments(tmp_path: Path) -> EdgeSegments:
    return EdgeSegments(tmp_path)


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_an_empty_folder_has_no_graph(segments: EdgeSegments) -> None:
    assert (segments.paths(), segments.until()) == ([], None)
    assert len(segments.load().pages.page) == 0


def test_every_part_of_the_archive_is_a_file_in_order(
    segments: EdgeSegments, tmp_path: Path
) -> None:
    for number in (1, 2, 3):
        segments.append(edges(number), place(number))
        assert segments.until() == place(number)
    assert [path.name for path in segments.paths()] == [
        "edges-00000001-00000001.sheaf",
        "edges-00000002-00000002.sheaf",
        "edges-00000003-00000003.sheaf",
    ]
    assert sorted(segments.load().pages.page.tolist()) == [1, 2, 3]


def test_few_segments_are_not_joined_but_leftovers_are_deleted(
    segments: EdgeSegments, tmp_path: Path
) -> None:
    segments.append(edges(1), place(1))
    (tmp_path / "edges-00000002-00000002.sheaf.99.tmp").write_text("half")
    (tmp_path / "ranks.sheaf").write_text("not ours")
    segments.join(segments.load())
    assert names(tmp_path) == ["edges-00000001-00000001.sheaf", "ranks.sheaf"]


def test_many_segments_become_one_that_says_where_it_ends(
    segments: EdgeSegments, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(edge_segments, "_MANY", 3)
    for number in range(1, 5):
        segments.append(edges(number), place(number))
    segments.join(segments.load())
    assert names(tmp_path) == ["edges-00000001-00000004.sheaf"]
    assert segments.until() == place(4)
    assert sorted(segments.load().pages.page.tolist()) == [1, 2, 3, 4]
    segments.append(edges(5), place(5))
    assert [path.name[6:23] for path in segments.paths()] == [
        "00000001-00000004",
        "00000005-00000005",
    ]


@pytest.mark.parametrize(
    "name", ["edges-1-2.sheaf", "edges-00000002-00000001.sheaf", "edges-x.sheaf", "edges-.sheaf"]
)
def test_files_with_other_names_are_ignored(
    segments: EdgeSegments, tmp_path: Path, name: str
) -> None:
    (tmp_path / name).write_text("no edges")
    assert segments.paths() == []
    segments.append(edges(1), place(1))
    assert segments.until() == place(1)


def test_links_read_by_another_version_must_be_read_again(
    segments: EdgeSegments, tmp_path: Path
) -> None:
    segments.append(edges(1), place(1))
    write_array_file(segments.paths()[0], edges(1).arrays(), {"version": 0, "until": None})
    for read in (segments.load, segments.until):
        with pytest.raises(ArrayFileDamaged, match="another version"):
            read()
    segments.clear()
    assert names(tmp_path) == []
    assert segments.until() is None
