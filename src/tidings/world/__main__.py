"""The program `python -m tidings.world`: serves the papers until it is stopped."""

import argparse
import asyncio
import errno
import json
import os
import signal
import sys
from collections.abc import Coroutine
from datetime import UTC, datetime

from tidings.world.server.control import description
from tidings.world.server.server import serve
from tidings.world.world import World


def main() -> int:
    """Serve until SIGINT, SIGTERM or the parent's end; a taken port ends it with EADDRINUSE."""
    try:
        _run(_serve(_arguments()))
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        return errno.EADDRINUSE
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tidings.world", description=__doc__)
    parser.add_argument(
        "--port", type=int, default=0, help="common port of all papers; 0 picks a free one"
    )
    parser.add_argument(
        "--base", default="127.0.0.10", help="control address; the papers follow it"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--history", type=int, default=40, help="past articles per paper (approximate)"
    )
    parser.add_argument(
        "--per-hour", type=float, default=240.0, help="new articles per hour, all papers"
    )
    parser.add_argument("--speed", type=float, default=1.0, help="world seconds per second")
    parser.add_argument("--start", type=_time, help="when the papers began (default: now)")
    parser.add_argument("--now", type=_time, help="world time when serving begins (the start)")
    parser.add_argument(
        "--rest", type=_time, nargs=2, action="append", default=[], metavar=("FROM", "UNTIL"),
        help="a time without events; may be repeated, in order",
    )  # fmt: skip
    parser.add_argument("--crawl-delay", type=float, help="Crawl-delay in every robots.txt")
    parser.add_argument("--hostile", action="store_true", help="add the hostile site")
    parser.add_argument("--warm", action="store_true", help="render all pages before serving")
    parser.add_argument("--parent", type=int, help="stop when this process ends")
    parser.add_argument(
        "--json", action="store_true", help="print the addresses as one line of JSON"
    )
    return parser.parse_args()


def _time(text: str) -> datetime:
    time = datetime.fromisoformat(text)
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def _run(work: Coroutine[object, object, None]) -> None:
    try:
        import uvloop
    except ImportError:
        asyncio.run(work)
    else:
        uvloop.run(work)


async def _serve(arguments: argparse.Namespace) -> None:
    world = World(
        arguments.seed,
        arguments.start or datetime.now(UTC),
        history=arguments.history,
        per_hour=arguments.per_hour,
        base=arguments.base,
        crawl_delay=arguments.crawl_delay,
        hostile=arguments.hostile,
        rests=tuple((began, ended) for began, ended in arguments.rest),
    )
    world.advance(arguments.now or world.now)
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with serve(world, arguments.port, speed=arguments.speed) as site:
        if arguments.warm:
            site.warm()
        summary = json.dumps(description(site), ensure_ascii=False)
        print(summary if arguments.json else "\n".join(site.urls), flush=True)
        if arguments.parent:
            _stop_with_parent(arguments.parent, stop)
        await stop.wait()


def _stop_with_parent(parent: int, stop: asyncio.Event) -> None:
    """Stop when the parent ends: a process descriptor becomes readable at that moment."""
    try:
        descriptor = os.pidfd_open(parent)
    except ProcessLookupError:
        stop.set()
    else:
        asyncio.get_running_loop().add_reader(descriptor, stop.set)


if __name__ == "__main__":
    sys.exit(main())
