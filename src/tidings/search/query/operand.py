"""Words and phrases of a query with their suffixes: *, ~2, ^3."""

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

_MAX_SLOP: Final = 50  # words; farther apart they only share an article
_SLOP: Final = 3
_MAX_DISTANCE: Final = 2  # letters; the limit of tantivy's automata, and more matches anything
_SHORT: Final = 5  # letters; with two changes a short word can become almost any other

_ASTERISK = "An asterisk stands for any ending and must directly follow the beginning of a word."
_IN_QUOTES = "In quotation marks, only the last word can end with an asterisk."

_outside = re.compile(rf"^\W+|[^\w{MARKS}]+$")  # Indic vowel signs are marks, and end many words
_field = re.compile(r"[A-Za-z_]{2,20}")
_quotes = re.compile(f"[{re.escape(QUOTES)}]")
# A word, or several of any kind: a single one with marks inside could mean something else.
_prefix_phrase = re.compile(rf"(?:.* .*|[\w{MARKS}]*)[\w{MARKS}]\*")


def word(reader: TokenReader, *, in_field: bool) -> Node | None:
    """Take a word with its suffixes; None if it has no searchable term.

    A URL outside a field searches for the article at that URL.
    """
    token = reader.take()
    text = _outside.sub("", token.text)
    if not in_field and text.startswith(("http://", "https://")):
        return within(FieldName.URL, Word(text))
    _note_field(reader, token)
    if not lookup_terms(text, UNKNOWN):
        if text:
            reader.note_ignored(token.start, token.end, f"“{text[:40]}” cannot be searched for.")
        return None
    return _boosted(reader, _with_suffix(reader, token, text))


def phrase(reader: TokenReader) -> Node | None:
    """Take a phrase with its suffixes; None if it is empty."""
    token = reader.take()
    text = " ".join(_quotes.sub(" ", token.text).split())
    if not token.closed:
        message = "The quotation mark is not closed; the phrase ends with the query."
        reader.note(token.start, token.end, message)
    slop = reader.suffix(TokenKind.FUZZ)
    if not lookup_terms(text, UNKNOWN):
        message = "There is no word between the quotation marks."
        reader.note_ignored(token.start, token.end, message)
        return None
    is_prefix = _prefix_phrase.fullmatch(text)
    if "*" in text.removesuffix("*") or ("*" in text and (slop or not is_prefix)):
        reader.note_ignored(token.start, token.end, _IN_QUOTES)
    if slop is not None and " " in text:
        return _boosted(reader, Near(text, _slop(reader, slop)))
    return _boosted(reader, must(Prefix(text[:-1])) if is_prefix else Phrase(text))


def stray(reader: TokenReader) -> None:
    """Take a mark that belongs to no word, and note it."""
    token = reader.take()
    messages = {
        TokenKind.STAR: _ASTERISK,
        TokenKind.INNER_STAR: _ASTERISK,
        TokenKind.FUZZ: "A tilde must directly follow a word or a phrase.",
        TokenKind.BOOST: "A weight such as ^2 must directly follow a word, phrase or group.",
        TokenKind.QUOTE: "This quotation mark has no partner; it is ignored.",
    }
    reader.note_ignored(token.start, token.end, messages[token.kind])


def weighted(reader: TokenReader, node: Node) -> Node:
    """Take the weight that may follow a group."""
    return _boosted(reader, node)


def _note_field(reader: TokenReader, token: QueryToken) -> None:
    """Take a note if a word looks like a field that does not exist."""
    following = reader.peek()
    touches = following is not None and following.start == token.end + 1
    colon = reader.text[token.end : token.end + 1] == ":"
    if touches and colon and not token.plain and _field.fullmatch(token.text):
        message = f"There is no field “{token.text}”; it is searched as a word."
        reader.note(token.start, token.end + 1, message)


def _with_suffix(reader: TokenReader, token: QueryToken, text: str) -> Node:
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
    # Older search engines expect a similarity from 0 to 1 here.
    taken = 1 if wanted < _MAX_DISTANCE else _MAX_DISTANCE
    reader.note(fuzz.start, fuzz.end, f"Only 1 or 2 letters may differ; this is read as ~{taken}.")
    return taken


def _slop(reader: TokenReader, slop: QueryToken) -> int:
    if not slop.text:
        return _SLOP
    wanted = int(float(slop.text))
    if wanted > _MAX_SLOP:
        reader.note(slop.start, slop.end, f"At most {_MAX_SLOP} words may be in between.")
    return min(wanted, _MAX_SLOP)


def _boosted(reader: TokenReader, node: Node) -> Node:
    while boost := reader.suffix(TokenKind.BOOST):
        factor = float(boost.text)
        if factor > MAX_BOOST:
            reader.note(boost.start, boost.end, f"A weight is at most {MAX_BOOST:g}.")
        node = boosted(node, factor)
    return node
