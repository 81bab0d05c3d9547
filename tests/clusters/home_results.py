"""Everything that a rebuild makes, as plain values that can be compared between homes."""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from tidings.engine.library.library import Library
from tidings.engine.process.home import home_of
from tidings.engine.process.home_database import opened_database
from tidings.model.search.results import Query
from tidings.search.links.link_ranks import LiveRanks
from tidings.settings.tree import Settings, StoreSettings
from tidings.store.database.database import open_database
from tidings.store.database.session import Reader

# Tables, without the columns that hold the moment of the rebuild.
_TABLES: Final = {
    "articles": {"hidden_from"},
    "annotations": set[str](),
    "likenesses": set[str](),
    "memberships": set[str](),
    "stories": set[str](),
    "urls": {"due", "host_id"},
    "hosts": {"id"},
    "url_counts": set[str](),
    "prints": set[str](),
    "memories": set[str](),
    "lessons": set[str](),
    "changes": {"at"},
}
QUERIES: Final = (
    "minister", "Regierung", "gouvernement", "parliament OR police", "\u653f\u5e9c", "the market",
    '"prime minister"', "storm -rain", "Wahl", "match", "language:de Stadt", "victoire",
)  # fmt: skip
_MODELS: Final = ("news", "bm25", "vsm+qe")
Results = dict[str, list[Any]]


def results_of(settings: Settings) -> Results:
    """Return the rows, the link ranks and the answers of a home."""
    home = home_of(settings)
    with closing(opened_database(home)) as database:
        results = {name: _rows(database.read(), name) for name in _TABLES}
    results["ranks"] = list(_ranks(settings))
    results["answers"] = list(_answers(settings))
    return results


def _rows(connection: Reader, table: str) -> list[Any]:
    names = [name for name in _columns()[table] if name not in _TABLES[table]]
    rows = connection.execute(f"SELECT * FROM {table}").fetchall()
    found = [tuple((name, _plain(row[name])) for name in names) for row in rows]
    return sorted(found, key=repr)


@cache
def _columns() -> dict[str, list[str]]:
    """Return the columns of the tables, which are the same in all databases."""
    with (
        TemporaryDirectory() as folder,
        closing(open_database(Path(folder) / "tables.db", StoreSettings())) as database,
    ):
        return {
            table: [row[1] for row in database.read().execute(f"PRAGMA table_info({table})")]
            for table in _TABLES
        }


def _plain(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview) else value


def _ranks(settings: Settings) -> Iterator[Any]:
    ranks = LiveRanks(home_of(settings).links).now()
    for column in (ranks.page, ranks.host, ranks.domain):
        yield column.keys.tolist(), column.ranks.tobytes()
    yield ranks.linking_pages.tolist(), ranks.linking_domains.tolist()
    yield ranks.anchors.keys.tolist()


def _answers(settings: Settings) -> Iterator[Any]:
    with closing(Library.open(settings)) as library:
        rows = library.database.read().execute("SELECT max(first_seen) FROM articles")
        now = datetime.fromtimestamp(rows.fetchone()[0], UTC)  # an hour later, some rank otherwise
        for text in QUERIES:
            for model in _MODELS:
                answer = library.search(Query(text, model=model, explain=True), now)  # type: ignore[arg-type]
                yield text, model, answer.total, [_hit(hit) for hit in answer.hits]


def _hit(hit: Any) -> tuple[Any, ...]:
    return hit.id, hit.title, hit.snippet, hit.score


def differences(found: Results, expected: Results) -> str:
    """Return what differs, in a few lines; empty if nothing does."""
    lines: list[str] = []
    for name, values in expected.items():
        if found[name] != values:
            lines.append(f"{name}: {len(found[name])} instead of {len(values)}")
            pairs = zip(found[name], values, strict=False)
            some = next(((ours, theirs) for ours, theirs in pairs if ours != theirs), None)
            lines += [str(each)[:600] for each in some or ()]
    return "\n".join(lines)
