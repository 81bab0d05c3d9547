"""The time axis of a story."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tidings.model.articles.story import FullStory, Membership, Story, StoryArticle
from tidings.serve.rendering.story_lanes import story_axis

BEGAN = datetime(2024, 5, 31, 21, 53, tzinfo=UTC)


def told(*articles: tuple[str, float], first: int = 0) -> FullStory:
    """Return a story of sources, each with the minutes after its beginning."""
    made = tuple(
        StoryArticle(
            f"a{at}", "https://a.example/", f"Headline {at}", source, "en", BEGAN, BEGAN,
            Membership(f"a{at}", 1, BEGAN + timedelta(minutes=minutes), 1.0), is_first=at == first,
        )
        for at, (source, minutes) in enumerate(articles)
    )  # fmt: skip
    story = Story(1, "Headline", "a0", "en", BEGAN, BEGAN, len(made), 1)
    return FullStory(story, made, (), ())


def test_each_source_has_a_lane_with_its_lag() -> None:
    axis = story_axis(told(("post", 0), ("wire", 22), ("post", 30), ("late", 24 * 60 + 61)))
    assert [(lane.source, lane.is_first, lane.lag, len(lane.points)) for lane in axis.lanes] == [
        ("post", True, "", 2),
        ("wire", False, "22 minutes later", 1),
        ("late", False, "1 day 1 hour later", 1),
    ]


def test_an_undated_article_does_not_count_as_first() -> None:
    axis = story_axis(told(("undated", 0), ("post", 10), ("wire", 11), first=1))
    assert [lane.lag for lane in axis.lanes] == ["within a minute", "", "1 minute later"]


def test_ticks_are_round_times_and_name_a_new_day() -> None:
    axis = story_axis(told(("post", 0), ("wire", 180)))
    assert [tick.label for tick in axis.ticks] == [
        "22:00",
        "22:30",
        "23:00",
        "23:30",
        "1 Jun",
        "00:30",
    ]


def test_a_story_of_one_moment_has_one_tick() -> None:
    axis = story_axis(told(("post", 0), ("wire", 0)))
    assert [(tick.at, tick.label) for tick in axis.ticks] == [(50.0, "21:53")]
    assert [point.at for lane in axis.lanes for point in lane.points] == [50.0, 50.0]


def test_lanes_are_few_and_what_is_left_out_is_counted() -> None:
    axis = story_axis(told(*((f"source {number}", number) for number in range(25))))
    assert (len(axis.lanes), axis.left_out) == (20, 5)


def test_a_story_without_articles_has_an_empty_axis() -> None:
    assert story_axis(told()).lanes == ()


@given(st.lists(st.floats(0, 10**7), min_size=1, max_size=30))
def test_everything_is_within_the_picture(minutes: list[float]) -> None:
    axis = story_axis(told(*(("post", each) for each in sorted(minutes))))
    places = [point.at for lane in axis.lanes for point in lane.points]
    assert places == sorted(places)
    assert all(3 <= at <= 97 for at in (*places, *(tick.at for tick in axis.ticks)))
    assert 1 <= len(axis.ticks) <= 24
