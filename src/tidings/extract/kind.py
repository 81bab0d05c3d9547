"""Page kinds: article, index or valueless, by adding up what each trait speaks for.

The weights are those of a multinomial logistic regression over traits of real pages (five folds
by site), rounded; they are data. To change them, measure again: see the quality gate.
"""

from math import exp

from tidings.extract.traits import EXCUSES, Traits
from tidings.model.page import PageKind, Verdict
from tidings.model.reason import Reason

_KINDS = (PageKind.ARTICLE, PageKind.INDEX, PageKind.VALUELESS)

# trait: what it says in plain words, then how much it speaks for article, index, valueless
_WEIGHTS: dict[str, tuple[str, float, float, float]] = {
    "account_title": ("its title speaks of logging in or an account", 0.12, -1.81, 1.69),
    "closed_text": ("its text says the site is closed, parked or guarded", -0.45, -0.89, 1.34),
    "closed_title": ("its title says the site is closed, parked or guarded", -0.38, -0.81, 1.2),
    "dated": ("it gives a date of publication", 1.66, -0.72, -0.95),
    "error_title": ("its title speaks of an error", -0.73, -0.93, 1.66),
    "feeds": ("it announces feeds", -0.23, 0.14, 0.1),
    "form": ("it is a form to fill in", -0.73, -0.41, 1.14),
    "heading_link_share": ("most of its headings are links", -0.95, 1.03, -0.08),
    "headlines": ("it is full of linked headlines", -0.08, 1.65, -1.57),
    "ld_article": ("its JSON-LD describes one article", 1.56, -1.33, -0.23),
    "ld_list": ("its JSON-LD describes a list", -0.5, 0.78, -0.28),
    "ld_product": ("it sells a product", -0.43, -1.0, 1.43),
    "legal_title": ("its title speaks of legal terms", -2.62, -0.32, 2.94),
    "linked": ("much of its text is in links", 0.63, 1.18, -1.81),
    "linked_headings": ("many headings are links", 0.52, 0.53, -1.06),
    "links": ("it has many links", -2.77, 1.87, 0.89),
    "no_heading": ("it has no heading", -0.95, 0.45, 0.5),
    "noindex": ("it asks not to be indexed", -0.98, 0.1, 0.88),
    "og_article": ("og:type says article", 1.39, -0.93, -0.46),
    "og_website": ("og:type says website", -0.26, 0.69, -0.44),
    "paragraphs": ("", -1.15, 0.93, 0.22),
    "password": ("it asks for a password", -0.08, -0.57, 0.65),
    "prose": ("it has a long text", 1.87, -0.48, -1.39),
    "prose_share": ("its text stands in one place", 0.57, -0.77, 0.19),
    "run": ("paragraphs follow each other without links", 1.99, -2.73, 0.74),
    "scattered": ("its text is scattered", -0.38, 0.53, -0.16),
    "service_title": ("its title speaks of contact, help or the company", -0.25, -1.39, 1.64),
    "shop_text": ("it has a button to buy", -0.73, -0.33, 1.06),
    "short": ("it is very short", -1.11, 0.79, 0.32),
    "text": ("", -0.61, 0.84, -0.24),
    "textarea": ("it has a field to write in", 0.59, -0.49, -0.1),
    "url_list": ("its address is that of a list", -0.3, 1.1, -0.79),
    "url_number": ("its address has a number or date", 1.29, -1.69, 0.4),
    "url_root": ("its address is the root of the site", -1.69, 0.99, 0.71),
    "url_script": ("", -0.02, -0.8, 0.81),
    "url_service": ("its address is that of a service page", -1.13, -0.72, 1.85),
    "url_shallow": ("its address is short", 0.37, 0.49, -0.86),
    "url_slug": ("its address is a headline", 1.5, -1.45, -0.05),
}
_BIAS = (0.6, -2.82, 2.22)

_UNSURE = 0.6  # below, the shape of the page has a say
_DOUBT = 0.55  # below, an article is followed for its links but not kept
_MIN_PROSE = 0.55  # as a trait: about 120 characters; less is a caption, not an article
_MAX_REASONS = 4


