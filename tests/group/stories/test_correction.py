import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.group.stories.conftest import member

from tidings.group.stories.correction import (
    Correction,
    MemberMove,
    StoryMerge,
    StorySplit,
    correct_stories,
    story_affinity,
)
from tidings.group.stories.story_profile import StoryMember
from tidings.group.stories.story_window import StoryWindow

FLOOD, STRIKE = "flood dyke boat rain", "strike union wage pay"


def window_of(stories: dict[int, list[StoryMember]], next_id: int = 50) -> StoryWindow:
    window = StoryWindow(next_id)
    for story, members in stories.items():
        for each in members:
            window.put(each, story)
    return window


def articles(ids: str, words: str, names: str = "") -> list[StoryMember]:
    return [member(id, words, names) for id in ids]


def corrected(window: StoryWindow) -> list[Correction]:
    return correct_stories(window, list(window.profiles))[0]


def test_stories_that_are_right_stay_as_they_are() -> None:
    window = window_of({1: articles("ab", FLOOD), 2: articles("cd", STRIKE)})
    before = dict(window.story_of)
    assert correct_stories(window, [1, 2]) == ([], set())
    assert window.story_of == before


def test_an_article_moves_to_the_story_that_fits_it_better() -> None:
    window = window_of(
        {1: [*articles("ab", FLOOD), member("x", STRIKE)], 2: articles("cd", STRIKE)}
    )
    changes, affected = correct_stories(window, [1])
    (move,) = changes
    assert isinstance(move, MemberMove)
    assert (move.article, move.story, move.to) == ("x", 1, 2)
    assert move.score > 1
    assert {term for term, _ in move.evidence.shared} == set(STRIKE.split())
    assert window.story_of["x"] == 2
    assert affected == {1, 2}


def test_an_article_that_fits_nowhere_gets_a_story_of_its_own() -> None:
    window = window_of({1: [*articles("abc", FLOOD), member("x", "tent market")]})
    assert corrected(window) == [StorySplit(1, 50, ("x",))]
    assert window.story_of == {"a": 1, "b": 1, "c": 1, "x": 50}
    assert window.next_id == 51


def test_an_article_that_fits_two_stories_equally_stays() -> None:
    window = window_of(
        {1: [*articles("ab", "flood one"), member("x", "flood strike")],
         2: articles("cd", "strike two")}
    )  # fmt: skip
    assert not [change for change in corrected(window) if isinstance(change, MemberMove)]
    assert window.story_of["x"] == 1


def test_an_article_that_surely_fits_is_not_tried_elsewhere() -> None:
    window = window_of({1: articles("ab", "flood dyke"), 2: articles("cd", "flood dyke boat")})
    sure = member("x", "flood dyke boat")
    own, other = (window.score(sure, window.profiles[id]) for id in (1, 2))
    assert 1.6 < own < other / 1.15
    window.put(sure, 1)
    assert not [change for change in corrected(window) if isinstance(change, MemberMove)]


def test_a_title_is_tried_elsewhere_even_if_it_fits() -> None:
    def title(id: str, words: str) -> StoryMember:
        return member(id, title=words, is_thin=True)

    window = window_of({1: [title("a", "tolvano cake"), title("b", "tolvano mall"),
                            title("x", "tolvano qorx theft")],
                        2: [title("c", "qorx theft"), title("d", "qorx theft")]})  # fmt: skip
    moves = [change for change in corrected(window) if isinstance(change, MemberMove)]
    assert [(move.article, move.to) for move in moves] == [("x", 2)]


def test_a_single_article_is_merged_and_not_moved() -> None:
    window = window_of({3: articles("a", FLOOD), 7: articles("bc", FLOOD)})
    (merge,) = corrected(window)
    assert isinstance(merge, StoryMerge)
    assert (merge.gone, merge.into, merge.articles) == (7, 3, ("b", "c"))
    assert merge.score >= 1
    assert window.story_of == {"a": 3, "b": 3, "c": 3}


