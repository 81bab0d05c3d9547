from collections.abc import Iterator

import pytest
from tests.crash.forking_process import close_programs


@pytest.fixture(scope="session", autouse=True)
def programs_end() -> Iterator[None]:
    """End the programs that tests have started."""
    yield
    close_programs()
