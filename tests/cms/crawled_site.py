"""A site after the real program crawled it, and after a post was added and a round was run."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from tests.cms.posts import Post
from tests.cms.sites.site import Site


@dataclass(frozen=True, slots=True)
class StoredArticle:
    """What the home has of an article; `published` is None for an undated one."""

    title: str
    published: datetime | None
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CrawledSite:
    """The posts of a site and what was stored of it, by path; both before and after a new post."""

    name: str
    first: dict[str, Post]
    stored: dict[str, StoredArticle]
    new: dict[str, Post]
    stored_later: dict[str, StoredArticle]
    recent: set[str]  # the paths that a search for the last seven days finds at the end


def crawl_site(name: str, site: Site, origin: str, posts: list[Post], home: Path) -> CrawledSite:
    """Crawl a site that has all posts but the first; add that one, and run a round."""
    program = _Program(home, origin)
    program.run("add", f"{origin}/")
    program.run("crawl")
    stored = program.stored()
    first = {site.path(post): post for post in posts[1:]}
    site.publish(posts[:1])
    program.run("crawl", "--rounds", "1")
    return CrawledSite(
        name=name,
        first=first,
        stored=stored,
        new={site.path(posts[0]): posts[0]},
        stored_later=program.stored(),
        recent=program.found_since("7d"),
    )


class _Program:
    """`tidings` with one home, in processes of its own."""

    def __init__(self, home: Path, origin: str) -> None:
        self._origin = origin
        kept = {name: value for name, value in os.environ.items() if "TIDINGS_" not in name}
        self._environment = kept | {
            "TIDINGS_HOME": str(home),
            "TIDINGS_FETCH_DELAY": "0",
            "TIDINGS_FETCH_ALLOW_PRIVATE": "127.0.0.0/8",
            "TIDINGS_ENGINE_WORKERS": "1",
        }

    def run(self, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "tidings.cli", *arguments],
            env=self._environment, capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    def stored(self) -> dict[str, StoredArticle]:
        rows = [json.loads(line) for line in self.run("export", "articles").splitlines()]
        return {row["url"].removeprefix(self._origin): _article(row) for row in rows}

    def found_since(self, age: str) -> set[str]:
        hits = json.loads(self.run("search", "the", "--since", age, "--limit", "100", "--json"))
        return {hit["url"].removeprefix(self._origin) for hit in hits["hits"]}


def _article(row: dict[str, str | None]) -> StoredArticle:
    published = row["published"]
    return StoredArticle(
        title=_plain(row["title"] or ""),
        published=datetime.fromisoformat(published) if published else None,
        lines=tuple(_plain(line) for line in (row["text"] or "").splitlines() if line.strip()),
    )


def _plain(text: str) -> str:
    """Return text with the quotation marks that people type, not those that programs make."""
    return " ".join(text.replace("’", "'").split())
