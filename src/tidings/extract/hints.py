"""Hints: what an element's class and id say about its place. What a line says is in lines.py."""

import re
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

# Never the article itself, however much text they hold.
_NEVER = re.compile(
    r"comment|disqus|respond\b|cookie|consent|gdpr|cli-|cmplz|onetrust|relat(?:ed|ion)|recommend|"
    r"outbrain|taboola|newsletter|most-?(?:read|popular|viewed)|trending|breadcrumb|sign-?up|"
    r"log-?in\b|skip-link|(?<![\w:-])hidden(?![\w-])|sr-only|screen-reader|visually-?hidden|"
    r"placeholder|noprint|tooltip"
)
_UNLIKELY = re.compile(
    r"read-?(?:more|next|also)|more-?(?:on|from|news|stor)|shar(?:e|ing)\b|share-|social|"
    r"follow-?us|subscri|promo|sponsor|advert|\bads?[-_]|[-_]ads?\b|banner|side-?bar|"
    r"foot(?:er)?\b|pag(?:er|ination)\b|popup|modal|overlay|teaser|(?<!article-)widget|by-?line|"
    r"\bauthor|\bbio\b|(?<![\w-])tags?(?![\w-])|tag-?(?:list|cloud)|tags-|-tags\b|menu|\bnav|"
    r"toolbar|caption|credit|copyright|popular|timestamp|dateline|disclaimer|rating|poll\b|survey|"
    r"donat|\bcta\b|\btoc\b|print-only|metadata|\bmeta\b|carousel|slider|gallery|player|video-|"
    r"info-?box|fact-?box|key-?(?:points|takeaways)|callout|topic-?box|marginali|embed-?box|"
    r"(?<![\w-])(?:image|photo|picture|foto)(?![\w-])|image-?_*(?:desc|info)|"
    r"media-?_*info|wrapper-image|img-?top|attribution|next-prev|prev-next|post-?_*nav|footnote"
)
_LIKELY = re.compile(
    r"article-?_*(?:body|text|content|main)|"
    r"(?:story|post|entry|news|body|page|main)-?_*(?:body|text|content|copy)|"
    r"articlebody|storytext|text-?body|article__|\bcontent-?body|body-?copy|\brichtext|rich-text|"
    r"\bprose\b"
)
# Some print a heading within the text in no heading's tag.
_SUBHEADING = re.compile(r"sub-?_*head|cross-?head|inter-?titre|zwischentitel|section-?_*title")


class Spoken(Enum):
    """What an element's class and id speak for."""

    NOTHING = 0
    LIKELY = 1
    UNLIKELY = 2
    NEVER = 3


class Said(NamedTuple):
    """What a hint speaks for, and the word that does."""

    spoken: Spoken
    word: str = ""


_NOTHING = Said(Spoken.NOTHING)


@lru_cache(maxsize=16_384)  # a site's pages share their elements …
def said(hint: str) -> Said:
    """Return what class and id say about an element, and by which word; the loudest part counts."""
    return max((_said(part) for part in hint.split()), key=_loudness, default=_NOTHING)


@lru_cache(maxsize=65_536)  # … and all sites many of their classes
def _said(part: str) -> Said:
    rest = _LIKELY.sub(" ", part)  # article__caption is a caption
    if word := _NEVER.search(rest):
        return Said(Spoken.NEVER, word[0])
    if word := _UNLIKELY.search(rest):
        return Said(Spoken.UNLIKELY, word[0])
    return Said(Spoken.LIKELY) if rest != part else _NOTHING


def _loudness(said: Said) -> int:
    return said.spoken.value


def spoken(hint: str) -> Spoken:
    """Return what class and id say about an element."""
    return said(hint).spoken


def is_subheading(hint: str) -> bool:
    """Tell whether class and id call an element a heading within a text."""
    return _SUBHEADING.search(hint) is not None
