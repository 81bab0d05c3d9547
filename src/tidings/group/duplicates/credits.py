"""Credits: whom a text names as the source of its words, such as an agency.

A hint about who copied whom; a newspaper that merely quotes another's report credits it no less,
so only the forms in which newsrooms sign other people's text are known here.
"""

import re

from tidings.text.scripts.marks import folded

_AROUND = 400  # characters at either end of a text, where such lines stand
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
_names = "|".join(sorted(map(re.escape, _AGENCIES), key=len, reverse=True))
_agency = re.compile(
    rf"\(\s*(?:photo:\s*)?(?P<bracket>{_names})(?:/[\w ]+)?\s*\)"
    rf"|^[^\n]{{0,40}}?\b(?P<dateline>{_names})\s*[-–—]\s"
    rf"|(?P<han>新华社|中新社|中央社|共同社)[^\n]{{0,12}}电"
    r"|(?:source|quelle|fuente|fonte|with material from|mit material von)"
    rf"\s*:?\s*(?P<signed>{_names})\b",
    re.IGNORECASE | re.MULTILINE,
)
_appeared = re.compile(
    r"(?:(?:originally|first) (?:appeared|published|ran) (?:on|in|at|by)"
    r"|(?:zuerst|ursprünglich) (?:erschienen|veröffentlicht) (?:in|bei|auf)"
    r"|publié (?:d.abord|initialement) (?:par|dans|sur)"
    r"|publicado originalmente (?:en|por))\s+(?:the |der |die |le |la |el )?([^\n.,;]{3,40})",
    re.IGNORECASE,
)


def credits_of(text: str) -> tuple[str, ...]:
    """Return whom a text credits, as plain letters that stand in their domain."""
    ends = text if len(text) <= 2 * _AROUND else f"{text[:_AROUND]}\n{text[-_AROUND:]}"
    found: dict[str, None] = {}
    for match in _agency.finditer(ends):
        name = next(each for each in match.groups() if each)
        found[_AGENCIES[name.lower()]] = None
    for match in _appeared.finditer(ends):
        found[_plain(match[1])] = None
    return tuple(found)


def is_credited(source: str, credited: tuple[str, ...]) -> bool:
    """Return whether a site, given by its domain or name, is one of those that are credited."""
    plain = _plain(source)
    return any(each and (each in plain or (len(plain) > 3 and plain in each)) for each in credited)


def _plain(name: str) -> str:
    return re.sub(r"[^\w]", "", folded(name.lower()))
