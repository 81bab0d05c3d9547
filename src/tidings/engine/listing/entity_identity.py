"""Who or what a written name stands for, as the newest article with it says."""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Final, NamedTuple

from tidings.model.articles.annotations import Entity, EntityKind, GeoPlace
from tidings.search.index.errors import translated_errors
from tidings.search.label_counts import newest_ids, with_value
from tidings.search.query_run import QueryRun
from tidings.store.database.session import Reader
from tidings.store.tables.articles.annotations import annotations_of

_MAX_KNOWN: Final = 50_000  # names in memory, about 20 MB


class EntityIdentity(NamedTuple):
    """What a name stands for."""

    key: str
    kind: EntityKind
    place: GeoPlace | None


class EntityIdentities:
    """What names stand for; safe to use from many threads."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, EntityIdentity] = OrderedDict()
        self._lock = Lock()

    def of(
        self, connection: Reader, run: QueryRun, names: Sequence[str]
    ) -> dict[str, EntityIdentity]:
        """Return what names stand for, as far as the matches of a query say."""
        with self._lock:
            known = {name: self._known[name] for name in names if name in self._known}
        missing = [name for name in names if name not in known]
        read = _read(connection, run, missing) if missing else {}
        with self._lock:
            self._known |= read
            while len(self._known) > _MAX_KNOWN:
                self._known.popitem(last=False)
        return known | read


def _read(connection: Reader, run: QueryRun, names: Sequence[str]) -> dict[str, EntityIdentity]:
    matching = run.matching
    with translated_errors(run.view.folder):
        newest = {
            name: newest_ids(run.view, with_value(matching, "entity", [name]), 1) for name in names
        }
    ids = sorted({id_ for found in newest.values() for id_ in found})
    annotations = annotations_of(connection, ids)
    found: dict[str, EntityIdentity] = {}
    for name, articles in newest.items():
        entities = (
            annotations[articles[0]].entities if articles and articles[0] in annotations else ()
        )
        entity = next((each for each in entities if _label(each) == name), None)
        if entity is not None:
            found[name] = EntityIdentity(entity.key, entity.kind, entity.place)
    return found


def _label(entity: Entity) -> str:
    """Return a name as the index has it."""
    return " ".join(entity.name.split())
