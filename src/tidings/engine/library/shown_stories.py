"""Stories without what may not be shown: taken down, or fetched with credentials."""

from collections.abc import Sequence
from dataclasses import replace

from tidings.model.articles.article import Article
from tidings.model.articles.story import Story
from tidings.store.database.session import Reader
from tidings.store.tables.articles.articles import articles_by_id
from tidings.store.tables.articles.stories import (
    members_of,
    stories_with_logins,
    stories_with_takedowns,
)
from tidings.store.tables.takedowns.takedowns import unpurged_takedowns

_MAX_ARTICLES = 500  # the newest articles of a story, as on its page


def shown_stories(
    connection: Reader, stories: Sequence[Story], *, with_logins: bool = True
) -> list[Story]:
    """Return those of the stories that have anything to show, without what may not be shown.

    Nearly always nothing is being removed. Then this costs one look at an empty index.
    """
    ids = [story.id for story in stories]
    if not ids:
        return []
    touched = set() if with_logins else stories_with_logins(connection, ids)
    if unpurged_takedowns(connection, 1):
        touched |= stories_with_takedowns(connection, ids)
    left = (_left_of(connection, each) if each.id in touched else each for each in stories)
    return [story for story in left if story is not None]


def _left_of(connection: Reader, story: Story) -> Story | None:
    """Return a story as its remaining articles tell it; None if there are none."""
    ids = [member.article for member in members_of(connection, story.id)[-_MAX_ARTICLES:]]
    articles = articles_by_id(connection, ids)
    kept = [articles[id_] for id_ in ids if id_ in articles]
    return _told_by(story, kept) if kept else None


def _told_by(story: Story, articles: Sequence[Article]) -> Story:
    newest = articles[-1]
    return replace(
        story,
        title=story.title if story.title in {each.title for each in articles} else newest.title,
        lead=story.lead if story.lead in {each.id for each in articles} else newest.id,
        articles=len(articles),
        sources=len({each.source for each in articles}),
        keyphrases=(),  # they may be those of an article that is not shown
    )
