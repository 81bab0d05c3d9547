"""Seed inputs: pages, feeds and sitemaps of the news world, cut to a small size."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from tidings.world.pages.paper_site import PaperPage, PaperSite
from tidings.world.world import World

_EACH = 4  # pages per paper: pages of one kind look similar
_MAX_BYTES = 4_096


def write_seeds(folder: Path, target: str) -> Path:
    """Write the seeds of a target into its folder, and return that."""
    place = folder / target
    place.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(_seeds(target)):
        (place / f"world-{number:03}").write_bytes(seed[:_MAX_BYTES])
    return place


def _seeds(target: str) -> Iterator[bytes]:
    world = World(seed=3, history=6, per_hour=60)
    for paper_site in world.paper_sites.values():
        paths = _feed_paths(paper_site) if target == "feeds" else _page_paths(paper_site, world)
        for path in paths:
            page = paper_site.page(path, world.now)
            if isinstance(page, PaperPage):
                # The first byte selects the URL and charset (see extract.py).
                yield page.content if target == "feeds" else b"\0" + page.content


def _feed_paths(paper_site: PaperSite) -> list[str]:
    paper = paper_site.paper
    paths = [paper.news_sitemap, paper.archive_sitemap, *(path for _, path in paper.feeds)]
    return [path for path in paths if path]


def _page_paths(paper_site: PaperSite, world: World) -> list[str]:
    paths = list(paper_site.targets(world.now))
    return [*islice(paths, _EACH), *paths[-_EACH:]]
