"""XML elements by their usual names, whatever their prefix or namespace."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final
from urllib.parse import urljoin

from lxml import etree

from tidings.read.characters.one_line_text import BREAKING_TAGS, SILENT_TAGS

# Namespaces in lower case without trailing "/" and "#", because publishers vary these.
_PREFIXES: Final = {
    "www.w3.org/2005/atom": "atom:",
    "purl.org/atom/ns": "atom:",
    "purl.org/dc/elements/1.0": "dc:",
    "purl.org/dc/elements/1.1": "dc:",
    "purl.org/dc/terms": "dcterms:",
    "purl.org/rss/1.0/modules/content": "content:",
    "purl.org/rss/1.0/modules/syndication": "sy:",
    "search.yahoo.com/mrss": "media:",
    "www.itunes.com/dtds/podcast-1.0.dtd": "itunes:",
    "www.google.com/schemas/play-podcasts/1.0": "googleplay:",
    "prismstandard.org/namespaces/basic/2.0": "prism:",
    "prismstandard.org/namespaces/1.2/basic": "prism:",
    "purl.org/rss/1.0/modules/prism": "prism:",
    "www.w3.org/1999/xhtml": "xhtml:",
    "rssnamespace.org/feedburner/ext/1.0": "feedburner:",
    "www.w3.org/1999/02/22-rdf-syntax-ns": "rdf:",
    "purl.org/rss/1.0": "",
    "my.netscape.com/rdf/simple/0.9": "",
    "channel.netscape.com/rdf/simple/0.9": "",
    "backend.userland.com/rss2": "",
    "blogs.law.harvard.edu/tech/rss": "",
    "my.netscape.com/publish/formats/rss-0.91.dtd": "",
}
_LOOKED_UP: Final = frozenset(("channel", "item", "entry"))
_ATTRIBUTES: Final = {
    name.lower(): name for name in "href rel type src label term isPermaLink".split()
}
_MAX_EVENTS: Final = 1_000  # two for each tag in one field; a teaser has dozens

XML_LANG: Final = "{http://www.w3.org/XML/1998/namespace}lang"
RDF_ABOUT: Final = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}about"

Fields = dict[str, list[etree._Element]]


@lru_cache(maxsize=2048)
def name_of(tag: str, home: str = "") -> str:
    """Return `tag` in lower case with its usual prefix, or without one in the namespace `home`."""
    if tag[0] != "{":
        return tag.lower()
    namespace, _, local = tag[1:].partition("}")
    if namespace == home:
        return local.lower()
    key = namespace.strip().lower().partition("://")[2].rstrip("/#")
    return _PREFIXES.get(key, "?:") + local.lower()


def namespace_of(element: etree._Element) -> str:
    """Return the namespace of the element's name, or an empty string."""
    tag = element.tag
    return tag[1:].partition("}")[0] if tag[0] == "{" else ""


def fields_of(element: etree._Element) -> Fields:
    """Return the children by name; those in the element's own namespace have no prefix."""
    home = namespace_of(element)
    fields: Fields = {}
    for child in element:
        tag = child.tag
        if isinstance(tag, str):
            name = name_of(tag, home)
            if name in fields:
                fields[name].append(child)
            else:
                fields[name] = [child]
    return fields


def normalise_case(root: etree._Element) -> None:
    """Rename elements and attributes written in capitals to the case that the readers look up."""
    for element in root.iter(etree.Element):
        namespace, bracket, local = element.tag.rpartition("}")
        if local.lower() in _LOOKED_UP:
            element.tag = namespace + bracket + local.lower()
        for name, value in element.attrib.items():
            if usual := _ATTRIBUTES.get(str(name).lower()):
                element.set(usual, value)


def text_of(element: etree._Element) -> str:
    """Return all text in the element, without the markup and what only browsers run."""
    if len(element) == 0:
        return element.text or ""
    return "".join(_pieces(element))


def _pieces(element: etree._Element) -> Iterator[str]:
    # itertext() could walk millions of empty elements before it yields; this is bounded.
    walk = etree.iterwalk(element, events=("start", "end"))
    for event, node in islice(walk, _MAX_EVENTS):
        name = node.tag.rpartition("}")[2].lower() if isinstance(node.tag, str) else ""
        if name in BREAKING_TAGS:
            yield " "
        if event == "end":
            yield (node.tail or "") if node is not element else ""
        elif name in SILENT_TAGS:
            walk.skip_subtree()
        else:
            yield node.text or ""


def first_text(fields: Fields, *names: str) -> str:
    """Return the text of the first of these fields that has any."""
    for name in names:
        for element in fields.get(name, ()):
            if text := text_of(element).strip():
                return text
    return ""


def group_of(fields: Fields) -> Fields:
    """Return the fields of the first <media:group>, which describes one film in several sizes."""
    groups = fields.get("media:group")
    return fields_of(groups[0]) if groups else {}


def resolved(element: etree._Element, href: str) -> str:
    """Return `href` resolved against the element's xml:base, or as written without one."""
    base = element.base
    if not base or not href:
        return href
    try:
        return urljoin(base, href)
    except ValueError:
        return href
