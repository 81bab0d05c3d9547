"""Downloads one big file in steps, through the guard; continues what was begun.

Not for pages: it keeps no pace and reads no robots.txt, because a person names the file.
"""

import asyncio
import os
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from tidings.fetch.transport.exchange_failure import ExchangeFailure
from tidings.fetch.transport.http_transport import HttpTransport
from tidings.fetch.transport.raw_response import RawResponse
from tidings.fetch.transport.request_url import redirect_url, start_url
from tidings.model.web.reason import Reason
from tidings.settings.proxy_address import ProxyInvalid
from tidings.settings.tree import FetchSettings

_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_ANSWERS: Final = frozenset({200, 206, 416})
_RANGE: Final = re.compile(r"bytes (\d{1,18})-(\d{1,18})/(\d{1,18}|\*)")
_STEP_SECONDS: Final = 600.0  # for one step: a slow line takes minutes for some megabytes
_ATTEMPTS: Final = 5  # for one step
_WAIT_SECONDS: Final = 1.0  # before the second attempt; doubled with each further one
_LASTING: Final = frozenset({Reason.PRIVATE_ADDRESS, Reason.NOT_A_URL, Reason.BAD_SCHEME,
                             Reason.CREDENTIALS, Reason.BAD_REDIRECT,
                             Reason.TOO_MANY_HOPS})  # fmt: skip


class DownloadFailed(Exception):
    """A file cannot be fetched; the message says why."""


@dataclass(frozen=True, slots=True)
class DownloadLimits:
    """How much is asked for at a time, and how much at all."""

    step_bytes: int
    max_bytes: int


OnBytes = Callable[[int, int], None]


def download_file(
    url: str, path: Path, settings: FetchSettings, limits: DownloadLimits, on_bytes: OnBytes
) -> None:
    """Fetch a file to a path, and continue what is there under `.part`; raises DownloadFailed."""
    patient = replace(settings, total_seconds=max(settings.total_seconds, _STEP_SECONDS))
    asyncio.run(_download(url, path, patient, limits, on_bytes))


async def _download(
    url: str, path: Path, settings: FetchSettings, limits: DownloadLimits, on_bytes: OnBytes
) -> None:
    transport = HttpTransport(settings)
    part = path.with_name(f"{path.name}.part")
    done, total = part.stat().st_size if part.exists() else 0, None
    try:
        while total is None or done < total:
            response = await _step(transport, url, settings.max_hops, done, limits.step_bytes)
            if response.status == 416 and done:  # there is nothing after what we have
                break
            total = _total(response, done, limits)
            await asyncio.to_thread(_append, part, response.body, done)
            done += len(response.body)
            on_bytes(done, total)
        part.rename(path)
    finally:
        await transport.close()


async def _step(
    transport: HttpTransport, url: str, max_hops: int, start: int, size: int
) -> RawResponse:
    """Return the next bytes; try again if the network fails."""
    wait, problem = _WAIT_SECONDS, ""
    for attempt in range(_ATTEMPTS):
        if attempt:
            await asyncio.sleep(wait)
            wait *= 2
        response = await _followed(transport, url, max_hops, start, size)
        if isinstance(response, ExchangeFailure):
            problem = ": ".join(filter(None, (str(response.reason), response.detail)))
            if response.reason in _LASTING:
                break
        elif response.status in _ANSWERS:
            return response
        else:
            problem = f"the server answers {response.status}"
            if response.status < 500:
                break
    raise DownloadFailed(problem)


async def _followed(
    transport: HttpTransport, url: str, max_hops: int, start: int, size: int
) -> RawResponse | ExchangeFailure:
    """Ask for a part of the file; each redirect passes the guard, too."""
    target = start_url(url)
    headers = {"Range": f"bytes={start}-{start + size - 1}"}
    for _ in range(max_hops + 1):
        if isinstance(target, Reason):
            return ExchangeFailure(target)
        try:
            proxy = transport.proxy_for(target)
        except ProxyInvalid as error:
            return ExchangeFailure(Reason.PROXY, str(error))
        response = await transport.send(target, headers, size + 1, proxy=proxy)
        if isinstance(response, ExchangeFailure) or response.status not in _REDIRECTS:
            return response
        target = redirect_url(target, response.location)
    return ExchangeFailure(Reason.TOO_MANY_HOPS, f"over {max_hops}")


def _total(response: RawResponse, start: int, limits: DownloadLimits) -> int:
    """Return how many bytes the whole file has; raises DownloadFailed if it cannot be fetched."""
    if response.status != 206:
        if start or response.truncated or len(response.body) > limits.step_bytes:
            raise DownloadFailed(
                "the server sends no parts of files: fetch it with another program, and name the "
                "file"
            )
        return len(response.body)
    found = _RANGE.fullmatch(response.header("content-range") or "")
    if found is None or int(found[1]) != start or not response.body:
        raise DownloadFailed("the server sends another part of the file than it was asked for")
    end = int(found[2]) + 1
    if len(response.body) != end - start:
        raise DownloadFailed("the server sends parts of the file in another form: compressed")
    total = end if found[3] == "*" else int(found[3])
    if total > limits.max_bytes:
        raise DownloadFailed(f"it has {total:,} bytes, more than ingest.max_download_bytes")
    return total


def _append(part: Path, data: bytes, start: int) -> None:
    with part.open("r+b" if part.exists() else "wb") as file:
        file.seek(start)
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
