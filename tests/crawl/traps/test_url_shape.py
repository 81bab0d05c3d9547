"""URL shapes: what similar URLs have in common, at three levels."""

from hypothesis import given
from hypothesis import strategies as st

from tidings.crawl.traps.url_shape import WHOLE_SITE, shapes_of


def test_days_of_a_calendar_have_one_shape() -> None:
    one = shapes_of("https://a.example/calendar/2031/05/02")
    assert one == shapes_of("https://a.example/calendar/1998/11/30")
    assert one == ("a.example/calendar/{year}/{n}/{n}", "/{word}/{year}/{n}/{n}", WHOLE_SITE)


def test_any_number_of_facets_has_one_general_shape() -> None:
    one = shapes_of("https://a.example/browse?color=red")
    other = shapes_of("https://a.example/browse?size=xl&color=red&sort=price")
    assert one[0] != other[0]
    assert one[1] == other[1] == "/{word}?"


def test_a_path_that_grows_keeps_its_general_shape() -> None:
    assert shapes_of("https://a.example/a/b/c/d/")[1] == shapes_of("https://a.example/a/b/c/")[1]


def test_hosts_differ_in_their_shapes_but_not_in_the_general_form() -> None:
    one, other = shapes_of("https://x.a.example/news"), shapes_of("https://y.a.example/news")
    assert one[0] != other[0]
    assert one[1] == other[1]


@given(st.from_regex(r"[a-f0-9]{24,32}", fullmatch=True))
def test_a_session_id_in_the_path_is_not_part_of_the_shape(token: str) -> None:
    assert shapes_of(f"https://a.example/story/1;sid={token}") == shapes_of(
        "https://a.example/story/1"
    )
