"""The topic model learns words from sections, not from guesses, and survives packing."""

import struct
import zlib

import numpy
import pytest

from tidings.enrich.topics import topic_model as module
from tidings.enrich.topics.article_topics import topic_probabilities, topics_of, why_topics
from tidings.enrich.topics.subjects import SUBJECT_INDEX, SUBJECTS
from tidings.enrich.topics.topic_evidence import article_words
from tidings.enrich.topics.topic_model import TopicModel
from tidings.text.parsing.parsed_text import ParsedText, parse_text

NOTHING = parse_text("", "en")


def headline(text: str) -> ParsedText:
    return parse_text(text, "en")


def trained() -> TopicModel:
    model = TopicModel.empty()
    for _ in range(40):
        assert model.learn(headline("Zorbing quaffle snitch bludger"), NOTHING, ("Sport",))
        assert model.learn(headline("Florin ducat thaler guilder"), NOTHING, ("Finanzen",))
    return model


def test_unlisted_words_are_learned_from_sections() -> None:
    title = headline("A quaffle and a snitch")
    model = trained()
    assert topics_of(title, NOTHING) == ()
    assert [topic.slug for topic in topics_of(title, NOTHING, (), model)] == ["sport"]
    (grounds,) = why_topics(title, NOTHING, (), model)
    assert {word for word, _ in grounds.words} == {"quaffle", "snitch"}


def test_labels_without_topics_or_with_too_many_are_not_learned() -> None:
    model = TopicModel.empty()
    title = headline("A quaffle and a snitch")
    assert not model.learn(title, NOTHING, ())
    assert not model.learn(title, NOTHING, ("World", "Angela Merkel"))
    assert not model.learn(title, NOTHING, ("Sport", "Politics", "Weather"))
    assert not model.learn(NOTHING, NOTHING, ("Sport",))
    assert model.total == 0


def test_a_packed_model_gives_the_same_topics_and_is_small() -> None:
    model = trained()
    packed = model.pack()
    unpacked = TopicModel.unpack(packed)
    title = headline("A ducat for a thaler")
    assert len(packed) < 8 << 20
    assert unpacked.total == model.total == 80
    before, after = (
        topics_of(title, NOTHING, (), model_to_use) for model_to_use in (model, unpacked)
    )
    assert before[0].slug == after[0].slug == "economy"
    assert abs(before[0].probability - after[0].probability) < 0.01


def test_examples_of_one_topic_do_not_affect_the_others() -> None:
    model = TopicModel.empty()
    for _ in range(50):
        model.learn(headline("The quaffle and the parliament of florins"), NOTHING, ("Sport",))
    title = headline("Parliament votes on the election of the prime minister")
    assert topics_of(title, NOTHING, (), model) == topics_of(title, NOTHING)


def test_sections_that_are_learned_one_after_another_are_all_kept() -> None:
    model = TopicModel.empty()
    for word, section in (("quaffle", "Sport"), ("thaler", "Business"), ("zither", "Music")):
        for number in range(60):
            model.learn(headline(f"{word} of the morning {number}"), NOTHING, (section,))
    best_topics = [
        topics_of(headline(f"{word} of the morning"), NOTHING, (), model)[0].slug
        for word in ("quaffle", "thaler", "zither")
    ]
    assert best_topics == ["sport", "economy", "arts"]


def test_an_unpacked_model_learns_like_the_original() -> None:
    model = trained()
    unpacked = TopicModel.unpack(model.pack())
    for model_to_use in (model, unpacked):
        for _ in range(5):
            model_to_use.learn(headline("Zither and lute"), NOTHING, ("Music",))
    title = headline("A zither, a thaler")
    before, after = (
        topics_of(title, NOTHING, (), model_to_use) for model_to_use in (model, unpacked)
    )
    assert [topic.slug for topic in before] == [topic.slug for topic in after]
    assert abs(before[0].probability - after[0].probability) < 0.02


def test_a_model_of_an_earlier_version_is_read() -> None:
    """It had the rows of all words, seen or not."""
    model = trained()
    tables = (model._weights.astype("<f2"), model._uses.astype("<f2"), model._examples_by_topic)
    data = b"".join(table.tobytes() for table in tables) + model._memory.pack()
    earlier = struct.pack("<8sId", b"topics 2", len(SUBJECTS), 80.0) + zlib.compress(data, 1)
    assert TopicModel.unpack(earlier).pack() == TopicModel.unpack(model.pack()).pack()
    assert TopicModel.unpack(earlier).total == 80


def test_a_damaged_model_starts_untrained() -> None:
    packed = trained().pack()
    for broken in (b"", b"x", packed[:100], b"y" + packed[1:], packed[:-20]):
        assert TopicModel.unpack(broken).total == 0


def test_newer_examples_win() -> None:
    model = trained()
    for _ in range(80):
        model.learn(headline("Quaffle snitch"), NOTHING, ("Religion",))
    assert topics_of(headline("Quaffle snitch"), NOTHING, (), model)[0].slug == "religion"


def test_the_logits_of_words_sum_to_those_of_the_article() -> None:
    model = trained()
    words = article_words(headline("A quaffle, a ducat and 12 snitches"), NOTHING)
    by_word = model.word_logits(words)
    assert by_word.keys() == {"quaffl", "ducat", "snitch"}  # neither stop words nor numbers
    total = sum(by_word.values()) + numpy.zeros(len(SUBJECTS))
    assert total.tolist() == pytest.approx(model.logits(words).tolist(), rel=1e-4, abs=1e-5)


def test_a_word_learned_in_one_language_is_unknown_in_another() -> None:
    words = article_words(parse_text("Quaffle", "nl"), parse_text("", "nl"))
    assert not trained().logits(words).any()


@pytest.mark.parametrize(("total", "remaining"), [(498, 1.0), (499, 0.5**0.01), (500, 1.0)])
def test_every_five_hundredth_example_takes_a_hundredth_of_a_half_life(
    total: int, remaining: float
) -> None:
    empty = TopicModel.empty()
    model = TopicModel(
        empty._weights + 1, empty._uses, empty._examples_by_topic, total
    )  # every word speaks for every topic
    assert model.learn(headline("Quaffle"), NOTHING, ("Sport",))
    other = article_words(headline("Zither"), NOTHING)
    assert model.logits(other).tolist() == pytest.approx([remaining] * len(SUBJECTS))
    assert model.total == total + 1


def test_two_topics_share_an_example() -> None:
    model = TopicModel.empty()
    for _ in range(30):
        assert model.learn(headline("Quaffle"), NOTHING, ("Sport", "Finanzen"))
        assert model.learn(headline("Zither"), NOTHING, ("Music",))
    found = topic_probabilities(headline("Quaffle"), NOTHING, (), model)
    sport, economy = found[SUBJECT_INDEX["sport"]], found[SUBJECT_INDEX["economy"]]
    assert sport == pytest.approx(economy, rel=0.2)
    assert sport > found[SUBJECT_INDEX["arts"]]


def test_a_full_cache_of_slots_starts_again_and_stays_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = trained()
    words = article_words(headline("Quaffle, ducat, snitch and thaler"), NOTHING)
    before = model.logits(words)
    monkeypatch.setattr(module, "_MAX_CACHED", 1)
    other = article_words(headline("Never seen before"), NOTHING)
    model.logits(other)
    assert model.logits(words).tolist() == before.tolist()
