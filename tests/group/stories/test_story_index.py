import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.group.stories.conftest import member

from tidings.group.stories.figures import figure_rarity
from tidings.group.stories.story_index import StoryIndex
from tidings.group.stories.story_profile import StoryMember


def index_of(stories: dict[int, StoryMember]) -> StoryIndex:
    index = StoryIndex()
    for id, article in stories.items():
        index.add(article.keys, id)
        index.size += 1
    return index


def test_stories_are_ranked_by_how_much_they_share() -> None:
    index = index_of(
        {
            1: member("a", "flood"),
            2: member("b", "flood dyke boat"),
            3: member("c", "flood dyke"),
            4: member("d", "tent"),
        }
    )
    assert index.candidates(member("x", "flood dyke boat"), 9) == [2, 3, 1]
    assert index.candidates(member("x", "flood dyke boat"), 2) == [2, 3]
    assert index.candidates(member("x", "rain"), 9) == []


def test_of_two_stories_that_share_the_same_the_older_comes_first() -> None:
    index = index_of({7: member("a", "flood"), 3: member("b", "flood"), 5: member("c", "flood")})
    assert index.candidates(member("x", "flood"), 9) == [3, 5, 7]


def test_a_key_of_few_stories_counts_more_than_one_of_many() -> None:
    stories = {id: member(str(id), "flood") for id in range(1, 9)}
    index = index_of(stories | {9: member("a", "dyke")})
    assert index.candidates(member("x", "flood dyke"), 1) == [9]


def test_a_name_counts_as_much_as_three_words() -> None:
    index = index_of({1: member("a", "flood dyke"), 2: member("b", names="kessler")})
    assert index.candidates(member("x", "flood dyke", "kessler"), 9) == [2, 1]
    index.add(["en boat", "en tent"], 1)
    assert index.candidates(member("x", "flood dyke boat tent", "kessler"), 9) == [1, 2]


def test_a_story_that_shares_less_than_a_quarter_of_the_best_is_skipped() -> None:
    index = index_of({1: member("a", "one two three four five"), 2: member("b", "six")})
    assert index.candidates(member("x", "one two three four six"), 9) == [1, 2]
    assert index.candidates(member("x", "one two three four five six"), 9) == [1]


def test_a_title_is_compared_with_every_story_that_shares_a_word() -> None:
    index = index_of({1: member("a", "one two three four five"), 2: member("b", "six")})
    thin = member("x", title="one two three four five six", is_thin=True)
    assert index.candidates(thin, 9) == [1, 2]


def test_of_very_many_stories_with_a_key_the_newest_are_found() -> None:
    index = index_of({id: member(str(id), "flood") for id in range(1, 101)})
    assert index.candidates(member("x", "flood"), 100) == list(range(53, 101))


def test_the_words_of_a_title_are_always_looked_up() -> None:
    rest = " ".join(f"word{at}" for at in range(16))
    index = index_of({1: member("a", "dyke")})
    assert index.candidates(member("x", f"{rest} dyke"), 9) == []
    with_title = StoryMember(
        "x", "x.example", "en", 0.0, member("x", f"{rest} dyke").words, bytes(17), bytes(17),
        bytes([0] * 16 + [1]), (), (), False,
    )  # fmt: skip
    assert index.candidates(with_title, 9) == [1]


def test_a_name_is_as_rare_as_expected_until_stories_are_known() -> None:
    index = StoryIndex()
    assert index.rarity("@kessler") == pytest.approx(8.0)
    assert index.rarity("#3831") == pytest.approx(figure_rarity("3831"))
    assert index.rarity("#2026") == pytest.approx(figure_rarity("2026"))


def test_a_name_of_many_stories_is_common() -> None:
    index = index_of({id: member(str(id), names="kessler") for id in range(100)})
    index.add(["@quill"], 3)
    prior = 200 * math.exp(-8)
    assert index.rarity("@kessler") == pytest.approx(-math.log((100 + prior) / 300))
    assert index.rarity("@quill") == pytest.approx(-math.log((1 + prior) / 300))


def test_a_name_of_every_story_still_has_some_weight() -> None:
    index = index_of({id: member(str(id), names="kessler") for id in range(5_000)})
    assert index.rarity("@kessler") == 0.1


_turns = st.lists(st.tuples(st.sampled_from("abcde"), st.integers(1, 6)), max_size=40)


@settings(max_examples=60)
@given(_turns)
def test_a_key_has_exactly_the_stories_that_were_added_and_not_dropped(
    turns: list[tuple[str, int]],
) -> None:
    index, expected = StoryIndex(), set[tuple[str, int]]()
    for key, story in turns:  # each turn adds a story to a key, or drops it if it is there
        if (key, story) in expected:
            index.drop([f"@{key}"], story)
        else:
            index.add([f"@{key}"], story)
        expected ^= {(key, story)}
    assert set(index.keys) == {f"@{key}" for key, _ in expected}
    for key in "abcde":
        found = index.candidates(member("x", names=key), 99)
        assert found == sorted(story for other, story in expected if other == key)
