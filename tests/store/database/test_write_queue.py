import threading

from hypothesis import given
from hypothesis import strategies as st

from tidings.store.database.write_queue import WriteQueue

LONG = 60.0  # seconds that nobody waits in these tests: a full batch or the end comes first


def all_of(inbox: WriteQueue[int]) -> list[list[int]]:
    batches: list[list[int]] = []
    while batch := inbox.take():
        batches.append(batch)
    return batches


@given(st.integers(1, 7), st.integers(0, 50))
def test_all_is_taken_once_and_in_order_in_batches_that_are_not_too_large(
    batch: int, count: int
) -> None:
    inbox: WriteQueue[int] = WriteQueue(batch, LONG)
    taken: list[list[int]] = []
    writer = threading.Thread(target=lambda: taken.extend(all_of(inbox)))
    writer.start()
    for number in range(count):
        inbox.put(number)
    inbox.close()
    writer.join()
    assert [number for some in taken for number in some] == list(range(count))
    assert all(1 <= len(some) <= batch for some in taken)


def test_a_full_batch_is_taken_before_its_time_is_up() -> None:
    inbox: WriteQueue[int] = WriteQueue(3, LONG)
    taken: list[list[int]] = []
    writer = threading.Thread(target=lambda: taken.append(inbox.take()))
    writer.start()
    for number in range(3):
        inbox.put(number)
    writer.join()
    assert taken == [[0, 1, 2]]


def test_a_piece_without_company_does_not_wait_for_ever() -> None:
    inbox: WriteQueue[int] = WriteQueue(3, 0.0)
    inbox.put(1)
    assert inbox.take() == [1]


def test_whoever_brings_too_much_waits_for_the_writer() -> None:
    inbox: WriteQueue[int] = WriteQueue(1, LONG)
    for number in range(4):
        inbox.put(number)
    bringer = threading.Thread(target=inbox.put, args=(4,))
    bringer.start()
    assert inbox.take() == [0]
    bringer.join()
    assert [inbox.take() for _ in range(4)] == [[1], [2], [3], [4]]


def test_a_closed_and_empty_inbox_gives_nothing() -> None:
    inbox: WriteQueue[int] = WriteQueue(3, LONG)
    inbox.put(1)
    inbox.close()
    assert inbox.take() == [1]
    assert inbox.take() == []
