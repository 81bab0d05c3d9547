import pytest

from tidings.read.dates.clock_time import clock_time
from tidings.read.dates.date_parser import parse_date


@pytest.mark.parametrize(
    ("text", "hour", "minute"),
    [
        ("10am", 10, 0),
        ("at 9 a.m. EST", 9, 0),
        ("9 p.m.", 21, 0),
        ("12 a.m.", 0, 0),
        ("12 pm", 12, 0),
        ("10.30am", 10, 30),
        ("19 h 21 min", 19, 21),
        ("14h30", 14, 30),
        ("à 11h :", 11, 0),
        ("19 Uhr", 19, 0),
        ("09时30分", 9, 30),
        ("9时", 9, 0),
        ("21時40分", 21, 40),
        ("10点05", 10, 5),
        ("15시 30분", 15, 30),
        ("晚8:00", 20, 0),
        ("凌晨3:30", 3, 30),
        ("下午3时", 15, 0),
        ("05:16 مساءً", 17, 16),
        ("05:16 م", 17, 16),
        ("11:00 صباحاً", 11, 0),
        ("5.45 ip.", 17, 45),
        ("03:30 μ.μ.", 15, 30),
        ("11:08 अपराह्न", 23, 8),
        ("3:30 PTG", 15, 30),
        ("24:00", 24, 0),
    ],
)
def test_times_are_read_as_pages_print_them(text: str, hour: int, minute: int) -> None:
    found = clock_time(text)
    assert found is not None
    assert (found.hour, found.minute) == (hour, minute)


@pytest.mark.parametrize("text", ["", "10", "24h", "25:00", "10:75", "5 minutes", "10 amateurs"])
def test_other_numbers_are_not_times(text: str) -> None:
    assert clock_time(text) is None


def test_a_german_preposition_is_not_a_morning() -> None:
    found = parse_date("von Marianne1 am 20.09.2020")
    assert found is not None
    assert found.hour == 0
    found = parse_date("Treffen 1 am 20.09.2020")
    assert found is not None
    assert found.hour == 0
