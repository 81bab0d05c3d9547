"""The live stream, followed over broken connections: no event is lost, none is given twice."""

import json
import random
import socket
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any, Final, Generic, TypeVar, cast

from tidings.client.errors import (
    AnswerUnreadable,
    ClientError,
    ConnectionCut,
    RateLimited,
    RequestRefused,
    ServerFailing,
    Unreachable,
)
from tidings.client.server_sent_events import SentEvent, sent_events
from tidings.client.transport import Call, Transport, unreachable

Sent = TypeVar("Sent")

_REMEMBERED: Final = 4096  # ids; a server repeats at most what it sent just before it broke off


@dataclass(frozen=True, slots=True)
class ReconnectPlan:
    """How long to wait before the stream is opened again."""

    first: float = 0.5  # seconds, doubled with each failure in a row
    longest: float = 30.0
    sleep: Callable[[float], None] = time.sleep
    chance: Callable[[], float] = random.random  # so that not all readers come back at once

    def wait(self, failures: int, asked: float | None) -> None:
        """Wait; `asked` is what the server asked for."""
        seconds = min(self.first * 2.0 ** min(failures, 16), self.longest)
        self.sleep(max(asked or 0.0, seconds * (0.5 + self.chance() / 2)))


class EventStream(Generic[Sent]):
    """Iterates over events; comes back with the last id whenever the connection breaks.

    It goes on for ever, unless it is `until` the first event of some name, or the server says that
    nothing more will come (204).

    For one thread; `close` may be called from another one and ends the iteration.
    """

    def __init__(
        self,
        transport: Transport,
        target: str,
        last_id: str | None,
        silence: float,
        plan: ReconnectPlan,
        *,
        until: str = "",
    ) -> None:
        self.last_id = last_id  # of the last event that was given out: keep it to continue later
        self._transport = transport
        self._target = target
        self._silence = silence  # seconds without a heartbeat after which the connection is dead
        self._plan = plan
        self._until = until
        self._seen: OrderedDict[str, None] = OrderedDict()
        self._closed = threading.Event()
        self._socket: socket.socket | None = None

    def __iter__(self) -> Iterator[Sent]:
        failures, asked = 0, None
        while not self._closed.is_set():
            try:
                for event in self._connected():
                    failures, asked = 0, event.retry if event else asked
                    if event is not None and self._is_new(event):
                        yield cast(Sent, _value(event))
                    if event is not None and event.name == self._until:
                        return
            except RequestRefused as error:
                if not isinstance(error, (RateLimited, ServerFailing)):
                    raise  # asking again would not help
                asked = error.retry_after
            except Unreachable:
                pass
            if not self._closed.is_set():
                self._plan.wait(failures, asked)
                failures += 1

    def close(self) -> None:
        """End the stream."""
        self._closed.set()
        sock = self._socket
        if sock is not None:
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)  # wakes up whoever reads from it

    def __enter__(self) -> "EventStream[Sent]":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _connected(self) -> Iterator[SentEvent | None]:
        """Yield what one connection brings, until it ends."""
        headers = {"Accept": "text/event-stream", "Accept-Encoding": "identity"}
        if self.last_id is not None:
            headers["Last-Event-ID"] = self.last_id
        call = Call("GET", self._target, headers)
        self._socket, response = self._transport.open(call, self._silence)
        if response.status == 204:
            self._closed.set()
        try:
            yield from sent_events(response.readline)
        except (OSError, HTTPException) as error:
            raise _broken(self._transport, error) from error
        finally:
            response.close()
            self._socket.close()

    def _is_new(self, event: SentEvent) -> bool:
        """Return whether an event is one that was not given out before; remembers its id."""
        if not event.id:
            return bool(event.data)
        if event.id in self._seen:
            return False
        self.last_id = event.id
        if not event.data:  # a heartbeat: it says how far the reader has come
            return False
        self._seen[event.id] = None
        while len(self._seen) > _REMEMBERED:
            self._seen.popitem(last=False)
        return True


def _value(event: SentEvent) -> Any:
    try:
        return json.loads(event.data)
    except (ValueError, RecursionError) as error:
        raise AnswerUnreadable(
            f"An event is not JSON, but begins with {event.data[:80]!r}."
        ) from error


def _broken(transport: Transport, error: OSError | HTTPException) -> ClientError:
    meant = unreachable(transport.origin, error)
    return meant if isinstance(meant, Unreachable) else ConnectionCut(str(meant))
