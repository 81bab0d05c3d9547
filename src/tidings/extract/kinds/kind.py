"""Page kinds: article, index or valueless, by adding up what each trait speaks for.

The weights (`weights.py`) are those of a multinomial logistic regression over traits of real
pages; `training/kinds.py` measures them by site and writes them. What follows the sum here are
the few rules that need no measuring, and what the site itself has shown.
"""

from math import exp
from operator import add

from tidings.extract.kinds.traits import EXCUSES
from tidings.extract.kinds.url_traits import Traits
from tidings.extract.kinds.weights import WEIGHTS, TraitWeights
from tidings.model.web.page import PageKind, PageVerdict
from tidings.model.web.reason import Reason

KINDS = (PageKind.ARTICLE, PageKind.INDEX, PageKind.VALUELESS)
Odds = tuple[int, int, int]  # articles, index pages and valueless pages of the same address

_DOUBT = 0.55  # below, an article is followed for its links but not kept
_MIN_PROSE = 0.55  # as a trait: about 120 characters; less is a caption, not an article
_EXCUSED = 0.25  # how loud an excuse must be to be believed without weighing
_WHOLE = 0.8  # of a title: it is the phrase, and hardly anything else
_MAX_REASONS = 4
_UNHEARD = 0.1  # what speaks no louder than this is no reason
_FULL_TRUST = 10  # pages of one address after which a site's habit counts in full
_HABIT = 3.0  # as much as the loudest traits together

# Each trait that is weighed, and what it says; those without words add to what others say.
TRAIT_REASONS = {
    "account_form": "it has a form for an account",
    "account_title": "its title speaks of logging in or an account",
    "amp": "it has a twin for small screens",
    "authors": "it names an author",
    "buy_action": "it has a form to buy",
    "buy_field": "it has a form to buy",
    "class_home": "its template is called home",
    "class_list": "its template is called a list",
    "class_single": "its template is called article or post",
    "contract": "it reads like a contract or a notice",
    "dated": "it gives a date of publication",
    "excuse": "something says what its text is instead of an article",
    "feeds": "it announces feeds",
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
    "listing": "it lists headlines and tells nothing",
    "longest>0.9": "",
    "modified": "it gives a date of change",
    "no_heading": "it has no heading",
    "oembed": "it can be embedded elsewhere",
    "og_article": "og:type says article",
    "paragraph": "its paragraphs are long",
    "pictures": "it has many pictures",
    "plain": "it has one text, and nothing says that it is no article",
    "published": "it gives a date of publication",
    "run": "paragraphs follow each other without links",
    "run>0.15": "paragraphs follow each other without links",
    "run>0.3": "paragraphs follow each other without links",
    "run>0.6": "paragraphs follow each other without links",
    "send_button": "it has forms to fill in",
    "service_title": "its title speaks of contact, help or the company",
    "teasers": "headlines alternate with teasers",
    "teasers>0.5": "headlines alternate with teasers",
    "text": "",
    "text>0.85": "",
    "textarea": "it has a field to write in",
    "title_home": "its title speaks of a home page or of news at large",
    "title_length": "its title is long",
    "title_words": "its title is as long as a headline",
    "legal_title": "its title speaks of legal terms",
    "url_article": "its address is that of an article",
    "url_depth": "",
    "url_number": "its address has a number or date",
    "url_root": "its address is the root of the site",
    "url_service": "its address is that of a service page",
    "url_shallow": "its address is short",
    "url_show": "its address is that of a video or gallery",
    "url_slug": "its address is a headline",
    "you": "it speaks to its reader as to a customer",
}


def verdict_of(
    traits: Traits, *, listed: bool = False, odds: Odds = (0, 0, 0), weights: TraitWeights = WEIGHTS
) -> PageVerdict:
    """Return the kind of a page with the traits that spoke loudest for it.

    What its site lists among its news is an article, if it has any text to speak of; `odds` are
    the kinds of the site's pages whose addresses look the same.
    """
    if certain := _certain_verdict(traits, listed=listed):
        return certain
    shares = kind_shares(traits, odds, weights)
    kind = max(KINDS, key=lambda each: shares[each])
    if kind is PageKind.ARTICLE and traits["prose"] == 0.0:
        kind = max(KINDS[1:], key=lambda each: shares[each])
    if kind is PageKind.VALUELESS and (shape := _verdict_by_shape(traits)):
        return shape
    doubtful = kind is PageKind.ARTICLE and (shares[kind] < _DOUBT or traits["prose"] < _MIN_PROSE)
    reasons = (*_habit_reason(odds, kind), *_reasons(traits, kind, weights))[:_MAX_REASONS]
    return PageVerdict(kind, round(shares[kind], 3), reasons, doubtful)


