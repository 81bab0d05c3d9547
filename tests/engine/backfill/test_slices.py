from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tidings.engine.backfill.slices import HostLoad, SliceSize, slices_of

Loads = st.lists(
    st.builds(HostLoad, st.just(""), st.integers(1, 300), st.sampled_from([0.1, 1.0, 5.0, 30.0])),
    min_size=1,
    max_size=20,
).map(lambda loads: [HostLoad(f"{n}.org", each.urls, each.seconds) for n, each in enumerate(loads)])
Sizes = st.builds(SliceSize, st.integers(1, 8), st.sampled_from([5.0, 30.0]), st.integers(1, 100))


@given(Loads, Sizes)
def test_every_url_is_in_one_slice(lane: list[HostLoad], size: SliceSize) -> None:
    taken: Counter[str] = Counter()
    for piece in slices_of(lane, size):
        assert 0 < sum(each.urls for each in piece.shares) <= size.urls
        assert len({each.host for each in piece.shares}) == len(piece.shares)
        taken.update({each.host: each.urls for each in piece.shares})
    assert taken == {each.host: each.urls for each in lane}


@given(Loads, Sizes)
def test_a_slice_lasts_no_longer_than_it_may(lane: list[HostLoad], size: SliceSize) -> None:
    longest = max(each.seconds for each in lane)
    assert all(piece.seconds <= size.seconds + longest for piece in slices_of(lane, size))


def test_a_long_host_is_cut_in_time_beside_short_ones() -> None:
    lane = [HostLoad("long", 90, 1.0), *(HostLoad(f"{n}", 10, 1.0) for n in range(6))]
    pieces = list(slices_of(lane, SliceSize(2, 30.0, 1_000)))
    assert [sum(each.urls for each in piece.shares) for piece in pieces] == [60, 60, 30]
    assert all(piece.shares[0].host == "long" for piece in pieces)