def verdict_of(traits: Traits, *, listed: bool = False) -> Verdict:
    """Return the kind of a page with the traits that spoke loudest for it.

    What its site lists among its news is an article, if it has any text to speak of.
    """
    if _is_error_page(traits):
        return Verdict(PageKind.VALUELESS, 0.95, (str(Reason.SOFT_404),))
    if traits["text"] == 0.0 and traits["links"] == 0.0:
        return Verdict(PageKind.VALUELESS, 1.0, ("it has no text",))
    if traits["advert"]:
        return Verdict(PageKind.VALUELESS, 0.9, ("it calls itself an advertisement",))
    if listed and _is_readable(traits):
        return Verdict(PageKind.ARTICLE, 0.9, ("its site lists it among its news",))
    shares = _shares(traits)
    kind = max(_KINDS, key=lambda each: shares[each])
    if kind is PageKind.ARTICLE and traits["prose"] == 0.0:
        kind = max(_KINDS[1:], key=lambda each: shares[each])
    if kind is PageKind.VALUELESS or shares[kind] < _UNSURE:
        shape = _shape(traits)
        if shape is not None and (shape.kind is not kind or shares[kind] < _DOUBT):
            return shape
    doubtful = kind is PageKind.ARTICLE and (shares[kind] < _DOUBT or traits["prose"] < _MIN_PROSE)
    return Verdict(kind, round(shares[kind], 3), _reasons(traits, kind), doubtful)


def _is_readable(traits: Traits) -> bool:
    excused = any(traits[name] for name in EXCUSES)
    return traits["prose"] >= _MIN_PROSE and traits["headline_share"] < 0.5 and not excused


def _shape(traits: Traits) -> Verdict | None:
    """Judge a page that says little about itself by its shape alone.

    The weights come from pages of large publishers, which declare what they are. On a plain page
    the missing declarations speak for valueless, louder than a screen of prose or of headlines.
    """
    if any(traits[name] for name in EXCUSES) or traits["noindex"]:
        return None
    if _is_told(traits):
        reason = "it says nothing about itself, but has one long text and little else"
        return Verdict(PageKind.ARTICLE, 0.6, (reason,))
    if _is_listed(traits):
        reason = "it says nothing about itself, but has many linked headlines and no long text"
        return Verdict(PageKind.INDEX, 0.6, (reason,))
    return None


def _is_told(traits: Traits) -> bool:
    """One text dominates, and the page stands among others: menus, related links, an address."""
    declared = traits["ld_article"] or traits["og_article"] or traits["ld_list"]
    placed = traits["linked"] >= 0.06 or traits["url_slug"] or traits["url_number"]
    told = traits["run"] >= 0.2 and traits["prose_share"] >= 0.4 and traits["headline_share"] < 0.35
    elsewhere = declared or traits["og_website"] or traits["url_root"] or traits["form"] >= 0.6
    return bool(told and placed and not elsewhere)


def _is_listed(traits: Traits) -> bool:
    """Headlines to other pages are much of the text, and no text of its own stands out."""
    listed = traits["headline_share"] >= 0.12 and traits["headline_links"] >= 0.3
    return listed and traits["run"] < 0.25 and traits["form"] < 0.3


def _is_error_page(traits: Traits) -> bool:
    """An error page says so in its title or in its few words, and has no article below."""
    said = traits["error_title"] or (traits["error_text"] and traits["short"])
    return bool(said) and traits["run"] < 0.2 and traits["headlines"] < 0.75


def _shares(traits: Traits) -> dict[PageKind, float]:
    sums = list(_BIAS)
    for name, (_, *weights) in _WEIGHTS.items():
        if value := traits[name]:
            sums = [total + value * weight for total, weight in zip(sums, weights, strict=True)]
    powers = [exp(total - max(sums)) for total in sums]
    return {kind: power / sum(powers) for kind, power in zip(_KINDS, powers, strict=True)}


def _reasons(traits: Traits, kind: PageKind) -> tuple[str, ...]:
    column = _KINDS.index(kind) + 1
    spoken = [
        (traits[name] * float(row[column]), row[0]) for name, row in _WEIGHTS.items() if row[0]
    ]
    loudest = sorted((pair for pair in spoken if pair[0] > 0.1), reverse=True)
    return tuple(words for _, words in loudest[:_MAX_REASONS]) or (
        "nothing speaks for another kind",
    )
