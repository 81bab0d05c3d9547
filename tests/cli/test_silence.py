"""Sites that bring nothing, behind a real nginx: each says why, wherever a reader may look."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from tests.cli.conftest import CommandResult, Tidings
from tests.servers.certificates import CertificateAuthority
from tests.servers.needs import needs
from tests.servers.own_process import free_port, readable_folder
from tests.servers.web_servers import nginx

from tidings.engine.library.library import Library
from tidings.serve.app import create_app
from tidings.settings.tree import ServeSettings, Settings

pytestmark = [needs("nginx", "openssl")]

_BLOCK = "server {{ listen 127.0.0.1:{port} {flags}; root {root}; {settings} }}\n"
_SHELL = """<!doctype html><html lang="en"><head><title>The Paper</title>
<script type="module" src="/assets/index-4f2a.js"></script></head><body><div id="root"></div>
<noscript>You need to enable JavaScript to run this app.</noscript></body></html>"""
_CHALLENGE = "<html><head><title>Just a moment...</title></head><body></body></html>"
_TEXT = "The council of the small town met on Tuesday evening to decide about the old bridge. " * 3


class Site(NamedTuple):
    """How nginx serves a site, and what must be said of it."""

    cause: str
    sentence: str
    settings: str = ""
    flags: str = ""
    folder: str = ""


SITES = {
    "forbidden": Site("refused", "refuses us (403)", "return 403;"),
    "login": Site(
        "login",
        "needs a login (401)",
        'location = /robots.txt { return 404; } location / { return 401 "who are you?"; }',
    ),
    "robots": Site(
        "robots",
        "blocked by robots.txt",
        'location = /robots.txt { return 200 "User-agent: *\\nDisallow: /\\n"; }',
    ),
    "limit": Site(
        "rate_limit",
        "slows us down (429)",
        "location = /robots.txt { return 404; } "
        "location / { add_header Retry-After 7200 always; return 429; }",
    ),
    "circle": Site(
        "redirect_loop",
        "redirects in a circle",
        "location = /robots.txt { return 404; } location / { return 302 /; }",
    ),
    "check": Site(
        "bot_check",
        "a bot check stands before it (Cloudflare, status 403)",
        f"add_header cf-mitigated challenge always; return 403 '{_CHALLENGE}';",
    ),
    "down": Site("server_error", "its server fails (500)",
                 "location = /robots.txt { return 404; } location / { return 500; }"),
    "shell": Site(
        "needs_javascript",
        "needs JavaScript",
        "location / { try_files $uri /index.html; }",
        folder="shell",
    ),
    "parked": Site(
        "same_page",
        "answers every address with the same page",
        "location / { try_files $uri /index.html; }",
        folder="parked",
    ),
    "noindex": Site("noindex", "its pages ask not to be indexed",
                    'add_header X-Robots-Tag "noindex";', folder="paper"),
    "http2": Site("http2_only", "only HTTP/2", flags="http2", folder="paper"),
    "expired": Site(
        "certificate_expired",
        "certificate expired on 2021-03-05",
        "ssl_certificate {expired}; ssl_certificate_key {expired};",
        "ssl",
        "paper",
    ),
    "paper": Site("fine", "", folder="paper"),
}  # fmt: skip
SILENT = [name for name in SITES if name != "paper"]


class CrawledSites(NamedTuple):
    """A home that has followed all sites for one crawl, and how to ask it."""

    urls: dict[str, str]
    crawl: CommandResult
    tidings: Tidings
    home: Path


@pytest.fixture(scope="module")
def crawled(
    tmp_path_factory: pytest.TempPathFactory, tidings_in: Callable[[Path], Tidings]
) -> Iterator[CrawledSites]:
    """Follow all sites in one crawl."""
    with ExitStack() as stack:
        folder = stack.enter_context(readable_folder())
        authority = CertificateAuthority(folder / "authority")
        times = {"start": "20200101000000Z", "end": "20210305120000Z"}
        expired = authority.sign("IP:127.0.0.1", **times)
        patched = stack.enter_context(pytest.MonkeyPatch.context())
        patched.setenv("SSL_CERT_FILE", str(authority.certificate))
        _write_sites(folder)
        ports = {name: free_port() for name in SITES}
        blocks = "".join(
            _BLOCK.format(
                port=ports[name],
                flags=site.flags,
                root=folder / (site.folder or "paper"),
                settings=site.settings.replace("{expired}", str(expired)),
            )
            for name, site in SITES.items()
        )
        stack.enter_context(nginx(folder / "paper", free_port(), folder / "nginx", http=blocks))
        urls = {
            name: f"{'https' if site.flags == 'ssl' else 'http'}://127.0.0.1:{ports[name]}/"
            for name, site in SITES.items()
        }
        own = tmp_path_factory.mktemp("silence")
        tidings = tidings_in(own)
        assert tidings("add", *urls.values()).code == 0
        yield CrawledSites(urls, tidings("crawl"), tidings, own / "home")


def _write_sites(folder: Path) -> None:
    for name in ("paper", "shell", "parked"):
        (folder / name).mkdir()
    (folder / "shell" / "index.html").write_text(_SHELL)
    (folder / "parked" / "index.html").write_text(
        f"<html><head><title>Soon</title></head><body><h1>We move</h1><p>{_TEXT}</p></body></html>"
    )
    links = ""
    for number in range(4):
        text = "".join(f"<p>{_TEXT} It was number {number}-{part}.</p>" for part in range(5))
        title = f"Bridge number {number} of the old town to be mended"
        page = f"<html><head><title>{title}</title></head><body><article><h1>{title}</h1>{text}"
        (folder / "paper" / f"story-{number}.html").write_text(f"{page}</article></body></html>")
        links += f"<li><a href='/story-{number}.html'>{title}</a></li>"
    (folder / "paper" / "index.html").write_text(
        f"<html><head><title>Paper</title></head><body><ul>{links}</ul></body></html>"
    )


@pytest.fixture(scope="module")
def sources(crawled: CrawledSites) -> dict[str, dict[str, object]]:
    """`tidings sources --json` by the names of the sites."""
    listed = {each["url"]: each for each in crawled.tidings("sources", "--json").json}
    return {name: listed[url] for name, url in crawled.urls.items()}


@pytest.mark.parametrize("name", SITES)
def test_the_list_of_sources_has_the_cause(
    sources: dict[str, dict[str, object]], name: str
) -> None:
    condition = sources[name]["condition"]
    assert isinstance(condition, dict)
    assert (condition["cause"], condition["sentence"]) == (SITES[name].cause, SITES[name].sentence)
    assert condition["alarming"] is (name != "paper")
    if name != "paper":
        assert condition["advice"]
        assert condition["next_attempt"]


def test_a_site_behind_one_page_counts_nothing(sources: dict[str, dict[str, object]]) -> None:
    for name in ("shell", "parked"):
        found = sources[name]
        assert (found["feeds"], found["sitemaps"], found["articles"]) == (0, 0, 0)
    assert sources["paper"]["articles"] == 4


def test_the_crawl_and_every_verb_say_why(crawled: CrawledSites) -> None:
    tidings = crawled.tidings
    doctor = tidings("doctor")
    assert doctor.code == 0  # the home is in order, whatever the sites are
    assert "\nsources: LOOK\n" in doctor.out
    outputs = {
        "crawl": crawled.crawl.err,
        "sources": tidings("sources").out,
        "status": tidings("status").out,
        "doctor": doctor.out,
    }
    for where, output in outputs.items():
        for name in SILENT:
            lines = [line for line in output.splitlines() if crawled.urls[name] in line]
            assert any(SITES[name].sentence in line for line in lines), (where, name, lines)
            assert any("ried again at" in line for line in lines), (where, name, lines)


def test_status_and_doctor_have_it_as_json(crawled: CrawledSites) -> None:
    status = crawled.tidings("status", "--json").json
    silent = {each["url"]: each["cause"] for each in status["bringing_nothing"]}
    assert silent == {crawled.urls[name]: SITES[name].cause for name in SILENT}
    checks = {each["check"]: each for each in crawled.tidings("doctor", "--json").json}
    assert len(checks["sources"]["notes"]) == len(SILENT)
    assert checks["sources"]["healthy"]


async def test_the_page_and_the_api_say_why(crawled: CrawledSites) -> None:
    library = Library.open(Settings(home=crawled.home))
    try:
        transport = httpx.ASGITransport(create_app(library, ServeSettings()))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            page = (await client.get("/sources")).text
            listed = (await client.get("/api/sources")).json()
    finally:
        library.close()
    rows = page.split("<tr>")
    for name in SILENT:
        (row,) = [row for row in rows if f">{crawled.urls[name]}<" in row]
        sentence = SITES[name].sentence
        assert f'<span class="alert">{sentence[0].upper()}{sentence[1:]}' in row
        assert "Tried again" in row
    assert f"{len(SILENT)} of {len(SITES)} bring nothing" in page
    causes = {each["url"]: each["condition"]["cause"] for each in listed}
    assert causes == {crawled.urls[name]: site.cause for name, site in SITES.items()}
