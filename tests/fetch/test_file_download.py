import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tidings.fetch.file_download import DownloadFailed, DownloadLimits, download_file
from tidings.settings.tree import FetchSettings

DATA = bytes(range(256)) * 40
LIMITS = DownloadLimits(step_bytes=3_000, max_bytes=100_000)
Answer = Callable[[BaseHTTPRequestHandler, int, int], None]


def part(handler: BaseHTTPRequestHandler, start: int, end: int) -> None:
    """Answer with a part of the file."""
    if start >= len(DATA):
        handler.send_response(416)
        handler.send_header("Content-Length", "0")
        handler.end_headers()
        return
    piece = DATA[start : end + 1]
    handler.send_response(206)
    handler.send_header("Content-Range", f"bytes {start}-{start + len(piece) - 1}/{len(DATA)}")
    handler.send_header("Content-Length", str(len(piece)))
    handler.end_headers()
    handler.wfile.write(piece)


def whole(handler: BaseHTTPRequestHandler, start: int, end: int) -> None:
    """Answer with the whole file, whatever was asked for."""
    handler.send_response(200)
    handler.send_header("Content-Length", str(len(DATA)))
    handler.end_headers()
    handler.wfile.write(DATA)


@contextmanager
def served(answer: Answer) -> Iterator[tuple[str, list[int]]]:
    """Serve the file; yields its address, and where each request began."""
    asked: list[int] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers["Range"])
            assert found is not None
            asked.append(int(found[1]))
            answer(self, int(found[1]), int(found[2]))

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/file", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def fetch(url: str, path: Path, *, private: bool = True, limits: DownloadLimits = LIMITS) -> None:
    settings = FetchSettings(allow_private=("127.0.0.0/8",) if private else ())
    download_file(url, path, settings, limits, lambda done, total: None)


def test_a_file_comes_in_steps(tmp_path: Path) -> None:
    with served(part) as (url, asked):
        fetch(url, tmp_path / "file")
    assert (tmp_path / "file").read_bytes() == DATA
    assert asked == [0, 3_000, 6_000, 9_000]


@pytest.mark.parametrize("had", [4_000, len(DATA)])
def test_what_was_begun_is_continued(tmp_path: Path, had: int) -> None:
    (tmp_path / "file.part").write_bytes(DATA[:had])
    with served(part) as (url, asked):
        fetch(url, tmp_path / "file")
    assert (tmp_path / "file").read_bytes() == DATA
    assert min(asked) == had


def test_the_guard_forbids_private_addresses(tmp_path: Path) -> None:
    with served(part) as (url, asked), pytest.raises(DownloadFailed, match="private"):
        fetch(url, tmp_path / "file", private=False)
    assert not asked


def test_a_redirect_is_followed_and_guarded(tmp_path: Path) -> None:
    def moved(handler: BaseHTTPRequestHandler, start: int, end: int) -> None:
        if handler.path == "/there":
            part(handler, start, end)
            return
        handler.send_response(302)
        handler.send_header("Location", "/there")
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    with served(moved) as (url, _):
        fetch(url, tmp_path / "file")
    assert (tmp_path / "file").read_bytes() == DATA


def test_a_small_file_may_come_whole(tmp_path: Path) -> None:
    with served(whole) as (url, asked):
        fetch(url, tmp_path / "file", limits=DownloadLimits(50_000, 100_000))
    assert (tmp_path / "file").read_bytes() == DATA
    assert asked == [0]


def refused(handler: BaseHTTPRequestHandler, start: int, end: int) -> None:
    handler.send_response(404)
    handler.send_header("Content-Length", "0")
    handler.end_headers()


def shifted(handler: BaseHTTPRequestHandler, start: int, end: int) -> None:
    part(handler, start + 1, end)


@pytest.mark.parametrize(
    ("answer", "limits", "why"),
    [
        (whole, LIMITS, "no parts of files"),
        (part, DownloadLimits(3_000, 5_000), "10,240 bytes, more than ingest.max_download_bytes"),
        (refused, LIMITS, "404"),
        (shifted, LIMITS, "another part"),
    ],
)
def test_what_cannot_be_fetched_says_why(
    tmp_path: Path, answer: Answer, limits: DownloadLimits, why: str
) -> None:
    with served(answer) as (url, _), pytest.raises(DownloadFailed, match=why):
        fetch(url, tmp_path / "file", limits=limits)
    assert not (tmp_path / "file").exists()
