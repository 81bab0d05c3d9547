from collections import defaultdict
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.engine.jobs.job import Part
from tidings.engine.runners.window import PartLost, Window, WindowRules

BY_ORDER = WindowRules(longest_first=False, backups=False)
ANY_ORDER = WindowRules(in_order=False)


def part(key: str, estimated: float | None = None, lane: str = "") -> Part[int]:
    return Part(key, (1,), lane=lane, estimated=estimated)


def window_of(rules: WindowRules, parts: list[Part[int]], places: int) -> Window[int, str]:
    window: Window[int, str] = Window(rules, len(parts))
    for each in parts:
        window.add(each)
    window.end()
    for place in range(places):
        window.add_place(place)
    return window


def taken_by(window: Window[int, str], place: int, now: float = 0.0) -> tuple[int, str]:
    taken = window.take(place, now)
    assert taken is not None
    return taken[0], taken[1].key


def test_the_longest_part_of_the_window_goes_first() -> None:
    window = window_of(ANY_ORDER, [part("a", 1.0), part("b", 3.0), part("c"), part("d", 2.0)], 4)
    assert [taken_by(window, place)[1] for place in range(4)] == ["b", "d", "a", "c"]


def test_parts_whose_order_counts_go_in_order_until_the_window_holds_the_rest() -> None:
    window: Window[int, str] = Window(WindowRules(in_order=True), 3)
    for each in (part("a", 1.0), part("b", 3.0), part("c", 2.0)):
        window.add(each)
    window.add_place(0)
    number, key = taken_by(window, 0)
    assert key == "a"
    window.finish(number, 0, "A", 1.0)
    window.end()
    assert taken_by(window, 0)[1] == "b"


def test_results_come_out_in_order_if_that_is_wanted() -> None:
    window = window_of(BY_ORDER, [part("a"), part("b")], 2)
    first, second = taken_by(window, 0)[0], taken_by(window, 1)[0]
    window.finish(second, 1, "B", 1.0)
    assert list(window.take_out()) == []
    window.finish(first, 0, "A", 2.0)
    assert [outcome for _, outcome in window.take_out()] == ["A", "B"]
    assert window.is_done


def test_parts_of_one_lane_never_run_at_once() -> None:
    window = window_of(
        ANY_ORDER, [part("a", 2.0, "x"), part("b", 1.0, "x"), part("c", 0.5, "y")], 3
    )
    first = taken_by(window, 0)
    assert first[1] == "a"
    assert taken_by(window, 1)[1] == "c"
    assert window.take(2, 0.0) is None
    window.finish(first[0], 0, "A", 1.0)
    assert taken_by(window, 2)[1] == "b"


def test_what_ran_at_a_lost_place_goes_elsewhere() -> None:
    window = window_of(ANY_ORDER, [part("a")], 2)
    number, _ = taken_by(window, 0)
    window.lose_place(0)
    assert window.take(0, 1.0) is None
    assert taken_by(window, 1, 1.0) == (number, "a")
    assert not window.is_done


def test_a_place_that_was_only_cut_off_may_still_be_the_first_to_finish() -> None:
    window = window_of(ANY_ORDER, [part("a")], 2)
    number, _ = taken_by(window, 0)
    window.lose_place(0)
    taken_by(window, 1)
    assert window.finish(number, 0, "from the lost place", 2.0)
    assert not window.finish(number, 1, "later", 3.0)
    assert [outcome for _, outcome in window.take_out()] == ["from the lost place"]


def test_a_part_that_ends_every_place_ends_the_job() -> None:
    window = window_of(ANY_ORDER, [part("a")], 0)
    for place in range(8):
        window.add_place(place)
        taken_by(window, place)
        if place < 7:
            window.lose_place(place)
    with pytest.raises(PartLost, match="a was given to 8 places"):
        window.lose_place(7)


def late_window(rules: WindowRules, *, lane: str = "") -> Window[int, str]:
    """Return a window with three parts that took a second each, and one that runs since."""
    window = window_of(rules, [part(key, 1.0, lane) for key in ("a", "b", "c", "d")], 2)
    for now in (0.0, 1.0, 2.0):
        window.finish(taken_by(window, 0, now)[0], 0, "done", now + 1.0)
    assert taken_by(window, 0, 3.0)[1] == "d"
    return window


