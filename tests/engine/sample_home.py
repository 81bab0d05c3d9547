"""A home with sample articles, annotated and grouped into stories, made without a crawl."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import partial

from tests.factories import make_article

from tidings.engine.followers.follower import following
from tidings.engine.followers.story_act import story_follower
from tidings.engine.process.home import ensure_home
from tidings.engine.reading.annotator import Annotator
from tidings.model.articles.article import Article
from tidings.settings.tree import Settings
from tidings.store.database.database import Database, open_database
from tidings.store.tables.articles.annotations import keep_annotations
from tidings.store.tables.articles.articles import keep_article

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)

# Two papers report each of three events, one of them twice.
EVENTS = (
    ("Ferry runs aground off Aldermoor", "The ferry Meridian ran aground off Aldermoor with 212 "
     "passengers aboard, captain Ruth Calloway said. Lifeboats from Port Brannock took everybody "
     "off the stranded ferry before noon."),
    ("Parliament in Velden passes the water act", "Parliament in Velden passed the water act with "
     "311 votes to 204 after minister Tomas Ehrlich defended the dams of the Saar valley. Farmers "
     "protested with tractors against the irrigation quotas."),
    ("Striker Okoro joins Harrow United", "Striker Daniel Okoro joins Harrow United for 43 million "
     "euros, manager Pia Lindqvist confirmed at the stadium. Okoro scored 27 goals for Real "
     "Castellon in the league last season."),
)  # fmt: skip
ENDINGS = {
    "one": "The {} was told by our correspondent, who heard it from several witnesses this week.",
    "two": "Our readers wrote about the {} in large numbers, and most of them were surprised.",
}


def article(url: str, title: str, text: str, minutes: int = 0, language: str = "en") -> Article:
    """Return an article as it is stored."""
    at = NOW + timedelta(minutes=minutes)
    return make_article(url, title, text, first_seen=at, language=language)


def sample_articles() -> list[Article]:
    """Return the articles in the order of their arrival."""
    made: list[Article] = []
    for number, (title, text) in enumerate(EVENTS):
        for paper, more in ENDINGS.items():
            url = f"https://{paper}.example/{number}"
            full_text = f"{text}\n{more.format(title.lower())}"
            made.append(article(url, title, full_text, len(made)))
    title, text = EVENTS[0]
    return [*made, article("https://one.example/again", f"Update: {title}", text, 30)]


def database_with(
    settings: Settings, articles: Sequence[Article], *, annotated: bool = True
) -> Database:
    """Store articles in a home; the caller closes its database."""
    home = ensure_home(settings)
    database = open_database(home.database, settings.store)
    annotator = Annotator()
    for each in articles:
        database.write(partial(keep_article, article=each, now=each.first_seen)).result()
        if annotated:
            packed = annotator.of(each).packed
            keep = partial(keep_annotations, article_id=each.id, revision=1, packed=packed)
            database.write(keep).result()
    return database


def group_stories(database: Database, settings: Settings) -> list[Exception]:
    """Group the articles into stories as a crawl does; return the errors."""
    errors: list[Exception] = []
    with following(
        database, story_follower(database, settings.group, errors.append, NOW.timestamp)
    ):
        pass
    return errors


def story_partition(database: Database) -> set[frozenset[str]]:
    """Return the sets of articles that share a story."""
    stories: dict[int, set[str]] = {}
    for row in database.read().execute("SELECT article, story FROM memberships"):
        stories.setdefault(row[1], set()).add(row[0])
    return {frozenset(ids) for ids in stories.values()}
