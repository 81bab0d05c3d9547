"""Requests to real servers with a source's credentials: nginx says what it was sent."""

import asyncio
import base64
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path

import pytest
from tests.fetch.transport.scripted_proxy import scripted_proxy
from tests.servers.members_site import PASSWORD, MembersSite, members_site
from tests.servers.needs import needs

from tidings.fetch.client import WebFetcher
from tidings.fetch.credentials.credentials_file import CredentialsFile
from tidings.fetch.credentials.login import Login
from tidings.fetch.site_policy import USUAL_POLICY, SitePolicy
from tidings.fetch.transport.request_url import host_of
from tidings.model.web.exchange import FetchFailure, FetchOutcome, Request, Response
from tidings.model.web.reason import Reason
from tidings.model.web.request_log import RequestPurpose
from tidings.settings.tree import FetchSettings

pytestmark = needs("nginx", "openssl")

_PAID, _FREE = 1, 2  # ids of a source with credentials and of one without
_NOTHING = "- cookie=-"
_numbers = count()
_BASIC = base64.b64encode(f"reader:{PASSWORD}".encode()).decode()


@pytest.fixture(scope="module")
def site() -> Iterator[MembersSite]:
    with members_site() as site:
        yield site


@pytest.fixture
def file(tmp_path: Path) -> CredentialsFile:
    file = CredentialsFile(tmp_path / "credentials.toml")
    file.put(Login("paper", user="reader", password=PASSWORD))
    return file


def _fetcher(site: MembersSite, file: CredentialsFile, proxy: str = "") -> WebFetcher:
    policy = SitePolicy(domain="127.0.0.1", host=host_of(site.basic), credentials="paper")
    settings = FetchSettings(
        delay=0.0,
        allow_private=("127.0.0.0/8",),
        connect_seconds=60.0,
        tdmrep=False,
        ca_file=str(site.authority),
        proxy=proxy,
    )
    return WebFetcher(
        settings,
        policies=lambda number: policy if number == _PAID else USUAL_POLICY,
        credentials=file,
    )


@pytest.fixture
async def fetcher(site: MembersSite, file: CredentialsFile) -> AsyncIterator[WebFetcher]:
    async with _fetcher(site, file) as fetcher:
        yield fetcher


async def _noted(site: MembersSite, mark: str, count: int) -> list[str]:
    """Return what servers noted about marked requests: they do so after they have answered."""
    while len(lines := [line for line in site.lines() if f"?{mark} " in line]) < count:
        await asyncio.sleep(0.01)
    return [line.partition(" auth=")[2] for line in lines]


async def _sent(
    fetcher: WebFetcher, site: MembersSite, url: str, number: int = _PAID, hops: int = 1
) -> tuple[FetchOutcome, list[str]]:
    """Fetch a URL; return the outcome, and the secrets that servers noted at each hop."""
    mark = f"n={next(_numbers)}"
    outcome = await fetcher.fetch(Request(f"{url}?{mark}", site=number))
    return outcome, await _noted(site, mark, hops)


async def test_the_sources_own_host_gets_them_and_the_response_says_so(
    fetcher: WebFetcher, site: MembersSite
) -> None:
    outcome, noted = await _sent(fetcher, site, f"{site.basic}returned.html")
    assert isinstance(outcome, Response)
    assert outcome.with_login
    assert noted == [f"Basic {_BASIC} cookie=-"]
    assert outcome.header("x-echo") is None  # in which the server repeats the password


async def test_other_sources_get_none_at_the_same_host(
    fetcher: WebFetcher, site: MembersSite
) -> None:
    outcome, noted = await _sent(fetcher, site, f"{site.basic}returned.html", _FREE)
    assert isinstance(outcome, FetchFailure)
    assert outcome.detail.startswith("status 401: the site needs a login")
    assert noted == [_NOTHING]


async def test_other_hosts_plain_http_and_posts_get_none(
    fetcher: WebFetcher, site: MembersSite
) -> None:
    for url in (f"{site.other}elsewhere.html", f"{site.plain}elsewhere.html"):
        outcome, noted = await _sent(fetcher, site, url)
        assert noted == [_NOTHING]
        assert not (isinstance(outcome, Response) and outcome.with_login)
    await fetcher.post(f"{site.basic}hub?n=hub", b"x=1", {}, RequestPurpose.HUB, _PAID)
    assert set(await _noted(site, "n=hub", 1)) == {_NOTHING}


async def test_a_host_that_the_owner_names_gets_them(
    fetcher: WebFetcher, file: CredentialsFile, site: MembersSite
) -> None:
    file.put(Login("paper", (host_of(site.other),), token="t0ken-t0ken"))
    outcome, noted = await _sent(fetcher, site, f"{site.other}elsewhere.html")
    assert isinstance(outcome, Response)
    assert noted == ["Bearer t0ken-t0ken cookie=-"]


async def test_a_redirect_to_others_and_back_is_judged_hop_by_hop(
    fetcher: WebFetcher, site: MembersSite
) -> None:
    outcome, noted = await _sent(fetcher, site, f"{site.basic}round", hops=3)
    assert isinstance(outcome, Response)
    assert [_BASIC in line for line in noted] == [True, False, True]
    # What others serve after our login let us through was not for everybody, either.
    outcome, noted = await _sent(fetcher, site, f"{site.basic}moved", hops=2)
    assert isinstance(outcome, Response)
    assert outcome.with_login
    assert [_BASIC in line for line in noted] == [True, False]


async def test_a_proxy_gets_none(site: MembersSite, file: CredentialsFile) -> None:
    port = int(host_of(site.basic).rpartition(":")[2])
    async with (
        scripted_proxy("http", port) as proxy,
        _fetcher(site, file, f"http://127.0.0.1:{proxy.port}") as fetcher,
    ):
        outcome, noted = await _sent(fetcher, site, f"{site.basic}returned.html")
    assert isinstance(outcome, Response)
    assert noted == [f"Basic {_BASIC} cookie=-"]
    assert proxy.asked
    assert all(head.startswith("CONNECT ") for head in proxy.asked)
    assert not any("authorization" in head.lower() for head in proxy.asked)


async def test_without_a_usable_file_nothing_is_requested(
    fetcher: WebFetcher, file: CredentialsFile, site: MembersSite
) -> None:
    file.path.chmod(0o644)
    outcome, noted = await _sent(fetcher, site, f"{site.basic}returned.html", hops=0)
    assert isinstance(outcome, FetchFailure)
    assert (outcome.reason, noted) == (Reason.CREDENTIALS_UNUSABLE, [])
    assert "chmod 600" in outcome.detail
    assert PASSWORD not in repr(outcome)