def test_three_stories_that_are_one_become_the_oldest() -> None:
    window = window_of(
        {9: articles("ab", FLOOD), 4: articles("cd", FLOOD), 6: articles("ef", FLOOD)}
    )
    merges = corrected(window)
    assert {(each.gone, each.into) for each in merges if isinstance(each, StoryMerge)} == {
        (6, 4), (9, 4),
    }  # fmt: skip
    assert set(window.story_of.values()) == {4}


def test_a_story_that_is_two_is_split_by_the_names_that_exclude_each_other() -> None:
    first = [member(id, "one two three", "kessler") for id in "abcde"]
    second = [member(id, "four five six", "lefort", hours=3) for id in "uvwx"]
    window = window_of({1: [*first, *second]})
    assert corrected(window) == [StorySplit(1, 50, ("u", "v", "w", "x"))]
    assert {id for id, story in window.story_of.items() if story == 50} == set("uvwx")


def test_only_the_given_stories_are_checked() -> None:
    wrong = [*articles("abc", FLOOD), member("x", "tent")]
    window = window_of({1: wrong, 2: articles("de", STRIKE)})
    assert correct_stories(window, [2, 99]) == ([], set())


def test_the_affinity_of_two_stories_is_the_score_of_the_smaller_one() -> None:
    window = window_of(
        {1: articles("abc", FLOOD), 2: [member("d", "flood dyke"), member("e", FLOOD)]}
    )
    one, other = window.profiles[1], window.profiles[2]
    scores = [window.score(each, one) for each in other.members.values()]
    assert story_affinity(window, one, other) == pytest.approx(sum(scores) / 2)
    assert story_affinity(window, other, one) == story_affinity(window, one, other)


def test_stories_of_titles_must_resemble_each_other_five_times_as_much() -> None:
    titles = [member(id, title="skarnfall reviews", is_thin=True) for id in "abcd"]
    window = window_of({1: titles[:2], 2: titles[2:]})
    one, other = window.profiles[1], window.profiles[2]
    assert story_affinity(window, one, other) == pytest.approx(window.score(titles[2], one) / 5)


def test_a_large_story_is_represented_by_articles_from_all_of_it() -> None:
    # Of 16 articles every second one is asked: those with even numbers.
    small = [member(f"s{at:02}", FLOOD if at % 2 == 0 else "tent", hours=at) for at in range(16)]
    large = [member(f"l{at}", FLOOD, hours=at) for at in range(17)]
    window = window_of({1: small, 2: large})
    found = story_affinity(window, window.profiles[1], window.profiles[2])
    assert found == pytest.approx(window.score(small[0], window.profiles[2]))


_subjects = st.sampled_from("flood dyke strike union cup goal".split())
_words = st.lists(_subjects, min_size=1, max_size=4, unique=True)
_rows = st.lists(
    st.tuples(_words.map(" ".join), st.sampled_from(["", "kessler", "lefort"]), st.integers(1, 4),
              st.booleans()),
    min_size=1, max_size=14,
)  # fmt: skip


def replayed(story_of: dict[str, int], changes: list[Correction]) -> dict[str, int]:
    """Where articles are after changes, as a reader of the changes would have it."""
    found = dict(story_of)
    for change in changes:
        if isinstance(change, MemberMove):
            assert found[change.article] == change.story
            found[change.article] = change.to
        elif isinstance(change, StorySplit):
            assert all(found[id] == change.story for id in change.articles)
            found |= dict.fromkeys(change.articles, change.into)
        else:
            assert {id for id, story in found.items() if story == change.gone} == {*change.articles}
            found |= dict.fromkeys(change.articles, change.into)
    return found


@settings(max_examples=60)
@given(_rows)
def test_the_changes_lead_from_the_stories_before_to_those_after(
    rows: list[tuple[str, str, int, bool]],
) -> None:
    window = StoryWindow(next_id=5)
    for id, (words, names, story, is_thin) in enumerate(rows):
        window.put(member(str(id), words, names, hours=id, is_thin=is_thin), story)
    before = dict(window.story_of)
    changes, affected = correct_stories(window, set(before.values()))
    assert replayed(before, changes) == window.story_of
    for story, profile in window.profiles.items():
        assert set(profile.members) == {
            id for id, other in window.story_of.items() if other == story
        }
    assert {story for id, story in window.story_of.items() if before[id] != story} <= affected
