from datetime import UTC, datetime

import pytest

from tidings.model.search.results import QueryNote, QueryNoteKind
from tidings.search.query.lexer import TokenKind
from tidings.search.query.token_reader import TokenReader

NOW = datetime(2024, 5, 15, tzinfo=UTC)


def reader(text: str) -> TokenReader:
    return TokenReader(text, NOW)


def kinds(text: str) -> list[TokenKind]:
    found, each = [], reader(text)
    while each.peek() is not None:
        found.append(each.take().kind)
    return found


def test_tokens_are_taken_one_by_one() -> None:
    some = reader("one two")
    assert some.is_first()
    assert some.next_is(TokenKind.PHRASE, TokenKind.WORD)
    assert not some.next_is(TokenKind.PHRASE)
    ahead = some.peek(1)
    assert ahead is not None
    assert (some.take().text, some.take()) == ("one", ahead)
    assert (some.peek(), some.next_is(TokenKind.WORD), some.is_first()) == (None, False, False)


def test_a_suffix_must_touch_the_token_before_it() -> None:
    near, apart = reader("a~2^3"), reader("a ~2")
    near.take()
    apart.take()
    assert near.suffix(TokenKind.BOOST) is None
    fuzz = near.suffix(TokenKind.FUZZ)
    assert fuzz is not None
    assert fuzz.text == "2"
    assert near.suffix(TokenKind.BOOST) is not None
    assert near.suffix(TokenKind.BOOST) is None  # the end
    assert apart.suffix(TokenKind.FUZZ) is None
    assert apart.next_is(TokenKind.FUZZ)  # it is still there


def test_skipping_goes_to_the_first_token_at_or_after_a_place() -> None:
    some = reader("one two three")
    some.skip_to(4)
    assert some.take().text == "two"
    some.skip_to(2)  # never back
    assert some.take().text == "three"
    some = reader("one two three")
    some.skip_to(5)
    assert some.take().text == "three"
    some.skip_to(99)
    assert some.peek() is None


def test_dates_are_read_in_lower_case_without_accents_and_with_plain_quotes() -> None:
    some = reader("date:„Último MÊS“")
    assert some.folded == 'date:"ultimo mes"'
    assert len(some.folded) == len(some.text)


def test_a_long_text_counts_as_pasted() -> None:
    assert not reader("word " * 12).is_pasted
    assert reader("word " * 13).is_pasted
    assert not reader('"' + "word " * 13 + '"').is_pasted  # one phrase


def test_operators_of_a_shouted_headline_are_words() -> None:
    shouted = "EIGHT DIE AND NINE MORE ARE HURT OR LOST AT SEA"
    assert set(kinds(shouted)) == {TokenKind.WORD}
    assert TokenKind.AND in kinds(shouted.replace("SEA", "sea"))
    assert TokenKind.AND in kinds("EIGHT DIE AND MORE ARE HURT")  # too short to tell
    assert TokenKind.NOT in kinds(f"{shouted} -LAKE")  # a sign is an operator in any case
    assert TokenKind.OR in kinds("一 二 三 四 五 六 七 八 OR 九 a")


@pytest.mark.parametrize("ignored", [False, True])
def test_notes_keep_their_place_and_kind(ignored: bool) -> None:
    some = reader("x")
    (some.note_ignored if ignored else some.note)(0, 1, "what")
    kind = QueryNoteKind.IGNORED if ignored else QueryNoteKind.REPAIRED
    assert some.notes == [QueryNote(0, 1, "what", kind)]
