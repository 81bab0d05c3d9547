from pathlib import Path

import pytest

from tidings.engine.cluster.cluster_token import ensure_token, existing_token
from tidings.engine.cluster.errors import ClusterUnusable
from tidings.settings.tree import ClusterSettings, Settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path)


def test_a_token_is_made_once_and_only_the_owner_can_read_it(settings: Settings) -> None:
    path = ensure_token(settings)
    assert path == settings.home / "cluster-token"
    assert path.stat().st_mode & 0o777 == 0o600
    token = path.read_text()
    assert len(token) == 64
    assert ensure_token(settings).read_text() == token


def test_a_missing_token_says_which_file_to_copy(settings: Settings) -> None:
    with pytest.raises(ClusterUnusable, match="copy the file cluster-token"):
        existing_token(settings)


def test_a_token_that_others_can_read_is_refused(settings: Settings) -> None:
    path = ensure_token(settings)
    path.chmod(0o640)
    with pytest.raises(ClusterUnusable, match="chmod 600"):
        existing_token(settings)


def test_a_token_that_was_cut_off_is_refused(settings: Settings) -> None:
    ensure_token(settings).write_text("short\n")
    with pytest.raises(ClusterUnusable, match="too short"):
        existing_token(settings)


def test_the_token_may_be_elsewhere(tmp_path: Path) -> None:
    named = ClusterSettings(token_file=str(tmp_path / "secret"))
    assert ensure_token(Settings(home=tmp_path / "home", cluster=named)) == tmp_path / "secret"
