"""Fuzzes the decoder: `python -m fuzz.charset -max_total_time=60`."""

import atheris

with atheris.instrument_imports(include=["tidings"]):
    from tidings.read.characters.charset import decode

from fuzz.runner import run_fuzzer

_CHARSETS = (None, "utf-8", "gbk", "shift_jis", "euc-jp", "iso-2022-jp", "utf-16", "koi8-r")


def attempt(data: bytes) -> None:
    """Decode one input; its first byte chooses the header's charset."""
    text = decode(data[1:], _CHARSETS[data[0] % len(_CHARSETS)] if data else None)
    assert "\0" not in text
    assert text.encode().decode() == text


if __name__ == "__main__":
    run_fuzzer("charset", attempt)
