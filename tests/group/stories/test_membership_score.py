"""The score of an article for a story, against sums done by hand."""

import math
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.group.stories.conftest import member, profile

from tidings.group.stories.membership_score import (
    KeyWeights,
    ScoreParameters,
    WeighedArticle,
    membership_score,
)
from tidings.group.stories.story_profile import StoryMember, StoryProfile

ENOUGH = 0.38  # of the weight in common gives a score of 1
ALL = 1 / ENOUGH


def score(article: StoryMember, story: StoryProfile, rarity: float = 4.9) -> float:
    return membership_score(WeighedArticle(article, lambda _: rarity), story)


def test_a_key_of_half_the_articles_counts_in_full_and_others_in_proportion() -> None:
    weights = KeyWeights({"flood": 3.0, "dyke": 5.0, "boat": 7.0})
    assert weights.total == 15.0
    assert weights.shared({"flood": 4, "dyke": 2, "boat": 1, "tent": 4}, 4) == 3 + 5 + 7 / 2
    assert weights.shared({"tent": 4}, 4) == 0.0


def test_the_rarest_key_in_common_is_the_heaviest() -> None:
    weights = KeyWeights({"flood": 3.0, "dyke": 5.0, "boat": 7.0})
    assert weights.rarest({"flood": 1, "dyke": 1, "tent": 1}) == 5.0
    assert weights.rarest({"tent": 1}) == 0.0


@settings(max_examples=50)
@given(
    st.dictionaries(st.text(max_size=3), st.floats(0.1, 16), max_size=12),
    st.randoms(use_true_random=False),
)
def test_the_order_of_keys_does_not_change_a_sum_by_the_last_bit(
    weights: dict[str, float], random: Random
) -> None:
    counts = dict.fromkeys(weights, 1)
    keys = random.sample(list(weights), len(weights))
    one = KeyWeights(weights)
    other = KeyWeights({key: weights[key] for key in keys})
    assert one.total == other.total
    assert one.shared(counts, 3) == other.shared(counts, 3)


@pytest.mark.parametrize(
    ("article", "share"),
    [
        (member("x", "flood dyke"), 1),
        (member("x", "flood tent"), 1 / 2),
        (member("x", "flood dyke", "kessler"), 1),
        # Names count twice as much as words.
        (member("x", "tent", "kessler"), 2 / 3),
        (member("x", "flood", "lefort"), 1 / 3),
        (member("x", "flood tent", "kessler lefort", "742"), (1 / 2 + 2 / 2 + 0) / 4),
        (member("x", "tent", "lefort", "3831"), 1 / 4),
        (member("x", names="kessler"), 1),
        (member("x", "tent"), 0),
        (member("x"), 0),
    ],
)
def test_the_score_of_a_text_is_its_share_in_common_with_the_story(
    article: StoryMember, share: float
) -> None:
    story = profile(member("a", "flood dyke", "kessler", "3831"))
    assert score(article, story) == pytest.approx(share / ENOUGH)


@pytest.mark.parametrize(
    ("rarity", "names", "enough"),
    [
        (4.9, "kessler rochemare quill", 0.38),
        (5.0, "kessler rochemare quill", 0.22),
        (9.0, "kessler rochemare quill lefort", 0.22),
        (5.0, "kessler rochemare", 0.38 - 2 / 3 * (0.38 - 0.22)),
        (5.0, "kessler", 0.38 - 1 / 3 * (0.38 - 0.22)),
    ],
)
def test_less_is_enough_with_names_in_common_that_few_stories_have(
    rarity: float, names: str, enough: float
) -> None:
    story = profile(member("a", "flood dyke", names))
    share = (0 + 2) / 3  # no words, all names
    assert score(member("x", "tent", names), story, rarity) == pytest.approx(share / enough)


def test_figures_tell_a_story_as_names_do() -> None:
    story = profile(member("a", "flood", "kessler", "3831 742"))
    article = member("x", "tent", "kessler", "3831 742")
    assert score(article, story, rarity=5.0) == pytest.approx(3 / 4 / 0.22)


def test_words_are_compared_with_the_articles_in_their_language_only() -> None:
    english = [member("a", "flood"), member("b", "dyke")]
    german = [member(str(at), "flut", language="de") for at in range(6)]
    assert score(member("x", "flood"), profile(*english)) == pytest.approx(ALL)
    assert score(member("x", "flood"), profile(*english, *german)) == pytest.approx(ALL)


def test_names_are_compared_with_the_articles_in_all_languages() -> None:
    german = [member(str(at), "flut", language="de") for at in range(6)]
    story = profile(member("a", "flood", "kessler"), member("b", "dyke", "kessler"), *german)
    found = score(member("x", names="kessler"), story)
    assert found == pytest.approx(2 * 2 / 8 * ALL)


