"""A place in the tokens of a query, and the notes taken on the way through them."""

from datetime import datetime
from typing import Final

from tidings.model.search.results import QueryNote, QueryNoteKind
from tidings.search.query.dates import folded
from tidings.search.query.lexer import QUOTES, QueryToken, TokenKind, plain_marks, tokens

_MANY: Final = 12  # words; a text with more was pasted, and what it says of dates is its own affair
_SHOUTED: Final = 8  # words; a longer text all in capitals has no operators, only capitals

_PLAIN_QUOTES = str.maketrans(dict.fromkeys(QUOTES, '"'))


class TokenReader:
    """Goes through the tokens one by one; the end of the text is None."""

    def __init__(self, text: str, now: datetime) -> None:
        self.text = plain_marks(text)
        self.folded = folded(self.text.translate(_PLAIN_QUOTES))  # for dates
        self.now = now
        self.notes: list[QueryNote] = []
        self._tokens = list(tokens(self.text))
        self._at = 0
        words = sum(token.kind is TokenKind.WORD for token in self._tokens)
        self.is_pasted = words > _MANY
        if words > _SHOUTED and self.text == self.text.upper() and self.text != self.text.lower():
            self._tokens = [_as_word(token) for token in self._tokens]

    def peek(self, ahead: int = 0) -> QueryToken | None:
        """Return the next token, or one behind it, without taking it."""
        at = self._at + ahead
        return self._tokens[at] if at < len(self._tokens) else None

    def take(self) -> QueryToken:
        """Return the next token, which must exist, and go on to the one behind it."""
        token = self._tokens[self._at]
        self._at += 1
        return token

    def next_is(self, *kinds: TokenKind) -> bool:
        """Tell whether the next token is of one of the kinds."""
        token = self.peek()
        return token is not None and token.kind in kinds

    def suffix(self, kind: TokenKind) -> QueryToken | None:
        """Take and return the next token if it is of this kind and touches the one before."""
        token = self.peek()
        if token is None or token.kind is not kind or token.start != self._tokens[self._at - 1].end:
            return None
        return self.take()

    def skip_to(self, place: int) -> None:
        """Go on to the first token that begins at a place of the text or behind it."""
        while (token := self.peek()) and token.start < place:
            self._at += 1

    def is_first(self) -> bool:
        """Tell whether no token was taken yet."""
        return self._at == 0

    def note(
        self, start: int, end: int, message: str, kind: QueryNoteKind = QueryNoteKind.REPAIRED
    ) -> None:
        """Take a note about a part of the text."""
        self.notes.append(QueryNote(start, end, message, kind))

    def ignored(self, start: int, end: int, message: str) -> None:
        """Take a note about a part that is left out."""
        self.note(start, end, message, QueryNoteKind.IGNORED)


def _as_word(token: QueryToken) -> QueryToken:
    if token.kind not in (TokenKind.AND, TokenKind.OR, TokenKind.NOT) or not token.text.isalpha():
        return token
    return QueryToken(TokenKind.WORD, token.text, token.start, token.end, plain=True)
