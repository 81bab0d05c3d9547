import pytest

from tidings.extract.metadata.date_candidates import url_date


@pytest.mark.parametrize(
    ("url", "day"),
    [
        ("https://a.example/2024/03/04/x", "2024-03-04"),
        ("https://a.example/2024/3/4/x", "2024-03-04"),
        ("https://a.example/news/20240304-rain.html", "2024-03-04"),
        ("https://a.example/2024-03-04-rain", "2024-03-04"),
        ("https://a.example/news/04-03-2024", "2024-03-04"),
        ("https://a.example/article/20244/x", None),
        ("https://a.example/2024/13/44/x", None),
        ("https://a.example/", None),
    ],
)
def test_dates_in_urls_are_read(url: str, day: str | None) -> None:
    moment = url_date(url)
    assert (moment and moment.date().isoformat()) == day
