"""The links of one archived page: their targets and texts."""

from dataclasses import dataclass
from typing import Final

from tidings.read.pages.html import Html, links, parse_html
from tidings.read.rights.robots_tags import robots_meta
from tidings.read.url import canonical
from tidings.search.links.page_keys import PageKeys, page_keys_of
from tidings.settings.tree import LinkSettings
from tidings.store.archive.warc_files import ArchivedPage

_PAGES: Final = frozenset({"text/html", "application/xhtml+xml", ""})
_MAX_TEXT: Final = 160  # characters; headlines have 60, and a whole teaser is not a name
_OK: Final = 200


@dataclass(frozen=True, slots=True)
class PageLinks:
    """A page with the pages it links to, each once with the text of the first link that has one."""

    keys: PageKeys
    targets: tuple[tuple[PageKeys, str], ...]


def page_links(page: ArchivedPage, settings: LinkSettings) -> PageLinks | None:
    """Return the links of an archived page; None if it is not a web page.

    Leaves out links to the page itself, links marked nofollow, ugc or sponsored, and links beyond
    `settings.per_page`.
    """
    url = canonical(page.url)
    if url is None or page.status != _OK or page.content_type not in _PAGES or not page.body:
        return None
    html = parse_html(page.body, url, page.charset)
    tags = [value for name, value in page.headers if name == "x-robots-tag"]
    if not settings.nofollow and robots_meta(html, tags).nofollow:
        return PageLinks(page_keys_of(url), ())
    return PageLinks(page_keys_of(url), tuple(_targets(html, url, settings).values()))


def _targets(html: Html, url: str, settings: LinkSettings) -> dict[str, tuple[PageKeys, str]]:
    found: dict[str, tuple[PageKeys, str]] = {}
    base = html.base
    for link in links(html):
        if link.unvouched and not settings.nofollow:
            continue
        target = canonical(link.href, base)
        if target is None or target == url:
            continue
        if target not in found and len(found) >= settings.per_page:
            break
        if target not in found or not found[target][1]:
            found[target] = (page_keys_of(target), " ".join(link.text[:_MAX_TEXT].split()))
    return found
