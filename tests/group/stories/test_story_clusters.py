import random
from datetime import UTC, datetime, timedelta

import pytest

from tidings.group.stories.clipping import Clipping, clipping_of_text
from tidings.group.stories.correction import MemberMove, StoryMerge
from tidings.group.stories.story_clusters import StoryClusters
from tidings.text.parsing.parsed_text import parse_text

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)

FLOOD = (
    "The {river} has burst its banks at {place} after four days of rain, driving {n} people from "
    "their homes. {mayor}, the mayor of {place}, asked for money for higher dykes. Volunteers "
    "filled sandbags along the embankment, and rescuers from {other} used boats to reach the "
    "villages that had been cut off. The insurance association says few houses are covered. The "
    "railway line to {other} stays closed because the track bed has been washed away. Farmers lost "
    "several hundred animals on the meadows downstream, said {mayor}."
)
GERMAN_FLOOD = (
    "Nach Tagen des Regens ist die {river} bei {place} über die Ufer getreten, {n} Menschen "
    "mussten ihre Häuser verlassen. {mayor} aus {place} forderte höhere Deiche. Retter aus {other} "
    "erreichten abgeschnittene Dörfer mit Booten. Die Bahnstrecke nach {other} bleibt gesperrt, "
    "weil das Gleisbett unterspült ist. Bauern verloren mehrere hundert Tiere, sagte {mayor}. "
    "Freiwillige füllten Säcke mit Sand, die Versicherer rechnen mit hohen Schäden."
)
ROCHEMARE = {"river": "Quill", "place": "Rochemare", "mayor": "Marta Kessler", "other": "Longtai",
             "n": "3,831"}  # fmt: skip
HOLLIN = {"river": "Tarn", "place": "Hollin", "mayor": "Hugo Lefort", "other": "Sanblas",
          "n": "742"}  # fmt: skip


def _clipping(id: str, title: str, text: str, hours: float = 0, language: str = "en") -> Clipping:
    at = NOW + timedelta(hours=hours)
    return clipping_of_text(
        id, f"{id}.example", at, parse_text(title, language), parse_text(text, language)
    )


def _flood(id: str, facts: dict[str, str], hours: float = 0) -> Clipping:
    return _clipping(id, f"Flood in {facts['place']}", FLOOD.format(**facts), hours)


def _german_flood(id: str, facts: dict[str, str], hours: float = 0) -> Clipping:
    facts = facts | {"n": facts["n"].replace(",", ".")}
    return _clipping(id, f"Flut in {facts['place']}", GERMAN_FLOOD.format(**facts), hours, "de")


def test_the_first_article_starts_a_story() -> None:
    placement = StoryClusters().place(_flood("a", ROCHEMARE))
    assert placement.is_new
    assert placement.story == 1
    assert placement.evidence.sentence == "starts the story"


def test_articles_about_one_event_share_a_story_with_evidence() -> None:
    stories = StoryClusters()
    first = stories.place(_flood("a", ROCHEMARE))
    text = "Boats reached Rochemare, where the Quill broke a dyke. " + FLOOD.format(**ROCHEMARE)
    second = stories.place(_clipping("b", "Quill floods Rochemare", text, 3))
    assert second.story == first.story
    assert second.score >= 1
    assert "rochemare" in second.evidence.names
    assert second.evidence.sentence.startswith("shares ")
    assert " rare terms: " in second.evidence.sentence
    assert second.evidence.sentence.endswith("3 h after")


def test_events_described_in_the_same_words_stay_apart() -> None:
    stories = StoryClusters()
    one = stories.place(_flood("a", ROCHEMARE)).story
    other = stories.place(_flood("b", HOLLIN, 1)).story
    assert one != other
    stories.reconsider(NOW)
    assert stories.story_of == {"a": one, "b": other}


def test_names_and_figures_match_across_languages() -> None:
    stories = StoryClusters()
    english = stories.place(_flood("a", ROCHEMARE))
    german = stories.place(_german_flood("b", ROCHEMARE, 1))
    other_event = stories.place(_german_flood("c", HOLLIN, 1))
    assert german.story == english.story
    assert "3831" in german.evidence.figures
    assert other_event.is_new


