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
    "account_title": ("its title speaks of logging in or an account", -0.08, -0.86, 0.93),
    "closed_text": ("its text says the site is closed, parked or guarded", -0.32, -0.97, 1.29),
    "closed_title": ("its title says the site is closed, parked or guarded", -0.8, -0.82, 1.62),
    "dated": ("it gives a date of publication", 1.66, -0.83, -0.83),
    "error_title": ("its title speaks of an error", -1.09, -0.67, 1.76),
    "feeds": ("it announces feeds", -0.06, 0.16, -0.1),
    "form": ("it is a form to fill in", -0.76, -0.41, 1.17),
    "heading_link_share": ("most of its headings are links", -1.15, 0.99, 0.15),
    "headlines": ("it is full of linked headlines", 0.0, 1.6, -1.6),
    "ld_article": ("its JSON-LD describes one article", 1.59, -1.35, -0.24),
    "ld_list": ("its JSON-LD describes a list", -0.56, 0.89, -0.33),
    "ld_product": ("it sells a product", -0.47, -0.91, 1.37),
    "legal_title": ("its title speaks of legal terms", -2.49, -0.27, 2.76),
    "linked": ("much of its text is in links", 0.3, 1.24, -1.54),
    "linked_headings": ("many headings are links", 0.58, 0.67, -1.25),
    "links": ("it has many links", -2.69, 1.71, 0.98),
    "no_heading": ("it has no heading", -1.12, 0.55, 0.57),
    "noindex": ("it asks not to be indexed", -1.15, 0.19, 0.96),
    "og_article": ("og:type says article", 1.34, -0.99, -0.35),
    "og_website": ("og:type says website", -0.14, 0.66, -0.53),
    "paragraphs": ("", -1.13, 0.91, 0.22),
    "password": ("it asks for a password", -0.12, -0.56, 0.69),
    "prose": ("it has a long text", 1.59, -0.5, -1.09),
    "prose_share": ("its text stands in one place", 0.79, -0.98, 0.19),
    "run": ("paragraphs follow each other without links", 1.83, -2.01, 0.18),
    "scattered": ("its text is scattered", -0.51, 0.52, -0.01),
    "service_title": ("its title speaks of contact, help or the company", -0.31, -0.73, 1.04),
    "shop_text": ("it has a button to buy", -0.71, -0.37, 1.08),
    "short": ("it is very short", -1.18, 0.69, 0.49),
    "text": ("", -0.36, 0.69, -0.34),
    "textarea": ("it has a field to write in", 0.54, -0.71, 0.17),
    "url_list": ("its address is that of a list", -0.33, 1.04, -0.71),
    "url_number": ("its address has a number or date", 1.29, -1.81, 0.52),
    "url_root": ("its address is the root of the site", -1.49, 0.98, 0.52),
    "url_script": ("", -0.02, -0.75, 0.78),
    "url_service": ("its address is that of a service page", -1.02, -0.75, 1.77),
    "url_shallow": ("its address is short", 0.27, 0.5, -0.77),
    "url_slug": ("its address is a headline", 1.46, -1.42, -0.04),
}
_BIAS = (0.7, -2.48, 1.78)

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
