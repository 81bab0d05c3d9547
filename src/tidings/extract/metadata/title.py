"""The title of a page: chosen among several candidates, without the site's name."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tidings.extract.content.blocks import PageBlocks, TextBlock
from tidings.extract.content.heading_links import LINKED_HEADING, is_above, linked_page
from tidings.read.characters.invisible_characters import visible_text
from tidings.read.pages.html import Html, site_name
from tidings.read.pages.jsonld import LinkedArticle
from tidings.read.url import domain_of

_MAX = 300
_SEPARATOR = re.compile(r"\s+[|\-–—·•»«›:/~ǀ]+\s+|\s*[|｜ǀ]\s*|\s+::\s+|\s*_\s*(?=\S+$)")
# Chinese and Japanese sites end nearly every title with their name, without spaces.
_DENSE_TAIL = re.compile(r"(?<=[\u3040-\u9fff！？”》）])\s?[-_—]{1,2}\s?[\u3040-\u9fff]{2,8}$")
_SEAM = re.compile(_SEPARATOR.pattern + r"|:\s+|\s*[»_]\s*")  # where a title may be split
_MAX_SEAMS = 8
_MAX_LABEL_BYTES = 10
_MAX_BYLINE = 120  # characters: names and a date in one line with the title
_SPACE_AND_MARKS = " |-–—·•»«›:/~_：｜ǀ"
_MARKS = frozenset(_SPACE_AND_MARKS[1:])
_WORD = re.compile(r"\w+")
_HEADINGS = frozenset({"h1", "h2", "h3", "h4"})
_BRACKETED = re.compile(r"\s+\[([^\[\]]+)\]\s*$")  # the name of a wiki
_PARAGRAPH, _FEW_LINKS = 80.0, 0.3  # weight of a paragraph, and its largest share of links


class _Claim(NamedTuple):
    where: str
    text: str
    weight: float  # weights of equal texts are added


# Weights fitted on pages of 400 sites and checked on 350 others. The h1 and the headline of
# JSON-LD are right equally often, og:title is often rewritten for sharing, and the title tag, right
# on every second page only, still shows which of the printed lines is meant.
_JSON_LD, _OG, _TWITTER, _TITLE_TAG = 1.3, 0.65, 0.3, 0.3
_HEADING, _OTHER_HEADING = 1.3, 0.9
_PRINTED, _PRINTED_HEADING = 0.5, 0.6


def title_of(
    html: Html, found: PageBlocks, linked: LinkedArticle | None, site: str = ""
) -> tuple[str, str]:
    """Return the title and all sources that agree on it; both empty for a page without one.

    `site` is the site's name as known from elsewhere.
    """
    names, mastheads = site_names(html), mastheads_of(html, found, site)
    whole = [title_line(_title_tag(html)), title_line(html.meta.get("og:title", ""))]
    shared = html.meta.get("twitter:title", "")
    bare = [without_site_name(_without_masthead(text, mastheads), names)
            for text in (*whole, shared)]  # fmt: skip
    declared = [
        _Claim("json-ld headline", title_line(linked.headline if linked else ""), _JSON_LD),
        _Claim("og:title", bare[1], _OG),
        _Claim("twitter:title", bare[2], _TWITTER),
        _Claim("title tag", bare[0], _TITLE_TAG),
    ]
    declared = [claim for claim in declared if claim.text]
    telling = [claim for claim in declared if _joined(claim.text) not in mastheads]
    names |= mastheads
    headings = _heading(found, [claim.text for claim in telling], names, mastheads)
    claims = [*headings, *_printed(found, whole, names), *telling]
    return _best_supported(claims or [*_heading_above_text(found, names), *declared])


def mastheads_of(html: Html, found: PageBlocks, site: str = "") -> frozenset[str]:
    """Return the names in the head of the page: of the site, or of a section.

    Such a heading links to the start page or to a folder that the page is in. Or it links to
    another page, and is not the only main heading.
    """
    pages = {
        at: linked_page(html, found, at)
        for at, block in enumerate(found.blocks)
        if block.tag == "h1" or (block.tag == "h2" and block.linked > LINKED_HEADING)
    }
    has_own = any(page is None and found.tag(at) == "h1" for at, page in pages.items())
    names = {
        _joined(found.blocks[at].text)
        for at, page in pages.items()
        if page is not None and (is_above(html, page) or (has_own and found.tag(at) == "h1"))
    }
    return frozenset({*names, _joined(site)} - {""})


def _without_masthead(title: str, mastheads: frozenset[str]) -> str:
    """The title without a part at either end that is exactly such a name."""
    if (bracketed := _BRACKETED.search(title)) and _joined(bracketed[1]) in mastheads:
        return title[: bracketed.start()]
    seams = list(_SEPARATOR.finditer(title)) if mastheads else []
    if seams and _joined(title[seams[-1].end() :]) in mastheads:
        return _without_masthead(title[: seams[-1].start()], mastheads)
    if seams and _joined(title[: seams[0].start()]) in mastheads:
        return title[seams[0].end() :]
    return title


def _joined(text: str) -> str:
    return "".join(title_words(text))


def _heading_above_text(found: PageBlocks, names: frozenset[str]) -> Iterator[_Claim]:
    """The heading above the first paragraph, where everything else only names the site."""
    text = next((at for at, block in enumerate(found.blocks) if _is_paragraph(block)), 0)
    for at in range(text - 1, -1, -1):
        line = found.blocks[at].text
        if found.tag(at) in _HEADINGS and _is_long(line) and _joined(line) not in names:
            yield _Claim("heading", line, _OTHER_HEADING)
            return


def _is_paragraph(block: TextBlock) -> bool:
    return block.weight >= _PARAGRAPH and block.linked < _FEW_LINKS


def _best_supported(claims: list[_Claim]) -> tuple[str, str]:
    """The text with the most weight, in the spelling of its first claim."""
    groups: dict[tuple[str, ...], list[_Claim]] = {}
    for claim in claims:
        groups.setdefault(title_words(claim.text) or (claim.text,), []).append(claim)
    if not groups:
        return "", ""
    best = max(groups.values(), key=lambda group: sum(claim.weight for claim in group))
    return best[0].text, ", ".join(dict.fromkeys(claim.where for claim in best))


def _heading(
    found: PageBlocks, declared: list[str], names: frozenset[str], mastheads: frozenset[str]
) -> Iterator[_Claim]:
    """The h1 that agrees with another title, else one that is not the site's name."""
    headings = [line for line in dict.fromkeys(_headings(found)) if _joined(line) not in mastheads]
    for heading in headings:
        if any(_agree(heading, claim) for claim in declared):
            yield _Claim("h1", _without_kicker(heading, declared), _HEADING)
            return
    for heading in headings:
        if not declared or (_is_long(heading) and _joined(heading) not in names):
            yield _Claim("h1", heading, _OTHER_HEADING)
            return


