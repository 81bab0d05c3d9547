"""Which pages of a source its settings exclude, by patterns of their paths as in robots.txt."""

from tidings.model.crawl.source_settings import SourceScope
from tidings.model.crawl.visit import Visit
from tidings.model.web.page import UrlRole
from tidings.read.rights.path_pattern import path_matches
from tidings.read.url import path_of


def path_refusal(url: str, scope: SourceScope) -> str:
    """Return which pattern excludes a page; empty if none does. `exclude` outranks `include`."""
    if not scope.has_paths:
        return ""
    path = path_of(url)
    for pattern in scope.exclude:
        if path_matches(pattern, path):
            return f"exclude {pattern}"
    if scope.include and not any(path_matches(pattern, path) for pattern in scope.include):
        return f"include {' '.join(scope.include)}"
    return ""


def visit_refusal(visit: Visit, scope: SourceScope) -> str:
    """Return which pattern excludes a visit: never one to a start page, feed, sitemap or article
    that is kept."""
    may_be_excluded = visit.role is UrlRole.PAGE and visit.depth > 0 and visit.article is None
    return path_refusal(visit.url, scope) if may_be_excluded else ""
