"""Lessons: sections teach words, guesses do not, and what is packed comes back."""

from tidings.enrich.topics.article_topics import topics_of, why_topics
from tidings.enrich.topics.topic_model import TopicModel
from tidings.text.parsing.parsed_text import ParsedText, parse_text

NOTHING = parse_text("", "en")


def headline(text: str) -> ParsedText:
    return parse_text(text, "en")


def taught() -> TopicModel:
    lessons = TopicModel.empty()
    for _ in range(40):
        assert lessons.learn(headline("Zorbing quaffle snitch bludger"), NOTHING, ("Sport",))
        assert lessons.learn(headline("Florin ducat thaler guilder"), NOTHING, ("Finanzen",))
    return lessons


def test_words_that_no_list_has_are_learned_from_sections() -> None:
    title = headline("A quaffle and a snitch")
    lessons = taught()
    assert topics_of(title, NOTHING) == ()
    assert [topic.slug for topic in topics_of(title, NOTHING, (), lessons)] == ["sport"]
    (grounds,) = why_topics(title, NOTHING, (), lessons)
    assert {word for word, _ in grounds.words} == {"quaffle", "snitch"}


def test_labels_that_stand_for_nothing_or_for_too_much_teach_nothing() -> None:
    lessons = TopicModel.empty()
    title = headline("A quaffle and a snitch")
    assert not lessons.learn(title, NOTHING, ())
    assert not lessons.learn(title, NOTHING, ("World", "Angela Merkel"))
    assert not lessons.learn(title, NOTHING, ("Sport", "Politics", "Weather"))
    assert not lessons.learn(NOTHING, NOTHING, ("Sport",))
    assert lessons.total == 0


def test_packed_lessons_say_the_same_and_stay_small() -> None:
    lessons = taught()
    packed = lessons.pack()
    again = TopicModel.unpack(packed)
    title = headline("A ducat for a thaler")
    assert len(packed) < 8 << 20
    assert again.total == lessons.total == 80
    before, after = (topics_of(title, NOTHING, (), each) for each in (lessons, again))
    assert before[0].slug == after[0].slug == "economy"
    assert abs(before[0].probability - after[0].probability) < 0.01


def test_lessons_of_one_topic_alone_say_nothing_about_the_others() -> None:
    lessons = TopicModel.empty()
    for _ in range(50):
        lessons.learn(headline("The quaffle and the parliament of florins"), NOTHING, ("Sport",))
    title = headline("Parliament votes on the election of the prime minister")
    assert topics_of(title, NOTHING, (), lessons) == topics_of(title, NOTHING)


def test_sections_that_come_one_after_the_other_are_all_remembered() -> None:
    lessons = TopicModel.empty()
    for word, section in (("quaffle", "Sport"), ("thaler", "Business"), ("zither", "Music")):
        for number in range(60):
            lessons.learn(headline(f"{word} of the morning {number}"), NOTHING, (section,))
    firsts = [
        topics_of(headline(f"{word} of the morning"), NOTHING, (), lessons)[0].slug
        for word in ("quaffle", "thaler", "zither")
    ]
    assert firsts == ["sport", "economy", "arts"]


def test_packed_lessons_go_on_learning_as_if_never_packed() -> None:
    lessons = taught()
    again = TopicModel.unpack(lessons.pack())
    for each in (lessons, again):
        for _ in range(5):
            each.learn(headline("Zither and lute"), NOTHING, ("Music",))
    title = headline("A zither, a thaler")
    before, after = (topics_of(title, NOTHING, (), each) for each in (lessons, again))
    assert [topic.slug for topic in before] == [topic.slug for topic in after]
    assert abs(before[0].probability - after[0].probability) < 0.02


def test_damaged_lessons_begin_anew() -> None:
    packed = taught().pack()
    for broken in (b"", b"x", packed[:100], b"y" + packed[1:], packed[:-20]):
        assert TopicModel.unpack(broken).total == 0


def test_what_is_newer_wins() -> None:
    lessons = taught()
    for _ in range(80):
        lessons.learn(headline("Quaffle snitch"), NOTHING, ("Religion",))
    assert topics_of(headline("Quaffle snitch"), NOTHING, (), lessons)[0].slug == "religion"
