"""A crawl of a paid paper behind real servers: what is sent to whom, and where secrets end up."""

import asyncio
import base64
import gzip
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.cli.conftest import CommandResult, Tidings
from tests.servers.members_site import COOKIE, PASSWORD, MembersSite, members_site
from tests.servers.needs import needs

from tidings.engine.library.library import Library
from tidings.serve.app import create_app
from tidings.settings.openness import hides_subscriptions
from tidings.settings.tree import ServeSettings, Settings

pytestmark = needs("nginx", "openssl")

_BASIC = base64.b64encode(f"reader:{PASSWORD}".encode()).decode()
_SECRETS = (PASSWORD, COOKIE, _BASIC, "made-by-the-server")


@pytest.fixture(scope="module")
def site() -> Iterator[MembersSite]:
    with members_site() as site:
        yield site


@pytest.fixture(autouse=True)
def trusting(environment: dict[str, str], site: MembersSite) -> None:
    """Commands trust the servers' authority, and log all they can."""
    environment["TIDINGS_FETCH_CA_FILE"] = str(site.authority)
    environment["TIDINGS_LOG_LEVEL"] = "debug"
    environment["TIDINGS_FETCH_CONNECT_SECONDS"] = "60"


@pytest.fixture
def home(environment: dict[str, str]) -> Path:
    return Path(environment["TIDINGS_HOME"])


def _follow(tidings: Tidings, url: str, login: str = "") -> None:
    assert tidings("add", url).code == 0
    if login:
        changed = tidings("sources", "set", url, f"credentials={login}")
        assert changed.code == 0, changed.err
        assert ("not https" in changed.err) == url.startswith("http:")


def _contents(home: Path) -> Iterator[tuple[str, bytes]]:
    """Yield every file of a home but the credentials, the compressed ones inflated."""
    for path in sorted(home.rglob("*")):
        if path.is_file() and path.name != "credentials.toml":
            data = path.read_bytes()
            yield path.name, data
            if path.suffix == ".gz":
                yield path.name, gzip.decompress(data)


def _assert_nothing_leaks(home: Path, *results: CommandResult) -> None:
    shown = [("output", (each.out + each.err).encode()) for each in results]
    for name, data in (*_contents(home), *shown):
        for secret in _SECRETS:
            assert secret.encode() not in data, (name, secret)


async def _api_answers(home: Path, *addresses: str) -> list[CommandResult]:
    """Return what the server of a home answers, to its owner and to others."""
    answers = []
    for serve in (ServeSettings(), ServeSettings(host="0.0.0.0", open=True)):
        library = Library.open(Settings(home=home), with_logins=not hides_subscriptions(serve))
        app = create_app(library, serve)
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            found = [await client.get(address) for address in addresses]
        app.state.context.close()
        library.close()
        assert [each.status_code for each in found] == [200] * len(addresses)
        answers += [CommandResult(0, each.text, str(each.headers)) for each in found]
    return answers


