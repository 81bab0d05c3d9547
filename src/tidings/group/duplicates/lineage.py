"""Lineage: which article was first, and from which article each near-duplicate was probably taken.

Publication times decide where they can be trusted. Otherwise the credits, the time we first saw an
article, and the share of common text decide. The result is a forest without cycles.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from tidings.group.duplicates.credits import is_credited

# One id, the other id, similarity, share of the one's text that is in the other.
SimilarPair = tuple[str, str, float, float]

_MAX_DELAY = timedelta(days=2)  # a date longer before we saw the page is doubtful
_TIE = timedelta(minutes=1)  # most pages give no seconds
_CREDIT_BONUS = 0.3  # added to a similarity of at most 1
_SAME = 0.05  # a smaller difference in similarity means nothing


@dataclass(frozen=True, slots=True)
class LineageArticle:
    """What lineage needs to know about an article."""

    id: str
    source: str
    published: datetime | None
    first_seen: datetime
    credits: tuple[str, ...] = ()

    @property
    def at(self) -> datetime:
        """When it was published, but never after we first saw it."""
        if self.published is None or self.published > self.first_seen:
            return self.first_seen
        return self.published

    @property
    def is_dated(self) -> bool:
        """Whether its date is plausible."""
        return (
            self.published is not None
            and timedelta() <= self.first_seen - self.published < _MAX_DELAY
        )


@dataclass(frozen=True, slots=True)
class TextOrigin:
    """Where an article's text came from; an original has no parent."""

    article: str
    parent: str | None
    root: str  # the original at the end of the chain; the article itself if it is the original
    similarity: float = 0.0
    why: str = "no earlier article has this text"


def lineage(
    articles: Sequence[LineageArticle], pairs: Iterable[SimilarPair]
) -> tuple[TextOrigin, ...]:
    """Return the origin of every article, in order of time."""
    ordered = sorted(articles, key=_order)
    known = {article.id: article for article in ordered}
    similar = _similar_articles(known, pairs)
    parents: dict[str, tuple[str, float, str]] = {}
    for article in ordered:
        if chosen := _parent(article, known, similar.get(article.id, {}), parents):
            parents[article.id] = chosen
    return tuple(_origin_of(article.id, parents) for article in ordered)


def first_articles(articles: Sequence[LineageArticle]) -> tuple[str, ...]:
    """Return the article that was published first, or all of the same minute."""
    trusted = [each for each in articles if each.is_dated] or list(articles)
    if not trusted:
        return ()
    first = min(each.at for each in trusted)
    return tuple(each.id for each in sorted(trusted, key=_order) if each.at - first < _TIE)


def _order(article: LineageArticle) -> tuple[datetime, bool, datetime, str]:
    """Order by minute; within one, articles without credits first, then by when we saw them."""
    return article.at.replace(second=0, microsecond=0), bool(article.credits), \
        article.first_seen, article.id  # fmt: skip


def _similar_articles(
    known: Mapping[str, LineageArticle], pairs: Iterable[SimilarPair]
) -> dict[str, dict[str, tuple[float, float]]]:
    """For each article the similar ones: the similarity, and the share of its text in them."""
    found: dict[str, dict[str, tuple[float, float]]] = {}
    for one, other, similarity, share in pairs:
        if one in known and other in known and one != other:
            found.setdefault(one, {})[other] = similarity, share
            found.setdefault(other, {}).setdefault(one, (similarity, similarity))
    return found


def _parent(
    child: LineageArticle,
    known: Mapping[str, LineageArticle],
    similar: Mapping[str, tuple[float, float]],
    parents: Mapping[str, tuple[str, float, str]],
) -> tuple[str, float, str] | None:
    best: tuple[float, LineageArticle, str] | None = None
    for id, (similarity, share) in similar.items():
        other = known[id]
        credited = is_credited(other.source, child.credits)
        if not (credited or _is_before(other, child)) or _is_descendant(id, child.id, parents):
            continue
        value = max(similarity, share) + (_CREDIT_BONUS if credited else 0.0)
        why = _why(child, other, max(similarity, share), credited)
        if best is None or _is_better(value, other, best):
            best = value, other, why
    return None if best is None else (best[1].id, min(1.0, best[0]), best[2])


def _is_better(
    value: float, other: LineageArticle, best: tuple[float, LineageArticle, str]
) -> bool:
    """Whether a candidate is clearly more similar, or as similar and earlier."""
    if abs(value - best[0]) > _SAME:
        return value > best[0]
    return _order(other) < _order(best[1])


def _is_before(one: LineageArticle, other: LineageArticle) -> bool:
    """Whether the one came first; without plausible dates, by when we saw them."""
    if is_credited(other.source, one.credits):
        return False
    if one.is_dated and other.is_dated:
        return _order(one) < _order(other)
    return (one.first_seen, one.id) < (other.first_seen, other.id)


def _is_descendant(id: str, ancestor: str, parents: Mapping[str, tuple[str, float, str]]) -> bool:
    seen: set[str] = set()
    while id in parents and id not in seen:
        seen.add(id)
        id = parents[id][0]
        if id == ancestor:
            return True
    return id == ancestor


def _origin_of(id: str, parents: Mapping[str, tuple[str, float, str]]) -> TextOrigin:
    if id not in parents:
        return TextOrigin(id, None, id)
    parent, similarity, why = parents[id]
    root = parent
    while root in parents:
        root = parents[root][0]
    return TextOrigin(id, parent, root, similarity, why)


def _why(child: LineageArticle, other: LineageArticle, text_share: float, credited: bool) -> str:
    parts = [f"{text_share:.0%} of the text"]
    if credited:
        parts.append("credits it as its source")
    gap = child.at - other.at
    if gap >= _TIE:
        parts.append(f"{gap // _TIE} min later")
    elif child.first_seen > other.first_seen:
        parts.append("in the same minute, but seen later")
    return ", ".join(parts)
