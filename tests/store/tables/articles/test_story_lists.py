from datetime import UTC, datetime, timedelta

from tests.factories import make_article

from tidings.model.articles.listing import StoryFilter
from tidings.model.articles.story import Membership, Story
from tidings.store.database.database import Database
from tidings.store.tables.articles.articles import keep_article
from tidings.store.tables.articles.stories import end_story, keep_memberships, keep_story
from tidings.store.tables.articles.story_lists import sources_of_stories, story_page, successor_of

NOW = datetime(2026, 1, 2, tzinfo=UTC)


def keep(database: Database, id_: int, minutes: int, **fields: object) -> None:
    newest = NOW + timedelta(minutes=minutes)
    values = {"language": "en", "articles": 2, "sources": 2} | fields
    story = Story(id_, f"Story {id_}", "a", began_at=NOW, newest_at=newest, **values)  # type: ignore[arg-type]
    database.write(lambda db: keep_story(db, story)).result()


def ids(database: Database, wanted: StoryFilter | None = None) -> list[int]:
    return [each.id for each in story_page(database.read(), wanted or StoryFilter(), None, 10)]


def test_pages_follow_one_another_without_gaps(database: Database) -> None:
    for id_, minutes in ((1, 5), (2, 7), (3, 7), (4, 7), (5, 1)):
        keep(database, id_, minutes)
    found: list[int] = []
    after = None
    while page := story_page(database.read(), StoryFilter(), after, 2):
        found += [each.id for each in page]
        after = page[-1].newest_at.timestamp(), page[-1].id
    assert found == [4, 3, 2, 1, 5]


def test_stories_are_chosen_by_their_properties(database: Database) -> None:
    keep(database, 1, 1, language="de")
    keep(database, 2, 2, articles=9)
    keep(database, 3, 3, sources=7)
    assert ids(database, StoryFilter(language="de")) == [1]
    assert ids(database, StoryFilter(min_articles=3)) == [2]
    assert ids(database, StoryFilter(min_sources=3)) == [3]
    assert ids(database, StoryFilter(since=NOW + timedelta(minutes=2))) == [3, 2]
    assert ids(database, StoryFilter(until=NOW + timedelta(minutes=2))) == [2, 1]


def test_stories_are_chosen_by_the_source_of_an_article(database: Database) -> None:
    article = make_article("https://b.example/flood", "Flood", "The dyke broke.")
    keep(database, 1, 1)
    keep(database, 2, 2)
    database.write(lambda db: keep_article(db, article, NOW)).result()
    member = Membership(article.id, 1, NOW, 1.0)
    database.write(lambda db: keep_memberships(db, [member])).result()
    assert ids(database, StoryFilter(source="b.example")) == [1]


def test_a_merged_story_has_a_successor_and_is_not_listed(database: Database) -> None:
    keep(database, 1, 1)
    keep(database, 2, 2)
    database.write(lambda db: end_story(db, 1, 2)).result()
    assert ids(database) == [2]
    assert successor_of(database.read(), 1) == 2
    assert successor_of(database.read(), 2) is None
    assert successor_of(database.read(), 3) is None


def test_the_sources_of_stories_are_counted_with_the_first_dated_article(
    database: Database,
) -> None:
    reports = (  # story, source, minutes, whether it has a date, whether it is hidden
        (1, "b.example", 3, True, False),
        (1, "b.example", 1, False, False),
        (1, "c.example", 2, False, False),
        (1, "d.example", 0, True, True),
        (2, "d.example", 9, True, False),
        (3, "e.example", 9, True, False),
    )
    for at, (story, source, minutes, is_dated, is_hidden) in enumerate(reports):
        moment = NOW + timedelta(minutes=minutes)
        article = make_article(
            f"https://{source}/{at}", "Flood", "The dyke broke.",
            published=moment if is_dated else None, hidden_from=NOW if is_hidden else None,
        )  # fmt: skip
        database.write(lambda db, it=article: keep_article(db, it, NOW)).result()  # type: ignore[misc]
        member = Membership(article.id, story, moment, 1.0)
        database.write(lambda db, it=member: keep_memberships(db, [it])).result()  # type: ignore[misc]
    second = NOW.timestamp()
    assert sources_of_stories(database.read(), [1, 2]) == [
        (1, "b.example", 2, second + 60, second + 180),
        (1, "c.example", 1, second + 120, None),
        (2, "d.example", 1, second + 540, second + 540),
    ]
