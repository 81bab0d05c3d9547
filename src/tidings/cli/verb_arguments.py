"""What every verb's arguments are made of: the verb itself, lengths, numbers that are checked."""

import argparse
import importlib
from pathlib import Path
from typing import Final

from tidings.cli.exit_codes import Misuse

_FILES: Final = frozenset({"page", "file"})  # arguments that may be names of files, kept as text
_MAX_COUNT: Final = 2**31 - 1  # more than there is of anything here, and what a database can count
_TEN_YEARS: Final = 87_600  # in hours


def add_verb(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, text: str,
         module: str, function: str) -> argparse.ArgumentParser:  # fmt: skip
    """Add a verb that a function of a module does; the module is imported when it is asked for."""
    sub = verbs.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
    add_shared(sub)

    def run(options: argparse.Namespace) -> int:
        _refuse_bytes(options)
        return int(getattr(importlib.import_module(module), function)(options))

    sub.set_defaults(verb=run)
    return sub


def _refuse_bytes(options: argparse.Namespace) -> None:
    """Refuse arguments that are no UTF-8; only the names of files may be any bytes."""
    for name, value in vars(options).items():
        for text in value if isinstance(value, list) else (value,):
            if isinstance(text, str) and name not in _FILES and not _is_text(text):
                raise Misuse(f"{text!r} is not text in UTF-8: write it again.")


def _is_text(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def add_shared(to: argparse.ArgumentParser) -> None:
    """Add what may stand before the verb as well as after it."""
    absent = argparse.SUPPRESS
    to.add_argument("--home", type=Path, metavar="DIR", default=absent,
                    help="the folder that holds everything (tidings-home)")  # fmt: skip
    to.add_argument("--set", action="append", metavar="SECTION.KEY=VALUE", default=absent,
                    help="override one setting; may be repeated")  # fmt: skip
    to.add_argument("--json", action="store_true", default=absent,
                    help="print JSON on standard output")  # fmt: skip


def add_length(to: argparse.ArgumentParser) -> None:
    """Add how long a summary may be."""
    to.add_argument("--ratio", type=ratio, metavar="R",
                    help="at most this share of the text's words, such as 0.3")  # fmt: skip
    to.add_argument("--sentences", type=count, metavar="N",
                    help="at most N sentences (3, unless another length is given)")  # fmt: skip
    to.add_argument("--words", type=count, metavar="N", help="at most N words")


def ratio(text: str) -> float:
    """Return a share of something."""
    try:
        share = float(text)
    except ValueError:
        share = 0.0
    if not 0 < share <= 1:
        raise argparse.ArgumentTypeError(f"expected a share above 0 and up to 1, got {text!r}")
    return share


def count(text: str) -> int:
    """Return a number of things, one at least."""
    return _whole(text, 1, _MAX_COUNT)


def count_or_zero(text: str) -> int:
    """Return a number of things, or none."""
    return _whole(text, 0, _MAX_COUNT)


def hours(text: str) -> int:
    """Return a number of hours, not more than calendars go back."""
    return _whole(text, 1, _TEN_YEARS)


def language(text: str) -> str:
    """Return a language's code as articles carry it."""
    code = text.strip().lower()
    if not (code.isascii() and code.isalpha() and 2 <= len(code) <= 3):
        wanted = "a code of ISO 639-1, such as en, de or zh"
        raise argparse.ArgumentTypeError(f"expected {wanted}, got {text!r}")
    return code


def _whole(text: str, least: int, most: int) -> int:
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(most))
    if not is_number or not least <= int(text) <= most:
        wanted = f"a whole number from {least} to {most}"
        raise argparse.ArgumentTypeError(f"expected {wanted}, got {text!r}")
    return int(text)
