"""A list is fetched by the nodes of a cluster, as politely as by processes of this machine."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

from tests.clusters.ray_cluster import RayCluster
from tests.engine.backfill.bulk_home import DELAY, articles, rows, settings_for, visits
from tests.engine.backfill.many_papers import papers

from tidings.engine.backfill.bulk_crawl import ListCutting, crawl_urls


def test_places_on_nodes_share_the_hosts(ray_cluster: RayCluster, tmp_path: Path) -> None:
    on_cluster = ray_cluster.settings(tmp_path / "home")
    settings = replace(settings_for(tmp_path), cluster=on_cluster.cluster)
    settings = replace(settings, jobs=replace(settings.jobs, engine=on_cluster.jobs.engine))
    with papers(6) as served:
        urls, cutting = served.urls(6), ListCutting(lanes=2, seconds=1.5)
        done = crawl_urls(settings, urls, lambda done, total, counts: None, cutting)
        assert (done.counts.articles, done.left) == (36, 0)
        assert Counter(served.all_pages()) == Counter(urls)
        for host in served.hosts:
            assert served.overlaps(host) == 0
            assert served.smallest_gap(host) >= DELAY
    assert articles(settings).keys() == set(urls)
    assert set(visits(settings).values()) == {1}
    fetched = "SELECT id FROM jobs WHERE name = 'fetch'"
    places = rows(
        settings, f"SELECT DISTINCT place FROM job_parts WHERE job IN ({fetched}) ORDER BY place"
    )
    assert places == [("one",), ("two",)]
