"""A site made by Pelican with a theme that comes with it and its own settings for publishing."""

import sys
from collections.abc import Sequence
from pathlib import Path

from tests.cms.markup import markdown
from tests.cms.posts import Post
from tests.cms.sites.site import ABOUT, run

_SETTINGS = """\
AUTHOR = "The editors"
SITENAME = "The River Paper"
SITEURL = {origin!r}
RELATIVE_URLS = False
PATH = "content"
TIMEZONE = "UTC"
DEFAULT_LANG = "en"
DEFAULT_PAGINATION = 10
THEME = {theme!r}
FEED_ALL_ATOM = "feeds/all.atom.xml"
CATEGORY_FEED_ATOM = "feeds/{{slug}}.atom.xml"
LINKS = (("Pelican", "https://getpelican.com/"), ("Python.org", "https://www.python.org/"))
SOCIAL = (("You can add links in your config file", "#"),)
"""


class PelicanSite:
    """Pelican as `pelican-quickstart` sets it up: pages of 10, tags, categories, authors, feeds."""

    def __init__(self, folder: Path, origin: str, theme: str = "notmyidea") -> None:
        self.root = folder / "output"
        self._folder = folder
        (folder / "content" / "pages").mkdir(parents=True)
        (folder / "content" / "pages" / "about.md").write_text(f"Title: About\n\n{ABOUT}\n")
        (folder / "pelicanconf.py").write_text(_SETTINGS.format(origin=origin, theme=theme))

    def publish(self, posts: Sequence[Post]) -> None:
        for post in posts:
            head = {
                "Title": post.title,
                "Date": f"{post.published:%Y-%m-%d %H:%M}",
                "Category": post.category,
                "Tags": ", ".join(post.tags),
                "Slug": post.slug,
                "Authors": post.author,
            }
            lines = "".join(f"{name}: {value}\n" for name, value in head.items())
            (self._folder / "content" / f"{post.slug}.md").write_text(f"{lines}\n{markdown(post)}")
        run(sys.executable, "-m", "pelican", "-s", "pelicanconf.py", folder=self._folder)

    def path(self, post: Post) -> str:
        return f"/{post.slug}.html"
