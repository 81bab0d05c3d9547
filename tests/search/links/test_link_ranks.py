import math
import os
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.search.links.anchors import Anchors
from tidings.search.links.array_file import write_array_file
from tidings.search.links.edges import AnchorTexts
from tidings.search.links.link_ranks import LinkRanks, LiveRanks, RankColumn, ranks_age

AT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
UNLINKED = math.log10(0.75)


def column(ranks: dict[int, float]) -> RankColumn:
    keys = sorted(ranks)
    return RankColumn(np.array(keys, np.uint64), np.array([ranks[key] for key in keys], np.float32))


@pytest.fixture
def ranks() -> LinkRanks:
    return LinkRanks(
        AT,
        page=column({3: 1.0, 7: 0.5}),
        host=column({1: 0.25}),
        domain=column({1: 2.0, 2: -0.0625}),
        linking_pages=np.array([9, 4], np.uint32),
        linking_domains=np.array([2, 0], np.uint32),
        anchors=Anchors(np.array([3, 3, 7], np.uint64), AnchorTexts.of(["b", "größer", "a"])),
    )


@given(st.dictionaries(st.integers(0, 9), st.floats(0, 4, width=16)), st.lists(st.integers(0, 9)))
def test_an_unknown_key_has_the_rank_of_an_unlinked_page(
    known: dict[int, float], wanted: list[int]
) -> None:
    found = column(known)
    assert found.of(wanted) == pytest.approx([known.get(key, UNLINKED) for key in wanted])
    is_known, places = found.places(wanted)
    assert is_known.tolist() == [key in known for key in wanted]
    assert found.keys[places].tolist() == [key for key in wanted if key in known]


@given(st.dictionaries(st.integers(0, 9), st.sampled_from([0.0, 0.5, 1.0])))
def test_a_percentile_is_the_share_of_lower_ranks(known: dict[int, float]) -> None:
    found = column(known)
    for rank in (-1.0, 0.0, 0.5, 0.75, 2.0):
        lower = sum(each < rank for each in known.values())
        assert found.percentile(rank) == pytest.approx(100 * lower / (len(known) or 1))


def test_an_article_has_the_sum_of_its_three_ranks(ranks: LinkRanks) -> None:
    found = ranks.article([3, 7, 99], [1, 1, 99], [1, 2, 99])
    wanted = [1.0 + 0.25 + 2.0, 0.5 + 0.25 - 0.0625, 3 * UNLINKED]
    assert found == pytest.approx([each + 0.45 for each in wanted])
    assert found[2] == pytest.approx(0.075, abs=0.001)


def test_evidence_goes_from_zero_towards_one(ranks: LinkRanks) -> None:
    found = ranks.evidence([99, 7, 3], [99, 1, 1], [99, 2, 1])
    above = [0.0, 0.6875 - 3 * UNLINKED, 3.25 - 3 * UNLINKED]
    assert found == pytest.approx([1 - 10**-each for each in above], abs=1e-6)
    assert 0 <= found[0] < found[1] < found[2] < 1


def test_links_and_texts_of_unknown_pages_are_none(ranks: LinkRanks) -> None:
    assert [ranks.linking(page) for page in (3, 7, 8)] == [(9, 2), (4, 0), (0, 0)]
    assert [ranks.anchors_of(page) for page in (3, 7, 8)] == ["b\ngrößer", "a", ""]
    assert LinkRanks.none().linking(3) == (0, 0)
    assert LinkRanks.none().anchors_of(3) == ""


def test_saved_ranks_are_loaded_with_their_moment(ranks: LinkRanks, tmp_path: Path) -> None:
    later = AT.replace(year=2027)
    ranks.save(tmp_path, later)
    found = LinkRanks.load(tmp_path)
    assert found.at == later
    for name in ("page", "host", "domain"):
        one, other = getattr(found, name), getattr(ranks, name)
        assert (one.keys.tolist(), one.ranks.tolist()) == (
            other.keys.tolist(),
            other.ranks.tolist(),
        )
    assert found.linking(3) == (9, 2)
    assert found.anchors_of(3) == "b\ngrößer"


def test_ranks_of_another_version_count_as_none(ranks: LinkRanks, tmp_path: Path) -> None:
    write_array_file(tmp_path / "ranks.sheaf", {}, {"version": 0, "at": 1.0})
    assert LinkRanks.load(tmp_path).at is None
    assert LinkRanks.load(tmp_path / "missing").at is None


def test_the_age_of_ranks_is_that_of_their_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ranks_age(tmp_path) is None
    LinkRanks.none().save(tmp_path, AT)
    os.utime(tmp_path / "ranks.sheaf", (1_000.0, 1_000.0))
    monkeypatch.setattr("tidings.search.links.link_ranks.time.time", lambda: 1_250.5)
    assert ranks_age(tmp_path) == 250.5
    monkeypatch.setattr("tidings.search.links.link_ranks.time.time", lambda: 900.0)
    assert ranks_age(tmp_path) == 0.0  # the clock was set back


def test_the_file_is_looked_at_once_a_second(
    ranks: LinkRanks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100.0]
    monkeypatch.setattr("tidings.search.links.link_ranks.time.monotonic", lambda: clock[0])
    live = LiveRanks(tmp_path)
    assert live.now().at is None
    ranks.save(tmp_path, AT)
    clock[0] += 0.75
    assert live.now().at is None
    clock[0] += 0.25
    first = live.now()
    assert first.at == AT
    clock[0] += 5.0
    assert live.now() is first  # the file has not changed
