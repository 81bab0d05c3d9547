from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial

from tidings.engine.library.library import Library
from tidings.model.articles.article import Article
from tidings.serve.rendering.source_directory import SourceDirectoryCache
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.store.tables.articles.articles import keep_article

MakeArticle = Callable[..., Article]
Fill = Callable[[Sequence[Article]], Settings]


def _keep(settings: Settings, article: Article, now: datetime) -> None:
    database = open_database(settings.home / "tidings.db", settings.store)
    database.write(partial(keep_article, article=article, now=now)).result()
    database.close()


def test_the_directory_has_names_counts_and_languages(
    fill: Fill, make_article: MakeArticle, now: datetime
) -> None:
    articles = [
        make_article(),
        make_article("https://b.example/1", language="und", publisher="B Daily"),
        make_article("https://b.example/2", language="de", publisher=""),
        make_article("https://c.example/1", publisher=""),
    ]
    library = Library.open(fill(articles))
    directory = SourceDirectoryCache(library, lambda: now).now()
    library.close()
    assert directory.name("post.example") == "The Post"
    assert directory.name("b.example") == "B Daily"
    assert directory.name("c.example") == "c.example"
    assert directory.sites == 1
    assert directory.articles == {"post.example": 1, "b.example": 2, "c.example": 1}
    assert directory.languages == ("de", "en")
    assert directory.total == 4


def test_a_directory_is_cached_unless_it_was_empty(
    fill: Fill, make_article: MakeArticle, now: datetime
) -> None:
    settings = fill([])
    library = Library.open(settings)
    clock = [now]
    directories = SourceDirectoryCache(library, lambda: clock[0])
    assert directories.now().total == 0
    _keep(settings, make_article(), now)
    assert directories.now().total == 1
    _keep(settings, make_article("https://b.example/1"), now)
    assert directories.now().total == 1
    clock[0] += timedelta(minutes=1)
    assert directories.now().total == 2
    library.close()
