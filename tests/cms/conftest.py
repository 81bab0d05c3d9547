"""Each site is made, served and crawled once in a session; the tests look at what came of it."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.cms.cases import CASES, SiteCase
from tests.cms.crawled_site import CrawledSite, crawl_site
from tests.cms.older_home import UpgradedHome, upgrade_home
from tests.cms.posts import posts
from tests.servers.mariadb_server import mariadb_server
from tests.servers.own_process import free_port, readable_folder

POST_COUNT = 22  # two pages of ten and a last one with one post; the newest comes later


@pytest.fixture(scope="session")
def database_socket() -> Iterator[Callable[[], Path]]:
    """Starts the database when the first site needs it."""
    with ExitStack() as stack:
        sockets: list[Path] = []

        def socket() -> Path:
            if not sockets:
                folder = stack.enter_context(readable_folder())
                sockets.append(stack.enter_context(mariadb_server(folder / "database")))
            return sockets[0]

        yield socket


@pytest.fixture(scope="session", params=[case.parameter() for case in CASES])
def case(request: pytest.FixtureRequest) -> SiteCase:
    found: SiteCase = request.param
    if found.missing:
        pytest.skip(f"{', '.join(found.missing)} missing: .ci/slow-packages installs it")
    return found


@pytest.fixture(scope="session")
def crawled(
    case: SiteCase,
    database_socket: Callable[[], Path],
    tmp_path_factory: pytest.TempPathFactory,
) -> CrawledSite:
    """A site that was crawled, got another post, and was crawled for another round."""
    port, home = free_port(), tmp_path_factory.mktemp("home")
    origin, written = f"http://127.0.0.1:{port}", posts(POST_COUNT)
    given = {"socket": database_socket()} if case.needs_database else {}
    with readable_folder() as folder:
        (folder / "site").mkdir()
        site = case.make(folder / "site", origin, **given)
        site.publish(written[1:])
        with case.server(site.root, port, folder / "server"):
            return crawl_site(site, origin, written, home)


@pytest.fixture(scope="session")
def upgraded(crawled: CrawledSite, tmp_path_factory: pytest.TempPathFactory) -> UpgradedHome:
    """That home as an older version would have left it, rebuilt."""
    home = tmp_path_factory.mktemp("upgraded") / "home"
    shutil.copytree(crawled.home, home, symlinks=True)
    lost, copied = list(crawled.first)[:2]
    return upgrade_home(home, crawled.origin, lost, copied)


@pytest.fixture
def shown_dates(case: SiteCase) -> None:
    if not case.dated:
        pytest.skip("its pages do not say when they were written")
