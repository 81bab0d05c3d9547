"""The verb stream: what happens, line by line, while it happens."""

import argparse
import codecs
import io
import json
import select
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

from tidings.cli.exit_codes import Misuse
from tidings.cli.options import opened_library
from tidings.cli.output import printable
from tidings.engine.stream.event_stream import HomeStream
from tidings.engine.stream.position import Position, PositionInvalid
from tidings.engine.stream.stream_event import StreamEvent
from tidings.engine.stream.stream_filter import StreamFilter
from tidings.shapes.v1.event import GAP, KINDS, STORY

_LOOK_SECONDS: Final = 0.25  # between two looks for changes; a look costs microseconds


def stream(options: argparse.Namespace) -> int:
    """Print what happens until stopped."""
    filter_ = _filter(options)
    position = _position(options.since)
    line_of = _json_line if options.json else _line
    with opened_library(options) as library:
        try:
            for event in _events(HomeStream(library), position, filter_):
                print(line_of(event), flush=True)
        except KeyboardInterrupt:
            return 0  # the usual way to end it
    return 0


def _events(
    stream: HomeStream, position: Position | None, filter_: StreamFilter
) -> Iterator[StreamEvent]:
    """Yield events as they come, until nobody reads them any more."""
    after, gap = stream.beginning(position)
    if gap is not None:
        yield gap
    is_behind = True
    while True:
        if stream.log.has_changed() or is_behind:
            part = stream.part(after, filter_=filter_)
            yield from part.events
            after, is_behind = part.end, not part.is_last
        if not is_behind and _is_abandoned(_LOOK_SECONDS):
            return


def _is_abandoned(seconds: float) -> bool:
    """Wait, and return whether whoever read our output is gone, as in `| head`."""
    try:
        output = select.poll()
        output.register(sys.stdout, 0)  # errors are always reported
    except (AttributeError, ValueError, io.UnsupportedOperation, OSError):
        time.sleep(seconds)
        return False
    return bool(output.poll(seconds * 1000))


def _filter(options: argparse.Namespace) -> StreamFilter:
    kinds = frozenset(filter(None, (each.strip() for each in (options.kinds or "").split(","))))
    if unknown := sorted(kinds.difference(KINDS)):
        raise Misuse(f"--kinds {unknown[0]}: expected some of {', '.join(KINDS)}.")
    wanted = StreamFilter(" ".join(options.query), options.source, options.language, kinds)
    if wanted.is_pointless(datetime.now(UTC)):
        raise Misuse("There is nothing to search for in the query, so nothing would be printed.")
    return wanted


def _position(text: str | None) -> Position | None:
    if text is None:
        return None
    try:
        return Position.read(text)
    except PositionInvalid as error:
        raise Misuse(f"--since {error}") from error


def _json_line(event: StreamEvent) -> str:
    is_utf8 = codecs.lookup(sys.stdout.encoding or "utf-8").name == "utf-8"
    return event.data.decode() if is_utf8 else json.dumps(json.loads(event.data))


def _line(event: StreamEvent) -> str:
    shape = json.loads(event.data)
    told = {GAP: _gap, STORY: _story}.get(event.kind, _article)
    return printable(f"{event.position}  {told(shape)}")


def _article(shape: dict[str, Any]) -> str:
    article = shape["article"]
    words = f"{article['source']}: {article['title']}" if article else shape["article_id"]
    return f"{shape['at']}  {shape['kind']}  {words}"


def _story(shape: dict[str, Any]) -> str:
    story = shape["story"]
    words = f"{story['articles']} of {story['sources']} sources: {story['title']}" if story else ""
    into = f" into {shape['merged_into']}" if shape["merged_into"] else ""
    return f"{shape['at']}  story {shape['story_id']} {shape['story_change']}{into}  {words}"


def _gap(shape: dict[str, Any]) -> str:
    return f"what happened after {shape['missing_after']} is missing. {shape['reason']}"
