"""Turns matches into hits with titles and snippets. `search` decides which articles match."""

from collections.abc import Mapping, Sequence

from tidings.engine.rights.display_limits import shown_snippet
from tidings.model.search.results import Hit, Match, NearDuplicate, ResultArticle
from tidings.search.snippet import snippet
from tidings.store.database.session import Reader
from tidings.store.tables.articles.articles import near_duplicates_by_id, result_articles_by_id

_MAX_COPIES = 20  # listed with a hit; hundreds of papers may print a wire story


def hits_of(
    connection: Reader, matches: Sequence[Match], rarity: Mapping[str, float]
) -> tuple[Hit, ...]:
    """Return hits for the matches that may be shown; `rarity` weighs the terms in snippets."""
    kept = result_articles_by_id(connection, [match.id for match in matches])
    copy_ids = [id_ for match in matches for id_ in match.copies[:_MAX_COPIES]]
    copies = near_duplicates_by_id(connection, copy_ids) if copy_ids else {}
    return tuple(
        _hit(kept[match.id], match, rarity, copies) for match in matches if match.id in kept
    )


def _hit(
    article: ResultArticle,
    match: Match,
    rarity: Mapping[str, float],
    copies: Mapping[str, NearDuplicate],
) -> Hit:
    passage = snippet(article.text, frozenset(rarity), article.language, rarity)
    return Hit(
        id=article.id,
        url=article.url,
        title=article.title,
        source=article.source,
        published=article.published,
        first_seen=article.first_seen,
        language=article.language,
        snippet=shown_snippet(article.robots, passage),
        score=match.score,
        gone_at=article.gone_at,
        copies=tuple(copies[id_] for id_ in match.copies if id_ in copies),
        breakdown=match.breakdown,
    )