def _without_kicker(heading: str, claims: list[str]) -> str:
    """The heading without the topic that some sites print before it in the same tag."""
    for claim in claims:
        if heading != claim and heading.endswith(claim) and len(claim) * 2 > len(heading):
            return claim
    return heading


def _printed(found: PageBlocks, whole: list[str], names: frozenset[str]) -> Iterator[_Claim]:
    """The longest line and the longest heading of the page that are parts of its title."""
    parts = {part.casefold() for title in whole for part in _parts(title)}
    parts = {part for part in parts if _joined(part) not in names}
    sizes = {len(part) for part in parts}
    lines = [
        at
        for at, block in enumerate(found.blocks)
        if len(block.text) in sizes and block.text.casefold() in parts
    ]
    headings = [at for at in lines if found.tag(at) in _HEADINGS]
    for places, weight in ((headings, _PRINTED_HEADING), (lines, _PRINTED)):
        if places:
            longest = max((found.blocks[at].text for at in places), key=len)
            rest = "" if headings else _rest_after_name(found, whole, longest)
            yield _Claim("printed line", rest or longest, weight)


def _rest_after_name(found: PageBlocks, whole: list[str], name: str) -> str:
    """The rest of a title after a printed name, if it is longer and a line begins with it.

    Old pages print headline and byline in one block, separated only by a line break.
    """
    for title in whole:
        rest = title[len(name) :].lstrip(_SPACE_AND_MARKS) if title.startswith(name) else ""
        if len(rest) > len(name) and any(_begins_line(block.text, rest) for block in found.blocks):
            return rest
    return ""


