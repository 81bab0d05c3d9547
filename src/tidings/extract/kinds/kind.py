"""Page kinds: article, index or valueless, by a weighted sum of traits.

The weights (`weights.py`) are those of a multinomial logistic regression over traits of real
pages; `training/kinds.py` fits them, split by site, and writes them. This module adds a few rules
that need no training, and the kinds of earlier pages of the site.
"""

from math import exp
from operator import add

from tidings.extract.kinds.traits import EXCUSES
from tidings.extract.kinds.url_traits import Traits
from tidings.extract.kinds.weights import WEIGHTS, TraitWeights
from tidings.model.web.page import PageKind, PageVerdict
from tidings.model.web.reason import Reason

KINDS = (PageKind.ARTICLE, PageKind.INDEX, PageKind.VALUELESS)
Odds = tuple[int, int, int]  # articles, index pages and valueless pages with such an address

_DOUBT = 0.55  # below this share, links of an article are followed but it is not kept
_MIN_PROSE = 0.55  # as a trait: about 120 characters; less is a caption, not an article
_EXCUSED = 0.25  # minimum of the excuse trait to be believed without weights
_WHOLE = 0.8  # of a title: it is hardly more than the phrase
_MAX_REASONS = 4
_MIN_REASON = 0.1  # what contributes less is not given as a reason
_FULL_TRUST = 10  # pages with such an address after which the site's history counts in full
_HISTORY = 3.0  # as much as the strongest traits together
_BORROWED = PageVerdict(PageKind.INDEX, 0.9, ("its text belongs to a page that it links to",))

# Each weighted trait with its reason; those without a text only add to the sum.
TRAIT_REASONS = {
    "account_form": "it has a form for an account",
    "account_title": "its title is about logging in or an account",
    "amp": "it has an AMP version",
    "authors": "it names an author",
    "buy_action": "it has a form to buy",
    "buy_field": "it has a form to buy",
    "class_home": "its template is called home",
    "class_list": "its template is called a list",
    "class_single": "its template is called article or post",
    "contract": "it reads like a contract or a notice",
    "dated": "it gives a date of publication",
    "excuse": "something suggests that its text is not an article",
    "feeds": "it links to feeds",
    "forms": "it has forms to fill in",
    "forum_posts": "it is a thread of a forum",
    "heading_length": "its heading is as long as a headline",
    "heading_link_share": "most of its headings are links",
    "heading_titled": "its heading is its title",
    "headings_many": "it has several main headings",
    "headline_share": "much of its text is linked headlines",
    "headline_share>0.05": "much of its text is linked headlines",
    "headlines>0.8": "it is full of linked headlines",
    "ld_article": "its JSON-LD describes one article",
    "ld_articles": "its JSON-LD describes articles",
    "ld_site": "its JSON-LD describes the site, not an article",
    "linked>0.1": "",
    "linked_headings>0.4": "most of its headings are links",
    "links": "it has many links",
    "links>0.4": "it has many links",
    "links>0.8": "it has many links",
    "listing": "it lists headlines and has little text of its own",
    "longest>0.9": "",
    "modified": "it gives a date of modification",
    "no_heading": "it has no heading",
    "oembed": "it can be embedded elsewhere",
    "og_article": "og:type says article",
    "paragraph": "its paragraphs are long",
    "pictures": "it has many pictures",
    "plain": "it has one text, and nothing suggests that it is not an article",
    "published": "it gives a date of publication",
    "run": "paragraphs follow each other without links",
    "run>0.15": "paragraphs follow each other without links",
    "run>0.3": "paragraphs follow each other without links",
    "run>0.6": "paragraphs follow each other without links",
    "send_button": "it has forms to fill in",
    "service_title": "its title is about contact, help or the company",
    "teasers": "headlines alternate with teasers",
    "teasers>0.5": "headlines alternate with teasers",
    "text": "",
    "text>0.85": "",
    "textarea": "it has a field to write in",
    "title_home": "its title is that of a home page or of news in general",
    "title_length": "its title is long",
    "title_words": "its title is as long as a headline",
    "legal_title": "its title is about legal terms",
    "url_article": "its address is that of an article",
    "url_depth": "",
    "url_number": "its address has a number or date",
    "url_root": "its address is the root of the site",
    "url_service": "its address is that of a service page",
    "url_shallow": "its address is short",
    "url_show": "its address is that of a video or gallery",
    "url_slug": "its address contains a headline",
    "you": "it addresses its reader as a customer",
}


def verdict_of(
    traits: Traits, *, listed: bool = False, odds: Odds = (0, 0, 0), weights: TraitWeights = WEIGHTS
) -> PageVerdict:
    """Return the kind of a page, with the traits that contributed most as reasons.

    A page that its site lists among its news is an article if it has enough text; `odds` are the
    kinds of the site's pages with similar addresses.
    """
    if certain := _certain_verdict(traits, listed=listed):
        return certain
    shares = kind_shares(traits, odds, weights)
    kind = max(KINDS, key=lambda each: shares[each])
    if kind is PageKind.ARTICLE and traits["prose"] == 0.0:
        kind = max(KINDS[1:], key=lambda each: shares[each])
    if kind is PageKind.ARTICLE and traits["borrowed"]:
        return _BORROWED
    if kind is PageKind.VALUELESS and (shape := _verdict_by_shape(traits)):
        return shape
    doubtful = kind is PageKind.ARTICLE and _is_doubtful(traits, shares[kind])
    reasons = (*_history_reason(odds, kind), *_reasons(traits, kind, weights))[:_MAX_REASONS]
    return PageVerdict(kind, round(shares[kind], 3), reasons, doubtful)


