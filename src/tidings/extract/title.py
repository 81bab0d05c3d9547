"""The title: which of a page's several it is, and without the site's name."""

import re
import unicodedata
from collections.abc import Iterator

from tidings.extract.blocks import Blocks
from tidings.read.html import Html, site_name
from tidings.read.jsonld import LinkedArticle
from tidings.read.url import domain_of

_MAX = 300
_SEPARATOR = re.compile(r"\s+[|\-–—·•»«›:/~]+\s+|\s*[|｜]\s*|\s+::\s+|\s*_\s*(?=\S+$)")
_BLANKS_AND_MARKS = " |-–—·•»«›:/~_：｜"
_MARKS = frozenset(_BLANKS_AND_MARKS[1:])
_WORD = re.compile(r"\w+")


def title_of(html: Html, found: Blocks, linked: LinkedArticle | None) -> tuple[str, str]:
    """Return the title and where it came from; both empty for a page without any."""
    names = site_names(html)
    claims = [
        ("json-ld headline", linked.headline if linked else ""),
        ("og:title", without_site(html.meta.get("og:title", ""), names)),
        ("twitter:title", without_site(html.meta.get("twitter:title", ""), names)),
        ("title tag", without_site(_title_tag(html), names)),
    ]
    claims = [(where, squeezed(text)) for where, text in claims if text.strip()]
    heading = _main_heading(found, [text for _, text in claims])
    if heading:
        return _without_kicker(heading, [text for _, text in claims]), "h1"
    return claims[0][::-1] if claims else ("", "")


def _without_kicker(heading: str, claims: list[str]) -> str:
    """The heading without the topic that some sites print before it within the same tag."""
    for claim in claims:
        if heading != claim and heading.endswith(claim) and len(claim) * 2 > len(heading):
            return claim
    return heading


def _main_heading(found: Blocks, claims: list[str]) -> str:
    """The h1 that the other titles agree with, or the only one on the page."""
    headings = list(dict.fromkeys(_headings(found)))
    for heading in headings:
        if any(_agree(heading, claim) for claim in claims):
            return heading
    return headings[0] if not claims and len(headings) == 1 else ""


def _headings(found: Blocks) -> Iterator[str]:
    for element, end in zip(found.elements, found.ends, strict=True):
        if element.tag == "h1" and end > element.first:
            text = " ".join(block.text for block in found.blocks[element.first : end])
            if len(text) <= _MAX:
                yield text


def _agree(heading: str, claim: str) -> bool:
    """Tell whether two titles mean the same: nearly the same words."""
    ours, theirs = words(heading), words(claim)
    if not ours or not theirs:
        return False
    if len(ours) > 1 and theirs[: len(ours)] == ours:
        return True  # the site's name follows, in a form we did not know
    both = len(set(ours) & set(theirs))
    return both >= 0.6 * max(len(set(ours)), len(set(theirs)))


def words(text: str) -> list[str]:
    """Return the words of a title in a form that compares."""
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def squeezed(text: str) -> str:
    """Return the text on one line, cut where no title is as long."""
    return " ".join(text.split())[:_MAX]


def _title_tag(html: Html) -> str:
    tag = html.tree.css_first("head > title") or html.tree.css_first("title")
    return tag.text() if tag else ""


def site_names(html: Html) -> frozenset[str]:
    """Return the names that the site goes by, letters and digits only."""
    domain = domain_of(html.url) if html.url else ""
    names = [site_name(html), domain, domain.partition(".")[0], html.meta.get("twitter:site", "")]
    return frozenset("".join(words(name)) for name in names if name)


def without_site(title: str, names: frozenset[str]) -> str:
    """Return the title without a site's name before or after a separator."""
    title = squeezed(title)
    parts = list(_SEPARATOR.finditer(title))
    if not parts:
        return title
    first, last = parts[0], parts[-1]
    if _names_site(title[last.end() :], title[: last.start()], names):
        return without_site(title[: last.start()], names)
    if _names_site(title[: first.start()], title[first.end() :], names):
        return title[first.end() :]
    return title


def without_name(title: str, name: str) -> str:
    """Return the title without a name that is known, parted from it by any mark."""
    if not name:
        return title
    after, before = title.removeprefix(name).lstrip(), title.removesuffix(name).rstrip()
    if after != title and after[:1] in _MARKS:
        return after.lstrip(_BLANKS_AND_MARKS) or title
    if before != title and before[-1:] in _MARKS:
        return before.rstrip(_BLANKS_AND_MARKS) or title
    return title


def _names_site(part: str, rest: str, names: frozenset[str]) -> bool:
    joined = "".join(words(part))
    if not rest.strip():
        return False
    if any(name and (joined == name or (len(name) > 3 and name in joined)) for name in names):
        return len(part) <= 60
    return bool(names) and any(len(joined) > 3 and joined in name for name in names)
