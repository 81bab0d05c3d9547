"""A volume server is lost in the middle of a crawl, its copies are restored, another one is lost.

Usage: lost_volume_server.py FOLDER killed|cut, in a network of its own. Prints the stalls as JSON.
"""

import json
import sys
from dataclasses import replace
from pathlib import Path

from tests.chaos.failing_servers import FailingServers
from tests.chaos.faults import PlannedFault, ServerFault
from tests.chaos.scenario import Scenario, follow, undisturbed
from tests.chaos.separate_servers import ADDRESS, SeparateServers, separate_servers
from tests.chaos.whole_home import whole_home
from tests.crash.world_process import served_papers
from tests.store.database.cut_link import cut_link
from tests.store.files.faulty_proxy import faulty_proxy
from tests.store.postgres_server import postgres_process

from tidings.engine.backups.verification import verify
from tidings.settings.tree import Settings


def main(folder: Path, how: str) -> None:
    with (
        served_papers(8) as papers,
        separate_servers() as store,
        postgres_process() as postgres,
        cut_link(str(postgres.folder)) as link,
        faulty_proxy(store.seaweed.port, ADDRESS) as proxy,
    ):
        servers = FailingServers(postgres, store.seaweed, link, proxy)
        reference_folder = folder / "undisturbed"
        reference_folder.mkdir()
        reference = undisturbed(servers, papers, reference_folder)
        settings = servers.new_home(folder / "home", store_patience=180.0)
        follow(settings, papers)
        outcome = Scenario(servers, settings).play([PlannedFault(_loss(store, how), 3, 0.5)])
        assert whole_home(settings, folder / "reader") == reference
        _check_copies(store)
        store.volume_servers[1].kill()
        store.wait_until_lost(store.volume_servers[1])  # until then, S3 still asks it
        _check_readable(settings, folder / "last")
        print(json.dumps([stall.cells() for stall in outcome.stalls]))


def _loss(store: SeparateServers, how: str) -> ServerFault:
    first = store.volume_servers[0]
    lose = first.kill if how == "killed" else first.cut_off
    return ServerFault(f"volume server {how}", lambda servers: lose())


def _check_copies(store: SeparateServers) -> None:
    """Check that copies are missing, and that all are there again once they are restored."""
    store.wait_until_lost(store.volume_servers[0])
    assert min(map(len, store.copies().values())) == 1
    store.restore_copies()
    left = {each.address for each in store.volume_servers[1:]}
    assert all(where == left for where in store.copies().values()), store.copies()


def _check_readable(settings: Settings, new_machine: Path) -> None:
    report = verify(replace(settings, home=new_machine))
    assert report.problems == []
    assert report.records > 0


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
