"""The hub (WebSub): takes and verifies subscriptions to the papers' feeds, delivers their news."""

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
_PAUSE = 0.5  # seconds between two tries to deliver
_LEASE = 864_000

FeedContent = Callable[[str], tuple[str, bytes] | None]


@dataclass(frozen=True, slots=True)
class HubSubscriber:
    """One who has subscribed."""

    callback: str
    topic: str
    secret: str
    ends: float  # wall clock


class WorldHub:
    """Knows who wants which feed. The settings may be changed while it runs, by tests."""

    def __init__(self, url: str, content: FeedContent) -> None:
        self.url = url
        self.algorithm = "sha256"
        self.max_lease = _LEASE
        self.is_denying = False
        self.is_down = False
        self.is_thin = False  # deliver no content, only the news that there is some
        self.readers: dict[tuple[str, str], HubSubscriber] = {}
        self._content = content
        self._sent: dict[str, bytes] = {}  # by topic
        self._tasks: set[asyncio.Task[None]] = set()

    def answer(self, visitor: WorldConnection, request: WorldRequest) -> int:
        """Answer a request to the hub; what follows from it happens later."""
        form = {name: values[-1] for name, values in parse_qs(request.body.decode()).items()}
        status = self._judge(request, form)
        visitor.transport.write(response(status, [("Content-Type", "text/plain")]))
        if status == 202:
            self._begin(self._deny(form) if self.is_denying else self._verify(form))
        return status

    def _judge(self, request: WorldRequest, form: dict[str, str]) -> int:
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
        question = {"hub.mode": "denied", "hub.topic": form["hub.topic"], "hub.reason": "closed"}
        await send_callback("GET", _with_query(form["hub.callback"], question))

    async def _verify(self, form: dict[str, str]) -> None:
        """Ask the callback whether it means it; only then the request counts."""
        callback, topic, mode = form["hub.callback"], form["hub.topic"], form["hub.mode"]
        challenge = secrets.token_urlsafe()
        lease = min(int(form.get("hub.lease_seconds") or _LEASE), self.max_lease)
        question = {"hub.mode": mode, "hub.topic": topic, "hub.challenge": challenge}
        if mode == "subscribe":
            question["hub.lease_seconds"] = str(lease)
        answer = await send_callback("GET", _with_query(callback, question))
        if answer is None or answer.status // 100 != 2 or answer.body != challenge.encode():
            return
        if mode == "unsubscribe":
            self.readers.pop((callback, topic), None)
            return
        self._remember(topic)
        secret = form.get("hub.secret", "")
        self.readers[callback, topic] = HubSubscriber(callback, topic, secret, time.time() + lease)

    def _remember(self, topic: str) -> None:
        """Take what a feed holds at its first subscription as known."""
        found = self._content(topic)
        if found is not None:
            self._sent.setdefault(topic, found[1])

    def publish(self) -> None:
        """Deliver every feed that has changed to whoever wants it."""
        now = time.time()
        for topic in {reader.topic for reader in self.readers.values()}:
            found = self._content(topic)
            if found is None or self._sent.get(topic) == found[1]:
                continue
            self._sent[topic] = found[1]
            for reader in list(self.readers.values()):
                if reader.topic == topic and reader.ends > now:
                    self._begin(self._deliver(reader, *found))

    async def _deliver(self, reader: HubSubscriber, media_type: str, body: bytes) -> None:
        sent = b"" if self.is_thin else body
        headers = [
            ("Content-Type", media_type),
            ("Link", f'<{self.url}>; rel="hub", <{reader.topic}>; rel="self"'),
        ]
        if reader.secret:
            proof = hmac.new(reader.secret.encode(), sent, self.algorithm).hexdigest()
            headers.append(("X-Hub-Signature", f"{self.algorithm}={proof}"))
        for _ in range(_TRIES):
            answer = await send_callback("POST", reader.callback, headers, sent)
            if answer is not None and answer.status == 410:
                self.readers.pop((reader.callback, reader.topic), None)
            if answer is not None and answer.status < 500:
                return
            await asyncio.sleep(_PAUSE)

    def _begin(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Give up what is under way."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _with_query(callback: str, question: dict[str, str]) -> str:
    return f"{callback}{'&' if '?' in callback else '?'}{urlencode(question)}"
