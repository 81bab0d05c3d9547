"""Keen tags: the part of a page with the most text between tags that articles do not hold.

A tag is keen if it is at home inside news text. Every other tag, and every comment, cuts the page
into parts; the part with the most text is the content. Sites use further tags inside their
articles, which is learned from pages whose text is known; who remembers them is not decided here.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from tidings.extract.methods.html_tokens import HtmlToken, lines_of, tokens_of
from tidings.extract.methods.keen_samples import KeenSample, closeness, sample_of

UNIVERSAL_TAGS = frozenset("p font b strong i em span a img br div center".split())
_MIN_TEXT = 100  # N: an article's text is longer
_MAX_LINKS = 5  # T: an article's text has fewer links

_MAX_PAGES = 10  # learned from: enough to know a site by, and a second or two at worst
_MAX_SITE_TAGS = 24  # tried; the articles of one site hold ten kinds or so


@dataclass(frozen=True, slots=True)
class PagePart:
    """A run of texts and keen tags, tokens[first:end]."""

    first: int
    end: int
    score: int  # characters of its texts, white space around them not counted
    links: int

    @property
    def is_article(self) -> bool:
        """Whether a page with this as its best part is an article."""
        return self.score > _MIN_TEXT and not self.is_linked

    @property
    def is_linked(self) -> bool:
        """Whether it has more links than an article's text."""
        return self.links >= _MAX_LINKS


@dataclass(frozen=True, slots=True)
class KeenPart:
    """The best part of a page and what it says."""

    part: PagePart
    text: str


def keen_part(html: str, site_tags: frozenset[str] = frozenset()) -> KeenPart:
    """Return the part of a page that holds the most text; an empty one if there is no text.

    `site_tags` are keen beside the universal ones: what was learned from pages of the site.
    """
    tokens = tokens_of(html)
    part = best_part(parts_of(tokens, UNIVERSAL_TAGS | site_tags))
    return KeenPart(part, lines_of(tokens[part.first : part.end]))


def best_part(parts: Iterable[PagePart]) -> PagePart:
    """Return the part with the highest score, the first of several."""
    return max(parts, key=lambda part: part.score, default=PagePart(0, 0, 0, 0))


def parts_of(tokens: Sequence[HtmlToken], keen: frozenset[str]) -> Iterator[PagePart]:
    """Yield the parts between the tags that are not keen, in order."""
    first = score = links = 0
    for place, token in enumerate(tokens):
        if not token.tag:
            score += len(token.text.strip())
        elif token.name not in keen:
            yield PagePart(first, place, score, links)
            first, score, links = place + 1, 0, 0
        elif token.tag == "a" and "href" in token.text.lower():
            links += 1
    yield PagePart(first, len(tokens), score, links)


def learned_tags(pages: Iterable[tuple[str, str]]) -> frozenset[str]:
    """Return the tags that are keen on one site beside the universal ones; often none.

    `pages` are pages of the site, each with its article's text. A tag inside the text cuts it in
    two unless it is keen; but where it stands around the text as well, making it keen joins text
    and menu. So all tags found inside are tried together, then one fewer at a time, and those win
    with which the pages' best parts are closest to the texts: closer than without any.
    """
    given = (sample_of(html, text, UNIVERSAL_TAGS) for html, text in islice(pages, _MAX_PAGES))
    samples = [sample for sample in given if sample is not None]
    counts = Counter(chain.from_iterable(sorted(sample.inside) for sample in samples))
    tags = frozenset(tag for tag, _ in counts.most_common(_MAX_SITE_TAGS))
    return max(_fewer_and_fewer(samples, tags), key=lambda tried: (tried[0], -len(tried[1])))[1]


def _fewer_and_fewer(
    samples: Sequence[KeenSample], tags: frozenset[str]
) -> Iterator[tuple[float, frozenset[str]]]:
    """The tags, then again and again all but the one that is missed least, with their worth."""
    yield closeness(samples, tags), tags
    while tags:
        tried = [(closeness(samples, tags - {tag}), tags - {tag}) for tag in sorted(tags)]
        worth, tags = max(tried, key=lambda pair: pair[0])
        yield worth, tags