@pytest.mark.parametrize(
    ("hours", "factor"), [(0, 1), (6, 1), (12, 1), (12 + 96, 0.5), (-96, 0.5), (12 + 192, 0.25)]
)
def test_four_days_of_silence_halve_the_score(hours: float, factor: float) -> None:
    story = profile(member("a", "flood"), member("b", "flood", hours=12))
    assert score(member("x", "flood", hours=hours), story) == pytest.approx(factor * ALL)


def test_another_language_needs_rare_names_in_common() -> None:
    story = profile(member("a", "flood", "kessler rochemare quill"))
    abroad = member("x", "flut", "kessler rochemare", language="de")
    assert score(abroad, story, rarity=5.0) == pytest.approx(10 / 8)  # of 8 nats needed
    assert score(abroad, story, rarity=3.9) == 0.0  # together too common
    three = member("x", "flut", "kessler rochemare quill", language="de")
    assert score(three, story, rarity=4.4) == 0.0  # none of them is rare by itself
    assert score(three, story, rarity=4.6) == pytest.approx(3 * 4.6 / 8)


def test_words_do_not_count_across_languages() -> None:
    story = profile(member("a", "tolvano"))
    assert score(member("x", "tolvano", language="de"), story) == 0.0


def test_an_article_abroad_with_many_other_names_scores_by_its_share() -> None:
    story = profile(member("a", "flood", "kessler rochemare"))
    others = " ".join(f"person{at}" for at in range(18))
    found = score(member("x", names=f"kessler rochemare {others}", language="de"), story)
    assert found == pytest.approx(2 / 20 / 0.2)


def test_each_day_of_silence_raises_what_is_needed_abroad() -> None:
    story = profile(member("a", "flood", "kessler rochemare quill longtai"))
    abroad = member("x", "", "kessler rochemare quill longtai", language="de", hours=24)
    assert score(abroad, story, rarity=5.0) == pytest.approx(20 / 16 * 0.5**0.25)
    late = member("x", "", "kessler rochemare quill longtai", language="de", hours=48)
    assert score(late, story, rarity=5.0) == 0.0  # 24 are needed


def test_the_score_of_a_title_is_a_log_likelihood_ratio() -> None:
    story = profile(*(member(id, title="skarnfall", is_thin=True) for id in "abc"))
    title = member("x", title="skarnfall reviews", is_thin=True)
    # A title has about 7 words, and 300 words of the background are mixed in.
    known, unknown = (3 * math.exp(10) + 300) / (3 * 7 + 300), 300 / (3 * 7 + 300)
    nats = 0.5 * math.log(3) + math.log(known) + math.log(unknown)
    assert score(title, story) == pytest.approx(nats / 2.5)


def test_a_rare_word_says_more_about_a_title_than_a_common_one() -> None:
    rare = member("a", title="skarnfall", rarity=120, is_thin=True)
    common = member("a", title="people", rarity=60, is_thin=True)
    assert score(rare, profile(rare)) > score(common, profile(common)) > 0


def test_a_title_in_a_language_that_the_story_does_not_have_scores_nothing() -> None:
    story = profile(member("a", title="skarnfall", is_thin=True))
    assert score(member("x", title="skarnfall", language="de", is_thin=True), story) == 0.0


def test_a_title_fades_each_day_and_never_below_nothing() -> None:
    story = profile(member("a", title="skarnfall", is_thin=True))
    scores = [
        score(member("x", title="skarnfall", hours=24 * days, is_thin=True), story)
        for days in range(9)
    ]
    assert scores[0] - scores[1] == pytest.approx(1.5 / 2.5)
    assert scores == sorted(scores, reverse=True)
    assert scores[-1] == 0.0


def test_a_full_text_is_compared_by_its_title_with_a_story_of_titles_only() -> None:
    story = profile(member("a", title="skarnfall", is_thin=True))
    text = member("x", "many other words", title="skarnfall")
    assert score(text, story) == score(member("x", title="skarnfall", is_thin=True), story) > 1


def test_parameters_set_what_counts() -> None:
    story = profile(member("a", "flood"))
    article = WeighedArticle(member("x", "flood tent", "lefort"), lambda _: 5.0)
    found = membership_score(article, story, ScoreParameters(names=0.0, enough=0.25))
    assert found == pytest.approx(0.5 / 0.25)


_keys = st.lists(st.sampled_from("flood dyke boat tent rain".split()), unique=True).map(" ".join)
_articles = st.tuples(_keys, _keys, st.integers(0, 200))


@settings(max_examples=60)
@given(_articles, st.lists(_articles, min_size=1, max_size=6))
def test_no_text_scores_more_than_one_that_shares_everything(
    row: tuple[str, str, int], rows: list[tuple[str, str, int]]
) -> None:
    story = profile(*(member(str(id), w, n, hours=h) for id, (w, n, h) in enumerate(rows)))
    words, names, hours = row
    found = score(member("x", words, names, hours=hours), story)
    assert 0.0 <= found <= ALL + 1e-9
    copy = member("x", *rows[0][:2], hours=rows[0][2])
    if story.size == 1 and any(rows[0][:2]):
        assert score(copy, story) == pytest.approx(ALL)
