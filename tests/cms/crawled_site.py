"""A site after the real program crawled it, and after a post was added and a round was run."""

from dataclasses import dataclass
from pathlib import Path

from tests.cms.posts import Post
from tests.cms.program import Program, StoredArticle
from tests.cms.sites.site import Site


@dataclass(frozen=True, slots=True)
class CrawledSite:
    """The posts of a site and what was stored of it, by path; both before and after a new post."""

    origin: str
    home: Path
    first: dict[str, Post]
    stored: dict[str, StoredArticle]
    new: dict[str, Post]
    stored_later: dict[str, StoredArticle]
    recent: set[str]  # the paths that a search for the last seven days finds at the end


def crawl_site(site: Site, origin: str, posts: list[Post], home: Path) -> CrawledSite:
    """Crawl a site that has all posts but the first; add that one, and run a round."""
    program = Program(home, origin)
    program.run("add", f"{origin}/")
    program.run("crawl")
    stored = program.stored()
    first = {site.path(post): post for post in posts[1:]}
    site.publish(posts[:1])
    program.run("crawl", "--rounds", "1")
    return CrawledSite(
        origin=origin,
        home=home,
        first=first,
        stored=stored,
        new={site.path(posts[0]): posts[0]},
        stored_later=program.stored(),
        recent=set(program.found("--since", "7d")),
    )
