"""OPML, the file format in which feed readers exchange subscriptions."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from lxml import etree

from tidings.model.articles.article import UnreadablePage
from tidings.model.web.discovery import OpmlOutline
from tidings.model.web.reason import Reason
from tidings.read.characters.one_line_text import unescaped_line
from tidings.read.feeds.feed_fields import MAX_TITLE, href_from
from tidings.read.feeds.xml import parse_xml, root_pattern

MAX_OUTLINES: Final = 250_000  # three times the feeds that the largest aggregators follow
OPML_NAMESPACE: Final = "urn:tidings:opml"
_OWN = f"{{{OPML_NAMESPACE}}}"
_MAX_FOLDER: Final = 1_000
_ROOT = root_pattern("opml")
_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def read_opml(body: bytes) -> tuple[OpmlOutline, ...] | UnreadablePage:
    """Return the subscriptions of an OPML file in order, or why there are none.

    A folder inside a folder is named "outer/inner".
    """
    root = parse_xml(body, _ROOT)
    if root is None:
        return UnreadablePage(Reason.BAD_FEED, "not an OPML file: it has no opml element")
    outlines = tuple(_outlines(root))
    if not outlines:
        return UnreadablePage(Reason.BAD_FEED, "the OPML file has no outline with an address")
    return outlines


def _outlines(root: etree._Element) -> Iterator[OpmlOutline]:
    # An explicit stack, so that deep folders cannot exhaust Python's.
    found = 0
    stack = [(element, "") for element in reversed(_children(root))]
    while stack and found < MAX_OUTLINES:
        element, folder = stack.pop()
        attributes = {str(name).lower(): str(value) for name, value in element.attrib.items()}
        outline = _outline(attributes, folder)
        if outline.feed_href or outline.site_href:
            found += 1
            yield outline
        inner = _subfolder(folder, outline.title) if _name(element) == "outline" else folder
        stack += [(child, inner) for child in reversed(_children(element))]


def _children(element: etree._Element) -> list[etree._Element]:
    return [child for child in element if _name(child) in ("body", "outline", "opml")]


def _name(element: etree._Element) -> str:
    return element.tag.rpartition("}")[2].lower() if isinstance(element.tag, str) else ""


def _subfolder(folder: str, title: str) -> str:
    return f"{folder}/{title}".strip("/")[:_MAX_FOLDER]


def _outline(attributes: dict[str, str], folder: str) -> OpmlOutline:
    feed = _feed_href(attributes.get("xmlurl", ""))
    site = href_from(attributes.get("htmlurl", ""))
    if not feed and attributes.get("type", "").strip().lower() in ("rss", "atom"):
        feed = _feed_href(attributes.get("url", ""))
    elif not site:
        site = href_from(attributes.get("url", ""))
    title = attributes.get("title", "").strip() or attributes.get("text", "")
    return OpmlOutline(
        unescaped_line(title, MAX_TITLE),
        feed or None,
        site or None,
        folder,
        topic=unescaped_line(attributes.get(_OWN + "topic", ""), MAX_TITLE),
        languages=tuple(attributes.get(_OWN + "languages", "").split()),
    )


def _feed_href(text: str) -> str:
    # "feed:" was a scheme that opened a feed reader: feed://host/path or feed:https://host/path.
    href = href_from(text)
    if href[:5].lower() != "feed:":
        return href
    return f"http:{href[5:]}" if href.startswith("//", 5) else href[5:]


def write_opml(outlines: Iterable[OpmlOutline], title: str = "Tidings") -> bytes:
    """Return an OPML 2.0 file of these subscriptions, each in its folder."""
    outlines = tuple(outlines)
    has_own = any(each.topic or each.languages for each in outlines)
    # OPML 2.0 allows other attributes in a namespace only.
    names = {"tidings": OPML_NAMESPACE} if has_own else None
    root = etree.Element("opml", version="2.0", nsmap=names)
    etree.SubElement(etree.SubElement(root, "head"), "title").text = _xml_safe(title)
    folders = {"": etree.SubElement(root, "body")}
    for outline in outlines:
        parent = _folder(folders, _xml_safe(outline.folder))
        etree.SubElement(parent, "outline", _attributes(outline))
    return etree.tostring(root, encoding="utf-8", xml_declaration=True, pretty_print=True)


def _folder(folders: dict[str, etree._Element], path: str) -> etree._Element:
    """Return the element of a folder; creates it and its parents if needed."""
    here = ""
    for name in filter(None, path.split("/")):
        outer, here = here, f"{here}/{name}"
        if here not in folders:
            folders[here] = etree.SubElement(folders[outer], "outline", text=name, title=name)
    return folders[here]


def _attributes(outline: OpmlOutline) -> dict[str, str]:
    written = {
        "text": outline.title or outline.feed_href or outline.site_href,
        "title": outline.title,
        "type": "rss" if outline.feed_href else "link",
        "xmlUrl": outline.feed_href,
        "htmlUrl" if outline.feed_href else "url": outline.site_href,
        _OWN + "topic": outline.topic,
        _OWN + "languages": " ".join(outline.languages),
    }
    return {name: _xml_safe(value) for name, value in written.items() if value}


def _xml_safe(text: str) -> str:
    return _NOT_XML.sub("", text)
