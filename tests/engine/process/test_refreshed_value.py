import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import count

from tidings.engine.process.refreshed_value import RefreshedValue


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_an_answer_is_made_once_while_it_is_fresh() -> None:
    numbers = count()
    with ThreadPoolExecutor(1) as aside:
        remembered = RefreshedValue[int](60, aside, Clock())
        assert [remembered.value(lambda: next(numbers)) for _ in range(3)] == [0, 0, 0]


def test_an_old_answer_serves_until_the_new_one_is_there() -> None:
    clock, go = Clock(), threading.Event()
    numbers = count()

    def make() -> int:
        number = next(numbers)
        if number:
            assert go.wait(10)
        return number

    with ThreadPoolExecutor(1) as aside:
        remembered = RefreshedValue[int](60, aside, clock)
        assert remembered.value(make) == 0
        clock.now = 61
        assert [remembered.value(make) for _ in range(3)] == [0, 0, 0]
        go.set()
        aside.submit(int).result(10)  # after what was made aside
        assert remembered.value(make) == 1
        assert next(numbers) == 2


def test_a_failure_aside_keeps_the_old_answer_and_is_tried_again() -> None:
    clock, answers = Clock(), iter([1, None, 3])

    def make() -> int:
        answer = next(answers)
        if answer is None:
            raise OSError("gone")
        return answer

    with ThreadPoolExecutor(1) as aside:
        remembered = RefreshedValue[int](60, aside, clock)
        assert remembered.value(make) == 1
        for now in (61, 122):
            clock.now = now
            assert remembered.value(make) == 1
            aside.submit(int).result(10)
        assert remembered.value(make) == 3


def test_a_quick_first_answer_serves_until_the_whole_one_is_there() -> None:
    with ThreadPoolExecutor(1) as aside:
        remembered = RefreshedValue[str](60, aside, Clock())
        assert remembered.value(lambda: "whole", lambda: "quick") == "quick"
        aside.submit(int).result(10)
        assert remembered.value(lambda: "newer", lambda: "quick") == "whole"
