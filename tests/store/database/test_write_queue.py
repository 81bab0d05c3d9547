import threading

from hypothesis import given
from hypothesis import strategies as st

from tidings.store.database.write_queue import WriteQueue

LONG = 60.0  # seconds; never reached in these tests: a full batch or the end comes first


def all_of(queue: WriteQueue[int]) -> list[list[int]]:
    batches: list[list[int]] = []
    while batch := queue.take():
        batches.append(batch)
    return batches


@given(st.integers(1, 7), st.integers(0, 50))
def test_every_item_is_taken_once_in_order_and_in_small_batches(batch: int, count: int) -> None:
    queue: WriteQueue[int] = WriteQueue(batch, LONG)
    taken: list[list[int]] = []
    writer = threading.Thread(target=lambda: taken.extend(all_of(queue)))
    writer.start()
    for number in range(count):
        queue.put(number)
    queue.close()
    writer.join()
    assert [number for some in taken for number in some] == list(range(count))
    assert all(1 <= len(some) <= batch for some in taken)


def test_a_full_batch_is_taken_before_its_time_is_up() -> None:
    queue: WriteQueue[int] = WriteQueue(3, LONG)
    taken: list[list[int]] = []
    writer = threading.Thread(target=lambda: taken.append(queue.take()))
    writer.start()
    for number in range(3):
        queue.put(number)
    writer.join()
    assert taken == [[0, 1, 2]]


def test_a_single_piece_does_not_wait_forever() -> None:
    queue: WriteQueue[int] = WriteQueue(3, 0.0)
    queue.put(1)
    assert queue.take() == [1]


def test_a_full_queue_blocks_the_caller() -> None:
    queue: WriteQueue[int] = WriteQueue(1, LONG)
    for number in range(4):
        queue.put(number)
    caller = threading.Thread(target=queue.put, args=(4,))
    caller.start()
    assert queue.take() == [0]
    caller.join()
    assert [queue.take() for _ in range(4)] == [[1], [2], [3], [4]]


def test_a_closed_and_empty_queue_returns_nothing() -> None:
    queue: WriteQueue[int] = WriteQueue(3, LONG)
    queue.put(1)
    queue.close()
    assert queue.take() == [1]
    assert queue.take() == []
