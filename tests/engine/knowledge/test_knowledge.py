from tidings.engine.knowledge.knowledge import no_knowledge, taught, version_after
from tidings.engine.reading.annotator import lesson_of
from tidings.store.tables.articles.lessons import Lesson
from tidings.text.parsing.parsed_text import parse_text


def lesson(title: str, *labels: str) -> Lesson:
    return lesson_of(parse_text(title, "en"), parse_text("", "en"), labels)


def test_versions_grow_by_a_factor_and_later_by_a_fixed_step() -> None:
    versions = [0]
    while versions[-1] < 4000:
        versions.append(version_after(versions[-1]))
    assert versions == [0, 64, 256, 1024, 2048, 3072, 4096]
    assert version_after(1) == 64  # what an earlier version learned counts as one lesson


def test_lessons_count_terms_and_teach_topics() -> None:
    lessons = [lesson("Zorbing final", "Sport"), lesson("Florin and ducat", "Finanzen")]
    known = taught(no_knowledge(), 64, [*lessons, lesson("Nothing in particular")])
    assert known.version == 64
    assert known.corpus.documents("en") == 3
    assert list(known.corpus.frequencies(["florin", "unseen"], "en")) == [1, 0]
    assert known.topics.total == 2


def test_a_later_version_leaves_the_earlier_one_as_it_is() -> None:
    first = taught(no_knowledge(), 64, [lesson("Zorbing final", "Sport")] * 5)
    before = first.topics.pack()
    second = taught(first, 256, [lesson("Florin", "Finanzen")] * 5)
    assert first.topics.pack() == before
    assert (first.corpus.documents("en"), second.corpus.documents("en")) == (5, 10)
    assert second.topics.total == 10


def test_a_lesson_of_an_unlabelled_article_is_about_words_only() -> None:
    assert lesson("Zorbing final").topic == b""
    assert lesson("Zorbing final", "Sport").topic
