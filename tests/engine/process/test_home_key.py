import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tidings.engine.process.home import Home
from tidings.engine.process.home_key import home_key


def test_all_processes_of_a_home_have_the_same_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as threads:
        keys = {*threads.map(lambda _: home_key(Home(tmp_path)), range(8))}
    assert keys == {home_key(Home(tmp_path))}
    assert [path.name for path in tmp_path.iterdir()] == ["serve.key"]
    assert (tmp_path / "serve.key").stat().st_mode & 0o777 == 0o600


def test_two_homes_have_different_keys(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    assert home_key(Home(tmp_path / "one")) != home_key(Home(tmp_path / "other"))


def test_a_damaged_key_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "serve.key").write_bytes(b"short")
    assert len(home_key(Home(tmp_path))) == 32
    assert home_key(Home(tmp_path)) == home_key(Home(tmp_path))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_home_that_cannot_be_written_to_has_a_key_too(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert home_key(Home(tmp_path)) == home_key(Home(tmp_path))
    tmp_path.chmod(0o700)