def _begins_line(line: str, title: str) -> bool:
    return line.startswith(title + " ") and len(line) <= len(title) + _MAX_BYLINE


def _parts(title: str) -> Iterator[str]:
    """Every run of adjacent parts of a title, as divided by marks."""
    seams = [match.span() for match in _SEAM.finditer(title)][:_MAX_SEAMS]
    starts = [0, *(end for _, end in seams)]
    ends = [*(start for start, _ in seams), len(title)]
    for at, start in enumerate(starts):
        for end in ends[at:]:
            if _is_long(title[start:end]):
                yield title[start:end]


def _is_long(text: str) -> bool:
    """Whether a text is longer than a label such as "Page"; in bytes, for dense scripts."""
    return len(text.encode("utf-8", "replace")) > _MAX_LABEL_BYTES


def _headings(found: PageBlocks) -> Iterator[str]:
    for element, end in zip(found.elements, found.ends, strict=True):
        if element.tag == "h1" and end > element.first:
            text = " ".join(block.text for block in found.blocks[element.first : end])
            if len(text) <= _MAX:
                yield text


def _agree(heading: str, claim: str) -> bool:
    """Whether two titles have nearly the same words."""
    ours, theirs = title_words(heading), title_words(claim)
    if len(ours) > 1 and theirs[: len(ours)] == ours:
        return True  # followed by an unknown form of the site's name
    both = len(set(ours) & set(theirs))
    return both > 0 and both >= 0.6 * max(len(set(ours)), len(set(theirs)))


@lru_cache(maxsize=1_024)  # all titles of a page are compared with each other
def title_words(text: str) -> tuple[str, ...]:
    """Return the words of a title in a form for comparison."""
    return tuple(_WORD.findall(unicodedata.normalize("NFKC", text).casefold()))


def title_line(text: str) -> str:
    """Return the text on one line, cut to the length of a title."""
    return visible_text(text[: _MAX * 20])[:_MAX].rstrip()


def _title_tag(html: Html) -> str:
    tag = html.tree.css_first("head > title") or html.tree.css_first("title")
    return tag.text() if tag else ""


def site_names(html: Html) -> frozenset[str]:
    """Return the names of the site, letters and digits only."""
    domain = domain_of(html.url) if html.url else ""
    names = [site_name(html), domain, domain.partition(".")[0], html.meta.get("twitter:site", "")]
    return frozenset(_joined(name) for name in names if name)


def without_site_name(title: str, names: frozenset[str]) -> str:
    """Return the title without a site's name before or after a separator."""
    title = _DENSE_TAIL.sub("", title_line(title))
    parts = list(_SEPARATOR.finditer(title))
    if not parts:
        return title
    first, last = parts[0], parts[-1]
    if _names_site(title[last.end() :], title[: last.start()], names):
        return without_site_name(title[: last.start()], names)
    if _names_site(title[: first.start()], title[first.end() :], names):
        return title[first.end() :]
    return title


def without_name(title: str, name: str) -> str:
    """Return the title without a known name, separated from it by any mark."""
    if not name:
        return title
    after, before = title.removeprefix(name).lstrip(), title.removesuffix(name).rstrip()
    if after != title and after[:1] in _MARKS:
        return after.lstrip(_SPACE_AND_MARKS) or title
    if before != title and before[-1:] in _MARKS:
        return before.rstrip(_SPACE_AND_MARKS) or title
    return title


def _names_site(part: str, rest: str, names: frozenset[str]) -> bool:
    joined = _joined(part)
    if not rest.strip():
        return False
    if any(name and (joined == name or (len(name) > 3 and name in joined)) for name in names):
        return len(part) <= 60
    return bool(names) and any(len(joined) > 3 and joined in name for name in names)
