import numpy
from hypothesis import given
from hypothesis import strategies as st

from tidings.enrich.name_tables.checksum_table import ChecksumTable

numbers = st.integers(0, 2**32 - 1) | st.sampled_from([0, 1, 65_535, 65_536, 2**32 - 1])


@given(st.lists(numbers), st.lists(numbers))
def test_exactly_the_stored_checksums_are_found_at_their_positions(
    kept: list[int], others: list[int]
) -> None:
    kept = sorted(kept)
    table = ChecksumTable(numpy.array(kept, numpy.uint32))
    for each in kept + others:
        places = [at for at, other in enumerate(kept) if other == each]
        assert table.first(each) == (places[0] if places else -1)
        assert list(table.all(each)) == places
