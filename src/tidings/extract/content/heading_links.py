"""Where a heading links to: to another page of the site, or to its own."""

import re

from selectolax.lexbor import LexborNode

from tidings.extract.content.blocks import PageBlocks
from tidings.read.pages.html import Html, canonical_link
from tidings.read.url import canonical, domain_of, path_of

LINKED_HEADING = 0.6  # share of a heading's text in links, above which it is one
_AROUND = 3  # elements between a heading and the link around it
_ENDINGS = re.compile(r"(?:/|/index\.\w+|/amp|\.amp)+$")
_UNKNOWN = "https://page.invalid/"  # relative addresses of a page without one lead there


def page_address(html: Html) -> str:
    """Return the URL of the page, or the one that it declares, or an empty string."""
    declared = html.meta.get("og:url", "")
    return html.url or canonical_link(html) or html.absolute(declared) or ""


def heading_link(found: PageBlocks, at: int) -> LexborNode | None:
    """Return the link in a heading, or the one around it."""
    node: LexborNode | None = found.elements[found.blocks[at].element].node
    if node is not None and (inside := node.css_first("a[href]")) is not None:
        return inside
    for _ in range(_AROUND):
        node = node.parent if node is not None else None
        if node is not None and node.tag == "a":
            return node
    return None


def linked_page(html: Html, found: PageBlocks, at: int) -> str | None:
    """Return the path of the other page of the site that a heading links to.

    It is empty for the site's root, and None if the heading links to no other page.
    """
    link = heading_link(found, at) if found.blocks[at].linked > LINKED_HEADING else None
    href = ((link.attributes.get("href") or "") if link is not None else "").strip()
    address = page_address(html)
    url = canonical(href, html.base or address or _UNKNOWN) if href and href[0] != "#" else None
    if url is None or (address and domain_of(url) != domain_of(address)):
        return None
    path = _path(url)
    return None if path in _own_paths(html) else path


def is_above(html: Html, path: str) -> bool:
    """Return whether a path is that of the site's root, or of a folder that the page is in."""
    return path == "" or any(own.startswith(f"{path}/") for own in _own_paths(html))


def _own_paths(html: Html) -> set[str]:
    addresses = (html.url, canonical_link(html), html.absolute(html.meta.get("og:url")))
    return {_path(url) for url in addresses if url}


def _path(url: str) -> str:
    """A path without what the addresses of one page may differ in."""
    path, _, query = path_of(url).partition("?")
    return _ENDINGS.sub("", path.lower()) + (f"?{query}" if query else "")
