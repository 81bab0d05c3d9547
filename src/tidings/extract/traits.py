"""Traits: what is measured on a page to tell its kind, each between 0 and 1. No decision here."""

import re
from math import log1p

from tidings.extract import phrases
from tidings.extract.blocks import Block, Blocks
from tidings.extract.body import Body
from tidings.read.html import Html
from tidings.read.jsonld import LinkedData
from tidings.read.url import path_of

Traits = dict[str, float]

# What a long text may be instead of an article.
EXCUSES = (
    "legal_title", "account_title", "service_title", "closed_title", "shop_text", "url_service",
    "ld_product", "error_title", "password", "advert",
)  # fmt: skip

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_NUMBER = re.compile(r"\d{5,}|/\d{4}/\d\d?/|-\d{4,}\b|[a-f0-9]{8}-[a-f0-9]{4}")
_LIST_PATH = re.compile(
    r"/(?:tags?|topics?|themen?|categor(?:y|ies|ia)|kategorie|section|author|autor|search|suche|archiv(?:e|es)?|"
    r"page/\d+|latest|news|ressort|rubrik|rubrique|list|forum|forums|index|all)/?(?:[^/]{0,30}/?)?(?:\.\w+)?$",
    re.IGNORECASE,
)
_SERVICE_PATH = re.compile(
    r"log-?in|sign-?(?:in|up)|regist(?:er|ration)|passwor[dt]|account|/cart|checkout|basket|wishlist|"
    r"privacy|cookie|terms|legal|impressum|imprint|datenschutz|\bagb\b|contact|kontakt|about|/help|faq|"
    r"su[bs]scri[bpc]|/abo\b|abonn|sponsor|advertorial|werbung|publicit|publicidad|patrocin|"
    r"disclaimer|conditions|/404|error|confidentialit|mentions|newthread|showthread|/product",
    re.IGNORECASE,
)
_LONG_RUN = 0.3
_TOP = frozenset({"h1", "h2"})
_PART = re.compile(r"\n|\s[|\-–—·•»›/]\s|[|:：｜]")  # what titles are put together with
_LISTS = frozenset({"ItemList", "CollectionPage", "SearchResultsPage", "Blog"})
_PRODUCTS = frozenset({"Product", "ProductGroup", "Offer", "AggregateOffer"})
_SCRIPT_PAGE = re.compile(r"\.(?:php|jsp|asp|aspx|do|cgi)(?:$|\?)", re.IGNORECASE)


def traits_of(html: Html, found: Blocks, body: Body, data: LinkedData, title: str) -> Traits:
    """Return every trait of the page by name."""
    traits = (
        _text_traits(found, body)
        | _claim_traits(html, data)
        | _word_traits(html, found, title)
        | _form_traits(html)
        | _address_traits(html.url)
    )
    traits["advert"] = _says(_first_words(found, body), phrases.ADVERT, phrases.ADVERT_DENSE)
    if traits["run"] > _LONG_RUN:
        # Above a long text, a title that speaks of errors is a headline.
        traits |= {"error_title": 0.0, "closed_title": 0.0}
    return traits


def _share(part: float, whole: float) -> float:
    return min(1.0, part / whole) if whole > 0 else 0.0


def _amount(value: float, much: float) -> float:
    """A logarithmic scale from none to much."""
    return min(1.0, log1p(value) / log1p(much))


def _text_traits(found: Blocks, body: Body) -> Traits:
    weight = sum(block.weight for block in found.blocks)
    linked = sum(block.weight * block.linked for block in found.blocks)
    headlines = sum(map(_is_headline, found.blocks))
    headings = [b for b in found.blocks if found.elements[b.element].tag in _HEADINGS]
    linked_headings = sum(1 for block in headings if block.linked > 0.6)
    return {
        "prose": _amount(body.prose, 6_000),
        "prose_share": _share(body.prose, weight),
        "run": _share(_longest_run(found, body), 3_000),
        "paragraphs": _share(len(body.kept), 12),
        "linked": _share(linked, weight),
        "headlines": _amount(headlines, 60),
        "headline_links": _amount(found.headline_links, 60),
        "headline_share": _share(found.headline_weight, weight),
        "linked_headings": _share(linked_headings, 12),
        "heading_link_share": _share(linked_headings, len(headings)),
        "links": _amount(found.links, 300),
        "text": _amount(weight, 10_000),
        "short": 1.0 if weight < 600 else 0.0,
        "scattered": 1 - _share(body.prose, body.all_prose) if body.all_prose else 0.0,
    }


def _longest_run(found: Blocks, body: Body) -> float:
    """The weight of the longest run of kept blocks that no link stands between."""
    best = run = 0.0
    previous = body.kept[0] if body.kept else 0
    for index in body.kept:
        block = found.blocks[index]
        parted = any(_is_headline(between) for between in found.blocks[previous + 1 : index])
        run = run * (not parted) + block.weight * (block.linked < 0.3)
        best, previous = max(best, run), index
    return best


