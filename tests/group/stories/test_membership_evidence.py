import pytest
from tests.group.stories.conftest import member, profile

from tidings.group.stories.membership_evidence import MembershipEvidence, evidence_of
from tidings.group.stories.story_profile import StoryMember

STORY = profile(member("a", "flood dyke", "kessler quill", "3831"), member("b", "boat", hours=2))


def test_evidence_is_what_an_article_shares_with_any_article_of_the_story() -> None:
    article = member("x", "boat tent dyke", "lefort quill", "742 3831", hours=5)
    found = evidence_of(article, STORY)
    assert found.shared == (("boat", 10.0), ("dyke", 10.0))
    assert found.of == 3
    assert found.names == ("quill",)
    assert found.figures == ("3831",)
    assert found.seconds == 5 * 3600
    assert found.copy_of is None


def test_the_rarest_shared_terms_come_first() -> None:
    article = StoryMember(
        "x", "x.example", "en", 0.0, ("en flood", "en boat", "en dyke"), bytes([9, 8, 7]),
        bytes([40, 90, 120]), bytes(3), (), (), False,
    )  # fmt: skip
    assert evidence_of(article, STORY).shared == (("dyke", 12.0), ("boat", 9.0), ("flood", 4.0))


def test_only_the_heaviest_words_of_an_article_are_its_rare_terms() -> None:
    article = member("x", " ".join(f"word{at}" for at in range(18)) + " flood")
    found = evidence_of(article, STORY)
    assert (found.shared, found.of) == ((), 18)


def test_a_word_of_another_language_is_not_shared() -> None:
    assert evidence_of(member("x", "boat", language="nl"), STORY).shared == ()


def test_a_term_with_a_space_stays_whole() -> None:
    words = member("x", "boat")
    spaced = StoryMember(
        "x", "x.example", "vi", 0.0, ("vi chính phủ",), b"\1", b"\x50", b"\0", (), (), False
    )
    assert evidence_of(spaced, profile(spaced)).shared == (("chính phủ", 8.0),)
    assert evidence_of(words, profile(spaced)).shared == ()


def test_without_anything_in_common_an_article_starts_the_story() -> None:
    assert MembershipEvidence().sentence == "starts the story"
    assert MembershipEvidence(of=12, seconds=90).sentence == "starts the story"


def test_a_sentence_names_every_kind_of_evidence_in_turn() -> None:
    evidence = MembershipEvidence(
        shared=(("dyke", 12.0), ("flood", 4.0)), of=9, names=("kessler", "quill"),
        figures=("3831",), copy_of="a", similarity=0.956, seconds=7200,
    )  # fmt: skip
    assert evidence.sentence == (
        "near-duplicate of a (96%); shares 2 of 9 rare terms: dyke, flood; "
        "names kessler, quill; has the figures 3831; 2 h after"
    )


def test_a_sentence_lists_at_most_six_of_each() -> None:
    many = tuple(f"n{at}" for at in range(9))
    evidence = MembershipEvidence(
        shared=tuple((term, 1.0) for term in many), of=9, names=many, figures=many
    )
    listed = "n0, n1, n2, n3, n4, n5"
    assert evidence.sentence == (
        f"shares 9 of 9 rare terms: {listed}; names {listed}; has the figures {listed}; "
        "at the same time"
    )


@pytest.mark.parametrize(
    ("seconds", "distance"),
    [
        (0, "at the same time"),
        (59, "at the same time"),
        (-59, "at the same time"),
        (60, "1 min after"),
        (-60, "1 min before"),
        (1800, "30 min after"),
        (3600, "1 h after"),
        (-7200, "2 h before"),
        (23 * 3600, "23 h after"),
        (86_400, "1 d after"),
        (-9 * 86_400, "9 d before"),
    ],
)
def test_the_distance_in_time_is_in_the_largest_unit(seconds: float, distance: str) -> None:
    sentence = MembershipEvidence(names=("quill",), seconds=seconds).sentence
    assert sentence == f"names quill; {distance}"
