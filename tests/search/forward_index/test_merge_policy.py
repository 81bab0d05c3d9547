import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.search.forward_index.merge_policy import first_to_merge


@pytest.mark.parametrize(
    ("sizes", "wanted"),
    [
        ([], None),
        ([7], None),
        ([0], None),
        ([1, 1], 0),
        ([2, 1], None),  # twice as large is large enough
        ([10, 5], None),
        ([10, 6], 0),
        ([100, 10, 6], 1),
        ([30, 10, 6], 0),  # 10 and 6 are more than half of 30
        ([100, 20, 4, 3], 2),
        ([100, 50, 24, 12, 1], 0),  # together 87, more than half of 100
        ([5, 100], 0),
        ([2, 0], None),  # an empty segment is a file, too, and counts as one row
        ([1, 0], 0),
        ([0, 0], 0),
    ],
)
def test_a_segment_is_merged_once_the_newer_ones_are_half_its_size(
    sizes: list[int], wanted: int | None
) -> None:
    assert first_to_merge(sizes) == wanted


SIZES = st.lists(st.integers(0, 50), max_size=12)


@given(SIZES)
def test_the_first_is_the_oldest_that_the_newer_ones_outgrow(sizes: list[int]) -> None:
    newer = [sum(max(size, 1) for size in sizes[place + 1 :]) for place in range(len(sizes))]
    outgrown = [place for place in range(len(sizes) - 1) if sizes[place] < 2 * newer[place]]
    assert first_to_merge(sizes) == (outgrown[0] if outgrown else None)


@given(SIZES)
def test_after_merging_each_segment_is_twice_as_large_as_all_newer_ones(sizes: list[int]) -> None:
    start = first_to_merge(sizes)
    after = sizes if start is None else [*sizes[:start], sum(sizes[start:])]
    for place, size in enumerate(after[:-1]):
        assert size >= 2 * sum(max(newer, 1) for newer in after[place + 1 :])
    assert first_to_merge(after) is None


@given(st.lists(st.integers(1, 9), min_size=1, max_size=300))
def test_segments_stay_few_and_rows_are_copied_rarely(commits: list[int]) -> None:
    sizes: list[int] = []
    copied = 0
    for size in commits:
        sizes.append(size)
        start = first_to_merge(sizes)
        if start is not None:
            copied += sum(sizes[start:])
            sizes[start:] = [sum(sizes[start:])]
    total = sum(commits)
    assert sum(sizes) == total
    # Each segment is at least three times as large as the next, and the last has at least a row.
    assert 3 ** (len(sizes) - 1) <= 2 * total
    # A row is copied again only when its segment has grown by half.
    growths = 1
    while 1.5**growths < total:
        growths += 1
    assert copied <= total * (growths + 1)
