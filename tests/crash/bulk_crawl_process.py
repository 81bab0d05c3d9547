"""Fetches a list until it is killed: python -m tests.crash.bulk_crawl_process HOME URLS PAGES."""

import os
import signal
import sys
from pathlib import Path

from tests.engine.backfill.bulk_home import settings_for

from tidings.engine.backfill.bulk_crawl import crawl_urls
from tidings.engine.backfill.page_output import PageCounts


def main(folder: str, urls: str, pages: str) -> None:
    """Fetch a list; with `pages`, kill this process once so many are settled."""

    def on_progress(done: int, total: int, counts: PageCounts) -> None:
        if pages and counts.pages >= int(pages):
            os.kill(os.getpid(), signal.SIGKILL)

    done = crawl_urls(settings_for(Path(folder)), Path(urls).read_text().split(), on_progress)
    print(done.counts.pages)


if __name__ == "__main__":
    main(*sys.argv[1:])
