from datetime import UTC, datetime, timedelta, timezone

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.search.entries.entry import IndexEntry
from tidings.search.forward_index.ranking_columns import (
    COLUMNS,
    PUBLISHED,
    columns_from,
    columns_of,
    id_key,
)
from tidings.text.bulk.vocabulary import term_key

KEYS = st.integers(0, (1 << 64) - 1)
MOMENTS = st.datetimes(datetime(2, 1, 1), datetime(9998, 1, 1), timezones=st.just(UTC))


def table(*entries: IndexEntry) -> np.ndarray[tuple[int, int], np.dtype[np.uint64]]:
    rows = b"".join(map(columns_of, entries))
    return np.frombuffer(rows, np.uint64).reshape(len(entries), COLUMNS)


@given(st.lists(st.tuples(MOMENTS, KEYS, KEYS, KEYS), max_size=5))
def test_columns_are_read_as_they_were_packed(
    given_: list[tuple[datetime, int, int, int]],
) -> None:
    entries = [
        IndexEntry(
            "a", 1, f"s{url % 3}", "de", moment, "", "", "",
            url_key=url, host_key=host, domain_key=domain,
        )
        for moment, url, host, domain in given_
    ]  # fmt: skip
    known = np.ones(len(entries), np.bool_)
    found = columns_from(known, table(*entries))
    assert found.known is known
    assert found.published.tolist() == [each[0].timestamp() // 1 for each in given_]
    assert found.source.tolist() == [term_key(entry.source) for entry in entries]
    assert found.language.tolist() == [term_key("de")] * len(entries)
    assert found.url.tolist() == [each[1] for each in given_]
    assert found.host.tolist() == [each[2] for each in given_]
    assert found.domain.tolist() == [each[3] for each in given_]


def test_rows_of_earlier_versions_are_read_without_their_simhash() -> None:
    entry = IndexEntry("a", 1, "s", "en", datetime(2024, 5, 1, tzinfo=UTC), "", "", "", url_key=7)
    (row,) = table(entry).copy()
    row[3] = 0xF0F0  # between the language and the URL
    found = columns_from(np.ones(1, np.bool_), row[None, :])
    assert found.dated.tolist() == [True]
    assert (found.language.tolist(), found.url.tolist()) == ([term_key("en")], [7])


def test_an_undated_article_is_marked() -> None:
    seen = datetime(2024, 5, 1, tzinfo=UTC)
    entry = IndexEntry("a", 1, "s", "en", seen, "", "", "", is_dated=False)
    found = columns_from(np.ones(1, np.bool_), table(entry))
    assert (found.dated.tolist(), found.published.tolist()) == ([False], [seen.timestamp()])


@pytest.mark.parametrize(
    ("moment", "seconds"),
    [
        (datetime(1970, 1, 1, tzinfo=UTC), 0),
        (datetime(1969, 12, 31, 23, 59, 59, 900_000, tzinfo=UTC), -1),  # down, not towards zero
        (datetime(1970, 1, 1, 1, tzinfo=timezone(timedelta(hours=2))), -3_600),
        (datetime(1970, 1, 1, 0, 0, 1, 999_999), 1),  # without a time zone: UTC
    ],
)
def test_dates_are_whole_seconds_and_may_be_before_1970(moment: datetime, seconds: int) -> None:
    entry = IndexEntry("a", 1, "s", "en", moment, "", "", "")
    assert table(entry)[:, PUBLISHED].view(np.int64).tolist() == [seconds]


def test_ids_have_different_keys_that_never_change() -> None:
    keys = {id_key(f"{number:x}") for number in range(1_000)}
    assert len(keys) == 1_000
    assert all(0 <= key < 1 << 64 for key in keys)
    # Keys are on disk: the first eight bytes of BLAKE2b with that digest size, little-endian.
    assert id_key("") == int.from_bytes(bytes.fromhex("e4a6a0577479b2b4"), "little")
