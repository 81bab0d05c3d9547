"""The time tags of a page: which are about its article, which about comments and other posts."""

import re
from collections.abc import Container
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

from tidings.extract.content.blocks import PageBlocks
from tidings.extract.metadata.title_position import TitlePosition, first_block_of
from tidings.read.pages.html import Html

_TIME_TAG = 'time, [itemprop="datePublished"], abbr.published, .dt-published'  # microformats
_MAX_TAGS = 25
_MAX_LABEL = 40  # characters before a time tag that may say what it is about
CHANGED: re.Pattern[str] = re.compile(
    r"updat|modif|changed|revised|reviewed|edited|aktuali[sz]|geändert|überarbeitet|actualiz|"
    r"atualiz|aggiorn|mis(?:e)? à jour|bijgewerkt|up?pdater|oppdater|opdater|päivitet|güncel|"
    r"обновл|оновл|更新|수정|cập nhật|עודכן|تحديث",
    re.IGNORECASE,
)
_PUBLISHED = re.compile(r"publish|(?:^|\s)(?:entry|post)-date(?:\s|$)", re.IGNORECASE)
# As parts of a class or id: containers of what readers and other articles say.
_OTHERS = re.compile(
    r"(?:^|[\s_-])(?:comments?|commentlist|disqus|respond|repl(?:y|ies)|related|similar|recent|"
    r"latest|popular|trending|teasers?|recommend(?:ed|ations?)|upcoming|carousel|ticker)"
    r"(?:$|[\s_-])|(?:^|\s)(?:widget|sidebar)(?:$|[\s_-])"
)
_HEADING = "h1, h2, h3, h4"


@dataclass(frozen=True, slots=True)
class TimeTags:
    """The time tags about the article, near its title and elsewhere, and all others."""

    near: list[LexborNode]
    far: list[LexborNode]
    others: list[LexborNode]  # those about a change last


def time_tags(html: Html, found: PageBlocks, position: TitlePosition) -> TimeTags:
    """Return the page's time tags by what they are about."""
    tags = TimeTags([], [], [])
    nodes = html.tree.css(_TIME_TAG)[:_MAX_TAGS]
    if not nodes:
        return tags
    around_title = _around_title(found, position)
    changes = []
    for node in nodes:
        if is_about_change(node):
            changes.append(node)
        elif _is_foreign(node, around_title, html):
            tags.others.append(node)
        elif first_block_of(node, found) in position.span:
            tags.near.append(node)
        else:
            tags.far.append(node)
    tags.others.extend(changes)
    return tags


def is_called_published(node: LexborNode) -> bool:
    """Return whether the markup says that a tag has the day of publication."""
    return _PUBLISHED.search(_hint(node)) is not None


def is_about_change(node: LexborNode) -> bool:
    """Return whether the markup, or the label before a tag, says that it is about a change."""
    hint = _hint(node)
    if CHANGED.search(hint):
        return "publish" not in hint.lower()
    around, before = node.parent, node.prev
    if before is not None and before.tag == "-text":
        return CHANGED.search((before.text_content or "")[-_MAX_LABEL:]) is not None
    return around is not None and before is None and CHANGED.search(_hint(around)) is not None


def _hint(node: LexborNode) -> str:
    given = node.attributes
    return f"{given.get('itemprop') or ''} {given.get('class') or ''}"


def _around_title(found: PageBlocks, position: TitlePosition) -> set[int]:
    if position.at >= len(found.blocks):
        return set()
    node: LexborNode | None = found.elements[found.blocks[position.at].element].node
    around = set()
    while node is not None:
        around.add(node.mem_id)
        node = node.parent
    return around


def _is_foreign(node: LexborNode, around_title: Container[int], html: Html) -> bool:
    """Return whether a container of other things is around a tag, but not around the title."""
    is_declared = "datePublished" in (node.attributes.get("itemprop") or "")
    around: LexborNode | None = node
    while around is not None and around.mem_id not in around_title:
        given, tag = around.attributes, around.tag
        if tag == "nav" or (tag == "aside" and not is_declared):
            return True
        if _OTHERS.search(f"{given.get('class') or ''} {given.get('id') or ''}".lower()):
            return True
        if tag in ("article", "li") and _is_teaser(around, html):
            return True
        around = around.parent
    return False


def _is_teaser(node: LexborNode, html: Html) -> bool:
    """Return whether an element begins with a heading that leads to another page."""
    heading = node.css_first(_HEADING)
    if heading is None:
        return False
    link = heading.css_first("a[href]")
    around = heading.parent
    while link is None and around is not None and around.mem_id != node.mem_id:
        link = around if around.tag == "a" else None
        around = around.parent
    href = (link.attributes.get("href") or "") if link is not None else ""
    return bool(href) and not href.startswith("#") and html.absolute(href) != html.url
