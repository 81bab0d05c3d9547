"""Keen tags: the part of a page with the most text between tags that articles do not contain.

A tag is keen if it is common inside news text. Every other tag, and every comment, cuts the page
into parts; the part with the most text is the content. The further tags that a site uses inside
its articles are learned from pages whose text is known; they are stored elsewhere.
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

_MAX_PAGES = 10  # learned from: enough for a site, and a second or two at worst
_MAX_SITE_TAGS = 24  # tested; the articles of one site have about ten


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
    """The best part of a page and its text."""

    part: PagePart
    text: str


def keen_part(html: str, site_tags: frozenset[str] = frozenset()) -> KeenPart:
    """Return the part of a page with the most text; an empty one if there is no text.

    `site_tags` are keen in addition to the universal ones: learned from pages of the site.
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
    """Return the tags that are keen on one site in addition to the universal ones; often none.

    `pages` are pages of the site, each with its article's text. A tag inside the text cuts it in
    two unless it is keen; but if it is also around the text, making it keen joins text and menu.
    So all tags found inside are tested together, then one fewer at a time. The set wins with
    which the best parts are closest to the texts, if it is closer than no tags.
    """
    given = (sample_of(html, text, UNIVERSAL_TAGS) for html, text in islice(pages, _MAX_PAGES))
    samples = [sample for sample in given if sample is not None]
    counts = Counter(chain.from_iterable(sorted(sample.inside) for sample in samples))
    tags = frozenset(tag for tag, _ in counts.most_common(_MAX_SITE_TAGS))
    return max(_shrinking_sets(samples, tags), key=lambda pair: (pair[0], -len(pair[1])))[1]


def _shrinking_sets(
    samples: Sequence[KeenSample], tags: frozenset[str]
) -> Iterator[tuple[float, frozenset[str]]]:
    """The tags, then repeatedly without the least useful one, each with their closeness."""
    yield closeness(samples, tags), tags
    while tags:
        tested = [(closeness(samples, tags - {tag}), tags - {tag}) for tag in sorted(tags)]
        score, tags = max(tested, key=lambda pair: pair[0])
        yield score, tags
