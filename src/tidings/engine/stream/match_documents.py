"""Stored articles as queries are matched with them."""

from collections.abc import Sequence

from tidings.engine.followers.index_feeding import stored_entries
from tidings.search.matching.match_document import MatchDocument, document_of
from tidings.store.database.session import Reader
from tidings.store.tables.articles.articles import articles_by_id


def match_documents(connection: Reader, ids: Sequence[str]) -> dict[str, MatchDocument]:
    """Return the documents of articles by id, without those that are not stored any more.

    As for the index, new articles have no link texts.
    """
    found = articles_by_id(connection, ids)
    entries = stored_entries(connection, list(found.values()))
    return {entry.id: document_of(entry) for entry in entries}
