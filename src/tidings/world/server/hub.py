"""The WebSub hub: accepts and verifies subscriptions to the papers' feeds, and delivers changes."""

import asyncio
import hmac
import secrets
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from urllib.parse import parse_qs, urlencode

from tidings.world.http.callback_request import send_callback
from tidings.world.http.connection import WorldConnection
from tidings.world.http.http_message import WorldRequest, response

_TRIES = 3
_PAUSE = 0.5  # seconds between two attempts to deliver
_LEASE = 864_000

FeedContent = Callable[[str], tuple[str, bytes] | None]


@dataclass(frozen=True, slots=True)
class HubSubscriber:
    """One verified subscription."""

    callback: str
    topic: str
    secret: str
    ends: float  # wall clock


class WorldHub:
    """All subscriptions. Tests may change the settings while it runs."""

    def __init__(self, url: str, content: FeedContent) -> None:
        self.url = url
        self.algorithm = "sha256"
        self.max_lease = _LEASE
        self.is_denying = False
        self.is_down = False
        self.omits_content = False  # notify without content
        self.subscribers: dict[tuple[str, str], HubSubscriber] = {}
        self._content = content
        self._sent: dict[str, bytes] = {}  # by topic
        self._tasks: set[asyncio.Task[None]] = set()

    def answer(self, connection: WorldConnection, request: WorldRequest) -> int:
        """Answer a request to the hub; verification follows in a task."""
        form = {name: values[-1] for name, values in parse_qs(request.body.decode()).items()}
        status = self._status(request, form)
        connection.transport.write(response(status, [("Content-Type", "text/plain")]))
        if status == 202:
            self._start(self._deny(form) if self.is_denying else self._verify(form))
        return status

    def _status(self, request: WorldRequest, form: dict[str, str]) -> int:
        if self.is_down:
            return 503
        if request.method != "POST":
            return 405
        known = form.get("hub.mode") in ("subscribe", "unsubscribe")
        topic, callback = form.get("hub.topic", ""), form.get("hub.callback", "")
        if not known or self._content(topic) is None or not callback.startswith("http://"):
            return 400
        return 202

    async def _deny(self, form: dict[str, str]) -> None:
        parameters = {"hub.mode": "denied", "hub.topic": form["hub.topic"], "hub.reason": "closed"}
        await send_callback("GET", _with_query(form["hub.callback"], parameters))

    async def _verify(self, form: dict[str, str]) -> None:
        """Verify the request with its callback before it takes effect."""
        callback, topic, mode = form["hub.callback"], form["hub.topic"], form["hub.mode"]
        challenge = secrets.token_urlsafe()
        lease = min(int(form.get("hub.lease_seconds") or _LEASE), self.max_lease)
        parameters = {"hub.mode": mode, "hub.topic": topic, "hub.challenge": challenge}
        if mode == "subscribe":
            parameters["hub.lease_seconds"] = str(lease)
        answer = await send_callback("GET", _with_query(callback, parameters))
        if answer is None or answer.status // 100 != 2 or answer.body != challenge.encode():
            return
        if mode == "unsubscribe":
            self.subscribers.pop((callback, topic), None)
            return
        self._mark_delivered(topic)
        secret = form.get("hub.secret", "")
        self.subscribers[callback, topic] = HubSubscriber(
            callback, topic, secret, time.time() + lease
        )

    def _mark_delivered(self, topic: str) -> None:
        """Treat a feed's content at its first subscription as delivered."""
        found = self._content(topic)
        if found is not None:
            self._sent.setdefault(topic, found[1])

    def publish(self) -> None:
        """Deliver every changed feed to its subscribers."""
        now = time.time()
        for topic in {subscriber.topic for subscriber in self.subscribers.values()}:
            found = self._content(topic)
            if found is None or self._sent.get(topic) == found[1]:
                continue
            self._sent[topic] = found[1]
            for subscriber in list(self.subscribers.values()):
                if subscriber.topic == topic and subscriber.ends > now:
                    self._start(self._deliver(subscriber, *found))

    async def _deliver(self, subscriber: HubSubscriber, media_type: str, body: bytes) -> None:
        sent = b"" if self.omits_content else body
        headers = [
            ("Content-Type", media_type),
            ("Link", f'<{self.url}>; rel="hub", <{subscriber.topic}>; rel="self"'),
        ]
        if subscriber.secret:
            signature = hmac.new(subscriber.secret.encode(), sent, self.algorithm).hexdigest()
            headers.append(("X-Hub-Signature", f"{self.algorithm}={signature}"))
        for _ in range(_TRIES):
            answer = await send_callback("POST", subscriber.callback, headers, sent)
            if answer is not None and answer.status == 410:
                self.subscribers.pop((subscriber.callback, subscriber.topic), None)
            if answer is not None and answer.status < 500:
                return
            await asyncio.sleep(_PAUSE)

    def _start(self, coroutine: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Cancel all running tasks."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _with_query(callback: str, parameters: dict[str, str]) -> str:
    return f"{callback}{'&' if '?' in callback else '?'}{urlencode(parameters)}"
