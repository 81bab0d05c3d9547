from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.group.stories.conftest import NOW, clipping, member, profile

from tidings.group.stories.clipping import Clipping, ClippingTerm
from tidings.group.stories.story_profile import StoryMember, StoryProfile, story_member

WORDS = ("flood", "dyke", "boat", "rain")
MEMBERS = [
    member(
        str(number),
        words=" ".join(word for bit, word in enumerate(WORDS) if number >> bit & 1),
        names="kessler" if number % 3 else "",
        figures=str(number % 4 + 10),
        hours=number % 5,
        language="de" if number % 4 == 3 else "en",
        is_thin=number % 5 == 2,
    )
    for number in range(12)
]


def test_the_keys_of_words_carry_their_language_and_those_of_facts_a_mark() -> None:
    terms = (ClippingTerm("flood", 70, 12, True), ClippingTerm("dyke", 110, 9))
    found = story_member(
        Clipping("a", "a.example", "en", NOW, "Flood", terms, ("kessler",), ("3831",)), {}
    )
    assert list(found.keys) == ["en flood", "en dyke", "@kessler", "#3831"]
    assert list(found.weights) == [12, 9]
    assert list(found.rarities) == [70, 110]
    assert list(found.title) == [1, 0]
    assert found.at == NOW.timestamp()
    assert found.is_thin


def test_a_weight_that_does_not_fit_into_a_byte_is_cut() -> None:
    terms = (ClippingTerm("flood", 300, 256), ClippingTerm("dyke", 255, 3))
    found = story_member(Clipping("a", "a.example", "en", NOW, "", terms), {})
    assert list(found.rarities) == [255, 255]
    assert list(found.weights) == [255, 3]


def test_equal_keys_of_two_articles_are_one_string() -> None:
    pool: dict[str, str] = {}
    one = story_member(clipping("a", "flood dyke", "kessler"), pool)
    other = story_member(clipping("b", "dyke", "kessler"), pool)
    assert one.words[1] is other.words[0]
    assert one.names[0] is other.names[0]


def test_a_heading_is_the_title_and_all_words_of_a_thin_text() -> None:
    full = member("a", words="dyke", title="flood", rarity=75)
    thin = member("b", words="dyke", title="flood", rarity=75, is_thin=True)
    assert full.heading == [("en flood", 7.5)]
    assert thin.heading == [("en flood", 7.5), ("en dyke", 7.5)]


def test_a_thin_article_is_counted_by_language_but_is_no_text_in_it() -> None:
    story = profile(member("a", language="de", is_thin=True), member("b"), member("c"))
    assert story.articles_by_language == {"de": 1, "en": 2}
    assert story.languages == {"en": 2}


def test_a_key_that_no_article_has_any_longer_is_not_counted() -> None:
    story = profile(member("a", "dyke flood"), *(member(str(at), "flood") for at in range(6)))
    assert story.counts == {"en dyke": 1, "en flood": 7}
    story.remove("a")
    assert "en dyke" not in story.counts


def test_a_story_begins_with_its_first_article_that_is_left() -> None:
    story = profile(*(member(str(hours), hours=hours) for hours in (5, 1, 9, 3)))
    story.remove("1")
    assert story.first == member("", hours=3).at
    story.remove("9")
    assert story.last == member("", hours=5).at


def test_an_emptied_story_takes_the_times_of_its_next_article() -> None:
    story = profile(member("a", hours=1))
    story.remove("a")
    story.add(member("b", hours=8))
    assert story.first == story.last == member("", hours=8).at


def test_removing_an_unknown_article_is_an_error() -> None:
    with pytest.raises(KeyError):
        StoryProfile(1).remove("a")


def _facts(story: StoryProfile) -> tuple[object, ...]:
    times = (story.first, story.last) if story.size else ()
    return (
        dict(story.counts),
        times,
        dict(story.languages),
        dict(story.articles_by_language),
        story.size,
    )


def _counted(members: list[StoryMember]) -> tuple[object, ...]:
    """The same facts by going through the articles one by one."""
    times = [each.at for each in members]
    return (
        dict(Counter(key for each in members for key in each.keys)),
        (min(times), max(times)) if times else (),
        dict(Counter(each.language for each in members if not each.is_thin)),
        dict(Counter(each.language for each in members)),
        len(members),
    )


@settings(max_examples=60)
@given(st.lists(st.integers(0, 11), max_size=40))
def test_a_profile_depends_only_on_the_articles_that_are_in_it(turns: list[int]) -> None:
    story = StoryProfile(1)
    for number in turns:  # each turn adds an article, or removes it if it is there
        if str(number) in story.members:
            assert story.remove(str(number)) is MEMBERS[number]
        else:
            story.add(MEMBERS[number])
        assert _facts(story) == _counted([MEMBERS[int(id)] for id in story.members])
