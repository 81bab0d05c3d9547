"""Wrong input: one sentence that says what to do, the documented exit code, no traceback."""

import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tidings.cli.exit_codes import missing_names

Tidings = Callable[..., Any]


def assert_fails(result: Any, code: int, *words: str) -> None:
    """Assert one sentence on standard error, and nothing else."""
    assert result.code == code, result
    assert "Traceback" not in result.err
    line = result.err.strip()
    assert "\n" not in line
    assert line.startswith("tidings: ")
    for word in words:
        assert word in line


@pytest.mark.parametrize("url", ["nonsense", "ftp://a.example/", "http://", "javascript:alert(1)"])
def test_an_invalid_url_is_refused(tidings: Tidings, url: str, tmp_path: Path) -> None:
    assert_fails(tidings("add", url), 2, "not a web address", "https://")
    assert not (tmp_path / "home").exists()


def test_one_invalid_url_adds_none(tidings: Tidings) -> None:
    assert_fails(tidings("add", "a.example", "nonsense"), 2, "nonsense")
    assert_fails(tidings("sources"), 1, "no Tidings home")


class _Pdf(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = b"%PDF-1.7 not a page" if self.path != "/robots.txt" else b""
        self.send_response(200)
        self.send_header("Content-Type", "application/pdf")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def test_a_url_that_is_a_pdf(tidings: Tidings) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Pdf)
    Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_address[1]}/paper"
    try:
        assert_fails(tidings("extract", url), 1, "cannot be extracted", "PDF")
        tidings("add", url)
        result = tidings("crawl", "--json")
    finally:
        server.shutdown()
        server.server_close()
    assert result.code == 1
    assert "front page or its feed instead" in result.err
    assert "Traceback" not in result.err


def test_a_site_that_is_down(tidings: Tidings) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}/"
    assert_fails(tidings("extract", url), 1, "refuses connections")
    tidings("add", url)
    result = tidings("crawl")
    assert result.code == 1
    assert "tried again at" in result.err
    assert "Traceback" not in result.err


def test_a_private_address_is_not_dialled(tidings: Tidings, environment: dict[str, str]) -> None:
    del environment["TIDINGS_FETCH_ALLOW_PRIVATE"]
    assert_fails(tidings("extract", "http://127.0.0.1:9/"), 1, "private")


def test_a_folder_without_write_permission(
    tidings: Tidings, tidings_process: Tidings, tmp_path: Path
) -> None:
    unprivileged = partial(tidings_process, unprivileged=True)
    (tmp_path / "mine").mkdir(mode=0o500)
    result = unprivileged("add", "a.example", "--home", str(tmp_path / "mine"))
    assert_fails(result, 1, "Permission denied", "--home")
    result = unprivileged("add", "a.example", "--home", str(tmp_path / "mine" / "x"))
    assert_fails(result, 1, "Permission denied", "--home")
    assert tidings("add", "a.example").code == 0
    (tmp_path / "home").chmod(0o500)
    assert_fails(unprivileged("crawl"), 1, "not writable", "--home")


def test_a_corrupt_database(tidings: Tidings, tmp_path: Path) -> None:
    tidings("add", "a.example")
    (tmp_path / "home" / "tidings.db").write_bytes(b"garbage" * 1000)
    for verb in (["crawl"], ["search", "x"], ["add", "b.example"], ["status"], ["doctor"]):
        assert_fails(tidings(*verb), 1, "not a valid database")


def test_a_newer_database(tidings: Tidings, tmp_path: Path) -> None:
    tidings("add", "a.example")
    connection = sqlite3.connect(tmp_path / "home" / "tidings.db")
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    assert_fails(tidings("crawl"), 1, "newer Tidings", "update")


def test_a_port_in_use(tidings: Tidings) -> None:
    tidings("add", "a.example")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert_fails(tidings("serve", "--port", port), 1, f"Port {port}", "--port")
        assert_fails(tidings("run", "--port", port), 1, f"Port {port}", "--port")


def test_a_second_run_on_the_same_home(
    tidings: Tidings, environment: dict[str, str], tmp_path: Path
) -> None:
    first = subprocess.Popen(
        [sys.executable, "-m", "tidings.cli", "run", "--port", "0"],
        stderr=subprocess.PIPE,
        env=environment,
        cwd=tmp_path,
        text=True,
    )
    assert first.stderr is not None
    assert "Tidings is at" in first.stderr.readline()
    assert_fails(tidings("run", "--port", "0"), 1, f"process {first.pid}", "--home")
    assert_fails(tidings("crawl"), 1, f"process {first.pid}")
    assert tidings("add", "http://127.0.0.99:9/").code == 0  # but sites may be added meanwhile
    earlier = "http://127.0.0.11:9/"  # a paper of a demo
    assert tidings("add", earlier).code == 0
    assert_fails(tidings("run", "--demo", "--port", "0"), 1, f"process {first.pid}")
    assert earlier in tidings("sources").out
    first.send_signal(signal.SIGTERM)
    assert first.wait(30) == 0
    first.stderr.close()


