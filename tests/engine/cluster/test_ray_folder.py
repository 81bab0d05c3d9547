"""Whatever a record says, only a folder that was made for a node is removed."""

from dataclasses import replace
from pathlib import Path

import pytest

from tidings.engine.cluster.node_files import NodeFiles
from tidings.engine.cluster.node_plan import NodePlan
from tidings.engine.cluster.ray_folder import made_ray_folder, remove_ray_folder


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder like /tmp, with what others keep in it."""
    folder = tmp_path / "tmp"
    (folder / "work-of-others").mkdir(parents=True)
    (folder / "work-of-others" / "precious").write_text("x")
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


def _is_whole(temporary: Path) -> bool:
    return (temporary / "work-of-others" / "precious").read_text() == "x"


def test_a_folder_that_was_made_is_removed_and_nothing_beside_it(temporary: Path) -> None:
    folder, secret = made_ray_folder()
    (folder / "ray").mkdir()
    assert remove_ray_folder(folder, secret)
    assert not folder.exists()
    assert _is_whole(temporary)


def test_a_folder_above_one_that_was_made_is_not_removed(temporary: Path) -> None:
    folder, secret = made_ray_folder()
    for wrong in (temporary, folder / "..", folder.parent, Path("/"), Path(), Path("tidings-ray-")):
        assert not remove_ray_folder(wrong, secret)
    assert folder.is_dir()
    assert _is_whole(temporary)


def test_a_folder_with_another_secret_or_none_is_not_removed(temporary: Path) -> None:
    folder, secret = made_ray_folder()
    assert not remove_ray_folder(folder, "")
    assert not remove_ray_folder(folder, secret[::-1] + "0")
    (folder / "made-by-tidings").write_text("")
    assert not remove_ray_folder(folder, "")
    (folder / "made-by-tidings").unlink()
    assert not remove_ray_folder(folder, secret)
    assert folder.is_dir()


def test_a_link_to_another_folder_is_not_followed(temporary: Path) -> None:
    folder, secret = made_ray_folder()
    (temporary / "work-of-others" / "made-by-tidings").write_text(secret)
    link = temporary / "tidings-ray-link"
    link.symlink_to(temporary / "work-of-others")
    assert not remove_ray_folder(link, secret)
    (folder / "ray").symlink_to(temporary / "work-of-others")
    assert remove_ray_folder(folder, secret)
    assert _is_whole(temporary)


def test_the_record_of_a_node_that_names_a_parent_folder_removes_nothing(temporary: Path) -> None:
    folder, secret = made_ray_folder()
    plan = NodePlan("one", "127.0.0.2", "127.0.0.2:1", True, 1, str(folder), secret, "1", "home")
    files = NodeFiles.of(temporary / "home", "one")
    for wrong in (temporary, folder / "..", folder.parent / "work-of-others"):
        files.write_plan(replace(plan, folder=str(wrong)))
        files.end()
        assert files.plan() is None
        assert folder.is_dir()
        assert _is_whole(temporary)


def test_a_record_of_another_version_is_ignored(temporary: Path) -> None:
    files = NodeFiles.of(temporary / "home", "one")
    files.folder.mkdir(parents=True)
    (files.folder / "plan.json").write_text(f'{{"temp_folder": "{temporary}/tidings-ray-x"}}')
    files.end()
    assert _is_whole(temporary)
