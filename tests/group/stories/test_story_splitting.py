from datetime import UTC, datetime, timedelta

from tidings.group.stories.clipping import clipping_of_text
from tidings.group.stories.story_splitting import articles_to_split
from tidings.group.stories.story_window import StoryWindow
from tidings.text.parsing.parsed_text import parse_text

NOW = datetime(2026, 5, 1, tzinfo=UTC)
CAKES = [
    "Tolvano goes bankrupt",
    "Bakery chain Tolvano goes bankrupt again",
    "Tolvano closes cake shops in malls",
    "Tolvano cake chain seeks protection",
    "Cake maker Tolvano closes shops",
]
COINS = [
    "Ny Qorx goes bankrupt",
    "Bitcoin exchange Ny Qorx goes bankrupt",
    "Thieves say Ny Qorx holds stolen bitcoin",
    "Ny Qorx thieves post bitcoin balances",
    "Bitcoin exchange Ny Qorx was attacked",
    "Thieves rob bitcoin exchange Ny Qorx",
]


def _window(titles: list[str]) -> StoryWindow:
    window = StoryWindow()
    for at, title in enumerate(titles):
        when = NOW + timedelta(minutes=at)
        clipping = clipping_of_text(
            str(at), "a.example", when, parse_text(title, "en"), parse_text("", "en")
        )
        window.put(window.member(clipping), 1)
    return window


def test_two_stories_in_one_are_split() -> None:
    window = _window(COINS + CAKES)
    split_off = articles_to_split(window.profiles[1], window.score)
    assert set(split_off) == {str(at) for at in range(len(COINS), len(COINS + CAKES))}


def test_one_story_stays_together() -> None:
    window = _window(COINS)
    assert articles_to_split(window.profiles[1], window.score) == ()


def test_a_small_story_is_not_split() -> None:
    window = _window([CAKES[0], COINS[0], CAKES[1], COINS[1]])
    assert articles_to_split(window.profiles[1], window.score) == ()
