"""Traits that the markup of a page declares. Not proofs: templates are often wrong."""

import re

from tidings.extract.kinds.url_traits import Traits
from tidings.extract.metadata.page_metadata import Metadata
from tidings.read.pages.html import Html, feed_links
from tidings.read.pages.jsonld import LinkedData
from tidings.text.alternation import any_of

_SITES = frozenset({"WebSite", "Organization", "NewsMediaOrganization"})
_PRODUCTS = frozenset({"Product", "ProductGroup", "Offer", "AggregateOffer"})
_MAX_CLASS = 600
_MANY_FEEDS = 4

# Patterns for the classes and id of <body>, where content management systems name templates.
_HOME = re.compile(any_of(r"\bhome\b front-?page home-?page is-?front startpage is_home".split()))
_SINGLE = re.compile(
    any_of(
        r"\bsingle\b single- article \bpost\b \bstory\b postid node-type- \bnews-?detail "
        r"content-?detail artikel".split()
    )
)
_LIST = re.compile(
    any_of(r"\barchive\b \bcategory \btag\b \bsearch\b \blist section \bblog\b topic".split())
)


def markup_traits(html: Html, data: LinkedData, meta: Metadata) -> Traits:
    """Return the traits from meta tags, JSON-LD, links and the template's name."""
    og_type = html.meta.get("og:type", "").lower()
    rels = frozenset[str]().union(*(rels for rels, _ in html.relations))
    template = template_names(html)
    return {
        "og_article": float(og_type == "article"),
        "ld_article": float(len([item for item in data.articles if item.headline]) == 1),
        "ld_articles": float(bool(data.articles)),
        "ld_site": float(bool(data.types & _SITES) and not data.articles),
        "ld_product": float(bool(data.types & _PRODUCTS) or og_type.startswith("product")),
        "dated": float(
            "article:published_time" in html.meta or any(a.published for a in data.articles)
        ),
        "published": float(meta.published is not None),
        "modified": float(meta.modified is not None),
        "authors": float(bool(meta.authors)),
        "noindex": float("noindex" in html.meta.get("robots", "").lower()),
        "amp": float("amphtml" in rels),
        "oembed": float(_has_oembed(html)),
        "feeds": min(1.0, len(feed_links(html)) / _MANY_FEEDS),
        "class_home": float(_HOME.search(template) is not None),
        "class_single": float(_SINGLE.search(template) is not None),
        "class_list": float(_LIST.search(template) is not None),
    }


def template_names(html: Html) -> str:
    """Return the classes and ids of <html> and <body> in lower case."""
    nodes = (html.tree.body, html.tree.root)
    given = [node.attributes for node in nodes if node is not None]
    words = [each.get(name) or "" for each in given for name in ("class", "id")]
    return " ".join(words)[:_MAX_CLASS].lower()


def _has_oembed(html: Html) -> bool:
    return any(
        "oembed" in (given.get("type") or "")
        for rels, given in html.relations
        if "alternate" in rels
    )
