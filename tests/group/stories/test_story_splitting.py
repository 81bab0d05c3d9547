from datetime import UTC, datetime, timedelta

import pytest
from tests.group.stories.conftest import member

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


def _texts(*names: str) -> StoryWindow:
    """A story of full texts, each with the names of its event and a word for each of them."""
    window = StoryWindow()
    for at, named in enumerate(names):
        window.put(member(str(at), f"{named} {named}ville", named, hours=at), 1)
    return window


def test_full_texts_are_split_by_their_names() -> None:
    window = _texts("kessler", "kessler", "lefort", "kessler", "lefort", "kessler")
    assert articles_to_split(window.profiles[1], window.score) == ("2", "4")


def test_a_single_article_with_another_name_is_not_split_off() -> None:
    window = _texts("kessler", "kessler", "lefort", "kessler", "kessler", "kessler")
    assert articles_to_split(window.profiles[1], window.score) == ()


def test_of_two_equal_halves_the_later_one_is_split_off() -> None:
    window = _texts("kessler", "kessler", "kessler", "lefort", "lefort", "lefort")
    assert articles_to_split(window.profiles[1], window.score) == ("3", "4", "5")


def test_an_article_with_neither_name_goes_with_those_it_resembles() -> None:
    window = _texts("kessler", "kessler", "kessler", "lefort", "lefort")
    window.put(member("undecided", "lefort lefortville", hours=9), 1)
    assert set(articles_to_split(window.profiles[1], window.score)) == {"3", "4", "undecided"}


def test_names_that_occur_together_do_not_split_a_story() -> None:
    window = StoryWindow()
    for at in range(8):
        names = "kessler lefort" if at < 2 else "kessler" if at < 5 else "lefort"
        window.put(member(str(at), names, names, hours=at), 1)
    assert articles_to_split(window.profiles[1], window.score) == ()


@pytest.mark.parametrize(("other_name", "split"), [("", ("1", "3", "5", "7")), ("quill", ())])
def test_halves_in_the_same_words_are_one_story_only_if_they_share_names(
    other_name: str, split: tuple[str, ...]
) -> None:
    window = StoryWindow()
    for at in range(8):
        names = f"{'kessler' if at % 2 else 'lefort'} {other_name}"
        window.put(member(str(at), "flood dyke boat rain", names, hours=at), 1)
    assert articles_to_split(window.profiles[1], window.score) == split
