"""What users keep, on both databases, through the façade that writes it."""

from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from tests.factories import NOW, make_article

from tidings.engine.access.marks import Marks
from tidings.engine.access.names import AccessRefused
from tidings.model.access.identity import Scope
from tidings.model.access.marks import FollowedStory, Mark, MarkedArticle, Mute, MuteKind
from tidings.model.articles.article import Article
from tidings.model.articles.story import Story
from tidings.settings.tree import StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.tables.access.users import add_user, all_users
from tidings.store.tables.articles.article_renaming import rename_article
from tidings.store.tables.articles.articles import keep_article
from tidings.store.tables.articles.stories import end_story, keep_story
from tidings.store.tables.takedowns.removal import remove_articles

MINUTE = timedelta(minutes=1)
NONE: frozenset[Mark] = frozenset()


class Clock:
    now = NOW

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def marks(database: Database, clock: Clock) -> Marks:
    for name in ("ada", "bob"):
        add = partial(add_user, name=name, role=Scope.READ, password=None, now=NOW)
        database.write(add).result()
    return Marks(database, clock)


@pytest.fixture
def ids(marks: Marks, database: Database) -> tuple[int, int]:
    ada, bob = all_users(database.read())
    return ada.id, bob.id


def keep(database: Database, count: int) -> list[Article]:
    articles = [make_article(f"https://a.example/{number}") for number in range(count)]
    database.write(lambda db: [keep_article(db, each, NOW) for each in articles]).result()
    return articles


def test_marks_belong_to_one_user(marks: Marks, database: Database, ids: tuple[int, int]) -> None:
    ada, bob = ids
    one, other = (each.id for each in keep(database, 2))
    assert marks.mark(ada, Mark.STARRED, [other, one, "unknown", other, "\ud800", "\0"]) == [
        other,
        one,
    ]
    marks.mark(ada, Mark.READ, [one])
    marks.mark(bob, Mark.HIDDEN, [one])
    assert marks.marks_of(ada, [one, other, "unknown", "\ud800"]) == {
        one: {Mark.STARRED, Mark.READ},
        other: {Mark.STARRED},
        "unknown": NONE,
        "\ud800": NONE,
    }
    marks.unmark(ada, Mark.STARRED, [one, "unknown", "\ud800"])
    assert marks.marks_of(ada, [one])[one] == {Mark.READ}
    assert marks.marks_of(bob, [one])[one] == {Mark.HIDDEN}
    assert marks.mark(ada, Mark.READ, []) == []
    assert marks.marks_of(ada, []) == {}


def test_marked_articles_are_listed_page_by_page(
    marks: Marks, database: Database, ids: tuple[int, int], clock: Clock
) -> None:
    articles = [each.id for each in keep(database, 7)]
    for number, article in enumerate(articles):
        clock.now = NOW + number // 3 * MINUTE  # some at the same moment
        marks.mark(ids[0], Mark.STARRED, [article])
    clock.now = NOW + MINUTE * 60
    marks.mark(ids[0], Mark.STARRED, articles)  # they keep their times
    everything = marks.marked(ids[0], Mark.STARRED, 100)
    assert {each.article for each in everything} == set(articles)
    assert everything == sorted(everything, key=lambda each: (each.at, each.article), reverse=True)
    assert everything[-1].at == NOW
    for size in (1, 2, 3, 7):
        pages: list[MarkedArticle] = []
        while page := marks.marked(ids[0], Mark.STARRED, size, pages[-1] if pages else None):
            pages += page
        assert pages == everything


def test_many_articles_are_marked_at_once(
    marks: Marks, database: Database, ids: tuple[int, int]
) -> None:
    known = [each.id for each in keep(database, 3)]
    many = [f"{number:016x}" for number in range(1_200)] + known
    assert marks.mark(ids[0], Mark.READ, many) == known
    found = marks.marks_of(ids[0], many)
    assert [article for article, each in found.items() if each] == known
    marks.unmark(ids[0], Mark.READ, many)
    assert marks.marked(ids[0], Mark.READ, 10) == []


def test_marks_follow_an_article_to_its_new_name(
    marks: Marks, database: Database, ids: tuple[int, int]
) -> None:
    one, other = keep(database, 2)
    marks.mark(ids[0], Mark.STARRED, [one.id])
    marks.mark(ids[1], Mark.STARRED, [one.id])
    url = "https://a.example/renamed"
    marks.mark(ids[1], Mark.STARRED, [other.id])
    new = database.write(lambda db: rename_article(db, one.id, url, NOW)).result()
    assert [each.article for each in marks.marked(ids[0], Mark.STARRED, 9)] == [new]
    assert {each.article for each in marks.marked(ids[1], Mark.STARRED, 9)} == {new, other.id}


