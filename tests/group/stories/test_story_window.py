from hypothesis import given, settings
from hypothesis import strategies as st
from tests.group.stories.conftest import at, clipping, member

from tidings.group.stories.story_window import StoryWindow

MEMBERS = [
    member(str(number), "flood dyke" if number % 2 else "boat", f"name{number % 3}", hours=number)
    for number in range(9)
]


def window_of(*stories: str, next_id: int = 100) -> StoryWindow:
    """Stories 1, 2 …, each given by its articles' words; an article's id is story and place."""
    window = StoryWindow(next_id)
    for story, articles in enumerate(stories, 1):
        for place, words in enumerate(articles.split(",")):
            window.put(member(f"{story}{place}", words), story)
    return window


def test_the_nearest_story_is_the_one_with_the_highest_score() -> None:
    window = window_of("flood dyke", "flood dyke boat", "tent")
    best, score = window.nearest(member("x", "flood dyke boat"))
    assert best is window.profiles[2]
    assert score == window.score(member("x", "flood dyke boat"), window.profiles[2]) > 2


def test_a_story_can_be_left_out_of_the_search() -> None:
    window = window_of("flood dyke", "flood dyke boat")
    best, _ = window.nearest(member("x", "flood dyke boat"), except_story=2)
    assert best is window.profiles[1]


def test_an_article_that_shares_nothing_has_no_nearest_story() -> None:
    assert window_of("flood").nearest(member("x", "tent")) == (None, 0.0)


def test_a_candidate_whose_score_is_nothing_is_not_the_nearest() -> None:
    window = StoryWindow()
    window.put(member("a", "flut", "kessler", language="de"), 1)
    assert window.nearest(member("x", "flood", "kessler")) == (None, 0.0)  # one name is too little


def test_the_rarity_of_names_depends_on_the_stories_of_the_window() -> None:
    window = window_of("flood", "dyke", "boat")
    window.put(member("a", names="kessler"), 1)
    before = window.index.rarity("@kessler")
    window.put(member("b", names="kessler"), 2)
    assert window.index.rarity("@kessler") < before
    window.put(member("c", names="kessler"), 2)  # the same story again
    assert window.index.rarity("@kessler") > before - 1


def test_every_new_id_is_unused() -> None:
    window = StoryWindow(next_id=7)
    assert [window.new_id() for _ in range(3)] == [7, 8, 9]
    assert window.next_id == 10


def test_an_empty_story_disappears() -> None:
    window = window_of("flood,dyke", "boat")
    assert window.take("20").id == "20"
    assert list(window.profiles) == [1]
    assert window.index.size == 1
    assert len(window) == 2
    assert window.nearest(member("x", "boat")) == (None, 0.0)


def test_dropping_an_unknown_article_does_nothing() -> None:
    window = window_of("flood")
    window.drop("unknown")
    assert len(window) == 1
    window.drop("10")
    assert len(window) == len(window.profiles) == 0


def test_only_articles_from_before_the_time_are_forgotten() -> None:
    window = StoryWindow()
    for each in MEMBERS[:4]:
        window.put(each, 1)
    window.put(member("late", hours=3), 2)
    assert sorted(window.forget(at(2))) == ["0", "1"]
    assert window.story_of == {"2": 1, "3": 1, "late": 2}
    assert window.profiles[1].first == at(2).timestamp()
    assert window.forget(at(2)) == []


def test_after_forgetting_equal_keys_are_still_one_string() -> None:
    window = StoryWindow()
    window.put(window.member(clipping("old", "flood dyke")), 1)
    window.put(window.member(clipping("new", "dyke", hours=5)), 1)
    window.forget(at(1))
    (kept,) = window.profiles[1].members.values()
    assert window.member(clipping("next", "dyke")).words[0] is kept.words[0]


def test_a_rebuilt_window_never_gives_out_an_id_in_use() -> None:
    window = StoryWindow()
    window.rebuild([(clipping("a", "flood"), 4), (clipping("b", "dyke"), 9)], next_id=6)
    assert window.new_id() == 10
    window.rebuild([], next_id=50)
    assert window.new_id() == 50


def test_the_last_of_several_revisions_counts_in_a_rebuilt_window() -> None:
    window = StoryWindow()
    window.rebuild([(clipping("a", "flood"), 1), (clipping("a", "dyke"), 2)], next_id=3)
    assert window.story_of == {"a": 2}
    assert set(window.index.keys) == {"en dyke"}


_turns = st.lists(st.tuples(st.integers(0, 8), st.integers(1, 4)), max_size=30)


@settings(max_examples=60)
@given(_turns)
def test_the_index_knows_exactly_the_keys_of_the_articles(turns: list[tuple[int, int]]) -> None:
    window, expected = StoryWindow(), dict[str, int]()
    for number, story in turns:  # each turn puts an article into a story, or takes it out
        id = str(number)
        if expected.pop(id, None) is None:
            expected[id] = story
            window.put(MEMBERS[number], story)
        else:
            assert window.take(id) is MEMBERS[number]
    assert window.story_of == expected
    assert set(window.profiles) == set(expected.values())
    assert window.index.size == len(window.profiles)
    keys = {key: {story for id, story in expected.items() if key in MEMBERS[int(id)].keys}
            for each in MEMBERS for key in each.names}  # fmt: skip
    for key, stories in keys.items():
        assert window.index.candidates(member("x", names=key[1:]), 9) == sorted(stories)
