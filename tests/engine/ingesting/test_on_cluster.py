"""The nodes of a cluster read records, and find near-duplicates, as processes here do."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from tests.clusters.ray_cluster import RayCluster
from tests.engine.ingesting.archives import pages, trec_text, warc

from tidings.engine.ingesting.ingest import IngestProgress, ingest
from tidings.engine.ingesting.survey import Selection
from tidings.engine.maintenance import reannotate
from tidings.model.articles.article import Article
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.store.tables.articles.annotations import packed_annotations_of
from tidings.store.tables.articles.articles import kept_articles
from tidings.store.tables.articles.near_duplicates import NearDuplicateRow, near_duplicates_of
from tidings.store.tables.jobs.job_rows import job_statuses


@pytest.fixture(autouse=True)
def few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reannotate, "_ENOUGH_FOR_PLACES", 0)


def kept_by(
    settings: Settings, files: Sequence[Path]
) -> list[tuple[Article, object, list[NearDuplicateRow]]]:
    """Ingest files, and return the articles with their annotations and near-duplicates."""
    done = ingest(settings, [str(file) for file in files], Selection(), IngestProgress())
    assert not done.problems
    assert not done.quarantined
    with closing(open_database(settings.home / "tidings.db", settings.store)) as database:
        connection = database.read()
        articles = [replace(each, seq=0) for each in kept_articles(connection)]
        ids = [each.id for each in articles]
        known = packed_annotations_of(connection, ids)
        copies = near_duplicates_of(connection, ids)
        assert [each.name for each in job_statuses(connection, 9)] == ["duplicates", "ingest"]
    return [(each, known[each.id], [row for row in copies if row.article == each.id])
            for each in articles]  # fmt: skip


def test_nodes_read_the_same(ray_cluster: RayCluster, tmp_path: Path) -> None:
    files = [warc(tmp_path / "some.warc.gz", pages(12)), trec_text(tmp_path / "ap.gz", range(4))]
    on_cluster = kept_by(ray_cluster.settings(tmp_path / "cluster"), files)
    assert len(on_cluster) == 16
    assert any(copies for _, _, copies in on_cluster)
    assert on_cluster == kept_by(Settings(home=tmp_path / "local"), files)
