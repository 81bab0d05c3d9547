"""Fuzzes `tidings.extract`: `python -m fuzz.extract -max_total_time=60`."""

import atheris

with atheris.instrument_imports(include=["tidings"]):
    from fuzz.extract_invariants import check_extract

from fuzz.runner import run_fuzzer

_URLS = (None, "https://news.example/2024/03/04/a-story-of-some-length", "https://news.example/")
_CHARSETS = (None, "utf-8", "gbk", "windows-1251")


def attempt(data: bytes) -> None:
    """Extract one input; its first byte chooses how."""
    choice, body = data[0] if data else 0, data[1:]
    html = body.decode("utf-8", "surrogateescape") if choice & 1 else body
    check_extract(html, _URLS[(choice >> 1) % 3], _CHARSETS[(choice >> 4) % 4])


if __name__ == "__main__":
    check_extract("<p>" + "Load the language model before the clock runs. " * 9)
    run_fuzzer("extract", attempt)