def _is_headline(block: Block) -> bool:
    """Tell whether a block is a link as long as a headline."""
    return block.linked > 0.8 and 18 <= block.weight <= 250


def _claim_traits(html: Html, data: LinkedData) -> Traits:
    og_type = html.meta.get("og:type", "").lower()
    one_article = len([item for item in data.articles if item.headline]) == 1
    return {
        "ld_article": float(one_article),
        "ld_list": float(bool(data.types & _LISTS) or len(data.articles) > 4),
        "ld_product": float(bool(data.types & _PRODUCTS) or og_type.startswith("product")),
        "og_article": float(og_type == "article"),
        "og_website": float(og_type in ("website", "blog")),
        "dated": float(
            "article:published_time" in html.meta or any(a.published for a in data.articles)
        ),
        "feeds": float(any("alternate" in rels for rels, _ in html.relations)),
        "noindex": float("noindex" in html.meta.get("robots", "").lower()),
    }


def _says(text: str, *patterns: re.Pattern[str]) -> float:
    return float(any(pattern.search(text) for pattern in patterns))


def _word_traits(html: Html, found: Blocks, title: str) -> Traits:
    tag = html.tree.css_first("title")
    tag_text = " ".join(tag.text().split())[:300] if tag else ""
    heads = [block.text for block in found.blocks if found.elements[block.element].tag in _TOP]
    names = f"{title} \n {tag_text} \n {heads[0] if heads else ''}"[:600].lower()
    parts = [part.strip() for part in _PART.split(names)]
    opening = _opening(found).lower()
    return {
        "error_title": _says(names, phrases.ERROR, phrases.ERROR_DENSE),
        "error_text": _says(opening, phrases.ERROR, phrases.ERROR_DENSE),
        "closed_title": _says(names, phrases.CLOSED, phrases.CLOSED_DENSE),
        "closed_text": _says(opening, phrases.CLOSED, phrases.CLOSED_DENSE),
        "legal_title": _means(parts, phrases.LEGAL, phrases.LEGAL_DENSE),
        "account_title": _means(parts, phrases.ACCOUNT, phrases.ACCOUNT_DENSE),
        "service_title": _means(parts, phrases.SERVICE, phrases.SERVICE_DENSE),
        "shop_text": _says(_small_words(found).lower(), phrases.SHOP, phrases.SHOP_DENSE),
        "no_heading": float(not heads),
    }


def _means(parts: list[str], *patterns: re.Pattern[str]) -> float:
    """Whether a phrase is most of a title, not a word in a headline about the weather's terms."""
    for part in parts:
        spoken = sum(len(match[0]) for pattern in patterns for match in pattern.finditer(part))
        if spoken and spoken * 5 >= len(part) * 2:
            return 1.0
    return 0.0


def _first_words(found: Blocks, body: Body) -> str:
    """The beginning of the text, where an advertisement must call itself one."""
    return found.blocks[body.kept[0]].text[:30].lower() if body.kept else ""


def _opening(found: Blocks) -> str:
    """The text of a page that has little; on others such words prove nothing."""
    if sum(block.weight for block in found.blocks[:60]) > 1_500 or len(found.blocks) > 60:
        return ""
    return " \n ".join(block.text for block in found.blocks)[:2_000]


def _small_words(found: Blocks) -> str:
    """What stands on buttons and labels."""
    return " \n ".join(block.text for block in found.blocks if len(block.text) < 40)[:3_000]


def _form_traits(html: Html) -> Traits:
    fields = html.tree.css("input, textarea")
    kinds = [(field.attributes.get("type") or "text").lower() for field in fields[:200]]
    typed = sum(kind in ("text", "email", "tel", "textarea") for kind in kinds)
    return {
        "password": float("password" in kinds),
        "form": _share(typed, 6),
        "textarea": float(any(field.tag == "textarea" for field in fields[:200])),
    }


def _address_traits(url: str) -> Traits:
    path = path_of(url) if url else ""
    bare = path.partition("?")[0]
    return {
        "url_known": float(bool(url)),
        "url_root": float(
            bool(url) and bare.strip("/").count("/") == 0 and len(bare) <= 4 and "?" not in path
        ),
        "url_shallow": float(bool(url) and bare.strip("/").count("/") == 0),
        "url_slug": float(_is_slug(bare)),
        "url_number": _says(bare, _NUMBER),
        "url_list": _says(bare, _LIST_PATH),
        "url_service": _says(path, _SERVICE_PATH),
        "url_script": _says(path, _SCRIPT_PAGE),
    }


def _is_slug(path: str) -> bool:
    """Tell whether the last part of an address is a headline: four words or more."""
    last = path.rstrip("/").rpartition("/")[2].partition(".")[0].replace("_", "-")
    return sum(any(map(str.isalpha, word)) for word in last.split("-")[:12]) >= 4
