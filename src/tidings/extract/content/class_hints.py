"""What an element's class and id say about its role. For lines see boilerplate_lines.py."""

import re
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from tidings.text.alternation import any_of

# Never the article itself, however much text they contain.
_NEVER = re.compile(
    any_of(
        r"""
comment(?!ary|aries|ator) disqus respond\b cookie consent gdpr \bcli- cmplz onetrust related
(?<![a-z]-)relation(?!s|al) recommend outbrain
taboola newsletter most-?(?:read|popular|viewed) trending breadcrumb sign-?up log-?in\b skip-link
(?<![\w:-])hidden(?![\w-]) sr-only screen-reader visually-?hidden placeholder noprint tooltip
""".split()
    )
)
_UNLIKELY = re.compile(
    any_of(
        r"""
read-?(?:more|next|also) more-?(?:on|from|news|stor) shar(?:e|ing)\b share- social follow-?us
subscri promo sponsor advert \bads?[-_] [-_]ads?\b banner side-?bar \bfoot\b footer\b
pag(?:er|ination)\b popup modal overlay teaser (?<!article-)widget by-?line \bauthor \bbio\b
(?<![\w-])tags?(?![\w-]) tag-?(?:list|cloud) tags- -tags\b menu \bnav toolbar caption credit
copyright popular timestamp dateline disclaimer (?<![abegio])rating \bpoll\b survey donat \bcta\b
\btoc\b print-only metadata \bmeta\b carousel slider gallery player video- info-?box fact-?box
key-?(?:points|takeaways) callout topic-?box marginali embed-?box (?<![\w-])image(?![\w-])
(?<![\w-])photo(?![\w-]) (?<![\w-])picture(?![\w-]) (?<![\w-])foto(?![\w-]) image-?_*(?:desc|info)
media-?_*info wrapper-image img-?top attribution next-prev prev-next post-?_*nav footnote
""".split()
    )
)
_LIKELY = re.compile(
    any_of(
        r"""
article-?_*(?:body|text|content|main) story-?_*(?:body|text|content|copy)
post-?_*(?:body|text|content|copy) entry-?_*(?:body|text|content|copy)
news-?_*(?:body|text|content|copy) body-?_*(?:body|text|content|copy)
page-?_*(?:body|text|content|copy) main-?_*(?:body|text|content|copy) articlebody storytext
text-?body article__ \bcontent-?body body-?copy \brichtext rich-text \bprose\b
""".split()
    )
)
# What a post is about, not what its element is for: WordPress prints its categories and tags, and
# Drupal its type, as classes. Words of layout at the end name a list of them.
_SUBJECT = re.compile(
    r"(?:category|tag|post_tag|node(?:--?type)?)--?(?!.*(?:"
    r"list|cloud|links?|menu|nav(?:igation)?|bar|box|wrap(?:per)?|widget|container|items?|banner|"
    r"header|footer|slider|carousel|breadcrumbs?|pag(?:er|ination)|related|posts|teaser"
    r")$).+"
)
# What is beside an element, not what it is for.
_STATE = re.compile(r"(?:has|with|no|without|hide-from)[-_]+.+|content-sidebar-wrap")
# Page builders call every part of a page a widget.
_BUILDER = re.compile(r"elementor-widget(?:-wrap|-container)?|hs_cos_wrapper_widget")
# Parts of a text that open when their title is clicked.
_COLLAPSED = re.compile(
    r"accordion|collaps|faq|disclosure|(?<!aria-)expand|tab-?_*(?:panel|pane|content)|"
    r"(?<!\S)(?:region|tabpanel)(?!\S)|height-zero"
)
_POST = re.compile(r"post-\d+")  # what follows describes the post: its type, terms and state
_COMMENTS = frozenset({"comment", "disqus", "respond"})
# Some pages print subheadings without a heading tag.
_SUBHEADING = re.compile(r"sub-?_*head|cross-?head|inter-?titre|zwischentitel|section-?_*title")


class Likelihood(IntEnum):
    """How likely an element is the article's text, by its class and id."""

    NOTHING = 0
    LIKELY = 1
    UNLIKELY = 2
    NEVER = 3


class ClassHint(NamedTuple):
    """A likelihood, and the word that it is based on."""

    likelihood: Likelihood
    word: str = ""


_NOTHING = ClassHint(Likelihood.NOTHING)


@lru_cache(maxsize=16_384)  # a site's pages share their elements …
def class_hint(hint: str) -> ClassHint:
    """Return what class and id say about an element, and by which word; the strongest counts."""
    strongest = _NOTHING
    parts = _roles(hint.split())
    if "hidden" in parts and _COLLAPSED.search(hint):
        parts = [part for part in parts if part != "hidden"]
    for part in parts:
        if (found := _hint_of_part(part)).likelihood > strongest.likelihood:
            strongest = found
    return strongest


def _roles(parts: list[str]) -> list[str]:
    """The parts that may name the role of an element, without those about its subject."""
    if "hentry" in parts or any(part.startswith("type-") for part in parts):
        post = next((at for at, part in enumerate(parts) if _POST.fullmatch(part)), len(parts))
        return parts[:post] + [part for part in parts[post:] if part == "hidden"]
    return parts


@lru_cache(maxsize=65_536)  # … and sites share many classes
def _hint_of_part(part: str) -> ClassHint:
    if _SUBJECT.fullmatch(part):
        return _NOTHING
    if _STATE.fullmatch(part):
        return _NOTHING
    part = _BUILDER.sub("", part)
    rest = _LIKELY.sub(" ", part)  # article__caption is a caption
    if word := _NEVER.search(rest):
        return ClassHint(Likelihood.NEVER, word[0])
    if word := _UNLIKELY.search(rest):
        return ClassHint(Likelihood.UNLIKELY, word[0])
    return ClassHint(Likelihood.LIKELY) if rest != part else _NOTHING


def likelihood_of(hint: str) -> Likelihood:
    """Return what class and id say about an element."""
    return class_hint(hint).likelihood


def is_comments(hint: str) -> bool:
    """Return whether class and id mark an element as readers' comments."""
    return class_hint(hint).word in _COMMENTS


def is_subheading(hint: str) -> bool:
    """Return whether class and id mark an element as a subheading."""
    return _SUBHEADING.search(hint) is not None
