"""nginx that refuses us at first and is put right: the real program tries again at once."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from tests.engine.servers.folder_paper import write_paper
from tests.homes import begin_home
from tests.servers.certificates import CertificateAuthority
from tests.servers.needs import needs
from tests.servers.own_process import free_port, readable_folder
from tests.servers.web_servers import nginx

from tidings.engine.process.home import Home
from tidings.model.crawl.visit import UrlRecord
from tidings.read.url import host_of, url_id
from tidings.settings.tree import StoreSettings
from tidings.store.database.database import open_database
from tidings.store.tables.articles.articles import articles_per_source
from tidings.store.tables.frontier.urls import url_record

_SECONDS = 300.0  # each command takes about two
_TROUBLES = {
    "refused": "location / { return 403; }",
    "login": "location / { return 401; }",
    "loop": "location / { return 302 $scheme://$http_host$request_uri; }",
    "certificate": "",
}
_SERVER = "server {{ listen 127.0.0.1:{port} {tls}; root {root}; index index.html; {lines} }}"


class TroubledSites:
    """One paper at four addresses, each with a trouble of its own, and a home that follows them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._home = folder / "home"
        self._ports = {name: free_port() for name in _TROUBLES}
        authority = CertificateAuthority(folder / "authority")
        self._expired = authority.sign("IP:127.0.0.1", end="20210305120000Z")
        self._valid = authority.sign("IP:127.0.0.1")
        self.trust = f"fetch.ca_file={authority.certificate}"
        write_paper(folder / "paper", 2)
        begin_home(self._home)

    def url(self, name: str) -> str:
        scheme = "https" if name == "certificate" else "http"
        return f"{scheme}://127.0.0.1:{self._ports[name]}/"

    @contextmanager
    def served(self, *, is_right: bool) -> Iterator[None]:
        """Serve all four, in trouble or put right."""
        file = self._valid if is_right else self._expired
        servers = (
            _SERVER.format(
                port=port,
                tls=f"ssl; ssl_certificate {file}; ssl_certificate_key {file}"
                if name == "certificate"
                else "",
                root=self._folder / "paper",
                lines="" if is_right else _TROUBLES[name],
            )
            for name, port in self._ports.items()
        )
        own = self._folder / ("right" if is_right else "troubled")
        with nginx(self._folder / "paper", free_port(), own, http="\n".join(servers)):
            yield

    def command(self, *words: str, settings: tuple[str, ...] = ()) -> list[str]:
        pairs = ("fetch.delay=0", "fetch.allow_private=127.0.0.0/8", "engine.workers=1", *settings)
        sets = [word for pair in pairs for word in ("--set", pair)]
        return [sys.executable, "-m", "tidings.cli", *words, "--home", str(self._home), *sets]

    def tidings(self, *words: str, settings: tuple[str, ...] = ()) -> str:
        """Run the program; return what it says."""
        done = subprocess.run(
            self.command(*words, settings=settings),
            capture_output=True,
            text=True,
            check=False,
            timeout=_SECONDS,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout or done.stderr

    def follow_until_killed(self) -> None:
        """Follow the sources until each was visited once, and kill the program."""
        command = self.command("run", settings=(f"serve.port={free_port()}",))
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        try:
            deadline = time.monotonic() + _SECONDS
            while not self._all_visited():
                assert process.poll() is None
                assert time.monotonic() < deadline
                time.sleep(0.05)
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def _all_visited(self) -> bool:
        return all(record.visited_at is not None for record in self.start_pages())

    def start_pages(self) -> list[UrlRecord]:
        with closing(open_database(Home(self._home).database, StoreSettings())) as database:
            urls = map(self.url, _TROUBLES)
            found = [url_record(database.read(), host_of(url), url_id(url)) for url in urls]
        return [record for record in found if record is not None]

    def articles(self, *names: str) -> list[int]:
        with closing(open_database(Home(self._home).database, StoreSettings())) as database:
            counts = articles_per_source(database.read())
        return [counts.get(host_of(self.url(name)), 0) for name in names]


@needs("nginx", "openssl")
@pytest.mark.timeout(300)  # eight programs, one after the other
def test_a_site_that_is_put_right_is_tried_at_once_by_retry_add_rounds_and_settings() -> None:
    with readable_folder() as folder:
        sites = TroubledSites(folder)
        with sites.served(is_right=False):
            sites.tidings("add", *map(sites.url, _TROUBLES))
            sites.follow_until_killed()
        assert len([page for page in sites.start_pages() if page.state.due is not None]) == 4
        with sites.served(is_right=True):
            refused, login = sites.url("refused"), sites.url("login")
            assert f"{refused} is tried again now" in sites.tidings("retry", refused)
            assert f"already following {login}; tried again now" in sites.tidings("add", login)
            sites.tidings("crawl")
            assert sites.articles("refused", "login") == [2, 2]
            sites.tidings("crawl", "--rounds", "1")
            assert sites.articles("loop", "certificate") == [2, 0]
            sites.tidings("crawl", settings=(sites.trust,))
            assert sites.articles("certificate") == [2]
