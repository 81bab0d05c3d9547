"""Routes: which page of a paper a path means; does not check that the page exists."""

import re
from dataclasses import dataclass
from functools import lru_cache

from tidings.world.news.newspapers import SECTIONS, Newspaper

NOTICES = ("about", "contact", "terms", "login", "subscribe", "sponsored", "noindex")


@dataclass(frozen=True, slots=True)
class Route:
    """One page of a paper."""

    kind: str  # front, section, tag, archive, notice, search, feed, sitemap, robots, media
    key: str = ""
    page: int = 1


@lru_cache(maxsize=4096)
def route(paper: Newspaper, target: str) -> Route | None:
    """Return the page that a request's target means; articles are found in PublishedArticles."""
    found = _fixed(paper).get(target)
    if found is not None:
        return found
    for pattern, kind in _patterns(paper):
        if match := pattern.fullmatch(target):
            return _matched(paper, kind, match)
    return None


def _matched(paper: Newspaper, kind: str, match: re.Match[str]) -> Route | None:
    groups = match.groupdict()
    if kind == "section":
        page = int(groups["page"])
        section = SECTIONS[paper.sections.index(groups["section"])]
        return Route("section", section, page) if page > 1 else None
    return Route(kind, groups.get("key") or "")


@lru_cache
def _fixed(paper: Newspaper) -> dict[str, Route]:
    paths = paper.paths
    fixed = {"/": Route("front"), "/robots.txt": Route("robots")}
    fixed |= {paper.section_path(section): Route("section", section) for section in SECTIONS}
    fixed |= {paths.notice(key): Route("notice", key) for key in NOTICES}
    fixed |= {path: Route("feed", form) for form, path in paper.feeds}
    if paper.section_feed:
        for section, name in zip(SECTIONS, paper.sections, strict=True):
            fixed[paper.section_feed.format(section=name)] = Route("section-feed", section)
    if not paper.mining:
        fixed["/.well-known/tdmrep.json"] = Route("tdmrep")
    if paper.news_sitemap:
        fixed[paper.news_sitemap] = Route("news-sitemap")
    if paper.archive_sitemap:
        fixed[paper.archive_sitemap] = Route("sitemap-index")
    return fixed


@lru_cache
def _patterns(paper: Newspaper) -> tuple[tuple[re.Pattern[str], str], ...]:
    paths = paper.paths
    found = [
        *((_pattern(paths.section_page, section=name), "section") for name in paper.sections),
        (_pattern(paths.tag), "tag"),
        (_pattern(paths.archive), "archive"),
        (re.compile(re.escape(paths.notice("search")) + r"(\?.*)?"), "search"),
        (re.compile(r"/media/(?P<key>[\w-]+)\.svg"), "media"),
    ]
    if paper.archive_sitemap:
        found.append((re.compile(r"/sitemap_(?P<key>\d{4}-\d{2})\.xml"), "sitemap"))
    return tuple(found)


def _pattern(path: str, section: str = "") -> re.Pattern[str]:
    text = re.escape(path).replace(r"\{section\}", f"(?P<section>{re.escape(section)})")
    text = text.replace(r"\{page\}", r"(?P<page>[1-9]\d{0,4})")
    text = text.replace(r"\{tag\}", r"(?P<key>[\w-]+)")
    return re.compile(text.replace(r"\{month\}", r"(?P<key>\d{4}-\d{2})"))
