"""The grammar of queries: clauses in a row, each of OR alternatives, each of parts joined by AND.

A recursive descent parser with a depth limit. It repairs what is malformed and notes it.
"""

from typing import Final

from tidings.search.query import date_clauses, operand
from tidings.search.query.field_values import unknown_languages
from tidings.search.query.lexer import DATE_FIELDS, FIELDS, QueryToken, TokenKind
from tidings.search.query.token_reader import TokenReader
from tidings.search.query.tree import (
    Between,
    Node,
    Not,
    Or,
    all_of,
    any_of,
    must,
    within,
    without,
)

_MAX_DEPTH: Final = 40  # nested groups and fields
_MAX_OPERANDS: Final = 64  # words and phrases; a longer pasted text is found by its beginning

_STRAYS = (TokenKind.STAR, TokenKind.INNER_STAR, TokenKind.FUZZ, TokenKind.BOOST, TokenKind.QUOTE)


class Grammar:
    """Reads one query; `tree` may be called once."""

    def __init__(self, reader: TokenReader) -> None:
        self._reader = reader
        self._depth = 0
        self._operands = 0
        self._field: str | None = None  # the field of the words being read

    def tree(self) -> Node | None:
        """Return the tree of the whole text; None if it contains nothing to search for."""
        return self._clauses()

    def _clauses(self) -> Node | None:
        parts: list[Node] = []
        while (token := self._reader.peek()) is not None:
            if token.kind is TokenKind.CLOSE:
                if self._depth:
                    break
                self._reader.take()
                self._reader.note_ignored(token.start, token.end, "There is no group to close.")
            elif (part := self._alternatives()) is not None:
                parts.append(part)
        return all_of(parts)

    def _alternatives(self) -> Node | None:
        parts = [self._joined()]
        while self._reader.next_is(TokenKind.OR):
            operator = self._reader.take()
            parts.append(self._joined())
            self._check(operator, parts)
        either = any_of(part for part in parts if part is not None)
        self._note_negation(either)
        return either

    def _joined(self) -> Node | None:
        parts = [self._signed()]
        if not self._reader.next_is(TokenKind.AND):
            return parts[0]
        while self._reader.next_is(TokenKind.AND):
            operator = self._reader.take()
            parts.append(self._signed())
            self._check(operator, parts)
        present = [part for part in parts if part is not None]
        return all_of([must(part) for part in present] if len(present) > 1 else present)

    def _check(self, operator: QueryToken, parts: list[Node | None]) -> None:
        """Take a note if an operator has nothing on one of its sides."""
        if parts[-1] is None or parts[-2] is None:
            missing = "after" if parts[-1] is None else "before"
            message = f"There is nothing {missing} “{operator.text}”."
            self._reader.note_ignored(operator.start, operator.end, message)

    def _note_negation(self, node: Node | None) -> None:
        if isinstance(node, Or) and any(isinstance(part, Not) for part in node.parts):
            token = self._reader.peek(-1)
            if token is not None:
                message = "This matches every article without it. To exclude it, remove the OR."
                self._reader.note(token.start, token.end, message)

    def _signed(self) -> Node | None:
        negated = needed = False
        sign = self._reader.peek()
        while self._reader.next_is(TokenKind.NOT, TokenKind.PLUS):
            is_not = self._reader.take().kind is TokenKind.NOT
            negated, needed = negated != is_not, needed or not is_not
        node = self._primary()
        if node is None:
            if sign is not None and sign.kind in (TokenKind.NOT, TokenKind.PLUS):
                message = f"There is nothing after “{sign.text}”."
                self._reader.note_ignored(sign.start, sign.end, message)
            return None
        return without(node) if negated else must(node) if needed else node

    def _primary(self) -> Node | None:
        while self._reader.next_is(*_STRAYS):
            operand.stray(self._reader)
        token = self._reader.peek()
        if token is None:
            return None
        if token.kind is TokenKind.OPEN:
            return self._group()
        if token.kind is TokenKind.FIELD:
            return self._in_field()
        if token.kind is TokenKind.EVERYTHING:
            self._reader.take()
            return Between(None, None)
        return self._operand(token) if token.kind in (TokenKind.WORD, TokenKind.PHRASE) else None

    def _operand(self, token: QueryToken) -> Node | None:
        if self._operands >= _MAX_OPERANDS:
            self._cut(token)
            return None
        self._operands += 1
        if self._field in DATE_FIELDS:
            return date_clauses.date_value(self._reader, DATE_FIELDS[self._field], token.start)
        if token.kind is TokenKind.PHRASE:
            return operand.phrase(self._reader)
        if self._field is None and (limits := date_clauses.date_phrase(self._reader)):
            return limits
        return operand.word(self._reader, in_field=self._field is not None)

    def _cut(self, token: QueryToken) -> None:
        """Ignore the rest of the text."""
        end = len(self._reader.text)
        message = f"A query has at most {_MAX_OPERANDS} words and phrases; the rest is ignored."
        self._reader.note_ignored(token.start, end, message)
        self._reader.skip_to(end)

    def _group(self) -> Node | None:
        opening = self._reader.take()
        if self._depth >= _MAX_DEPTH:
            message = f"Groups can be nested at most {_MAX_DEPTH} deep."
            self._reader.note_ignored(opening.start, opening.end, message)
            return None
        self._depth += 1
        node = self._clauses()
        self._depth -= 1
        if self._reader.next_is(TokenKind.CLOSE):
            end = self._reader.take().end
            if node is None:
                self._reader.note_ignored(opening.start, end, "The group is empty.")
                return None
            return operand.weighted(self._reader, node)
        message = "The parenthesis is not closed; the group ends with the query."
        self._reader.note(opening.start, opening.end, message)
        return node

    def _in_field(self) -> Node | None:
        token = self._reader.take()
        name = token.text.lower()
        if self._is_empty(token) or self._depth >= _MAX_DEPTH:
            message = f"There is nothing after “{token.text}:”."
            self._reader.note_ignored(token.start, token.end, message)
            return None
        outer, self._field = self._field, name
        self._depth += 1
        node = self._value(token, name)
        self._depth -= 1
        self._field = outer
        return node

    def _value(self, token: QueryToken, name: str) -> Node | None:
        if name in DATE_FIELDS:
            return self._date(DATE_FIELDS[name], token)
        node = self._signed()
        if node is None:
            return None
        for language in unknown_languages(FIELDS[name], node):
            message = f"“{language}” is not a known language. Write a code such as en or zh."
            self._reader.note(token.start, token.end, message)
        return within(FIELDS[name], node)

    def _date(self, field: str, token: QueryToken) -> Node | None:
        is_age = date_clauses.has_date(self._reader, field, token.end)  # -7d does not negate 7d
        if self._reader.next_is(TokenKind.OPEN) or (
            self._reader.next_is(TokenKind.NOT) and not is_age
        ):
            return self._signed()
        return date_clauses.date_value(self._reader, field, token.end)

    def _is_empty(self, token: QueryToken) -> bool:
        """Return whether a field has no value; a space before the value is allowed, and noted."""
        following = self._reader.peek()
        if following is None or following.kind in (
            TokenKind.CLOSE,
            TokenKind.AND,
            TokenKind.OR,
            *_STRAYS,
        ):
            return token.text.lower() not in DATE_FIELDS or not self._has_date(token)
        if following.start > token.end and token.text.lower() in FIELDS:
            message = f"“{token.text}:” is read as a field; the space after it is ignored."
            self._reader.note(token.start, token.end, message)
        return False

    def _has_date(self, token: QueryToken) -> bool:
        return self._reader.text[token.end : token.end + 1] in ("*", "[", "{", ".", ">", "<")
