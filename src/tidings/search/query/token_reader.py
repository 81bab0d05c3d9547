"""A cursor over the tokens of a query that collects notes."""

from datetime import datetime
from typing import Final

from tidings.model.search.results import QueryNote, QueryNoteKind
from tidings.search.query.dates import folded
from tidings.search.query.lexer import QUOTES, QueryToken, TokenKind, plain_marks, tokens

_MANY: Final = 12  # words; a longer text was pasted, and its dates are not meant as filters
_SHOUTED: Final = 8  # words; in a longer text all in capitals, AND, OR and NOT are words

_PLAIN_QUOTES = str.maketrans(dict.fromkeys(QUOTES, '"'))


class TokenReader:
    """Reads the tokens one by one; None stands for the end of the text."""

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
        """Return the next token, or one `ahead` of it, without taking it."""
        at = self._at + ahead
        return self._tokens[at] if at < len(self._tokens) else None

    def take(self) -> QueryToken:
        """Return the next token, which must exist, and move past it."""
        token = self._tokens[self._at]
        self._at += 1
        return token

    def next_is(self, *kinds: TokenKind) -> bool:
        """Return whether the next token is of one of the kinds."""
        token = self.peek()
        return token is not None and token.kind in kinds

    def suffix(self, kind: TokenKind) -> QueryToken | None:
        """Take and return the next token if it is of this kind and directly follows the last."""
        token = self.peek()
        if token is None or token.kind is not kind or token.start != self._tokens[self._at - 1].end:
            return None
        return self.take()

    def skip_to(self, place: int) -> None:
        """Move to the first token that begins at or after a position of the text."""
        while (token := self.peek()) and token.start < place:
            self._at += 1

    def is_first(self) -> bool:
        """Return whether no token was taken yet."""
        return self._at == 0

    def note(
        self, start: int, end: int, message: str, kind: QueryNoteKind = QueryNoteKind.REPAIRED
    ) -> None:
        """Take a note about a part of the text."""
        self.notes.append(QueryNote(start, end, message, kind))

    def note_ignored(self, start: int, end: int, message: str) -> None:
        """Take a note about a part that is ignored."""
        self.note(start, end, message, QueryNoteKind.IGNORED)


def _as_word(token: QueryToken) -> QueryToken:
    if token.kind not in (TokenKind.AND, TokenKind.OR, TokenKind.NOT) or not token.text.isalpha():
        return token
    return QueryToken(TokenKind.WORD, token.text, token.start, token.end, plain=True)
