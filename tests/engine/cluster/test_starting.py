"""What is wrong is said before anything is started."""

import os
from pathlib import Path

import pytest

from tidings.engine.cluster.connection import cluster_connection
from tidings.engine.cluster.errors import ClusterUnusable
from tidings.engine.cluster.head_client import KnownCluster
from tidings.engine.cluster.node_files import NodeFiles
from tidings.engine.cluster.opened_home import checked_home
from tidings.engine.cluster.process_marks import mark_of
from tidings.engine.cluster.starting import NodeOptions, check_versions, planned_head, planned_node
from tidings.settings.tree import DatabaseSettings, Settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home")


def test_a_machine_without_ray_says_what_to_install(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ClusterUnusable, match=r"pip install 'tidings\[cluster\]'"):
        planned_head(settings, NodeOptions())
    with pytest.raises(ClusterUnusable, match=r"pip install 'tidings\[cluster\]'"):
        planned_node(settings, NodeOptions(), "127.0.0.2:1")


def test_a_node_needs_a_home_that_it_can_open(settings: Settings) -> None:
    with pytest.raises(ClusterUnusable, match=r"set database\.url and store\.url"):
        checked_home(settings)
    lost = Settings(
        home=settings.home, database=DatabaseSettings(url="postgresql://x@127.0.0.1:1/x")
    )
    with pytest.raises(ClusterUnusable, match="cannot open its home"):
        checked_home(lost)


def test_homes_in_two_folders_are_two_homes(settings: Settings, tmp_path: Path) -> None:
    mark = checked_home(settings, create=True)
    assert mark.is_local
    assert checked_home(settings) == mark
    assert checked_home(Settings(home=tmp_path / "other"), create=True) != mark


def test_a_node_that_runs_is_not_started_again(settings: Settings) -> None:
    ours = mark_of(os.getpid())
    assert ours is not None
    files = NodeFiles.of(settings.home, "one")
    files.folder.mkdir(parents=True)
    files.note_supervisor(ours)
    with pytest.raises(ClusterUnusable, match="The node one is running"):
        planned_head(settings, NodeOptions(name="one"))


@pytest.mark.parametrize("name", ["", "..", "a/b", ".hidden"])
def test_a_name_is_no_path(settings: Settings, name: str) -> None:
    with pytest.raises(ClusterUnusable, match="is no name of a node"):
        NodeFiles.of(settings.home, name)


def test_a_job_without_a_cluster_says_how_to_start_one(settings: Settings) -> None:
    with pytest.raises(ClusterUnusable, match="tidings cluster up"):
        cluster_connection(settings)


@pytest.mark.parametrize(
    ("ray", "python", "what"), [("2.0.0", "", "Ray"), ("", "3.9.1", "Python 3")]
)
def test_nodes_with_other_programs_are_refused(ray: str, python: str, what: str) -> None:
    import platform

    installed = pytest.importorskip("ray").__version__
    known = KnownCluster("h:1", (), ray or installed, python or platform.python_version(), 0)
    with pytest.raises(ClusterUnusable, match=f"This machine has {what}.*all nodes"):
        check_versions("h:1", known)
    check_versions("h:1", KnownCluster("h:1", (), installed, platform.python_version(), 0))
