"""A home with a story of seven sources: some write themselves, some copy, some from copies."""

from datetime import UTC, datetime, timedelta
from functools import partial

from tests.serve.pages.listed_stories import COPIED, FLOOD, RETOLD
from tests.serve.small_home import article_at

from tidings.engine.followers.story_grouping import StoryGrouping
from tidings.engine.process.home import ensure_home
from tidings.engine.reading.annotator import Annotator
from tidings.search.entries.entry import entry_of
from tidings.search.index.search_index import Index
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.store.tables.articles.annotations import (
    annotations_of,
    grouping_rows_after,
    keep_annotations,
)
from tidings.store.tables.articles.articles import articles_after, keep_article

HOSTILE = "\u202e<img src=https://evil.example/x.png onerror=document.title=1><script>alert(1)"
_REPORTS = (  # publisher, minutes after the first, headline, text
    ("The Post", 0, "The Karl cuts off nine villages", FLOOD),
    ("Saltmarsh Post", 22, "The Karl cuts off nine villages", COPIED),
    ("Valley Courier", 41, "Dyke breaks at Vossberg, thousands leave their homes", RETOLD),
    ("Northern Ledger", 65, "Nine villages under water", f"{COPIED} More soon."),
    ("The Harbour Post", 118, "Saintevigne asks for help after the flood of the Karl", RETOLD),
    ("City Wire", 190, HOSTILE, f"{RETOLD}\nThe Karl fell by a metre."),
    ("The Post", 260, "Soldiers stay in Vossberg until Friday", f"{FLOOD}\n{RETOLD}"),
)


def flood_home(settings: Settings) -> None:
    """Fill a home with the reports of a flood; group and index them."""
    now = datetime.now(UTC)
    home = ensure_home(settings)
    database = open_database(home.database, settings.store)
    annotator = Annotator()
    for number, (publisher, minutes, title, text) in enumerate(_REPORTS):
        host = publisher.lower().replace(" ", "")
        article = article_at(
            f"https://{host}.example/{number}", title=title, text=text, html="", standfirst="",
            published=now - timedelta(hours=5) + timedelta(minutes=minutes), authors=(), tags=(),
            section="", publisher=publisher, image=None, first_seen=now,
        )  # fmt: skip
        database.write(partial(keep_article, article=article, now=now)).result()
        packed = annotator.of(article).packed
        keeping = partial(keep_annotations, article_id=article.id, revision=1, packed=packed)
        database.write(keeping).result()
    grouping = StoryGrouping(database.read(), settings.group, now)
    rows = grouping_rows_after(database.read(), 0, 10_000)
    batch = grouping.take(rows, rows[-1].seq)
    database.write(partial(grouping.write, batch=batch, now=now)).result()
    kept = articles_after(database.read(), 0, 1000)
    annotations = annotations_of(database.read(), [article.id for article in kept])
    index = Index.open(home.index, settings.search, writable=True)
    index.add([entry_of(article, annotations=annotations[article.id]) for article in kept])
    index.commit()
    index.close()
    database.close()
