"""The low-speed limit against its own definition."""

from hypothesis import given
from hypothesis import strategies as st

from tidings.fetch.transport.low_speed import LowSpeedLimit


def test_silence_ends_after_one_window() -> None:
    assert LowSpeedLimit(100.0, 1024, 15.0).deadline == 115.0


def test_a_fast_body_gets_a_whole_window_after_each_piece() -> None:
    speed = LowSpeedLimit(0.0, 1024, 15.0)
    speed.add(4096, 3.0)
    assert speed.deadline == 18.0


def test_a_drip_never_moves_the_deadline() -> None:
    speed = LowSpeedLimit(0.0, 1024, 15.0)
    for second in range(15):
        speed.add(10, float(second))
    assert speed.deadline == 15.0


gaps = st.lists(st.tuples(st.integers(1, 9), st.integers(1, 800)), max_size=40)


@given(gaps)
def test_the_deadline_is_when_the_window_first_holds_too_little(
    gaps: list[tuple[int, int]],
) -> None:
    speed, now, arrivals = LowSpeedLimit(0.0, 1000, 15.0), 0, []
    for gap, count in gaps:
        now += gap
        if now >= speed.deadline:
            break
        speed.add(count, float(now))
        arrivals.append((now, count))

    def in_window(end: int) -> int:
        return sum(count for at, count in arrivals if end - 15 < at <= end)

    end = int(speed.deadline)
    assert in_window(end) < 1000
    last = arrivals[-1][0] if arrivals else 0
    assert all(in_window(moment) >= 1000 for moment in range(max(15, last), end))
