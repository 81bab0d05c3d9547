from datetime import timedelta

from tests.serve.small_home import NOW

from tidings.model.crawl.completeness import HourCount
from tidings.serve.following.hour_chart import HEIGHT, WIDTH, hour_chart


def hours(*counts: tuple[float, int]) -> list[HourCount]:
    return [HourCount(NOW + timedelta(hours=n), *each) for n, each in enumerate(counts)]


def test_the_highest_hour_fills_the_chart() -> None:
    chart = hour_chart(hours((1.0, 4), (2.0, 0)))
    assert chart is not None
    assert [(bar.y, bar.height) for bar in chart.bars] == [(0, HEIGHT), (HEIGHT, 0)]
    assert chart.width == 2 * WIDTH
    assert chart.line == "0,45.0 10,45.0 10,30.0 20,30.0"


def test_little_looks_little() -> None:
    chart = hour_chart(hours((0.25, 0), (0.25, 0), (0.25, 0)))
    assert chart is not None
    assert chart.line.startswith("0,45.0")


def test_nothing_expected_and_nothing_found_is_no_chart() -> None:
    assert hour_chart(hours((0.0, 0), (0.1, 0))) is None
    assert hour_chart([]) is None
