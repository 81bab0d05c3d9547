"""A served home in which outlets edited and deleted articles, and one writes hostile headlines."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.store.tables.articles.articles import keep_article, newest_articles
from tidings.store.tables.articles.revisions import add_tombstone

HOSTILE = "\u202e<img src=https://evil.example/x.png onerror=document.title=1><script>alert(1)"


def edited_home(settings: Settings, fill: Callable[[Settings, datetime], None]) -> None:
    """Fill a home, and edit and delete some of its articles."""
    now = datetime.now(UTC)
    fill(settings, now)
    database = open_database(settings.home / "tidings.db", settings.store)
    articles = newest_articles(database.read(), 40)
    for at, article in enumerate(articles[:24]):
        words = article.text.split(" ")
        text = " ".join([*words[:9], f"about {at + 3}", *words[10:]])
        edited = replace(article, text=text)
        if at % 3 == 0:
            edited = replace(article, title=f"{article.title}, officials say")
        if at == 1:
            edited = replace(article, title=f"{HOSTILE} {article.title}", text=HOSTILE * 9)
        seen = now - timedelta(minutes=7 * at + 2)
        database.write(lambda db, it=edited, at=seen: keep_article(db, it, at)).result()  # type: ignore[misc]
    gone = articles[30]
    database.write(
        lambda db: add_tombstone(db, gone.id, now - timedelta(minutes=4), 410, "status 410")
    ).result()
    database.close()
