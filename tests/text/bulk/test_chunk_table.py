import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.text.bulk.chunk_table import ChunkTable, chunk_hashes
from tidings.text.bulk.chunks import MachineWords


def numbers(count: int) -> "np.ndarray[tuple[int], np.dtype[np.uint64]]":
    return np.arange(1, count + 1, dtype=np.uint64)


def added(table: ChunkTable, words: MachineWords) -> None:
    """Add chunks; the codes of each begin at ten times its number, and are twice as many."""
    new = np.arange(table.count + 1, table.count + 1 + len(words[0]))
    table.add(words, 10 * new, 2 * new)


@settings(max_examples=50)
@given(st.lists(st.integers(0, 300), max_size=400))
def test_a_table_finds_what_was_added_and_nothing_else(chosen: list[int]) -> None:
    table = ChunkTable(2)
    known = np.unique(np.array(chosen, np.uint64))
    words = [known % 7, known + 1]
    table.add(words, np.arange(len(known)), np.ones(len(known), np.int64))
    wanted = np.arange(301, dtype=np.uint64)
    numbers = table.numbers([wanted % 7, wanted + 1])
    assert np.flatnonzero(numbers).tolist() == known.tolist()
    assert table.begins[numbers[numbers > 0]].tolist() == list(range(len(known)))


def test_a_table_grows_without_losing_anything() -> None:
    table = ChunkTable(2)
    for first in range(0, 20_000, 1_000):
        new = np.arange(first, first + 1_000, dtype=np.uint64)
        table.add([new * 8, new + 1], new.astype(np.int64), np.ones(1_000, np.int64))
    wanted = np.arange(20_000, dtype=np.uint64)
    assert table.numbers([wanted * 8, wanted + 1]).tolist() == list(range(1, 20_001))
    assert not table.numbers([wanted * 8 + 1, wanted + 1]).any()


def test_an_empty_table_knows_nothing() -> None:
    table = ChunkTable(2)
    assert not table.numbers([numbers(5), numbers(5)]).any()
    assert table.numbers([numbers(0), numbers(0)]).tolist() == []


def test_chunks_that_differ_in_any_word_are_different() -> None:
    table = ChunkTable(4)
    chunk = np.array([7, 7, 7, 7], np.uint64)
    words = [chunk + np.eye(4, dtype=np.uint64)[at] for at in range(4)]  # each changes one word
    added(table, words)
    assert table.numbers(words).tolist() == [1, 2, 3, 4]
    assert table.numbers([chunk[:1]] * 4).tolist() == [0]
    assert [word.tolist() for word in table.words(np.array([2, 4]))] == [
        word[[1, 3]].tolist() for word in words
    ]


def test_chunks_with_the_same_slot_are_found_one_after_the_other() -> None:
    many = numbers(400_000)
    # Home slots are bits of the hash: take chunks that share all of them.
    slots = (chunk_hashes([many, many]) >> np.uint64(29)) & np.uint64(4095)
    same = many[slots == slots[0]]
    assert len(same) > 50
    known, unknown = same[::2], same[1::2]
    table = ChunkTable(2)
    added(table, [known, known])
    assert table.numbers([known, known]).tolist() == list(range(1, len(known) + 1))
    assert not table.numbers([unknown, unknown]).any()


def test_a_chunk_at_the_last_slot_continues_at_the_first() -> None:
    many = numbers(400_000)
    slots = (chunk_hashes([many, many]) >> np.uint64(29)) & np.uint64(4095)
    last = many[slots == 4095][:3]
    table = ChunkTable(2)
    added(table, [last, last])
    assert table.numbers([last, last]).tolist() == [1, 2, 3]


def test_what_is_known_of_a_chunk_survives_growth() -> None:
    table = ChunkTable(2)
    added(table, [numbers(100), numbers(100)])
    table.recurred[[3, 70]] = True
    more = numbers(50_000)[100:]
    added(table, [more, more])
    found = table.numbers([numbers(50_000), numbers(50_000)])
    assert found.tolist() == list(range(1, 50_001))
    assert np.flatnonzero(table.recurred).tolist() == [3, 70]
    assert table.begins[found].tolist() == [10 * at for at in range(1, 50_001)]
    assert table.sizes[found].tolist() == [2 * at for at in range(1, 50_001)]


def test_hashes_spread_over_all_slots() -> None:
    hashes = chunk_hashes([numbers(4_096 * 32), numbers(4_096 * 32)])
    slots = ((hashes >> np.uint64(29)) & np.uint64(4095)).astype(np.int64)
    filled = np.bincount(slots, minlength=4_096)  # 32 on average, if even
    assert filled.min() > 0
    assert filled.max() < 3 * 32