def test_a_part_that_takes_much_longer_than_expected_is_started_elsewhere() -> None:
    window = late_window(ANY_ORDER)
    assert window.take(1, 4.0) is None
    number, key = taken_by(window, 1, 5.0)
    assert key == "d"
    assert window.finish(number, 1, "backup", 6.0)
    assert window.copies(number) == 2
    assert not window.finish(number, 0, "slow", 7.0)


def test_no_part_is_started_a_third_time() -> None:
    window = late_window(ANY_ORDER)
    taken_by(window, 1, 5.0)
    window.add_place(2)
    assert window.take(2, 50.0) is None


@pytest.mark.parametrize(
    ("rules", "lane"), [(WindowRules(in_order=False, backups=False), ""), (ANY_ORDER, "a host")]
)
def test_without_leave_nothing_runs_twice(rules: WindowRules, lane: str) -> None:
    assert late_window(rules, lane=lane).take(1, 50.0) is None


def test_parts_are_dealt_out_in_advance_if_that_is_wanted() -> None:
    rules = WindowRules(in_order=False, longest_first=False, dynamic=False, backups=False)
    window = window_of(rules, [part(key) for key in "abcd"], 2)
    for key in "ac":
        number, taken = taken_by(window, 0)
        assert taken == key
        window.finish(number, 0, key, 1.0)
    assert window.take(0, 2.0) is None  # though others wait: they are for the other place
    window.lose_place(0)
    assert taken_by(window, 1)[1] == "b"


@dataclass
class Simulation:
    """Places with given seconds for each part; some die while they work."""

    window: Window[int, str]
    parts: list[Part[int]]
    seconds: dict[str, float]
    running: dict[int, tuple[float, int, str]] = field(default_factory=dict)
    runs: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    out: list[str] = field(default_factory=list)
    held: int = 0
    now: float = 0.0
    places: int = 0

    def add_place(self) -> None:
        self.window.add_place(self.places)
        self.places += 1

    def lose(self, place: int) -> None:
        self.running.pop(place, None)
        self.window.lose_place(place)
        self.add_place()

    def fill(self, left: list[Part[int]]) -> None:
        while left and self.window.has_room:
            self.window.add(left.pop(0))
            self.held += 1
        if not left:
            self.window.end()

    def start(self) -> None:
        for place in range(self.places):
            if place not in self.running and (taken := self.window.take(place, self.now)):
                number, each = taken
                lanes = [self.lane(key) for _, _, key in self.running.values()]
                assert not each.lane or each.lane not in lanes
                self.running[place] = (self.now + self.seconds[each.key], number, each.key)
                self.runs[each.key] += 1

    def lane(self, key: str) -> str:
        return next(each.lane for each in self.parts if each.key == key)

    def step(self) -> None:
        place = min(self.running, key=lambda each: self.running[each])
        self.now, number, key = self.running.pop(place)
        self.window.finish(number, place, key, self.now)
        for each, outcome in self.window.take_out():
            assert each.key == outcome
            self.out.append(outcome)
            self.held -= 1


@given(st.data())
def test_every_part_comes_out_once_whatever_happens(data: st.DataObject) -> None:
    times = st.floats(0.01, 100.0)
    lanes = st.sampled_from(["", "", "x", "y"])
    estimates = st.none() | times
    parts = [
        part(f"part {number}", *data.draw(st.tuples(estimates, lanes)))
        for number in range(data.draw(st.integers(0, 30)))
    ]
    rules = WindowRules(*data.draw(st.tuples(*[st.booleans()] * 4)))
    size, places = data.draw(st.integers(1, 12)), data.draw(st.integers(1, 4))
    losses = data.draw(st.lists(st.integers(0, 5), max_size=6))
    simulation = Simulation(
        Window(rules, size), parts, {each.key: data.draw(times) for each in parts}
    )
    for _ in range(places):
        simulation.add_place()
    left = list(parts)
    simulation.fill(left)
    while not simulation.window.is_done:
        assert simulation.held <= size
        simulation.start()
        if losses and simulation.running and losses.pop() < simulation.places:
            simulation.lose(min(simulation.running))
            continue
        assert simulation.running, "nothing runs, though not all is done"
        simulation.step()
        simulation.fill(left)
    assert sorted(simulation.out) == sorted(each.key for each in parts)
    if rules.in_order:
        assert simulation.out == [each.key for each in parts]
    if not rules.backups:
        assert sum(simulation.runs.values()) <= len(parts) + 6  # once more for each loss
