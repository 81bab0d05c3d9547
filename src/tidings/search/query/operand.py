"""Words and phrases as typed, with what is written behind them: *, ~2, ^3."""

import re
from typing import Final

from tidings.search.query.lexer import QUOTES, QueryToken, TokenKind
from tidings.search.query.token_reader import TokenReader
from tidings.search.query.tree import (
    MAX_BOOST,
    FieldName,
    Fuzzy,
    Near,
    Node,
    Phrase,
    Prefix,
    Word,
    boosted,
    must,
    within,
)
from tidings.text.language.detection import UNKNOWN
from tidings.text.scripts.marks import MARKS
from tidings.text.terms.analysis import lookup_terms

_MAX_SLOP: Final = 50  # words; farther apart they are in the same article, no more
_SLOP: Final = 3
_MAX_DISTANCE: Final = 2  # letters; tantivy's automata go no farther, and more finds anything
_SHORT: Final = 5  # letters; two of them changed make any other word of a short one

_ASTERISK = "An asterisk stands for any ending, right behind the beginning of a word."
_IN_QUOTES = "In quotation marks only the last word can have an asterisk for any ending."

_outside = re.compile(rf"^\W+|[^\w{MARKS}]+$")  # Indic vowel signs are marks, and end many words
_field = re.compile(r"[A-Za-z_]{2,20}")
_quotes = re.compile(f"[{re.escape(QUOTES)}]")
# A word, or several of anything: one with marks inside could be taken for something else.
_begun = re.compile(rf"(?:.* .*|[\w{MARKS}]*)[\w{MARKS}]\*")


def word(reader: TokenReader, *, in_field: bool) -> Node | None:
    """Take a word with what is written behind it; None if it says nothing.

    An address outside of a field asks for the article at it.
    """
    token = reader.take()
    text = _outside.sub("", token.text)
    if not in_field and text.startswith(("http://", "https://")):
        return within(FieldName.URL, Word(text))
    _note_field(reader, token)
    if not lookup_terms(text, UNKNOWN):
        if text:
            reader.ignored(token.start, token.end, f"“{text[:40]}” is no word that can be found.")
        return None
    return _boosted(reader, _worded(reader, token, text))


def phrase(reader: TokenReader) -> Node | None:
    """Take a phrase with what is written behind it; None if it is empty."""
    token = reader.take()
    text = " ".join(_quotes.sub(" ", token.text).split())
    if not token.closed:
        reader.note(token.start, token.end, "The quotation mark is closed at the end.")
    slop = reader.suffix(TokenKind.FUZZ)
    if not lookup_terms(text, UNKNOWN):
        reader.ignored(token.start, token.end, "There is no word between the quotation marks.")
        return None
    begun = _begun.fullmatch(text)
    if "*" in text.removesuffix("*") or ("*" in text and (slop or not begun)):
        reader.ignored(token.start, token.end, _IN_QUOTES)
    if slop is not None and " " in text:
        return _boosted(reader, Near(text, _slop(reader, slop)))
    return _boosted(reader, must(Prefix(text[:-1])) if begun else Phrase(text))


def stray(reader: TokenReader) -> None:
    """Take a mark that belongs to no word."""
    token = reader.take()
    said = {
        TokenKind.STAR: _ASTERISK,
        TokenKind.INNER_STAR: _ASTERISK,
        TokenKind.FUZZ: "A tilde stands right behind a word or a phrase.",
        TokenKind.BOOST: "A weight such as ^2 stands right behind a word, phrase or group.",
        TokenKind.QUOTE: "This quotation mark has no other; it is left out.",
    }
    reader.ignored(token.start, token.end, said[token.kind])


def weighted(reader: TokenReader, node: Node) -> Node:
    """Take the weight that may stand behind a group."""
    return _boosted(reader, node)


def _note_field(reader: TokenReader, token: QueryToken) -> None:
    """Say so if a word looks like a field that does not exist."""
    following = reader.peek()
    touches = following is not None and following.start == token.end + 1
    colon = reader.text[token.end : token.end + 1] == ":"
    if touches and colon and not token.plain and _field.fullmatch(token.text):
        message = f"There is no field “{token.text}”; it is taken as a word."
        reader.note(token.start, token.end + 1, message)


def _worded(reader: TokenReader, token: QueryToken, text: str) -> Node:
    if reader.suffix(TokenKind.STAR):
        return Prefix(text)
    if fuzz := reader.suffix(TokenKind.FUZZ):
        return Fuzzy(text, _distance(reader, fuzz, text))
    return Word(text)


def _distance(reader: TokenReader, fuzz: QueryToken, text: str) -> int:
    if not fuzz.text:
        return 1 if len(text) <= _SHORT else _MAX_DISTANCE
    wanted = float(fuzz.text)
    if wanted in (1.0, 2.0):
        return int(wanted)
    # Old search engines took a similarity from 0 to 1 here.
    taken = 1 if wanted < _MAX_DISTANCE else _MAX_DISTANCE
    reader.note(fuzz.start, fuzz.end, f"1 or 2 letters may differ; it is taken as ~{taken}.")
    return taken


def _slop(reader: TokenReader, slop: QueryToken) -> int:
    if not slop.text:
        return _SLOP
    wanted = int(float(slop.text))
    if wanted > _MAX_SLOP:
        reader.note(slop.start, slop.end, f"At most {_MAX_SLOP} words may stand between.")
    return min(wanted, _MAX_SLOP)


def _boosted(reader: TokenReader, node: Node) -> Node:
    while boost := reader.suffix(TokenKind.BOOST):
        factor = float(boost.text)
        if factor > MAX_BOOST:
            reader.note(boost.start, boost.end, f"A weight is at most {MAX_BOOST:g}.")
        node = boosted(node, factor)
    return node