def test_titles_without_text_are_grouped_by_their_rare_words() -> None:
    titles = ["Skarnfall draws mixed reviews", "Skarnfall is slow on the Vexo Two",
              "Vexo Two Skarnfall bundle is cheaper", "Tolvano goes bankrupt again",
              "Bakery chain Tolvano files for court protection"]  # fmt: skip
    stories = StoryClusters()
    found = [stories.place(_clipping(str(at), title, "")).story for at, title in enumerate(titles)]
    assert found[0] == found[1] == found[2] != found[3] == found[4]


def test_a_copy_joins_the_story_of_its_original() -> None:
    stories = StoryClusters()
    first = stories.place(_flood("a", ROCHEMARE))
    copy = stories.place(_clipping("b", "Elsewhere", "Quite other words."), [("a", 0.95, 1.0)])
    assert copy.story == first.story
    assert copy.evidence.copy_of == "a"
    assert "near-duplicate of a (100%)" in copy.evidence.sentence


def test_copies_of_unknown_or_old_articles_are_ignored() -> None:
    stories = StoryClusters()
    stories.place(_flood("a", ROCHEMARE))
    assert stories.place(
        _clipping("b", "Tides today", "High at noon.", 24 * 9), [("a", 1, 1)]
    ).is_new
    assert stories.place(_clipping("c", "Tides", "Low at noon."), [("z", 1.0, 1.0)]).is_new


def test_a_story_ends_after_weeks_of_silence() -> None:
    stories = StoryClusters()
    first = stories.place(_flood("a", ROCHEMARE))
    again = stories.place(_flood("b", ROCHEMARE, 24 * 25))
    assert again.story != first.story


def test_a_revised_article_is_placed_again() -> None:
    stories = StoryClusters()
    stories.place(_flood("a", ROCHEMARE))
    other = stories.place(_flood("b", HOLLIN))
    moved = stories.place(_flood("a", HOLLIN))
    assert moved.story == other.story
    assert len(stories) == 2


def test_two_stories_that_are_one_are_merged_into_the_older() -> None:
    stories = StoryClusters()
    stories.rebuild([(_flood("a", ROCHEMARE), 4), (_flood("b", ROCHEMARE, 1), 9)], 10)
    stories.place(_flood("c", ROCHEMARE, 2))
    merges = [each for each in stories.reconsider(NOW) if isinstance(each, StoryMerge)]
    assert [(merge.gone, merge.into) for merge in merges] == [(9, 4)]
    assert set(stories.story_of.values()) == {4}
    assert stories.reconsider(NOW) == []


def test_an_article_in_the_wrong_story_moves() -> None:
    stories = StoryClusters()
    stories.rebuild(
        [(_flood("a", ROCHEMARE), 1), (_flood("b", ROCHEMARE), 1), (_flood("x", HOLLIN), 1),
         (_flood("c", HOLLIN), 2), (_flood("d", HOLLIN), 2)], 3)  # fmt: skip
    stories.place(_flood("e", ROCHEMARE))
    changes = stories.reconsider(NOW)
    assert [(each.article, each.to) for each in changes if isinstance(each, MemberMove)] == [
        ("x", 2)
    ]
    assert stories.story_of["x"] == 2


def test_old_articles_are_forgotten() -> None:
    stories = StoryClusters()
    stories.place(_flood("a", ROCHEMARE))
    stories.place(_flood("b", HOLLIN, 50))
    assert stories.forget(NOW + timedelta(hours=2)) == ["a"]
    assert list(stories.story_of) == ["b"]
    assert stories.place(_flood("c", ROCHEMARE, 51)).is_new


def test_a_continuing_story_forgets_its_oldest_articles() -> None:
    stories = StoryClusters()
    first = stories.place(_flood("a", ROCHEMARE))
    stories.place(_flood("b", ROCHEMARE, 50))
    assert stories.forget(NOW + timedelta(hours=2)) == ["a"]
    assert stories.place(_flood("c", ROCHEMARE, 51)).story == first.story


