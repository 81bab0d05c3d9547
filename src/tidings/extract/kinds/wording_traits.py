"""Traits of the words in a page's title, headings and text. The phrases are in `phrases`."""

import re
from dataclasses import dataclass

from tidings.extract.content.blocks import PageBlocks
from tidings.extract.content.body import ArticleBody
from tidings.extract.kinds import phrases
from tidings.extract.kinds.url_traits import Traits
from tidings.extract.metadata.page_metadata import Metadata
from tidings.read.pages.html import Html

# Separators in titles; not the colon inside a name, as in `news:some-page` or 10:30.
_PART = re.compile(r"\n|\s[|\-–—·•»›:/]\s|[|：｜]|:(?![a-z0-9])")
_WORD = re.compile(r"\w+")
_DENSE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")
_MAX_TITLE = 300
_MAX_READ = 3_000  # characters of the text that are used for its tone
_FEW_WORDS = 120  # below this, one notice would set the tone of a page of links
_LITTLE_TEXT, _FEW_BLOCKS = 1_500, 60
_TOP = ("h1", "h2")


@dataclass(frozen=True, slots=True)
class PageNames:
    """The names of a page, in lower case."""

    tag: str  # <title>
    parts: tuple[str, ...]  # of the title tag, the article's title and the only main heading
    all: str  # the parts, one to a line
    heads: tuple[str, ...]  # h1
    has_heading: bool  # h1 or h2


def page_names(html: Html, found: PageBlocks, title: str) -> PageNames:
    """Return the names of a page."""
    node = html.tree.css_first("title")
    tag = " ".join(node.text().split())[:_MAX_TITLE].lower() if node else ""
    tops = [block for block in found.blocks if block.tag in _TOP]
    heads = [b.text[:_MAX_TITLE].lower() for b in tops if b.tag == "h1"]
    only = heads if len(heads) == 1 else []  # of several, the first may belong to a box
    split = (part.strip() for name in (tag, title.lower(), *only) for part in _PART.split(name))
    parts = tuple(filter(None, dict.fromkeys(split)))
    return PageNames(tag, parts, "\n".join(parts), tuple(heads), bool(tops))


def name_traits(names: PageNames) -> Traits:
    """Return the traits of the names."""
    tag_words = " ".join(_WORD.findall(names.tag))
    first = [" ".join(_WORD.findall(head)) for head in names.heads[:3]]
    sizes = [word_count(part) for part in _PART.split(names.tag)]
    return {
        "title_length": min(1.0, len(names.tag) / 90),
        "title_words": min(1.0, max(sizes) / 10),
        "title_home": float(
            bool(phrases.HOME.search(names.tag) or phrases.HOME_DENSE.search(names.tag))
        ),
        "heading_titled": float(any(len(head) >= 8 and head in tag_words for head in first)),
        "heading_length": min(1.0, len(names.heads[0]) / 60) if names.heads else 0.0,
        "headings_many": min(1.0, max(0, len(names.heads) - 1) / 4),
        "no_heading": float(not names.has_heading),
        "legal_title": _largest_phrase_share(names, phrases.LEGAL, phrases.LEGAL_DENSE),
        "account_title": _largest_phrase_share(names, phrases.ACCOUNT, phrases.ACCOUNT_DENSE),
        "service_title": _largest_phrase_share(names, phrases.SERVICE, phrases.SERVICE_DENSE),
        "error_title": _largest_phrase_share(names, phrases.ERROR, phrases.ERROR_DENSE),
        "closed_title": _largest_phrase_share(names, phrases.CLOSED, phrases.CLOSED_DENSE),
    }


def word_count(text: str) -> float:
    """Return the number of words; in scripts without spaces, two letters count as one."""
    return len(_WORD.findall(text)) + len(_DENSE.findall(text)) / 2


def _largest_phrase_share(names: PageNames, *patterns: re.Pattern[str]) -> float:
    """The largest share of a name that is such a phrase: small for a word in a long headline."""
    if not any(pattern.search(names.all) for pattern in patterns):
        return 0.0  # nearly all pages, with one search instead of one per part
    return max(phrase_share(part, patterns) for part in names.parts)


def phrase_share(part: str, patterns: tuple[re.Pattern[str], ...]) -> float:
    """Return the share of a text that such phrases make up."""
    matched = sum(len(match[0]) for pattern in patterns for match in pattern.finditer(part))
    return min(1.0, matched / len(part))


def tone_traits(text: str) -> Traits:
    """Return the tone of the text: addressing a customer, or like a contract."""
    words = _WORD.findall(text[:_MAX_READ].lower())
    enough = max(len(words), _FEW_WORDS)
    personal = sum(map(phrases.YOU_AND_WE.__contains__, words))
    legal = sum(map(phrases.CONTRACT.__contains__, words))
    dense = len(phrases.CONTRACT_DENSE.findall(text[:_MAX_READ]))
    return {
        "you": min(1.0, personal / enough * 12),
        "contract": min(1.0, (legal + dense * 3) / enough * 20),
    }


def page_word_traits(found: PageBlocks, body: ArticleBody) -> Traits:
    """Return the traits of the words of short pages, buttons and first lines."""
    opening = _opening(found).lower()
    labels = _labels(found).lower()
    first = found.blocks[body.kept[0]].text[:30].lower() if body.kept else ""
    return {
        "error_text": _matches_any(opening, phrases.ERROR, phrases.ERROR_DENSE),
        "closed_text": _matches_any(opening, phrases.CLOSED, phrases.CLOSED_DENSE),
        "shop_text": _matches_any(labels, phrases.SHOP, phrases.SHOP_DENSE),
        "advert": _matches_any(first, phrases.ADVERT, phrases.ADVERT_DENSE),
    }


def _matches_any(text: str, *patterns: re.Pattern[str]) -> float:
    return float(any(pattern.search(text) for pattern in patterns))


def _opening(found: PageBlocks) -> str:
    """The text of a page with little text; on other pages such words mean nothing."""
    blocks = found.blocks
    if len(blocks) > _FEW_BLOCKS or sum(block.weight for block in blocks) > _LITTLE_TEXT:
        return ""
    return " \n ".join(block.text for block in blocks)[:2_000]


def _labels(found: PageBlocks) -> str:
    """The text of buttons and labels."""
    return " \n ".join(block.text for block in found.blocks if len(block.text) < 40)[:3_000]


def forum_traits(
    html: Html, found: PageBlocks, names: PageNames, template: str, meta: Metadata
) -> Traits:
    """Return whether the page is a forum thread; posts are counted on forums only."""
    where = (template, html.meta.get("generator", ""), meta.publisher, names.tag)
    if not phrases.FORUM.search(" ".join(where).lower()):
        return {"forum_posts": 0.0}
    posts = sum(phrases.POST.search(element.hint) is not None for element in found.elements)
    return {"forum_posts": min(1.0, posts / 10)}
