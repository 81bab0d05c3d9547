"""A site made by Jekyll with its stock theme minima and the plugins of its starter site."""

from collections.abc import Sequence
from pathlib import Path

from tests.cms.markup import front_matter, markdown
from tests.cms.posts import Post
from tests.cms.sites.site import ABOUT, run

_SETTINGS = """\
title: The River Paper
email: editors@example.org
description: News of a small town by the river.
url: "{origin}"
theme: minima
show_excerpts: true
timezone: UTC
plugins: [jekyll-feed, jekyll-sitemap, jekyll-paginate]
paginate: 10
"""


class JekyllSite:
    """Jekyll as `jekyll new` sets it up, with excerpts and pages of 10 on the front page."""

    def __init__(self, folder: Path, origin: str) -> None:
        self.root = folder / "_site"
        self._folder = folder
        (folder / "_posts").mkdir()
        (folder / "_config.yml").write_text(_SETTINGS.format(origin=origin))
        (folder / "index.html").write_text(front_matter({"layout": "home"}))
        about = front_matter({"layout": "page", "title": "About", "permalink": "/about/"})
        (folder / "about.md").write_text(about + ABOUT)

    def publish(self, posts: Sequence[Post]) -> None:
        for post in posts:
            head = {
                "layout": "post",
                "title": post.title,
                "date": f"{post.published:%Y-%m-%d %H:%M:%S} +0000",
                "categories": [post.category.lower()],
                "tags": list(post.tags),
                "author": post.author,
            }
            file = self._folder / "_posts" / f"{post.published:%Y-%m-%d}-{post.slug}.md"
            file.write_text(front_matter(head) + markdown(post))
        run("jekyll", "build", "--quiet", folder=self._folder)

    def path(self, post: Post) -> str:
        return f"/{post.category.lower()}/{post.published:%Y/%m/%d}/{post.slug}.html"
