import pytest

from tidings.engine.stream.position import Position, PositionInvalid


def test_a_position_is_the_id_of_an_event() -> None:
    assert Position.read(" 4711-88 ") == Position(4711, 88)
    assert str(Position(4711, 88)) == "4711-88"


@pytest.mark.parametrize("text", [
    "", "now", "4711", "-", "1-", "-1", "1--1", "1-2-3", "a-b", "1.5-2", "٣-٤", "1-2\n3",
    "9" * 30 + "-1",
])  # fmt: skip
def test_anything_else_is_refused_with_what_is_expected(text: str) -> None:
    with pytest.raises(PositionInvalid, match="4711-88"):
        Position.read(text)


def test_a_position_is_within_another_if_both_logs_are() -> None:
    assert Position(1, 2).is_within(Position(1, 2))
    assert Position(1, 2).is_within(Position(5, 2))
    assert not Position(5, 2).is_within(Position(1, 9))
