"""Traits: measurements of a page, each between 0 and 1, from which its kind is decided."""

from itertools import pairwise
from math import log1p
from operator import mul

from tidings.extract.content.blocks import PageBlocks, TextBlock
from tidings.extract.content.body import ArticleBody
from tidings.extract.content.heading_links import page_address
from tidings.extract.kinds.borrowed_text import is_borrowed
from tidings.extract.kinds.form_traits import form_traits, forms_of
from tidings.extract.kinds.markup_traits import markup_traits, template_names
from tidings.extract.kinds.url_traits import Traits, url_traits
from tidings.extract.kinds.wording_traits import (
    forum_traits,
    name_traits,
    page_names,
    page_word_traits,
    tone_traits,
)
from tidings.extract.metadata.page_metadata import Metadata
from tidings.read.pages.html import Html
from tidings.read.pages.jsonld import LinkedData

# Traits of long texts that are not articles.
EXCUSES = (
    "legal_title", "account_title", "service_title", "error_title", "closed_title", "contract",
    "url_service", "buy_action", "buy_field", "shop_text", "ld_product", "forum_posts",
)  # fmt: skip

# Thresholds of traits whose effect is not linear.
_STEPS = {
    "run": (0.15, 0.3, 0.6),
    "links": (0.4, 0.8),
    "linked": (0.1,),
    "headlines": (0.8,),
    "headline_share": (0.05,),
    "linked_headings": (0.4,),
    "teasers": (0.5,),
    "text": (0.85,),
    "longest": (0.9,),
}
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_LONG_RUN = 0.3


def traits_of(
    html: Html, found: PageBlocks, body: ArticleBody, data: LinkedData, meta: Metadata
) -> Traits:
    """Return every trait of the page by name."""
    names = page_names(html, found, meta.title)
    traits = (
        _text_traits(found, body)
        | {"pictures": _amount(len(html.tree.css("img")), 80)}
        | {"borrowed": float(is_borrowed(html, found, body))}
        | url_traits(page_address(html))
        | markup_traits(html, data, meta)
        | form_traits(forms_of(html))
        | name_traits(names)
        | tone_traits(body.text(found))
        | page_word_traits(found, body)
        | forum_traits(html, found, names, template_names(html), meta)
    )
    if traits["run"] > _LONG_RUN:
        # Above a long text, a title about errors is a headline.
        traits |= {"error_title": 0.0, "closed_title": 0.0}
    return traits | _joint_traits(traits) | _step_traits(traits)


def _joint_traits(traits: Traits) -> Traits:
    """Traits that combine others."""
    excuse = max(traits[name] for name in EXCUSES)
    has_text = min(1.0, traits["run"] * 3)
    return {
        "excuse": excuse,
        "plain": (1 - excuse) * has_text * (1 - traits["headline_share"]),
        "listing": traits["headline_share"] * (1 - has_text),
        "account_form": traits["account_title"]
        * max(traits["password"], float(traits["form"] > 0.1)),
    }


def _step_traits(traits: Traits) -> Traits:
    return {
        f"{name}>{step}": float(traits[name] > step)
        for name, steps in _STEPS.items()
        for step in steps
    }


def _share(part: float, whole: float) -> float:
    return min(1.0, part / whole) if whole > 0 else 0.0


def _amount(value: float, much: float) -> float:
    """A logarithmic scale from none to much."""
    return min(1.0, log1p(value) / log1p(much))


def _text_traits(found: PageBlocks, body: ArticleBody) -> Traits:
    blocks = found.blocks
    weights = [block.weight for block in blocks]
    linked = [block.linked for block in blocks]
    weight = sum(weights)
    own = [amount for amount, share in zip(weights, linked, strict=True) if share < 0.3]
    long = [amount for amount in own if amount >= 80]
    headlines = list(map(_is_headline, blocks))
    headings = [block for block in blocks if block.tag in _HEADINGS]
    linked_headings = sum(block.linked > 0.6 for block in headings)
    return {
        "prose": _amount(body.prose, 6_000),
        "prose_share": _share(body.prose, weight),
        "run": _share(_longest_run(found, body, headlines), 3_000),
        "longest": _amount(max(own, default=0.0), 2_000),
        "paragraph": _share(sum(long), 400 * len(long)),
        "linked": _share(sum(map(mul, weights, linked)), weight),
        "headlines": _amount(sum(headlines), 60),
        "headline_links": _amount(found.headline_links, 60),
        "headline_share": _share(found.headline_weight, weight),
        "linked_headings": _share(linked_headings, 12),
        "heading_link_share": _share(linked_headings, len(headings)),
        "teasers": _amount(_teasers(headlines, weights), 30),
        "links": _amount(found.links, 300),
        "text": _amount(weight, 10_000),
        "short": 1.0 if weight < 600 else 0.0,
    }


def _teasers(headlines: list[bool], weights: list[float]) -> int:
    """How often a linked headline is above a text without a link."""
    return sum(
        headline and not also and weight > 40
        for (headline, also), weight in zip(pairwise(headlines), weights[1:], strict=True)
    )


def _longest_run(found: PageBlocks, body: ArticleBody, headlines: list[bool]) -> float:
    """The weight of the longest run of kept blocks without a linked headline between."""
    best = run = 0.0
    previous = body.kept[0] if body.kept else 0
    for index in body.kept:
        block = found.blocks[index]
        interrupted = any(headlines[previous + 1 : index + 1])
        run = run * (not interrupted) + block.weight * (block.linked < 0.3)
        best, previous = max(best, run), index
    return best


def _is_headline(block: TextBlock) -> bool:
    """Return whether a block is a link as long as a headline."""
    return block.linked > 0.8 and 18 <= block.weight <= 250
