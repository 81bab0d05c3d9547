"""What every verb's arguments are made of: the verb itself, lengths, numbers that are checked."""

import argparse
import importlib
from pathlib import Path


def verb(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, text: str,
         module: str, function: str) -> argparse.ArgumentParser:  # fmt: skip
    """Add a verb that a function of a module does; the module is imported when it is asked for."""
    sub = verbs.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
    add_shared(sub)

    def run(options: argparse.Namespace) -> int:
        return int(getattr(importlib.import_module(module), function)(options))

    sub.set_defaults(verb=run)
    return sub


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
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number above 0, got {text!r}")
    return int(text)


def count_or_zero(text: str) -> int:
    """Return a number of things, or none."""
    return 0 if text == "0" else count(text)
