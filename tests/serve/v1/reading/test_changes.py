from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from tests.serve.conftest import Fill, MakeArticle
from tests.serve.small_home import NOW
from tests.serve.v1.reading.conftest import Client, all_items, change

from tidings.engine.library.library import Library
from tidings.engine.listing import recent_edits
from tidings.model.articles.article import Article
from tidings.model.articles.listing import EditFilter
from tidings.model.web.rights import RobotsMeta
from tidings.settings.tree import Settings
from tidings.store.tables.articles.articles import keep_article
from tidings.store.tables.articles.revisions import add_tombstone, lift_tombstone


def edit(settings: Settings, article: Article, minutes: int, **fields: object) -> Article:
    """Store an edit of an article, as it was seen some minutes ago."""
    edited = replace(article, **fields)  # type: ignore[arg-type]
    at = NOW - timedelta(minutes=minutes)
    change(settings, partial(keep_article, article=edited, now=at))
    return edited


@pytest.fixture
def german(make_article: MakeArticle) -> Article:
    text = "Die Werft baut Schiffe."
    return make_article("https://zeitung.example/a", title="Werft", text=text, language="de")


async def test_an_edit_is_shown_with_its_kinds_and_word_diff(
    fill: Fill, client_of: Client, make_article: MakeArticle
) -> None:
    text = f"{'An old harbour. ' * 30}It carried 300 people. {'The sea was calm. ' * 30}"
    article = make_article(text=text)
    settings = fill([article])
    edit(settings, article, 5, title="Old ferry reopens", text=text.replace("300", "420"))
    async with client_of(settings) as client:
        (item,) = await all_items(client, "/changes")
    assert item["kinds"] == ["headline", "figures", "text"]
    assert (item["at"], item["article"]) == ("2024-05-31T11:55:00Z", article.id)
    assert (item["diff"]["revision"], item["diff"]["words_added"]) == (2, 1)
    kept, removed, added, rest = item["diff"]["text"]
    assert (removed, added) == (
        {"change": "removed", "text": "300"},
        {"change": "added", "text": "420"},
    )
    assert kept["text"].startswith(" … ")
    assert rest["text"].endswith(" … ")
    assert len(kept["text"]) < 100


async def test_names_that_are_exchanged_are_an_edit_of_names(
    fill: Fill, client_of: Client, make_article: MakeArticle
) -> None:
    article = make_article(text="The mayor Angela Merkel opened the line in London.")
    settings = fill([article])
    edit(settings, article, 5, text=article.text.replace("Angela Merkel", "Boris Johnson"))
    async with client_of(settings) as client:
        (item,) = await all_items(client, "/changes", kind="names")
        assert await all_items(client, "/changes", kind="figures") == []
    assert item["kinds"] == ["names", "text"]


async def test_all_kinds_of_changes_are_listed_newest_first(
    fill: Fill, client_of: Client, make_article: MakeArticle, german: Article
) -> None:
    english = make_article()
    settings = fill([english, german])
    edit(settings, german, 30, text="Die Werft baut 12 Schiffe.")
    change(
        settings,
        lambda db: add_tombstone(db, english.id, NOW - timedelta(minutes=20), 410, "gone"),
        lambda db: lift_tombstone(db, english.id, NOW - timedelta(minutes=10)),
    )
    async with client_of(settings) as client:
        items = await all_items(client, "/changes", limit=1)
        deleted = await all_items(client, "/changes", kind="deletion")
        restored = await all_items(client, "/changes", kind="restoration")
        of_source = await all_items(client, "/changes", source="zeitung.example")
        in_german = await all_items(client, "/changes", language="de")
        recent = await all_items(client, "/changes", since="15m")
        unknown = await client.get("/changes", params={"kind": "typo"})
    assert [each["kinds"] for each in items] == [["restoration"], ["deletion"], ["figures", "text"]]
    assert [(each["status"], each["diff"]) for each in deleted] == [(410, None)]
    assert [each["article"] for each in restored] == [english.id]
    assert of_source == in_german == items[2:]
    assert recent == items[:1]
    assert unknown.status_code == 422


async def test_a_page_without_wanted_changes_goes_on(
    fill: Fill, client_of: Client, make_article: MakeArticle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recent_edits, "_MAX_LOOKED_AT", 1)
    monkeypatch.setattr(recent_edits, "_CHUNK", 1)
    article = make_article()
    settings = fill([article])
    article = edit(settings, article, 9, title="A new headline")
    for minutes, text in ((8, "One."), (7, "Two."), (6, "Three.")):
        article = edit(settings, article, minutes, text=text)
    async with client_of(settings) as client:
        first = (await client.get("/changes", params={"kind": "headline"})).json()
        assert (first["items"], first["next"] is None) == ([], False)
        (item,) = await all_items(client, "/changes", kind="headline")
    assert item["diff"]["revision"] == 2


async def test_what_may_not_be_archived_shows_no_former_text(
    fill: Fill, client_of: Client, make_article: MakeArticle
) -> None:
    article = make_article(robots=RobotsMeta(noarchive=True))
    settings = fill([article])
    edit(settings, article, 5, text="Other words.")
    async with client_of(settings) as client:
        assert await all_items(client, "/changes") == []


def test_readers_without_a_login_see_nothing_of_what_needed_one(
    fill: Fill, make_article: MakeArticle
) -> None:
    article = make_article(with_login=True)
    settings = fill([article])
    edit(settings, article, 5, text="Other words.")
    change(settings, lambda db: add_tombstone(db, article.id, NOW, 404, "gone"))
    for with_logins, expected in ((True, 2), (False, 0)):
        library = Library.open(settings, with_logins=with_logins)
        found = library.listings.edits(EditFilter(), None, 10)
        library.close()
        assert (len(found.edits), found.next) == (expected, None)