def test_marks_go_with_an_article(marks: Marks, database: Database, ids: tuple[int, int]) -> None:
    one, other = (each.id for each in keep(database, 2))
    marks.mark(ids[0], Mark.STARRED, [one, other])
    database.write(lambda db: remove_articles(db, [one], NOW)).result()
    assert [each.article for each in marks.marked(ids[0], Mark.STARRED, 9)] == [other]


def test_an_article_that_a_reader_may_not_see_cannot_be_marked(
    marks: Marks, database: Database, ids: tuple[int, int], location: Path | str
) -> None:
    secret = make_article("https://a.example/paid", with_login=True)
    database.write(lambda db: keep_article(db, secret, NOW)).result()
    public = open_database(location, StoreSettings(commit_seconds=0.0), with_logins=False)
    assert Marks(public).mark(ids[0], Mark.READ, [secret.id]) == []
    public.close()
    assert marks.mark(ids[0], Mark.READ, [secret.id]) == [secret.id]


def test_sources_and_words_are_muted(marks: Marks, ids: tuple[int, int]) -> None:
    ada, bob = ids
    assert marks.mute(ada, MuteKind.WORD, "  World   CUP ").muted == "world cup"
    marks.mute(ada, MuteKind.SOURCE, "Tabloid.example")
    marks.mute(ada, MuteKind.SOURCE, "tabloid.example")
    assert marks.mutes(ada) == [
        Mute(MuteKind.SOURCE, "tabloid.example", NOW),
        Mute(MuteKind.WORD, "world cup", NOW),
    ]
    assert marks.mutes(bob) == []
    assert not marks.unmute(bob, MuteKind.WORD, "world cup")
    assert not marks.unmute(ada, MuteKind.SOURCE, "world cup")
    assert marks.unmute(ada, MuteKind.WORD, "World Cup")
    for wrong in ("", " \n", "a\0b", "\ud800", "x" * 101):
        with pytest.raises(AccessRefused, match="Name a domain or a word"):
            marks.mute(ada, MuteKind.WORD, wrong)


def test_nobody_mutes_without_bound(
    marks: Marks, ids: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tidings.engine.access.marks._MAX_MUTES", 2)
    for word in ("one", "two"):
        marks.mute(ids[0], MuteKind.WORD, word)
    with pytest.raises(AccessRefused, match="At most 2"):
        marks.mute(ids[0], MuteKind.WORD, "three")
    marks.mute(ids[1], MuteKind.WORD, "three")


def test_a_followed_story_is_followed_into_the_one_it_became_part_of(
    marks: Marks, database: Database, ids: tuple[int, int], clock: Clock
) -> None:
    ada, bob = ids
    for number in (1, 2, 3):
        story = Story(number, "Flood", "a", "en", NOW, NOW, 1, 1)
        database.write(partial(keep_story, story=story)).result()
    assert marks.follow(ada, 9) is None
    assert marks.follow(ada, 1) == FollowedStory(1, NOW)
    clock.now += MINUTE
    marks.follow(ada, 2)
    marks.follow(ada, 3)
    assert [each.story for each in marks.followed(ada)] == [3, 2, 1]
    database.write(lambda db: end_story(db, 1, 2)).result()
    database.write(lambda db: end_story(db, 3, None)).result()
    assert [each.story for each in marks.followed(ada)] == [2]
    assert marks.follow(bob, 1) == FollowedStory(2, clock())
    assert marks.unfollow(ada, 2)
    assert marks.followed(ada) == []
    assert not marks.unfollow(ada, 2)
    assert [each.story for each in marks.followed(bob)] == [2]


def test_the_last_visit_only_moves_on(marks: Marks, ids: tuple[int, int], clock: Clock) -> None:
    assert marks.last_visit(ids[0]) is None
    assert marks.note_visit(ids[0]) is None
    clock.now -= MINUTE
    assert marks.note_visit(ids[0]) == NOW
    assert marks.last_visit(ids[0]) == NOW
    assert marks.last_visit(ids[1]) is None
    assert marks.last_visit(99) is None
