"""A site made by Nikola as `nikola init` sets it up, with a theme that comes with it."""

import sys
from collections.abc import Sequence
from pathlib import Path

from tests.cms.markup import markdown
from tests.cms.posts import Post
from tests.cms.sites.site import ABOUT, run

_SETTINGS = """
SITE_URL = {origin!r}
BLOG_TITLE = "The River Paper"
BLOG_AUTHOR = "The editors"
THEME = {theme!r}
POSTS = (("posts/*.md", "posts", "post.tmpl"),)
PAGES = (("pages/*.md", "pages", "page.tmpl"),)
"""


class NikolaSite:
    """Nikola with full posts on its index pages, which is its default."""

    def __init__(self, folder: Path, origin: str, theme: str = "bootblog4") -> None:
        self._folder = folder / "site"
        self.root = self._folder / "output"
        run(sys.executable, "-m", "nikola", "init", "-q", self._folder, folder=folder)
        with (self._folder / "conf.py").open("a") as settings:
            settings.write(_SETTINGS.format(origin=f"{origin}/", theme=theme))
        (self._folder / "pages" / "about.md").write_text(_head({"title": "About"}) + ABOUT)

    def publish(self, posts: Sequence[Post]) -> None:
        for post in posts:
            head = {
                "title": post.title,
                "slug": post.slug,
                "date": f"{post.published:%Y-%m-%d %H:%M:%S} UTC",
                "category": post.category,
                "tags": ", ".join(post.tags),
                "author": post.author,
            }
            file = self._folder / "posts" / f"{post.slug}.md"
            file.write_text(_head(head) + markdown(post))
        run(sys.executable, "-m", "nikola", "build", folder=self._folder)

    def path(self, post: Post) -> str:
        return f"/posts/{post.slug}/"


def _head(head: dict[str, str]) -> str:
    lines = "".join(f".. {name}: {value}\n" for name, value in head.items())
    return f"<!--\n{lines}-->\n\n"
