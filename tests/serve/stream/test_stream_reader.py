from tidings.engine.stream.stream_filter import EVERYTHING
from tidings.serve.stream.stream_reader import MAX_WAITING, StreamEnd, StreamReader


async def test_what_waits_is_sent_as_one_block() -> None:
    reader = StreamReader(EVERYTHING)
    reader.give(b"a")
    reader.give(b"b")
    assert not reader.is_idle
    assert await reader.blocks() == b"ab"
    assert reader.is_idle


async def test_a_reader_with_too_much_waiting_is_disconnected() -> None:
    reader = StreamReader(EVERYTHING)
    block = b"x" * (MAX_WAITING // 4)
    ends = []
    for _ in range(6):
        reader.give(block)
        ends.append(reader.ended)
    assert ends == [None] * 5 + [StreamEnd.SLOW]
    assert await reader.blocks() == b""


async def test_a_single_block_is_never_too_much() -> None:
    reader = StreamReader(EVERYTHING)
    reader.give(b"x" * (2 * MAX_WAITING))
    assert len(await reader.blocks()) == 2 * MAX_WAITING


async def test_the_first_reason_to_end_is_kept() -> None:
    reader = StreamReader(EVERYTHING)
    reader.end(StreamEnd.STOPPING)
    reader.end(StreamEnd.GONE)
    assert reader.ended is StreamEnd.STOPPING
    await reader.rest(60.0)  # at once
