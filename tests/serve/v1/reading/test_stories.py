from datetime import datetime, timedelta
from functools import partial

from tests.serve.conftest import Fill, MakeArticle
from tests.serve.small_home import NOW
from tests.serve.v1.reading.conftest import Client, all_items, change

from tidings.model.articles.change import StoryChangeKind
from tidings.model.articles.story import Story
from tidings.settings.tree import Settings
from tidings.store.database.session import Writer
from tidings.store.tables.articles.stories import end_story, keep_story
from tidings.store.tables.changes.story_changes import note_story_change


def story(id_: int, minutes: int, **fields: object) -> Story:
    newest: datetime = NOW - timedelta(minutes=minutes)
    values = {"language": "en", "articles": 2, "sources": 2} | fields
    return Story(id_, f"Story {id_}", "a", began_at=newest, newest_at=newest, **values)  # type: ignore[arg-type]


def keep(each: Story, connection: Writer) -> None:
    """Store a story, and note that it changed, as the follower does."""
    keep_story(connection, each)
    note_story_change(connection, StoryChangeKind.CHANGED, each.id, NOW)


def keep_all(settings: Settings, *stories: Story) -> None:
    change(settings, *(partial(keep, each) for each in stories))


async def test_stories_are_read_page_by_page(fill: Fill, client_of: Client) -> None:
    settings = fill([])
    keep_all(settings, *(story(number, 10 * number) for number in range(1, 6)))
    async with client_of(settings) as client:
        items = await all_items(client, "/stories", limit=2)
    assert [each["id"] for each in items] == ["1", "2", "3", "4", "5"]
    assert items[0]["newest"] == "2024-05-31T11:50:00Z"


async def test_a_story_that_moves_up_is_named(fill: Fill, client_of: Client) -> None:
    settings = fill([])
    keep_all(settings, *(story(number, 10 * number) for number in range(1, 6)))
    async with client_of(settings) as client:
        first = (await client.get("/stories", params={"limit": 2})).json()
        keep_all(settings, story(5, 1), story(4, 39))  # the one moves up, the other stays behind
        second = (await client.get("/stories", params={"cursor": first["next"]})).json()
    assert first["moved"] == []
    assert ([each["id"] for each in second["items"]], second["moved"]) == (["3", "4"], ["5"])


async def test_after_very_many_changes_nobody_knows_what_moved(
    fill: Fill, client_of: Client
) -> None:
    settings = fill([])
    keep_all(settings, story(1, 1), story(2, 2))
    async with client_of(settings) as client:
        first = (await client.get("/stories", params={"limit": 1})).json()

        def note_many(connection: Writer) -> None:
            for _ in range(1_000):
                note_story_change(connection, StoryChangeKind.CHANGED, 1, NOW)

        change(settings, note_many)
        second = (await client.get("/stories", params={"cursor": first["next"]})).json()
    assert second["moved"] is None


async def test_stories_are_narrowed(fill: Fill, client_of: Client) -> None:
    settings = fill([])
    keep_all(settings, story(1, 5, language="de"), story(2, 90, articles=9), story(3, 20))
    async with client_of(settings) as client:
        for parameters, expected in (
            ({"language": "de"}, ["1"]),
            ({"min_articles": 3}, ["2"]),
            ({"since": "1h"}, ["1", "3"]),
            ({"until": "2024-05-31T11:00:00Z"}, ["2"]),
            ({"source": "unknown.example"}, []),
        ):
            items = await all_items(client, "/stories", **parameters)
            assert [each["id"] for each in items] == expected
        refused = await client.get("/stories", params={"since": "soon"})
        backwards = await client.get("/stories", params={"since": "1h", "until": "2h"})
    assert (refused.status_code, backwards.status_code) == (422, 422)


async def test_a_merged_story_redirects_to_its_successor(
    grouped: Fill, client_of: Client, make_article: MakeArticle
) -> None:
    settings = grouped([make_article()])
    change(settings, lambda db: keep_story(db, story(7, 5)), lambda db: end_story(db, 7, 1))
    async with client_of(settings) as client:
        merged = await client.get("/stories/7")
        members = await client.get("/stories/7/articles")
        kept = await client.get("/stories/1")
        articles = (await client.get("/stories/1/articles")).json()
        unknown = await client.get("/stories/8")
    assert (merged.status_code, merged.headers["location"]) == (307, "/api/v1/stories/1")
    assert members.headers["location"] == "/api/v1/stories/1/articles"
    assert (kept.status_code, kept.json()["id"]) == (200, "1")
    assert [each["title"] for each in articles["items"]] == ["Old ferry line reopens"]
    assert (unknown.status_code, unknown.json()["status"]) == (404, 404)


async def test_the_articles_of_a_story_are_read_page_by_page(
    grouped: Fill, client_of: Client, make_article: MakeArticle
) -> None:
    articles = [
        make_article(f"https://{name}.example/ferry", published=NOW - timedelta(hours=hours))
        for name, hours in (("one", 3), ("two", 2), ("three", 1))
    ]
    async with client_of(grouped(articles)) as client:
        (flood,) = await all_items(client, "/stories")
        items = await all_items(client, f"/stories/{flood['id']}/articles", limit=1)
    assert [each["id"] for each in items] == [each.id for each in articles]
