"""Checks that two checkouts give the same answers over a home made by OLD.

Each works on its own copy, which NEW may migrate. Sentences for people may differ; everything else
must be equal. A recording is valid until the next full hour: completeness is reported by the hour,
and the order of hits depends on the age of the news.
"""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.checkouts.comparison import Difference, Window, differences
from benchmarks.checkouts.made_home import make_home
from benchmarks.checkouts.probe import Probe, probes
from benchmarks.checkouts.recording import Recording, fetched_openapi, loaded, record
from benchmarks.checkouts.samples import samples_of
from benchmarks.checkouts.tree import Failed, NotATree, Tree, tree_at

_PROGRESS_EVERY = 25  # probes


class Misused(Exception):
    """The options are invalid or contradictory; the message says why."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A probe and the differences between its answers."""

    probe: Probe
    found: list[Difference]

    def of_kind(self, *, is_text: bool) -> list[Difference]:
        """Return the differences that are, or are not, only words."""
        return [each for each in self.found if each.is_text is is_text]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the probes, compare and print; return the exit code."""
    options = _options(arguments)
    try:
        _check(options)
        old, new = tree_at("OLD", options.old), tree_at("NEW", options.new)
        return _print_compared(_compared(old, new, options))
    except (NotATree, Misused) as problem:
        print(problem, file=sys.stderr)
        return 2
    except Failed as problem:
        print(problem, file=sys.stderr)
        return 1


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.answers", description=__doc__)
    parser.add_argument("old", type=Path, metavar="OLD", help="a checkout")
    parser.add_argument("new", type=Path, metavar="NEW", help="another, compared with it")
    parser.add_argument("--home", type=Path, metavar="HOME",
                        help="a home made by OLD, instead of a new one")  # fmt: skip
    parser.add_argument("--keep", type=Path, metavar="DIR",
                        help="keep the home and both recordings in this folder")  # fmt: skip
    parser.add_argument("--record", type=Path, metavar="FILE", help="save the answers of OLD")
    parser.add_argument("--against", type=Path, metavar="FILE",
                        help="compare with a recording instead of running OLD")  # fmt: skip
    return parser.parse_args(arguments)


def _check(options: argparse.Namespace) -> None:
    if options.home and not (options.home / "tidings.db").exists():
        raise Misused(f"{options.home} is not a home of Tidings: it has no tidings.db.")
    if options.against and not options.home:
        raise Misused("--against needs --home: the home that was recorded.")
    if options.against and options.record:
        raise Misused("--record and --against exclude each other: --against does not run OLD.")
    if options.keep and options.keep.exists() and any(options.keep.iterdir()):
        raise Misused(f"{options.keep} is not empty.")
    if options.record and not options.record.absolute().parent.is_dir():
        raise Misused(f"There is no folder {options.record.absolute().parent}.")


def _compared(old: Tree, new: Tree, options: argparse.Namespace) -> list[Compared]:
    with ExitStack() as stack:
        folder = options.keep or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        home = options.home or _made(old, folder / "home")
        if options.against:
            before = _recording(options.against)
            recorded_probes = [probe for probe, _ in before.answers]
            [after] = record([(new, _copy(home, folder / "new"))], recorded_probes, _show)
        else:
            copies = (old, _copy(home, folder / "old")), (new, _copy(home, folder / "new"))
            before, after = record(copies, _probes(old, copies[0][1]), _show)
        _keep(before, after, options)
    window = Window(before.began, datetime.now(UTC), side_by_side=not options.against)
    return compare(before, after, window)


def _made(old: Tree, home: Path) -> Path:
    print("making a home", file=sys.stderr, flush=True)
    make_home(old, home)
    return home


def _copy(home: Path, copy: Path) -> Path:
    return Path(shutil.copytree(home, copy))


def _probes(old: Tree, home: Path) -> list[Probe]:
    return probes(samples_of(old, home), fetched_openapi(old, home))


def _recording(file: Path) -> Recording:
    try:
        return loaded(file)
    except (OSError, ValueError) as error:
        raise Misused(f"{file} cannot be read: {error}.") from error


def _keep(before: Recording, after: Recording, options: argparse.Namespace) -> None:
    if options.record:
        before.save(options.record)
    if options.keep:
        before.save(options.keep / "old.json")
        after.save(options.keep / "new.json")


def _show(number: int) -> None:
    if number % _PROGRESS_EVERY == 0:
        print(f"{number} probes", file=sys.stderr, flush=True)


def compare(before: Recording, after: Recording, window: Window) -> list[Compared]:
    """Return each probe with the differences between two recordings of the same probes."""
    pairs = zip(before.answers, after.answers, strict=True)
    return [Compared(probe, differences(old, new, window)) for (probe, old), (_, new) in pairs]


def _print_compared(answers: Sequence[Compared]) -> int:
    texts = [each for each in answers if each.of_kind(is_text=True)]
    real = [each for each in answers if each.of_kind(is_text=False)]
    for title, some, is_text in (("Texts", texts, True), ("Differences", real, False)):
        for each in some:
            print(f"{title} in {each.probe}")
            for found in each.of_kind(is_text=is_text):
                print(f"  {found}")
    equal = sum(not each.found for each in answers)
    print(f"{len(answers)} answers compared, {equal} equal, {len(texts)} with other texts, "
          f"{len(real)} that differ")  # fmt: skip
    return 1 if real else 0


if __name__ == "__main__":
    sys.exit(main())
