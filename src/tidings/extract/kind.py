"""Page kinds: article, index or valueless, by adding up what each trait speaks for.

The weights are those of a multinomial logistic regression over traits of real pages (five folds
by site), rounded; they are data. To change them, measure again: see the quality gate.
"""

from math import exp

from tidings.extract.traits import Traits
from tidings.model.page import PageKind, Verdict
from tidings.model.reason import Reason

_KINDS = (PageKind.ARTICLE, PageKind.INDEX, PageKind.VALUELESS)

# trait: what it says in plain words, then how much it speaks for article, index, valueless
_WEIGHTS: dict[str, tuple[str, float, float, float]] = {
    "account_title": ("its title speaks of logging in or an account", 0.08, -0.68, 0.6),
    "closed_text": ("its text says the site is closed, parked or guarded", -0.14, -0.91, 1.04),
    "closed_title": ("its title says the site is closed, parked or guarded", -0.25, -0.71, 0.95),
    "dated": ("it gives a date of publication", 1.48, -0.78, -0.7),
    "error_text": ("", -0.25, 0.78, -0.53),
    "error_title": ("its title speaks of an error", -0.55, -0.74, 1.29),
    "feeds": ("it announces feeds", 0.14, 0.05, -0.19),
    "form": ("it is a form to fill in", -0.4, -0.56, 0.97),
    "heading_link_share": ("most of its headings are links", -0.53, 0.79, -0.26),
    "headlines": ("it is full of linked headlines", -0.58, 1.59, -1.01),
    "ld_article": ("its JSON-LD describes one article", 1.66, -1.23, -0.43),
    "ld_list": ("its JSON-LD describes a list", -0.3, 0.56, -0.26),
    "ld_product": ("it sells a product", -0.39, -0.89, 1.28),
    "legal_title": ("its title speaks of legal terms", -2.42, -0.33, 2.75),
    "linked": ("much of its text is in links", 0.12, 0.57, -0.69),
    "linked_headings": ("many headings are links", 0.35, 0.81, -1.16),
    "links": ("it has many links", -0.87, 1.7, -0.83),
    "no_heading": ("it has no heading", -0.53, 0.32, 0.21),
    "noindex": ("it asks not to be indexed", -0.67, 0.02, 0.65),
    "og_article": ("og:type says article", 1.8, -1.06, -0.74),
    "og_website": ("og:type says website", 0.39, 0.38, -0.77),
    "paragraphs": ("", -0.85, 0.67, 0.17),
    "password": ("it asks for a password", -0.19, -0.55, 0.74),
    "prose": ("it has a long text", 1.19, -0.62, -0.57),
    "prose_share": ("its text stands in one place", 0.15, -1.59, 1.44),
    "run": ("paragraphs follow each other without links", 1.87, -1.45, -0.43),
    "scattered": ("its text is scattered", 0.24, 0.73, -0.97),
    "service_title": ("its title speaks of contact, help or the company", -0.23, -0.56, 0.79),
    "shop_text": ("it has a button to buy", -0.62, 0.07, 0.55),
    "short": ("it is very short", -0.97, 0.11, 0.87),
    "text": ("", -0.63, 0.86, -0.23),
    "textarea": ("it has a field to write in", 0.46, -0.73, 0.28),
    "url_known": ("", 0.21, -0.13, -0.08),
    "url_list": ("its address is that of a list", -0.01, 0.47, -0.47),
    "url_number": ("its address has a number or date", 1.02, -1.68, 0.66),
    "url_root": ("its address is the root of the site", -0.65, 0.71, -0.06),
    "url_script": ("", 0.22, -0.71, 0.49),
    "url_service": ("its address is that of a service page", -0.63, -0.93, 1.56),
    "url_shallow": ("its address is short", -0.74, 0.92, -0.18),
    "url_slug": ("its address is a headline", 1.55, -1.46, -0.09),
}
_BIAS = (-0.52, -1.87, 2.39)

_DOUBT = 0.55  # below, an article is followed for its links but not kept
_MIN_PROSE = 0.55  # as a trait: about 120 characters; less is a caption, not an article
_MAX_REASONS = 4


def verdict_of(traits: Traits) -> Verdict:
    """Return the kind of a page with the traits that spoke loudest for it."""
    if _is_error_page(traits):
        return Verdict(PageKind.VALUELESS, 0.95, (str(Reason.SOFT_404),))
    if traits["text"] == 0.0 and traits["links"] == 0.0:
        return Verdict(PageKind.VALUELESS, 1.0, ("it has no text",))
    shares = _shares(traits)
    kind = max(_KINDS, key=lambda each: shares[each])
    if kind is PageKind.ARTICLE and traits["prose"] == 0.0:
        kind = max(_KINDS[1:], key=lambda each: shares[each])
    doubtful = kind is PageKind.ARTICLE and (shares[kind] < _DOUBT or traits["prose"] < _MIN_PROSE)
    return Verdict(kind, round(shares[kind], 3), _reasons(traits, kind), doubtful)


def _is_error_page(traits: Traits) -> bool:
    """An error page says so in its title, and has no article below."""
    return bool(traits["error_title"]) and traits["run"] < 0.2 and traits["headlines"] < 0.75


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