def test_a_password_opens_the_paper_and_is_found_nowhere(
    tidings: Tidings, home: Path, site: MembersSite, tmp_path: Path
) -> None:
    stored = tidings("credentials", "set", "paper", "--user", "reader", stdin=PASSWORD.encode())
    _follow(tidings, site.basic, "paper")
    crawled = tidings("crawl", "--json")
    assert crawled.json["articles_new"] == 3, crawled.err
    results = [
        stored,
        crawled,
        tidings("sources", "--json"),
        tidings("sources", "show", site.basic, "--json"),
        tidings("why", "--json", f"{site.basic}2026/11/bridge.html"),
        tidings("ledger", "--json"),
        tidings("search", "--json", "council"),
        tidings("export", "opml"),
        tidings("export", "articles", "--with-subscriptions"),
        tidings("status", "--json"),
        tidings("credentials", "list"),
    ]
    assert results[6].json["total"] == 3
    # The file is made here, so that it is looked through with the rest.
    assert tidings("export", "warc", "--with-subscriptions", "-o", f"{home}/all.warc.gz").code == 0
    assert "Tidings-Access: login" in gzip.decompress((home / "all.warc.gz").read_bytes()).decode()
    why = f"/api/why?url={site.basic}2026/11/bridge.html"
    pages = ("/", "/sources", "/search?q=council", "/api/search?q=council", "/api/sources")
    answers = asyncio.run(_api_answers(home, *pages, why, "/api/ledger", "/api/stories"))
    assert all("bridge and the council" in answers[place].out for place in (0, 3))
    assert not any("and the council" in each.out for each in answers[len(answers) // 2 :])
    _assert_nothing_leaks(home, *results, *answers)
    requested = site.noted(f"{site.basic}2026/11/bridge.html")
    assert all(f"auth=Basic {_BASIC}" in line for line in requested)
    assert requested
    # Another host gets nothing, on the way or at the end; back at home the password is sent again.
    for path in ("elsewhere.html", "back", "robots.txt"):
        noted = [line for line in site.noted(f"{site.other}{path}") if line.startswith("127.0.0.2")]
        assert noted
        assert all(line.endswith("auth=- cookie=-") for line in noted)
    assert any(_BASIC in line for line in site.noted(f"{site.basic}returned.html"))


def test_what_a_login_brought_stays_out_of_exports_and_open_servers(
    tidings: Tidings, home: Path, site: MembersSite, tmp_path: Path
) -> None:
    tidings("credentials", "set", "paper", "--cookies", stdin=f"Cookie: session={COOKIE}".encode())
    _follow(tidings, site.cookies, "paper")
    assert tidings("crawl", "--json").json["articles_new"] == 2
    exported = tidings("export", "articles", "-o", f"{tmp_path}/articles.jsonl", "--json").json
    reason = "fetched with credentials (--with-subscriptions exports it)"
    assert (exported["written"], exported["left_out"]) == (0, {reason: 2})
    exported = tidings("export", "warc", "-o", f"{tmp_path}/pages.warc.gz", "--json").json
    assert (exported["written"], exported["left_out"]) == (0, {reason: 3})
    assert tidings("index", "ranks").code == 0
    page = f"{site.cookies}2026/11/bridge.html"
    for with_logins in (True, False):
        library = Library.open(Settings(home=home), with_logins=with_logins)
        assert len(library.newest(10)) == (2 if with_logins else 0)
        assert (library.archived(page) is not None) == with_logins
        links = library.why(page).links
        assert links is not None
        assert bool(links.anchors) == with_logins  # the link to it says its headline
        assert links.pages == 1
        library.close()
    _assert_nothing_leaks(home)


def test_refusals_name_the_credentials(tidings: Tidings, home: Path, site: MembersSite) -> None:
    def crawl(expected: int) -> None:
        crawled = tidings("crawl", "--json")
        assert crawled.json["articles_new"] == expected
        _assert_nothing_leaks(home, crawled)

    tidings("credentials", "set", "wrong", "--user", "reader", stdin=b"wr0ng-horse")
    _follow(tidings, site.basic)
    _follow(tidings, site.cookies, "wrong")
    _follow(tidings, site.plain, "wrong")
    examined = tidings("doctor", "--json")
    notice = f"the credentials wrong are not sent to {site.plain}, which is not https"
    assert (examined.code, notice in examined.out) == (0, True), examined.out
    crawl(0)
    said = {url: tidings("why", url).out for url in (site.basic, site.cookies, site.plain)}
    assert "status 401: the site needs a login: 'tidings credentials set" in said[site.basic]
    assert "status 403: the credentials wrong are refused" in said[site.cookies]
    assert "credentials wrong were not sent, they are sent over https only" in said[site.plain]
    tidings("sources", "set", site.basic, "credentials=wrong")
    crawl(0)
    assert "status 401: the credentials wrong are refused" in tidings("why", site.basic).out
    wrong = base64.b64encode(b"reader:wr0ng-horse")
    assert not any(wrong in data for _, data in _contents(home))
    mended = tidings("credentials", "set", "wrong", "--user", "reader", stdin=PASSWORD.encode())
    assert f"URLs of {site.basic} are due now" in mended.err
    crawl(3)


def test_a_file_that_cannot_be_used_stops_the_crawl_and_unknown_names_the_source(
    tidings: Tidings, home: Path, site: MembersSite
) -> None:
    tidings("credentials", "set", "paper", "--user", "reader", stdin=PASSWORD.encode())
    _follow(tidings, site.basic, "paper")
    (home / "credentials.toml").chmod(0o640)
    crawled = tidings("crawl")
    assert (crawled.code, "chmod 600" in crawled.err) == (2, True)
    examined = tidings("doctor")
    assert (examined.code, "chmod 600" in examined.out + examined.err) == (1, True)
    (home / "credentials.toml").chmod(0o600)
    tidings("credentials", "remove", "paper")
    crawled = tidings("crawl", "--json")
    assert crawled.json["articles_new"] == 0
    words = tidings("why", site.basic).out
    assert "its credentials cannot be used (There are no credentials 'paper'" in words, words
    _assert_nothing_leaks(home, crawled)
