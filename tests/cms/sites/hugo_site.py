"""A site made by Hugo with its own templates for feeds, sitemaps, pages of lists and meta data."""

import shutil
from collections.abc import Sequence
from pathlib import Path

from tests.cms.markup import front_matter, markdown
from tests.cms.posts import Post
from tests.cms.sites.site import ABOUT, run

_SETTINGS = """\
baseURL = "{origin}/"
languageCode = "en"
title = "The River Paper"
paginate = 10
[permalinks]
posts = "/:year/:month/:slug/"
[taxonomies]
category = "categories"
tag = "tags"
[[menu.main]]
name = "Posts"
url = "/posts/"
[[menu.main]]
name = "About"
url = "/about/"
"""
_LAYOUTS = Path(__file__).with_name("hugo_layouts")


class HugoSite:
    """Hugo, which has no theme of its own; what it can write itself, it does."""

    def __init__(self, folder: Path, origin: str) -> None:
        self.root = folder / "public"
        self._folder = folder
        (folder / "config.toml").write_text(_SETTINGS.format(origin=origin))
        shutil.copytree(_LAYOUTS, folder / "layouts")
        (folder / "content" / "posts").mkdir(parents=True)
        (folder / "content" / "about.md").write_text(front_matter({"title": "About"}) + ABOUT)

    def publish(self, posts: Sequence[Post]) -> None:
        for post in posts:
            head = {
                "title": post.title,
                "slug": post.slug,
                "date": post.published.isoformat(),
                "categories": [post.category],
                "tags": list(post.tags),
                "author": post.author,
            }
            file = self._folder / "content" / "posts" / f"{post.slug}.md"
            file.write_text(front_matter(head) + markdown(post))
        run("hugo", "--quiet", folder=self._folder)

    def path(self, post: Post) -> str:
        return f"/{post.published:%Y/%m}/{post.slug}/"
