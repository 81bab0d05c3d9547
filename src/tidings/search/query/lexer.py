"""Splits a query into tokens with their positions. `grammar.py` gives them a structure.

Marks of other scripts are replaced one character by one, so positions in the text do not change.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tidings.search.query.tree import FieldName
from tidings.text.scripts.marks import MARKS


class TokenKind(StrEnum):
    """What a token is."""

    WORD = "word"
    PHRASE = "phrase"
    OPEN = "("
    CLOSE = ")"
    AND = "AND"
    OR = "OR"
    NOT = "NOT"
    PLUS = "+"
    FIELD = "field"
    STAR = "*"
    INNER_STAR = "* within a word"
    EVERYTHING = "* alone"
    FUZZ = "~"
    BOOST = "^"
    QUOTE = "stray quote"


@dataclass(frozen=True, slots=True)
class QueryToken:
    """A piece of the query; `text` does not include the marks around it."""

    kind: TokenKind
    text: str
    start: int
    end: int
    plain: bool = False  # after a backslash: has no special meaning
    closed: bool = True  # False for a phrase without its closing quote


DATE_FIELDS: Final = {
    "before": "before",
    "after": "after",
    "since": "since",
    "until": "until",
    "date": "date",
    "published": "date",
    "day": "date",
}
FIELDS: Final = {
    "title": FieldName.TITLE,
    "intitle": FieldName.TITLE,
    "headline": FieldName.TITLE,
    "source": FieldName.SOURCE,
    "site": FieldName.SOURCE,
    "domain": FieldName.SOURCE,
    "author": FieldName.AUTHOR,
    "by": FieldName.AUTHOR,
    "lang": FieldName.LANGUAGE,
    "language": FieldName.LANGUAGE,
    "topic": FieldName.TOPIC,
    "section": FieldName.TOPIC,
    "tag": FieldName.TOPIC,
    "entity": FieldName.ENTITY,
    "story": FieldName.STORY,
    "url": FieldName.URL,
    "inurl": FieldName.URL,
}

# The marks that can close each opening quotation mark; other marks belong to the quotation.
_CLOSERS = {
    '"': '"“”„‟',
    "“": '”"“',
    "”": '”"“',
    "„": '“”"',
    "‟": '”“"',
    "«": "»",
    "»": "«»",
    "《": "》",
    "》": "》",
    "「": "」",
    "」": "」",
    "『": "』",
    "』": "』",
    "〝": "〞〟",
    "〞": "〞〟",
    "〟": "〞〟",
}
QUOTES: Final = "".join(_CLOSERS)
_BREAKS = ",;、。؟،؛।！？：¿¡‥…・•·"

_FULL_WIDTH = {
    point: point - 0xFEE0 for point in range(0xFF01, 0xFF5F) if chr(point) not in "！？"
} | {0x3000: " ", 0x2212: "-", 0xFE63: "-", 0xFE59: "(", 0xFE5A: ")", 0xFE55: ":", 0x061C: " "}
# Characters that tantivy rejects or people cannot see: lone surrogates, control characters.
_unseen = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\u200b\u200e\u200f\u2066-\u2069\ufeff]")

_CHARACTER = (
    rf"(?:[^\s{re.escape(QUOTES)}()\[\]{{}}<>:|~^*\\&.{_BREAKS}]"
    r"|(?<!\.)\.(?!\.)|(?<=\d),(?=\d)|(?<=\w):(?=\d)|&(?!&))"
)
_WORD_START = r"(?<![^\s(:|])"  # so that the hyphen of x-ray is not a minus
_NAMES = "|".join([*FIELDS, *DATE_FIELDS])
_token = re.compile(
    rf"(?P<quote>[{re.escape(QUOTES)}])"
    r"|(?P<open>\()|(?P<close>\))"
    r"|(?P<or>\|\|?)|(?P<and>&&)"
    rf"|{_WORD_START}(?P<not>[-!](?=[^\s)]))|{_WORD_START}(?P<plus>\+(?=[^\s)]))"
    rf"|(?<=[-+!])(?P<more>[-+!](?=[^\s)]))"
    rf"|(?<![\w\\])(?P<field>(?i:{_NAMES})):(?!//)"
    r"|(?P<word>\\?(?:https?://[^\s()\"]+|"
    rf"{_CHARACTER}(?:(?!(?:最近|过去|過去)\d){_CHARACTER})*))"
    r"|(?<![^\s(])(?P<everything>\*(?::\*)?)(?=[\s)]|$)"
    rf"|(?<=[\w{MARKS}])(?P<star>\*)(?![\w*])|(?P<inner_star>\*+)"
    r"|~(?P<fuzz>\d+(?:\.\d+)?|)(?![\w~])"
    r"|\^(?P<boost>\d+(?:\.\d*)?|\.\d+)(?![\w^])"
)
_named = re.compile(rf"(?:{_NAMES}):", re.IGNORECASE)
_OPERATORS = {"AND": TokenKind.AND, "OR": TokenKind.OR, "NOT": TokenKind.NOT}
_KINDS = {
    "open": TokenKind.OPEN,
    "close": TokenKind.CLOSE,
    "or": TokenKind.OR,
    "and": TokenKind.AND,
    "not": TokenKind.NOT,
    "plus": TokenKind.PLUS,
    "field": TokenKind.FIELD,
    "star": TokenKind.STAR,
    "fuzz": TokenKind.FUZZ,
    "boost": TokenKind.BOOST,
    "inner_star": TokenKind.INNER_STAR,
    "everything": TokenKind.EVERYTHING,
}


def plain_marks(text: str) -> str:
    """Return the text with full-width marks replaced by ASCII ones, at the same positions."""
    return _unseen.sub(" ", text if text.isascii() else text.translate(_FULL_WIDTH))


def has_special_meaning(word: str) -> bool:
    """Return whether a word is an operator or begins with a field name."""
    return word in _OPERATORS or _named.match(word) is not None


def tokens(text: str) -> Iterator[QueryToken]:
    """Yield the tokens of a text with plain marks; meaningless characters are skipped."""
    at = 0
    while match := _token.search(text, at):
        token = _quotation(text, match.start()) if match["quote"] else _token_of(match)
        yield token
        at = token.end


def _token_of(match: re.Match[str]) -> QueryToken:
    group = match.lastgroup or ""
    text, (start, end) = match[group], match.span()
    if group == "word":
        plain = text.startswith("\\")
        word = text.removeprefix("\\")
        return QueryToken(
            TokenKind.WORD if plain else _OPERATORS.get(word, TokenKind.WORD),
            word,
            start,
            end,
            plain,
        )
    if group == "more":
        return QueryToken(TokenKind.PLUS if text == "+" else TokenKind.NOT, text, start, end)
    return QueryToken(_KINDS[group], text, start, end)


def _quotation(text: str, start: int) -> QueryToken:
    """The phrase from a quotation mark to the mark that closes it, or to the end of the text."""
    closers = _CLOSERS[text[start]]
    ends = [at for closer in closers if (at := text.find(closer, start + 1)) >= 0]
    if ends:
        end = min(ends)
        return QueryToken(TokenKind.PHRASE, text[start + 1 : end], start, end + 1)
    # The mark in 14" does not open a quotation.
    if start and not text[start - 1].isspace() and text[start - 1] not in "(:+-!|":
        return QueryToken(TokenKind.QUOTE, text[start], start, start + 1)
    return QueryToken(TokenKind.PHRASE, text[start + 1 :], start, len(text), closed=False)
