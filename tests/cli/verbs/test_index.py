import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.factories import make_response

from tidings.cli.__main__ import main
from tidings.engine.process.home import ensure_home
from tidings.settings.tree import Settings, StoreSettings
from tidings.store.archive.warc_files import Archive
from tidings.store.archive.warc_record import payload_digest, response_record
from tidings.store.database.database import open_database

AT = datetime(2026, 11, 2, tzinfo=UTC)


def archived_home(folder: Path) -> None:
    home = ensure_home(Settings(home=folder))
    open_database(home.database, StoreSettings()).close()
    body = b"<a href='/story'>The bridge</a><a href='https://b.example/'>B</a>"
    headers = (("content-type", "text/html"),)
    with Archive(home.archive, 10**6) as archive:
        for url in ("https://a.example/", "https://a.example/story"):
            page = make_response(url, body, headers=headers, at=AT)
            digest = payload_digest(body)
            archive.append(response_record(page, digest), url, AT, 200, "text/html", digest)


def test_ranks_are_computed_and_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archived_home(tmp_path)
    assert main(["--home", str(tmp_path), "index", "ranks", "--json"]) == 0
    printed = capsys.readouterr()
    report = json.loads(printed.out)
    assert (report["read"], report["pages"], report["links"]) == (2, 2, 3)
    assert "ranked 2 pages, 1 hosts and 1 domains by 3 links" in printed.err


def test_without_a_home_there_is_nothing_to_rank(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--home", str(tmp_path / "none"), "index", "ranks"]) == 1
    assert "There is no Tidings home" in capsys.readouterr().err
