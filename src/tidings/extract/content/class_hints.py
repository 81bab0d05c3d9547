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
comment disqus respond\b cookie consent gdpr cli- cmplz onetrust relat(?:ed|ion) recommend outbrain
taboola newsletter most-?(?:read|popular|viewed) trending breadcrumb sign-?up log-?in\b skip-link
(?<![\w:-])hidden(?![\w-]) sr-only screen-reader visually-?hidden placeholder noprint tooltip
""".split()
    )
)
_UNLIKELY = re.compile(
    any_of(
        r"""
read-?(?:more|next|also) more-?(?:on|from|news|stor) shar(?:e|ing)\b share- social follow-?us
subscri promo sponsor advert \bads?[-_] [-_]ads?\b banner side-?bar foot(?:er)?\b
pag(?:er|ination)\b popup modal overlay teaser (?<!article-)widget by-?line \bauthor \bbio\b
(?<![\w-])tags?(?![\w-]) tag-?(?:list|cloud) tags- -tags\b menu \bnav toolbar caption credit
copyright popular timestamp dateline disclaimer rating poll\b survey donat \bcta\b \btoc\b
print-only metadata \bmeta\b carousel slider gallery player video- info-?box fact-?box
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
    for part in hint.split():
        if (found := _hint_of_part(part)).likelihood > strongest.likelihood:
            strongest = found
    return strongest


@lru_cache(maxsize=65_536)  # … and sites share many classes
def _hint_of_part(part: str) -> ClassHint:
    rest = _LIKELY.sub(" ", part)  # article__caption is a caption
    if word := _NEVER.search(rest):
        return ClassHint(Likelihood.NEVER, word[0])
    if word := _UNLIKELY.search(rest):
        return ClassHint(Likelihood.UNLIKELY, word[0])
    return ClassHint(Likelihood.LIKELY) if rest != part else _NOTHING


def likelihood_of(hint: str) -> Likelihood:
    """Return what class and id say about an element."""
    return class_hint(hint).likelihood


def is_subheading(hint: str) -> bool:
    """Return whether class and id mark an element as a subheading."""
    return _SUBHEADING.search(hint) is not None
