"""The newest edits, deletions and restorations of all outlets, with word diffs."""

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Lock
from typing import Final

from tidings.engine.listing.edit_kinds import edit_kinds
from tidings.model.articles.article import Article
from tidings.model.articles.listing import EditFilter, EditPlace, OutletEdit, OutletEditKind
from tidings.model.articles.revision import RevisionDiff, WordChange
from tidings.store.database.session import Reader
from tidings.store.tables.articles.articles import articles_by_id
from tidings.store.tables.articles.edits import (
    DELETION,
    EDIT,
    RESTORATION,
    STEPS,
    DeletionFacts,
    EditedTexts,
    deletion_facts,
    edit_places,
    edited_texts,
)
from tidings.text.diff import word_count, word_diff

_MAX_LOOKED_AT: Final = 300  # edits for one page: more would take longer than a reader waits
_CHUNK: Final = 50
_TEXTS: Final = 10  # edits whose texts are read at once
_MAX_KNOWN: Final = 2_000  # diffs in memory; a diff never changes, and takes a millisecond
_STEPS: Final[dict[OutletEditKind | None, tuple[int, ...]]] = {
    None: STEPS,
    OutletEditKind.DELETION: (DELETION,),
    OutletEditKind.RESTORATION: (RESTORATION,),
}

_Diff = tuple[RevisionDiff, tuple[OutletEditKind, ...]]
_Texts = Mapping[tuple[str, int], EditedTexts]
_Facts = Mapping[tuple[str, float], DeletionFacts]


@dataclass(frozen=True, slots=True)
class EditPage:
    """Some edits, and where the list continues; None if it ends."""

    edits: tuple[OutletEdit, ...]
    next: EditPlace | None


class RecentEdits:
    """The list of edits of one home; safe to use from many threads."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, int, int], _Diff] = OrderedDict()
        self._lock = Lock()

    def page(
        self, connection: Reader, wanted: EditFilter, after: EditPlace | None, limit: int
    ) -> EditPage:
        """Return the next edits, newest first.

        A page is shorter than `limit`, even empty, if many edits were looked at and few are wanted.
        """
        steps = _STEPS.get(wanted.kind, (EDIT,))
        found: list[OutletEdit] = []
        looked_at = 0
        while looked_at < _MAX_LOOKED_AT:
            places = edit_places(connection, wanted, after, _CHUNK, steps)
            for place, edit in self._edits(connection, places):
                if len(found) == limit:
                    return EditPage(tuple(found), after)
                after = place
                if edit is not None and wanted.kind in (None, *edit.kinds):
                    found.append(edit)
            if len(places) < _CHUNK:
                return EditPage(tuple(found), None)
            looked_at += len(places)
        return EditPage(tuple(found), after)

    def _edits(
        self, connection: Reader, places: Sequence[EditPlace]
    ) -> Iterator[tuple[EditPlace, OutletEdit | None]]:
        """Yield each place with its edit; None if it may not be shown."""
        for first in range(0, len(places), _TEXTS):  # a page that is full needs no further texts
            some = places[first : first + _TEXTS]
            ids = sorted({place.article for place in some})
            articles = articles_by_id(connection, ids)
            edits = [(each.article, int(each.number)) for each in some if each.step == EDIT]
            texts = edited_texts(connection, edits)
            facts = deletion_facts(connection, ids)
            for place in some:
                article = articles.get(place.article)
                yield place, None if article is None else self._edit(place, article, texts, facts)

    def _edit(
        self, place: EditPlace, article: Article, texts: _Texts, facts: _Facts
    ) -> OutletEdit | None:
        if place.step != EDIT:
            return _deletion(place, article, facts)
        both = texts.get((article.id, int(place.number)))
        if both is None or article.robots.noarchive:  # old revisions are copies, too
            return None
        diff, kinds = self._diff(place, article, both)
        return _listed(place, article, kinds, diff)

    def _diff(self, place: EditPlace, article: Article, both: EditedTexts) -> _Diff:
        """Return what an edit changed; a corrected article (its seq tells) is compared again."""
        key = (article.id, int(place.number), article.seq)
        with self._lock:
            known = self._known.get(key)
        if known is None:
            known = _diff_of(place, article, both)
            with self._lock:
                self._known[key] = known
                while len(self._known) > _MAX_KNOWN:
                    self._known.popitem(last=False)
        return known


def _diff_of(place: EditPlace, article: Article, both: EditedTexts) -> _Diff:
    old, new = both.before, both.after or (article.title, article.text)
    title, text = word_diff(old[0], new[0]), word_diff(old[1], new[1])
    runs = (*title, *text)
    added, removed = word_count(runs, WordChange.ADDED), word_count(runs, WordChange.REMOVED)
    diff = RevisionDiff(int(place.number) + 1, _moment(place.at), title, text, added, removed)
    return diff, edit_kinds(title, text, article.language)


def _deletion(place: EditPlace, article: Article, facts: _Facts) -> OutletEdit:
    known = facts.get((article.id, place.number), DeletionFacts(None, ""))
    kind = OutletEditKind.DELETION if place.step == DELETION else OutletEditKind.RESTORATION
    return _listed(place, article, (kind,), status=known.status, detail=known.detail)


def _listed(
    place: EditPlace,
    article: Article,
    kinds: tuple[OutletEditKind, ...],
    diff: RevisionDiff | None = None,
    status: int | None = None,
    detail: str = "",
) -> OutletEdit:
    return OutletEdit(
        place, kinds, _moment(place.at), article.id, article.url, article.source,
        article.language, article.title, diff, status, detail,
    )  # fmt: skip


def _moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