@pytest.mark.parametrize("seed", range(4))
def test_a_restart_changes_nothing(seed: int) -> None:
    randomness = random.Random(seed)
    facts = [ROCHEMARE | {"n": f"{randomness.randint(1000, 9999)}", "place": f"Town{at}ville",
                          "mayor": f"Ida Berg{at}son", "river": f"Sill{at}er", "other": f"Vik{at}a"}
             for at in range(6)]  # fmt: skip
    make = randomness.choices([_flood, _german_flood], k=60)
    news = [each(str(at), randomness.choice(facts), at / 10) for at, each in enumerate(make)]
    original = StoryClusters()
    for clipping in news[:40]:
        original.place(clipping)
    original.reconsider(news[39].at)
    memberships = [(clipping, original.story_of[clipping.id]) for clipping in news[:40]]
    randomness.shuffle(memberships)
    restarted = StoryClusters()
    restarted.rebuild(memberships, original.next_id)
    for clipping in news[40:]:
        assert restarted.place(clipping) == original.place(clipping)
    assert restarted.story_of == original.story_of


def test_nonsense_is_placed() -> None:
    stories = StoryClusters()
    for id, text in (("a", ""), ("b", "\x00"), ("c", "🦊" * 50), ("d", "a" * 100_000)):
        assert stories.place(_clipping(id, text[:99], text)).article == id
    assert len(stories) == 4
    stories.reconsider(NOW)


@pytest.mark.parametrize(
    ("similarity", "share", "joins"),
    [(0.5, 0.0, True), (0.49, 0.79, False), (0.0, 0.8, True), (0.2, 0.3, False)],
)
def test_a_copy_must_share_enough_of_its_text(similarity: float, share: float, joins: bool) -> None:
    stories = StoryClusters()
    stories.place(_flood("a", ROCHEMARE))
    copy = stories.place(_clipping("b", "Elsewhere", "Other words."), [("a", similarity, share)])
    assert copy.is_new is not joins
    assert copy.score == (1 + max(similarity, share) if joins else 0)


def test_a_copy_joins_the_story_of_the_most_similar_article() -> None:
    stories = StoryClusters()
    stories.place(_flood("a", ROCHEMARE))
    other = stories.place(_flood("b", HOLLIN))
    copies = [("a", 0.6, 0.6), ("b", 0.5, 0.9)]
    assert stories.place(_clipping("c", "Elsewhere", "Words."), copies).story == other.story


def _with_a_wrong_article() -> StoryClusters:
    """Story 1 with eight articles, of which the last fits story 2, after a first pass."""
    stories = StoryClusters()
    stories.rebuild([(_flood("x", HOLLIN), 2), (_flood("y", HOLLIN), 2)], 3)
    stories.rebuild([(_flood(str(at), ROCHEMARE), 1) for at in range(6)], 3)
    stories.place(_flood("6", ROCHEMARE))
    assert stories.reconsider(NOW) == []
    stories.put(stories.member(_flood("wrong", HOLLIN)), 1)
    return stories


def test_a_story_is_checked_again_when_it_has_grown_by_a_quarter() -> None:
    stories = _with_a_wrong_article()
    stories.place(_flood("7", ROCHEMARE))
    assert stories.profiles[1].size == 9
    assert [type(change) for change in stories.reconsider(NOW)] == [MemberMove]
    stories = _with_a_wrong_article()
    stories.drop("0")
    stories.place(_flood("7", ROCHEMARE))
    assert stories.profiles[1].size == 8
    assert stories.reconsider(NOW) == []


def test_a_story_of_last_week_is_not_corrected() -> None:
    stories = _with_a_wrong_article()
    stories.place(_flood("7", ROCHEMARE))
    assert stories.reconsider(NOW + timedelta(days=7, seconds=1)) == []
    assert stories.story_of["wrong"] == 1