def _is_doubtful(traits: Traits, share: float) -> bool:
    """Whether a page is too little like an article to be kept; one dominant text is enough."""
    if traits["prose"] < _MIN_PROSE:
        return True
    shape = _verdict_by_shape(traits) if share < _DOUBT else None
    return share < _DOUBT and (shape is None or shape.kind is not PageKind.ARTICLE)


def _certain_verdict(traits: Traits, *, listed: bool) -> PageVerdict | None:
    """The verdict where no weights are needed."""
    if _is_error_page(traits):
        return PageVerdict(PageKind.VALUELESS, 0.95, (str(Reason.SOFT_404),))
    if traits["text"] == 0.0 and traits["links"] == 0.0:
        return PageVerdict(PageKind.VALUELESS, 1.0, ("it has no text",))
    if traits["legal_title"] >= _WHOLE and max(traits["contract"], traits["you"]) >= 0.3:
        return PageVerdict(
            PageKind.VALUELESS, 0.95, ("its title and its text are those of a contract",)
        )
    if traits["advert"]:
        return PageVerdict(PageKind.VALUELESS, 0.9, ("it calls itself an advertisement",))
    if traits["borrowed"] and not _is_excused(traits):
        return _BORROWED
    if listed and _is_readable(traits):
        return PageVerdict(PageKind.ARTICLE, 0.9, ("its site lists it among its news",))
    return None


def _is_readable(traits: Traits) -> bool:
    has_text = traits["prose"] >= _MIN_PROSE and traits["headline_share"] < 0.5
    return has_text and not traits["borrowed"] and not _is_excused(traits)


def _is_excused(traits: Traits) -> bool:
    return any(traits[name] >= 0.4 for name in EXCUSES)


def _verdict_by_shape(traits: Traits) -> PageVerdict | None:
    """Judge a page without declarations by its shape alone.

    The weights come from pages of large publishers, which declare what they are. On a plain page
    the missing declarations count for valueless, more than a screen of prose or headlines counts
    against it.
    """
    if traits["excuse"] >= _EXCUSED or traits["noindex"]:
        return None
    if _has_dominant_text(traits):
        reason = "it declares nothing about itself, but has one long text and little else"
        return PageVerdict(PageKind.ARTICLE, 0.6, (reason,))
    if _is_headline_list(traits):
        reason = "it declares nothing about itself, but has many linked headlines and no long text"
        return PageVerdict(PageKind.INDEX, 0.6, (reason,))
    return None


def _has_dominant_text(traits: Traits) -> bool:
    """Whether one text dominates, with a heading, links around it or an article-like address."""
    headed = not traits["no_heading"]
    placed = traits["linked"] >= 0.06 or traits["url_slug"] or traits["url_number"] or headed
    long = traits["run"] >= 0.2 and traits["prose_share"] >= 0.6 and traits["headline_share"] < 0.35
    excluded = traits["url_root"] or traits["form"] >= 0.6 or traits["you"] >= 0.5
    return bool(long and placed and not excluded)


def _is_headline_list(traits: Traits) -> bool:
    """Whether much of the text is linked headlines, and no text of its own stands out."""
    listed = traits["headline_share"] >= 0.12 and traits["headline_links"] >= 0.3
    return listed and traits["run"] < 0.1 and traits["form"] < 0.2


def _is_error_page(traits: Traits) -> bool:
    """Whether the title or the few words of a page name an error, and no article follows."""
    if traits["run"] >= 0.2:
        return False
    named = traits["error_title"] >= 0.3 or (traits["error_text"] and traits["short"])
    return traits["error_title"] >= _WHOLE or (bool(named) and traits["headlines"] < 0.75)


def kind_shares(traits: Traits, odds: Odds, weights: TraitWeights) -> dict[PageKind, float]:
    """Return the probability of each kind; they add up to 1."""
    article, index, valueless = map(add, weights.bias, _history_weights(odds))
    for name, row in weights.rows.items():
        if value := traits[name]:
            article += value * row[0]
            index += value * row[1]
            valueless += value * row[2]
    most = max(article, index, valueless)
    powers = (exp(article - most), exp(index - most), exp(valueless - most))
    total = sum(powers)
    return {kind: power / total for kind, power in zip(KINDS, powers, strict=True)}


def _history_weights(odds: Odds) -> tuple[float, ...]:
    """The weight of the site's pages with similar addresses: little while they are few."""
    pages = sum(odds)
    if pages == 0:
        return (0.0, 0.0, 0.0)
    trust = min(1.0, pages / _FULL_TRUST) * _HISTORY
    return tuple(trust * count / pages for count in odds)


def _history_reason(odds: Odds, kind: PageKind) -> tuple[str, ...]:
    count = odds[KINDS.index(kind)]
    if count < 3 or count * 2 < sum(odds):
        return ()
    return (f"its address looks like that of {count} {kind} pages of this site",)


def _reasons(traits: Traits, kind: PageKind, weights: TraitWeights) -> tuple[str, ...]:
    column = KINDS.index(kind)
    sums: dict[str, float] = {}
    for name, row in weights.rows.items():
        if reason := TRAIT_REASONS[name]:
            sums[reason] = sums.get(reason, 0.0) + traits[name] * row[column]
    strongest = sorted(sums, key=lambda reason: sums[reason], reverse=True)
    reasons = tuple(reason for reason in strongest[:_MAX_REASONS] if sums[reason] > _MIN_REASON)
    return reasons or ("nothing suggests another kind",)
