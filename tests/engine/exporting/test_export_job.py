"""An export as a job writes the same bytes as one in this process, also if it was killed."""

import io
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from tests.factories import make_article

from tidings.engine.exporting import export_job
from tidings.engine.exporting.article_export import (
    HIDDEN,
    ExportCounts,
    ExportFilter,
    export_articles,
)
from tidings.engine.exporting.export_draft import ExportDraft, WrittenPart
from tidings.engine.exporting.export_job import export_by_job
from tidings.engine.process.home import Home, ensure_home
from tidings.engine.runners.local_runner import LocalRunner
from tidings.settings.tree import Settings, StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.tables.articles.articles import keep_article, set_rights

NOW = datetime(2026, 1, 2, tzinfo=UTC)
ARTICLES = 23


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export_job, "_CHUNK", 5)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return ensure_home(Settings(home=tmp_path / "home"))


@pytest.fixture
def filled(home: Home) -> Database:
    database = open_database(home.database, StoreSettings(commit_seconds=0.0))
    for number in range(ARTICLES):
        url = f"https://{'ab'[number % 2]}.example/{number}"
        kept = make_article(url, f"Nr. {number}", "Text \u2028 und mehr.", first_seen=NOW)
        database.write(partial(keep_article, article=kept, now=NOW)).result()
    hidden = make_article("https://a.example/4")
    hide = partial(set_rights, article_id=hidden.id, robots=hidden.robots, rights=hidden.rights)
    database.write(lambda db: hide(db, hidden_from=NOW, now=NOW)).result()
    return database


def expected(database: Database, selection: ExportFilter, form: str) -> tuple[bytes, ExportCounts]:
    sink = io.BytesIO()
    counts = export_articles(database, selection, form, sink, lambda _: None)
    return sink.getvalue(), counts


def export(
    home: Home,
    database: Database,
    path: Path,
    selection: ExportFilter = ExportFilter(),  # noqa: B008
    form: str = "jsonl",
    workers: int = 0,
    on_item: Callable[[ExportCounts], None] = lambda _: None,
) -> ExportCounts:
    runner = LocalRunner(database, workers)
    return export_by_job(
        home, database, runner, selection, form, path, on_item, lambda: datetime.now(UTC)
    )


@pytest.mark.parametrize("form", ["jsonl", "csv"])
@pytest.mark.parametrize("selection", [ExportFilter(), ExportFilter(source="a.example")])
def test_the_bytes_are_those_of_an_export_in_this_process(
    home: Home, filled: Database, tmp_path: Path, form: str, selection: ExportFilter
) -> None:
    path = tmp_path / "out"
    counts = export(home, filled, path, selection, form)
    assert (path.read_bytes(), counts) == expected(filled, selection, form)
    assert counts.left_out[HIDDEN] == 1
    assert sorted(each.name for each in tmp_path.iterdir()) == ["home", "out"]


def test_lines_are_made_in_other_processes(home: Home, filled: Database, tmp_path: Path) -> None:
    path = tmp_path / "out"
    export(home, filled, path, workers=2)
    assert path.read_bytes() == expected(filled, ExportFilter(), "jsonl")[0]


class Killed(BaseException):
    """Stands for kill -9."""


def killed_after(parts: int) -> Callable[[ExportCounts], None]:
    left = parts

    def on_item(counts: ExportCounts) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise Killed

    return on_item


def test_an_export_that_was_killed_goes_on(
    home: Home, filled: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out"
    with pytest.raises(Killed):
        export(home, filled, path, on_item=killed_after(3))
    assert not path.exists()
    with (tmp_path / ".out.export").open("ab") as draft:
        draft.write(b'{"half a line')
    appended: list[bytes] = []
    original = ExportDraft.append

    def append(self: ExportDraft, lines: bytes, *part: WrittenPart) -> None:
        appended.append(lines)
        original(self, lines, *part)

    monkeypatch.setattr(ExportDraft, "append", append)
    counts = export(home, filled, path)
    assert (path.read_bytes(), counts) == expected(filled, ExportFilter(), "jsonl")
    assert len(appended) == 2


@pytest.mark.parametrize("change", ["article", "form", "list"])
def test_it_begins_anew_if_it_would_be_another(
    home: Home, filled: Database, tmp_path: Path, change: str
) -> None:
    path = tmp_path / "out"
    with pytest.raises(Killed):
        export(home, filled, path, on_item=killed_after(3))
    if change == "article":
        newer = make_article("https://a.example/new", first_seen=NOW + timedelta(hours=1))
        filled.write(partial(keep_article, article=newer, now=NOW)).result()
    if change == "list":
        notes = tmp_path / ".out.parts"
        notes.write_bytes(notes.read_bytes()[:-3])
    form = "csv" if change == "form" else "jsonl"
    export(home, filled, path, form=form)
    assert path.read_bytes() == expected(filled, ExportFilter(), form)[0]
