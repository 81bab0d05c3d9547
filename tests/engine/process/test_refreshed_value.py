import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import count

from tidings.engine.process.refreshed_value import RefreshedValue


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_value_is_computed_once_while_it_is_fresh() -> None:
    numbers = count()
    with ThreadPoolExecutor(1) as executor:
        refreshed = RefreshedValue[int](60, executor, Clock())
        assert [refreshed.value(lambda: next(numbers)) for _ in range(3)] == [0, 0, 0]


def test_an_old_value_serves_until_the_new_one_is_ready() -> None:
    clock, go = Clock(), threading.Event()
    numbers = count()

    def make() -> int:
        number = next(numbers)
        if number:
            assert go.wait(10)
        return number

    with ThreadPoolExecutor(1) as executor:
        refreshed = RefreshedValue[int](60, executor, clock)
        assert refreshed.value(make) == 0
        clock.now = 61
        assert [refreshed.value(make) for _ in range(3)] == [0, 0, 0]
        go.set()
        executor.submit(int).result(10)  # runs after the refresh
        assert refreshed.value(make) == 1
        assert next(numbers) == 2


def test_a_failed_refresh_keeps_the_old_value_and_is_tried_again() -> None:
    clock, answers = Clock(), iter([1, None, 3])

    def make() -> int:
        answer = next(answers)
        if answer is None:
            raise OSError("gone")
        return answer

    with ThreadPoolExecutor(1) as executor:
        refreshed = RefreshedValue[int](60, executor, clock)
        assert refreshed.value(make) == 1
        for now in (61, 122):
            clock.now = now
            assert refreshed.value(make) == 1
            executor.submit(int).result(10)
        assert refreshed.value(make) == 3


def test_a_quick_first_value_serves_until_the_full_one_is_ready() -> None:
    with ThreadPoolExecutor(1) as executor:
        refreshed = RefreshedValue[str](60, executor, Clock())
        assert refreshed.value(lambda: "whole", lambda: "quick") == "quick"
        executor.submit(int).result(10)
        assert refreshed.value(lambda: "newer", lambda: "quick") == "whole"