def test_wrong_settings_are_named(tidings: Tidings, environment: dict[str, str]) -> None:
    assert_fails(tidings("status", "--set", "fetch.dealy=1"), 2, "fetch.dealy", "delay")
    assert_fails(tidings("status", "--set", "fetch.delay"), 2, "SECTION.KEY=VALUE")
    bad_proxy = tidings("status", "--set", "fetch.proxy=ftp://me:hush@proxy.example")
    assert_fails(bad_proxy, 2, "fetch.proxy: expected a proxy such as http://proxy.example:3128")
    assert "hush" not in bad_proxy.err
    tidings("add", "https://paper.example/")
    assert_fails(tidings("crawl", "--set", "fetch.ca_file=no.pem"), 2, "there is no file no.pem")
    environment["TIDINGS_FETCH_DELAY"] = "soon"
    assert_fails(tidings("status"), 2, "TIDINGS_FETCH_DELAY", "a number")


def test_wrong_moments_are_named(tidings: Tidings) -> None:
    assert_fails(tidings("search", "x", "--since", "whenever"), 2, "--since whenever", "7d")


def test_a_missing_file(tidings: Tidings) -> None:
    assert_fails(tidings("extract", "nowhere.html"), 2, "neither a file nor")
    assert_fails(tidings("import", "nowhere.opml"), 1, "nowhere.opml")


def test_misuse_exits_with_two(tidings: Tidings) -> None:
    for wrong in ([], ["fly"], ["crawl", "--rounds", "none"], ["search"]):
        assert tidings(*wrong).code == 2


def test_every_error_in_the_table_exists() -> None:
    assert missing_names() == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("story", "9" * 30),
        ("stories", "--limit", "9" * 30),
        ("completeness", "--hours", "999999999"),
        ("ledger", "--limit", "-1"),
        ("search", "ferry", "--limit", "9" * 5_000),
    ],
)
def test_numbers_out_of_range(tidings: Tidings, arguments: tuple[str, ...]) -> None:
    result = tidings(*arguments)
    assert result.code == 2
    assert "expected a whole number from" in result.err
    assert "Traceback" not in result.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("related", "\udcff"),
        ("revisions", "\udcff"),
        ("index", "show", "\udcff"),
        ("search", "ferry", "--source", "\udcff"),
        ("search", "ferry", "--more-like", "\udcff"),
        ("export", "articles", "--source", "\udcff"),
    ],
)
def test_arguments_that_are_not_text(tidings: Tidings, arguments: tuple[str, ...]) -> None:
    assert_fails(tidings(*arguments), 2, "not UTF-8 text")


def test_a_file_may_have_any_name(tidings: Tidings, tmp_path: Path) -> None:
    (tmp_path / "\udcff.html").write_text("<title>Ferry</title><p>The ferry sails again.")
    assert tidings("extract", "\udcff.html").code == 0


def test_an_opml_file_that_is_missing_or_a_folder(tidings: Tidings, tmp_path: Path) -> None:
    assert_fails(tidings("import", "nowhere.opml"), 1, "There is no nowhere.opml")
    assert_fails(tidings("import", str(tmp_path)), 1, f"{tmp_path} is a folder")


@pytest.mark.parametrize("what", ["articles", "warc", "opml"])
def test_an_export_to_a_folder_or_into_a_missing_one(
    tidings: Tidings, tmp_path: Path, what: str
) -> None:
    assert tidings("add", "a.example").code == 0
    assert_fails(tidings("export", what, "-o", str(tmp_path)), 1, "is a folder")
    lost = tmp_path / "nowhere" / "out"
    assert_fails(tidings("export", what, "-o", str(lost)), 1, f"There is no {lost.parent}")
    assert list(tmp_path.iterdir()) == [tmp_path / "home"]


def test_a_search_that_ends_before_it_begins(tidings: Tidings) -> None:
    result = tidings("search", "ferry", "--since", "1d", "--until", "2001-01-01")
    assert_fails(result, 2, "--since 1d is after --until 2001-01-01")


@pytest.mark.parametrize(
    "arguments",
    [
        ("search", "ferry"),
        ("eval", "entities", "--data", "x"),
        ("eval", "retrieval", "--docs", "x", "--queries", "x", "--qrels", "x"),
    ],
)
def test_an_invalid_language_code(tidings: Tidings, arguments: tuple[str, ...]) -> None:
    result = tidings(*arguments, "--language", "english")
    assert result.code == 2
    assert "ISO 639-1" in result.err


@pytest.fixture(scope="module")
def sourceless(
    tidings_in: Callable[[Path], Tidings], tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, Any]:
    """A home crawled without sources, and the result of that command."""
    folder = tmp_path_factory.mktemp("sourceless")
    return folder / "home", tidings_in(folder)("crawl", "--json")


def test_an_index_of_another_version_says_how_to_rebuild_it(
    tidings: Tidings, sourceless: tuple[Path, Any], tmp_path: Path
) -> None:
    home, crawled = sourceless
    assert crawled.code == 0
    shutil.copytree(home, tmp_path / "home", symlinks=True)
    (version,) = (tmp_path / "home/index").glob("*/tidings-version")
    version.write_text("0.1")
    assert_fails(tidings("search", "ferry"), 1, "version '0.1'", "'tidings index rebuild'")
    assert tidings("index", "rebuild").code == 0
    assert tidings("search", "ferry").code == 0


def test_a_crawl_without_sources_says_so(sourceless: tuple[Path, Any]) -> None:
    _, result = sourceless
    assert result.code == 0
    assert result.json["fetched"] == 0
    assert "'tidings add URL'" in result.err
