"""Names in Chinese texts, by the segmenter's dictionary and the gazetteer.

Chinese has no capital letters, so only certain names are returned: places of the gazetteer,
organisations of the dictionary, and its persons of three letters with a common surname.
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
_MIN_PEOPLE = 100_000  # the names of smaller towns are also common words
_PERSON_LETTERS = 3  # two letters are as often a word
_PERSON_TAGS = ("nr", "nrfg")  # the third tag, foreign names, includes golf and Málaga


def spans_of(parsed: ParsedText) -> list[NameSpan]:
    """Return the names of a text."""
    return [
        NameSpan(at, at + 1, kind)
        for at, word in enumerate(parsed.words)
        if len(word) > 1 and (kind := _kind_of(word)) is not None
    ]


@lru_cache(maxsize=1 << 14)
def _kind_of(word: str) -> EntityKind | None:
    tag = _tag_of(word)
    if tag == "nt":
        return EntityKind.ORGANISATION
    listed = places_named(word)
    if tag == "ns":
        is_known = any(each.level != "city" or each.people >= _MIN_PEOPLE for each in listed)
        return EntityKind.PLACE if is_known else None
    if tag in _PERSON_TAGS and len(word) == _PERSON_LETTERS and word[0] in _SURNAMES and not listed:
        return EntityKind.PERSON
    return None


def _tag_of(word: str) -> str:
    """The segmenter's tag of a word; a person must not begin with an ordinary word."""
    import rjieba

    tagged = rjieba.tag(word)
    if len(tagged) != 1:
        return ""
    tag = str(tagged[0][1])
    if tag == "nt":  # only from the dictionary; guesses are wrong too often
        return tag if rjieba.has_word(word) else ""
    opening = word[:2]
    is_name = not rjieba.has_word(opening) or rjieba.tag(opening)[0][1] in _PERSON_TAGS
    return tag if tag not in _PERSON_TAGS or is_name else ""
