"""The topic model learns words from sections, not from guesses, and survives packing."""

from tidings.enrich.topics.article_topics import topics_of, why_topics
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


def test_a_damaged_model_starts_untrained() -> None:
    packed = trained().pack()
    for broken in (b"", b"x", packed[:100], b"y" + packed[1:], packed[:-20]):
        assert TopicModel.unpack(broken).total == 0


def test_newer_examples_win() -> None:
    model = trained()
    for _ in range(80):
        model.learn(headline("Quaffle snitch"), NOTHING, ("Religion",))
    assert topics_of(headline("Quaffle snitch"), NOTHING, (), model)[0].slug == "religion"
