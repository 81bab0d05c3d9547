"""Which changes would betray articles that readers must not see."""

from tidings.model.articles.change import Change, StoryChange
from tidings.store.database.session import Reader
from tidings.store.tables.articles.articles import is_kept, is_login_article


def is_hidden(connection: Reader, change: Change | StoryChange) -> bool:
    """Return whether a change is of an article that the connection hides, or that it hid.

    The log says of articles that are gone whether credentials were needed; older rows do not, so
    then the article must still be there and be seen.
    """
    if not isinstance(change, Change):
        return False
    if change.with_login or is_login_article(connection, change.article):
        return True
    return change.with_login is None and not is_kept(connection, change.article)
