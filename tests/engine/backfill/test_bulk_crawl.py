"""Lists are fetched by processes, from papers that note who came and when."""

import threading
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import pytest
from tests.engine.backfill.bulk_home import (
    DELAY,
    articles,
    impatient,
    opened,
    rows,
    settings_for,
    visits,
)
from tests.engine.backfill.many_papers import Papers, papers

from tidings.engine.backfill.bulk_crawl import BulkCrawlResult, crawl_urls
from tidings.engine.jobs.job_history import job_details
from tidings.engine.process.home_lock import HomeTaken
from tidings.engine.sources.source_list import add_source
from tidings.settings.tree import Settings


@pytest.fixture
def served() -> Iterator[Papers]:
    with papers(12) as found:
        yield found


def crawl(settings: Settings, urls: list[str]) -> BulkCrawlResult:
    return crawl_urls(settings, urls, lambda done, total, counts: None)


def assert_polite(served: Papers, delay: float = DELAY) -> None:
    """Check by the servers' own logs that each host was asked one by one, with its delay."""
    for host in served.hosts:
        assert served.overlaps(host) == 0
        assert served.smallest_gap(host) >= delay


def test_each_url_is_fetched_once_by_the_rules_of_its_host(tmp_path: Path, served: Papers) -> None:
    settings, urls = settings_for(tmp_path), served.urls(5)
    closed, slow, limited, *others = served.hosts
    served.robots = {
        closed: "User-agent: *\nDisallow: /2026\n",
        slow: "User-agent: *\nCrawl-delay: 0.6\n",
    }
    served.refusals[limited] = 1
    done = crawl(settings, [*urls, *urls[:5]])
    assert (done.urls, done.hosts, done.counts.articles, done.left) == (60, 12, 55, 0)
    assert done.counts.reasons[_reason_of(settings, served.urls(1, [closed])[0])] == 5
    job = job_details(settings, done.job).job
    assert (job.done, job.items, job.ended_at is not None) == (60, 60, True)
    open_urls = served.urls(5, [slow, limited, *others])
    assert Counter(served.all_pages()) == Counter(open_urls)
    assert articles(settings).keys() == set(open_urls)
    assert set(visits(settings).values()) == {1}
    assert_polite(served)
    began = sorted(each.began for each in served.pages(slow))
    assert min(later - at for at, later in pairwise(began)) >= 0.6
    first, second, *_ = served.pages(limited)
    assert second.began - first.ended >= served.retry_after
    assert not list((settings.home / "jobs").iterdir())


def _reason_of(settings: Settings, url: str) -> str:
    ((reason,),) = rows(settings, f"SELECT reason FROM urls WHERE url = '{url}'")
    return str(reason)


def test_known_pages_are_fetched_again_for_the_source_they_belong_to(
    tmp_path: Path, served: Papers
) -> None:
    settings, (followed, other) = settings_for(tmp_path, workers=1), served.hosts[:2]
    with opened(settings) as database:
        add_source(database, f"http://{followed}/", datetime.now(UTC))
    urls = served.urls(2, [followed, other])
    crawl(settings, urls)
    served.editions[other] = 2
    again = crawl(settings, urls)
    assert again.counts.revisions == 2
    assert again.counts.reasons["not modified"] == 2
    assert sorted(articles(settings).values()) == [1, 1, 2, 2]
    found = rows(
        settings,
        "SELECT sites.url, sites.removed_at IS NULL, count(*), count(urls.due) FROM urls "
        "JOIN sites ON sites.id = urls.site WHERE urls.article IS NOT NULL "
        "GROUP BY sites.id, sites.url, sites.removed_at ORDER BY sites.id",
    )
    assert found == [(f"http://{followed}/", 1, 2, 0), (f"https://{other}/", 0, 2, 0)]
    assert_polite(served)


@pytest.mark.slow
def test_what_is_left_for_a_long_pause_is_fetched_by_the_next_call(
    tmp_path: Path, served: Papers
) -> None:
    settings, (host, other) = settings_for(tmp_path, workers=1), served.hosts[:2]
    served.refusals[host], served.retry_after = 1, 50
    urls = served.urls(3, [host, other])
    done = crawl(impatient(settings, 0.5), urls)
    assert (done.counts.articles, done.left) == (3, 3)
    assert job_details(settings, done.job).job.done == 3
    served.seen[other].clear()
    with opened(settings) as database:  # as if the pause were over
        forget = "UPDATE host_leases SET not_before = 0"
        database.write(lambda db: db.execute(forget)).result()
    again = crawl(settings, urls)
    assert (again.job, again.counts.articles, again.left) == (done.job, 3, 0)
    assert job_details(settings, done.job).job.done == 6
    assert not served.seen[other]


@pytest.mark.slow
def test_a_second_crawl_of_the_same_home_is_kept_out(tmp_path: Path, served: Papers) -> None:
    settings, urls = settings_for(tmp_path, workers=1), served.urls(4)
    served.latency, ended = 0.3, threading.Event()

    def first_crawl() -> None:
        crawl(settings, urls)
        ended.set()

    first = threading.Thread(target=first_crawl)
    first.start()
    while not served.seen:
        ended.wait(0.05)
    with pytest.raises(HomeTaken):
        crawl(settings, urls)
    first.join()
    assert_polite(served)
