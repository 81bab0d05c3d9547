"""Lineage: who was first, and for every near-duplicate from whom it was most likely taken.

Times decide where they can be trusted; where they tie or lie, whom a text credits, when we saw it
and which text holds which do. What comes out is a forest: nobody copies from himself.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from tidings.group.duplicates.credits import is_credited

SimilarPair = tuple[
    str, str, float, float
]  # one, other, similarity, share of one's text in the other

_LATE = timedelta(days=2)  # a date this long before we saw the page is doubted
_TIE = timedelta(minutes=1)  # most pages tell no seconds
_CREDITED = 0.3  # worth of a credit, beside a similarity of at most 1
_SAME = 0.05  # of similarity: less of a difference tells nothing


@dataclass(frozen=True, slots=True)
class LineageArticle:
    """An article as lineage knows it."""

    id: str
    source: str
    published: datetime | None
    first_seen: datetime
    credits: tuple[str, ...] = ()

    @property
    def at(self) -> datetime:
        """When it was published, as far as that can be believed; at the latest when we saw it."""
        if self.published is None or self.published > self.first_seen:
            return self.first_seen
        return self.published

    @property
    def is_dated(self) -> bool:
        """Whether its date can be believed."""
        return (
            self.published is not None and timedelta() <= self.first_seen - self.published < _LATE
        )


@dataclass(frozen=True, slots=True)
class TextOrigin:
    """Where an article's text came from; nowhere for an original."""

    article: str
    parent: str | None
    root: str  # the original at the end of the line; itself for an original
    similarity: float = 0.0
    why: str = "nobody had it before"


def lineage(
    witnesses: Sequence[LineageArticle], likes: Iterable[SimilarPair]
) -> tuple[TextOrigin, ...]:
    """Return the descent of every article, in order of time."""
    ordered = sorted(witnesses, key=_order)
    known = {witness.id: witness for witness in ordered}
    alike = _similar_articles(known, likes)
    parents: dict[str, tuple[str, float, str]] = {}
    for witness in ordered:
        if chosen := _parent(witness, known, alike.get(witness.id, {}), parents):
            parents[witness.id] = chosen
    return tuple(_origin_of(witness.id, parents) for witness in ordered)


def first_articles(witnesses: Sequence[LineageArticle]) -> tuple[str, ...]:
    """Return who published first: one article, or all of the same minute."""
    trusted = [each for each in witnesses if each.is_dated] or list(witnesses)
    if not trusted:
        return ()
    first = min(each.at for each in trusted)
    return tuple(each.id for each in sorted(trusted, key=_order) if each.at - first < _TIE)


def _order(witness: LineageArticle) -> tuple[datetime, bool, datetime, str]:
    """Of one minute, who credits nobody comes first, then whom we saw first."""
    return witness.at.replace(second=0, microsecond=0), bool(witness.credits), \
        witness.first_seen, witness.id  # fmt: skip


def _similar_articles(
    known: Mapping[str, LineageArticle], likes: Iterable[SimilarPair]
) -> dict[str, dict[str, tuple[float, float]]]:
    """For each article the others: how alike, and how much of it the other holds."""
    found: dict[str, dict[str, tuple[float, float]]] = {}
    for one, other, similarity, held in likes:
        if one in known and other in known and one != other:
            found.setdefault(one, {})[other] = similarity, held
            found.setdefault(other, {}).setdefault(one, (similarity, similarity))
    return found


def _parent(
    child: LineageArticle,
    known: Mapping[str, LineageArticle],
    alike: Mapping[str, tuple[float, float]],
    parents: Mapping[str, tuple[str, float, str]],
) -> tuple[str, float, str] | None:
    best: tuple[float, LineageArticle, str] | None = None
    for id, (similarity, held) in alike.items():
        other = known[id]
        credited = is_credited(other.source, child.credits)
        if not (credited or _is_before(other, child)) or _is_descendant(id, child.id, parents):
            continue
        worth = max(similarity, held) + (_CREDITED if credited else 0.0)
        why = _why(child, other, max(similarity, held), credited)
        if best is None or _is_better(worth, other, best):
            best = worth, other, why
    return None if best is None else (best[1].id, min(1.0, best[0]), best[2])


def _is_better(
    worth: float, other: LineageArticle, best: tuple[float, LineageArticle, str]
) -> bool:
    """Whether a source is clearly liker, or as much alike and earlier: copies copy the first."""
    if abs(worth - best[0]) > _SAME:
        return worth > best[0]
    return _order(other) < _order(best[1])


def _is_before(one: LineageArticle, other: LineageArticle) -> bool:
    """Whether the one came first; who has no date to be believed, by when we saw it."""
    if is_credited(other.source, one.credits):
        return False
    if one.is_dated and other.is_dated:
        return _order(one) < _order(other)
    return (one.first_seen, one.id) < (other.first_seen, other.id)


def _is_descendant(id: str, from_: str, parents: Mapping[str, tuple[str, float, str]]) -> bool:
    seen: set[str] = set()
    while id in parents and id not in seen:
        seen.add(id)
        id = parents[id][0]
        if id == from_:
            return True
    return id == from_


def _origin_of(id: str, parents: Mapping[str, tuple[str, float, str]]) -> TextOrigin:
    if id not in parents:
        return TextOrigin(id, None, id)
    parent, similarity, why = parents[id]
    root = parent
    while root in parents:
        root = parents[root][0]
    return TextOrigin(id, parent, root, similarity, why)


def _why(child: LineageArticle, other: LineageArticle, likeness: float, credited: bool) -> str:
    parts = [f"{likeness:.0%} of the text"]
    if credited:
        parts.append("names it as its source")
    gap = child.at - other.at
    if gap >= _TIE:
        parts.append(f"{gap // _TIE} min later")
    elif child.first_seen > other.first_seen:
        parts.append("in the same minute, but seen later")
    return ", ".join(parts)