def _certain_verdict(traits: Traits, *, listed: bool) -> PageVerdict | None:
    """What needs no weighing."""
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
    if listed and _is_readable(traits):
        return PageVerdict(PageKind.ARTICLE, 0.9, ("its site lists it among its news",))
    return None


def _is_readable(traits: Traits) -> bool:
    excused = any(traits[name] >= 0.4 for name in EXCUSES)
    return traits["prose"] >= _MIN_PROSE and traits["headline_share"] < 0.5 and not excused


def _verdict_by_shape(traits: Traits) -> PageVerdict | None:
    """Judge a page that says little about itself by its shape alone.

    The weights come from pages of large publishers, which declare what they are. On a plain page
    the missing declarations speak for valueless, louder than a screen of prose or of headlines.
    """
    if traits["excuse"] >= _EXCUSED or traits["noindex"]:
        return None
    if _has_dominant_text(traits):
        reason = "it says nothing about itself, but has one long text and little else"
        return PageVerdict(PageKind.ARTICLE, 0.6, (reason,))
    if _is_headline_list(traits):
        reason = "it says nothing about itself, but has many linked headlines and no long text"
        return PageVerdict(PageKind.INDEX, 0.6, (reason,))
    return None


def _has_dominant_text(traits: Traits) -> bool:
    """One text dominates, below a heading or among others: menus, related links, an address."""
    headed = not traits["no_heading"]
    placed = traits["linked"] >= 0.06 or traits["url_slug"] or traits["url_number"] or headed
    told = traits["run"] >= 0.2 and traits["prose_share"] >= 0.6 and traits["headline_share"] < 0.35
    elsewhere = traits["url_root"] or traits["form"] >= 0.6 or traits["you"] >= 0.5
    return bool(told and placed and not elsewhere)


def _is_headline_list(traits: Traits) -> bool:
    """Headlines to other pages are much of the text, and no text of its own stands out."""
    listed = traits["headline_share"] >= 0.12 and traits["headline_links"] >= 0.3
    return listed and traits["run"] < 0.1 and traits["form"] < 0.2


def _is_error_page(traits: Traits) -> bool:
    """An error page says so in its title or in its few words, and has no article below."""
    if traits["run"] >= 0.2:
        return False
    said = traits["error_title"] >= 0.3 or (traits["error_text"] and traits["short"])
    return traits["error_title"] >= _WHOLE or (bool(said) and traits["headlines"] < 0.75)


def kind_shares(traits: Traits, odds: Odds, weights: TraitWeights) -> dict[PageKind, float]:
    """Return how much speaks for each kind, together 1."""
    article, index, valueless = map(add, weights.bias, _habit(odds))
    for name, row in weights.rows.items():
        if value := traits[name]:
            article += value * row[0]
            index += value * row[1]
            valueless += value * row[2]
    most = max(article, index, valueless)
    powers = (exp(article - most), exp(index - most), exp(valueless - most))
    total = sum(powers)
    return {kind: power / total for kind, power in zip(KINDS, powers, strict=True)}


def _habit(odds: Odds) -> tuple[float, ...]:
    """What the site's pages of the same address speak for: nothing while they are few."""
    pages = sum(odds)
    if pages == 0:
        return (0.0, 0.0, 0.0)
    trust = min(1.0, pages / _FULL_TRUST) * _HABIT
    return tuple(trust * count / pages for count in odds)


def _habit_reason(odds: Odds, kind: PageKind) -> tuple[str, ...]:
    count = odds[KINDS.index(kind)]
    if count < 3 or count * 2 < sum(odds):
        return ()
    return (f"its address looks like that of {count} {kind} pages of this site",)


def _reasons(traits: Traits, kind: PageKind, weights: TraitWeights) -> tuple[str, ...]:
    column = KINDS.index(kind)
    spoken: dict[str, float] = {}
    for name, row in weights.rows.items():
        if words := TRAIT_REASONS[name]:
            spoken[words] = spoken.get(words, 0.0) + traits[name] * row[column]
    loudest = sorted(spoken, key=lambda words: spoken[words], reverse=True)
    heard = tuple(words for words in loudest[:_MAX_REASONS] if spoken[words] > _UNHEARD)
    return heard or ("nothing speaks for another kind",)
