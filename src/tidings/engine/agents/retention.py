"""How long what runs found is kept: their articles, their rows, and what they learned."""

from datetime import datetime

from tidings.engine.followers.story_grouping import write_stories
from tidings.model.agents.run_find import RunFind
from tidings.model.web.reason import Reason
from tidings.store.database.session import Reader, Writer
from tidings.store.tables.access.article_marks import is_marked
from tidings.store.tables.agents.query_finds import (
    disown,
    is_owned_by_another,
    owned_finds_before,
)
from tidings.store.tables.agents.query_runs import forget_runs
from tidings.store.tables.agents.topic_models import forget_topic_models
from tidings.store.tables.articles.articles import article_by_id
from tidings.store.tables.sources.sources import followed_sources
from tidings.store.tables.takedowns.removal import remove_articles

_BATCH = 100  # finds per transaction: some 25 ms, so that a crawl is not delayed


def forget_old_finds(connection: Writer, before: datetime, now: datetime) -> int:
    """Remove articles that runs found before that time; return how many finds were looked at.

    An article stays if its site is followed by now, if a user has marked it, or if another run has
    found it later.
    """
    finds = owned_finds_before(connection, before, _BATCH)
    if not finds:
        return 0
    domains = {source.domain for source in followed_sources(connection)}
    over = [find.article for _, find in finds if _is_over(connection, find, domains, before)]
    _, stories = remove_articles(connection, dict.fromkeys(over), now, Reason.SITE_REMOVED)
    write_stories(connection, stories, now)
    disown(connection, [(run, find.url) for run, find in finds])
    return len(finds)


def _is_over(connection: Reader, find: RunFind, domains: set[str], before: datetime) -> bool:
    article = article_by_id(connection, find.article)
    if article is None or article.source in domains:
        return False
    if is_marked(connection, article.id):
        return False
    return not is_owned_by_another(connection, article.id, before)


def forget_old_runs(connection: Writer, before: datetime) -> None:
    """Forget runs that ended before that time, and topics that nobody searched since."""
    forget_runs(connection, before)
    forget_topic_models(connection, before)
