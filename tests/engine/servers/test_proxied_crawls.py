"""Crawls of nginx through tinyproxy and microsocks, by the real program.

The proxies come from another address of loopback than we do, so nginx's log shows whether any
request went past them.
"""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.engine.servers.folder_paper import write_paper
from tests.servers.certificates import CertificateAuthority
from tests.servers.needs import needs
from tests.servers.own_process import free_port, readable_folder
from tests.servers.proxy_servers import connections_through, microsocks, tinyproxy
from tests.servers.web_servers import nginx

from tidings.engine.process.home import Home, ensure_home
from tidings.engine.sources.source_list import add_source
from tidings.model.web.reason import Reason
from tidings.settings.tree import Settings, StoreSettings
from tidings.store.database.database import open_database
from tidings.store.tables.articles.articles import newest_articles

THE_PROXY = "127.0.0.9"
PASSWORD = "hush-hush"
_SECONDS = 250.0  # a crawl takes two


class ProxiedPaper:
    """A paper that nginx serves with and without TLS, and a home that follows it."""

    def __init__(self, folder: Path, articles: int) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.authority = CertificateAuthority(folder / "authority")
        self.port, self.tls_port, self.proxy_port = free_port(), free_port(), free_port()
        self.titles = set(write_paper(folder / "paper", articles))
        self.log = folder / "nginx" / "access.log"

    @contextmanager
    def served(self) -> Iterator[None]:
        certificate = self.authority.sign("IP:127.0.0.1")
        lines = (
            f"listen 127.0.0.1:{self.tls_port} ssl; access_log {self.log} combined;"
            f"ssl_certificate {certificate}; ssl_certificate_key {certificate};"
        )
        with nginx(self.folder / "paper", self.port, self.folder / "nginx", server=lines):
            yield

    def follow(self, scheme: str) -> None:
        url = f"{scheme}://127.0.0.1:{self.tls_port if scheme == 'https' else self.port}/"
        with closing(
            open_database(ensure_home(Settings(home=self.home)).database, StoreSettings())
        ) as database:
            add_source(database, url, datetime.now(UTC))

    def command(self, *words: str, **settings: object) -> list[str]:
        usual = {
            "fetch.allow_private": "127.0.0.0/8",
            "fetch.delay": 0.01,
            "fetch.ca_file": self.authority.certificate,
            "engine.workers": 1,
            "crawl.retry_seconds": 0.2,
        }
        changes = usual | {key.replace("__", "."): value for key, value in settings.items()}
        flags = [f"--set={key}={value}" for key, value in changes.items()]
        return [sys.executable, "-m", "tidings.cli", *words, "--home", str(self.home), *flags]

    def run(self, *words: str, **settings: object) -> str:
        done = subprocess.run(
            self.command(*words, **settings), capture_output=True, text=True, timeout=_SECONDS
        )
        assert PASSWORD not in done.stdout + done.stderr
        assert done.returncode == 0, done.stderr
        return done.stdout + done.stderr

    def kept(self) -> set[str]:
        with closing(open_database(Home(self.home).database, StoreSettings())) as database:
            return {article.title for article in newest_articles(database.read(), 1_000)}

    def stuck(self) -> list[str]:
        """Return what is known of the URLs that did not get past the proxy."""
        with closing(open_database(Home(self.home).database, StoreSettings())) as database:
            query = "SELECT detail FROM urls WHERE reason = ?"
            return [row[0] for row in database.read().execute(query, (Reason.PROXY,))]

    def visitors(self) -> set[str]:
        return {line.split()[0] for line in self.log.read_text().splitlines()}


@pytest.fixture
def paper() -> Iterator[ProxiedPaper]:
    with readable_folder() as folder:
        paper = ProxiedPaper(folder, articles=8)
        with paper.served():
            yield paper


def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + _SECONDS
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.timeout(300)  # processes start slowly where many run
@needs("nginx", "microsocks", "openssl")
def test_a_crawl_over_tls_goes_through_a_socks_proxy_with_a_password(paper: ProxiedPaper) -> None:
    proxy = f"socks5h://me:{PASSWORD}@127.0.0.1:{paper.proxy_port}"
    login = {"user": "me", "password": PASSWORD}
    with microsocks(paper.proxy_port, paper.folder / "socks", bind=THE_PROXY, **login) as log:
        paper.follow("https")
        paper.run("crawl", fetch__proxy=proxy)
    assert paper.kept() == paper.titles
    assert paper.visitors() == {THE_PROXY}
    assert set(connections_through(log)) == {f"127.0.0.1:{paper.tls_port}"}
    assert not [path for path in paper.home.rglob("*") if _contains(path, PASSWORD)]


def _contains(path: Path, text: str) -> bool:
    return path.is_file() and text.encode() in path.read_bytes()


@pytest.mark.timeout(300)
@needs("nginx", "tinyproxy", "openssl")
def test_a_crawl_survives_the_death_of_its_proxy(paper: ProxiedPaper) -> None:
    proxy = f"http://127.0.0.1:{paper.proxy_port}"
    paper.follow("http")
    slowly = paper.command("crawl", fetch__proxy=proxy, fetch__delay=0.5)
    with tinyproxy(paper.proxy_port, paper.folder / "first", bind=THE_PROXY):
        crawl = subprocess.Popen(slowly, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(lambda: '"GET / ' in paper.log.read_text())  # the stories would take 4 s more
    try:
        until(paper.stuck)
        assert not paper.titles <= paper.kept()
        assert {text.partition(" (")[0] for text in paper.stuck()} == {
            f"the proxy {proxy} cannot be reached"
        }
    finally:
        crawl.terminate()
        crawl.wait()
    with tinyproxy(paper.proxy_port, paper.folder / "second", bind=THE_PROXY):
        until(lambda: paper.run("crawl", fetch__proxy=proxy) and paper.kept() == paper.titles)
    assert paper.visitors() == {THE_PROXY}
