"""What verbs have in common: how one is added, shared options, types that check values."""

import argparse
import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tidings.cli.exit_codes import Misuse
from tidings.serve.search_parameters import LANGUAGE, Parameter, ParameterInvalid, T, whole_number
from tidings.settings.log_choices import LogFormat, LogLevel

_FILES: Final = frozenset({"page", "file"})  # arguments that may be file names
_MAX_COUNT: Final = 2**31 - 1  # above any real count, and a number that a database can hold
_TEN_YEARS: Final = 87_600  # in hours


def add_verb(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, text: str,
         module: str, function: str) -> argparse.ArgumentParser:  # fmt: skip
    """Add a verb that a module's function runs; the module is imported when the verb is used."""
    sub = verbs.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
    add_shared(sub)

    def run(options: argparse.Namespace) -> int:
        _refuse_bytes(options)
        return int(getattr(importlib.import_module(module), function)(options))

    sub.set_defaults(verb=run)
    return sub


def _refuse_bytes(options: argparse.Namespace) -> None:
    """Refuse arguments that are not UTF-8; only file names may be any bytes."""
    for name, value in vars(options).items():
        for text in value if isinstance(value, list) else (value,):
            if isinstance(text, str) and name not in _FILES and not _is_text(text):
                raise Misuse(f"{text!r} is not UTF-8 text: check the encoding.")


def _is_text(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def add_shared(to: argparse.ArgumentParser) -> None:
    """Add the options that are allowed both before and after the verb."""
    absent = argparse.SUPPRESS
    to.add_argument("--home", type=Path, metavar="DIR", default=absent,
                    help="the folder that holds everything (tidings-home)")  # fmt: skip
    to.add_argument("--set", action="append", metavar="SECTION.KEY=VALUE", default=absent,
                    help="override one setting; may be repeated")  # fmt: skip
    to.add_argument("--log-level", choices=[each.value for each in LogLevel], default=absent,
                    help="log this and worse on standard error (warning)")  # fmt: skip
    to.add_argument("--log-format", choices=[each.value for each in LogFormat], default=absent,
                    help="log lines for people or for programs (text)")  # fmt: skip
    to.add_argument("--json", action="store_true", default=absent,
                    help="print JSON on standard output")  # fmt: skip


def add_length(to: argparse.ArgumentParser) -> None:
    """Add the options for the length of a summary."""
    to.add_argument("--ratio", type=ratio, metavar="R",
                    help="at most this share of the text's words, such as 0.3")  # fmt: skip
    to.add_argument("--sentences", type=count, metavar="N",
                    help="at most N sentences (3, unless another length is given)")  # fmt: skip
    to.add_argument("--words", type=count, metavar="N", help="at most N words")


def ratio(text: str) -> float:
    """Return a share above 0, up to 1."""
    try:
        share = float(text)
    except ValueError:
        share = 0.0
    if not 0 < share <= 1:
        raise argparse.ArgumentTypeError(f"expected a share above 0 and up to 1, got {text!r}")
    return share


def argument_type(parameter: Parameter[T]) -> Callable[[str], T]:
    """Return the function with which argparse reads a parameter."""

    def read(text: str) -> T:
        try:
            return parameter.value(text)
        except ParameterInvalid as error:
            raise argparse.ArgumentTypeError(error.message) from error

    return read


def _whole(least: int, most: int) -> Callable[[str], int]:
    return argument_type(whole_number("number", "", least, least, most))


count: Final = _whole(1, _MAX_COUNT)
count_or_zero: Final = _whole(0, _MAX_COUNT)
hours: Final = _whole(1, _TEN_YEARS)
language: Final = argument_type(LANGUAGE)
