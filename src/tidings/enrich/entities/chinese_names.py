"""Names in Chinese texts: words that the segmenter's dictionary and the gazetteer both vouch for.

Nothing is large in Chinese, so only what is certain is told: places of the gazetteer, words that
the dictionary has as organisations, and its persons of three letters with a usual surname.
"""

from functools import lru_cache

from tidings.enrich.name_tables.gazetteer import places_named
from tidings.enrich.name_tables.name_span import NameSpan
from tidings.model.articles.annotations import EntityKind
from tidings.text.parsing.parsed_text import ParsedText

_SURNAMES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔"
    "钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤习温奥"
)
_TOWN = 100_000  # people; smaller ones share their names with too many words
_LETTERS = 3  # of a person; two are as often a word
_PERSONS = ("nr", "nrfg")  # the third sort, names from abroad, has golf and Málaga in it


def spans_of(parsed: ParsedText) -> list[NameSpan]:
    """Return the names of a text."""
    return [
        NameSpan(at, at + 1, kind)
        for at, word in enumerate(parsed.words)
        if len(word) > 1 and (kind := _kind_of(word)) is not None
    ]


@lru_cache(maxsize=1 << 14)
def _kind_of(word: str) -> EntityKind | None:
    sort = _sort_of(word)
    if sort == "nt":
        return EntityKind.ORGANISATION
    listed = places_named(word)
    if sort == "ns":
        known = any(each.level != "city" or each.people >= _TOWN for each in listed)
        return EntityKind.PLACE if known else None
    if sort in _PERSONS and len(word) == _LETTERS and word[0] in _SURNAMES and not listed:
        return EntityKind.PERSON
    return None


def _sort_of(word: str) -> str:
    """What the segmenter takes a word for, unless it begins with one that is no name."""
    import rjieba

    tagged = rjieba.tag(word)
    if len(tagged) != 1:
        return ""
    sort = str(tagged[0][1])
    if sort == "nt":  # only if the dictionary has it; the guesses are wrong too often
        return sort if rjieba.has_word(word) else ""
    opening = word[:2]
    is_name = not rjieba.has_word(opening) or rjieba.tag(opening)[0][1] in _PERSONS
    return sort if sort not in _PERSONS or is_name else ""
