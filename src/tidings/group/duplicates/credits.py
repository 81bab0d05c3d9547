"""Credits: the publisher that a text names as its source, such as an agency.

Credits are a hint about who copied from whom. Newspapers also name others when they only quote
them, so only the forms that mark a whole text as taken over are matched.
"""

import re
from functools import lru_cache

from tidings.text.scripts.marks import folded

_END_CHARACTERS = 400  # at either end of a text, where such lines are
_AGENCIES = {
    "reuters": "reuters", "ap": "apnews", "associated press": "apnews", "afp": "afp",
    "agence france presse": "afp", "dpa": "dpa", "efe": "efe", "ansa": "ansa", "apa": "apa",
    "sda": "sda", "upi": "upi", "pa": "pamediagroup", "pa media": "pamediagroup",
    "xinhua": "xinhua", "新华社": "xinhua", "tass": "tass", "kyodo": "kyodo", "yonhap": "yonhap",
    "pti": "pti", "ians": "ians", "bloomberg": "bloomberg", "dow jones": "dowjones",
    "canadian press": "canadianpress", "aap": "aap", "sid": "sid", "epd": "epd", "kna": "kna",
    "europa press": "europapress", "anp": "anp", "belga": "belga", "ritzau": "ritzau",
    "中新社": "chinanews", "中央社": "cna", "共同社": "kyodo",
}  # fmt: skip
_NAMES = "|".join(sorted(map(re.escape, _AGENCIES), key=len, reverse=True))
_AGENCY = re.compile(
    rf"\(\s*(?:photo:\s*)?(?P<bracket>{_NAMES})(?:/[\w ]+)?\s*\)"
    rf"|^[^\n]{{0,40}}?\b(?P<dateline>{_NAMES})\s*[-–—]\s"
    rf"|(?P<han>新华社|中新社|中央社|共同社)[^\n]{{0,12}}电"
    r"|(?:source|quelle|fuente|fonte|with material from|mit material von)"
    rf"\s*:?\s*(?P<signed>{_NAMES})\b",
    re.IGNORECASE | re.MULTILINE,
)
_FIRST_PUBLISHED = re.compile(
    r"(?:(?:originally|first) (?:appeared|published|ran) (?:on|in|at|by)"
    r"|(?:zuerst|ursprünglich) (?:erschienen|veröffentlicht) (?:in|bei|auf)"
    r"|publié (?:d.abord|initialement) (?:par|dans|sur)"
    r"|publicado originalmente (?:en|por))\s+(?:the |der |die |le |la |el )?([^\n.,;]{3,40})",
    re.IGNORECASE,
)


def credits_of(text: str) -> tuple[str, ...]:
    """Return the publishers that a text credits, as plain letters as in their domains."""
    ends = (
        text
        if len(text) <= 2 * _END_CHARACTERS
        else f"{text[:_END_CHARACTERS]}\n{text[-_END_CHARACTERS:]}"
    )
    return _credits_in(ends)


@lru_cache(maxsize=2_000)  # a story is described again with each of its articles
def _credits_in(ends: str) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for match in _AGENCY.finditer(ends):
        name = next(each for each in match.groups() if each)
        found[_AGENCIES[name.lower()]] = None
    for match in _FIRST_PUBLISHED.finditer(ends):
        found[_plain(match[1])] = None
    return tuple(found)


def is_credited(source: str, credited: tuple[str, ...]) -> bool:
    """Return whether a site, given by its domain or name, is credited."""
    plain = _plain(source)
    return any(each and (each in plain or (len(plain) > 3 and plain in each)) for each in credited)


def _plain(name: str) -> str:
    return re.sub(r"[^\w]", "", folded(name.lower()))
