"""The verbs backup, restore and verify."""

import argparse
from dataclasses import asdict
from pathlib import Path

from tidings.cli.options import settings_of
from tidings.cli.output import print_json, printable, say
from tidings.cli.progress import shown_count
from tidings.engine.backups.backup import BackupReport, back_up
from tidings.engine.backups.restore import RestoreReport
from tidings.engine.backups.restore import restore as restored
from tidings.engine.backups.verification import Verification
from tidings.engine.backups.verification import verify as verified


def backup(options: argparse.Namespace) -> int:
    """Copy the home's folder into another."""
    with shown_count("backing up") as bar:
        report = back_up(settings_of(options), Path(options.folder), bar)
    if options.json:
        print_json(_backup_shape(report))
    say(_backup_sentence(report))
    for sentence in report.elsewhere:
        say(f"not in it: {sentence}")
    if report.missing:
        say(
            f"{len(report.missing)} archive files that rows name do not exist "
            f"({report.missing[0]}): 'tidings verify' lists what is lost"
        )
    return 1 if report.missing else 0


def _backup_shape(report: BackupReport) -> dict[str, object]:
    manifest = report.manifest
    return {
        "folder": str(report.folder),
        "made": manifest.made,
        "files": len(manifest.files),
        "bytes": manifest.size,
        "bytes_copied": report.counts.copied,
        "bytes_linked": report.counts.linked,
        "bytes_kept": report.counts.kept,
        "elsewhere": report.elsewhere,
        "missing": report.missing,
        "seconds": report.seconds,
    }


def _backup_sentence(report: BackupReport) -> str:
    """Return what was backed up, and how much of it was there already."""
    counts = asdict(report.counts)
    parts = ", ".join(f"{count / 1e6:.1f} MB {how}" for how, count in counts.items() if count)
    return f"backed up {len(report.manifest.files)} files into {report.folder}: {parts}"


def restore(options: argparse.Namespace) -> int:
    """Put a backup into a home that does not exist yet."""
    with shown_count("restoring") as bar:
        report = restored(settings_of(options), Path(options.folder), bar)
    if options.json:
        print_json(_restore_shape(report))
    manifest = report.manifest
    say(
        f"restored {len(manifest.files)} files ({manifest.size / 1e6:.1f} MB) of {manifest.made} "
        f"into {report.home}; the next crawl or 'tidings index rebuild' makes the index"
    )
    for sentence in report.elsewhere:
        say(f"needed as well: {sentence}")
    return 0


def _restore_shape(report: RestoreReport) -> dict[str, object]:
    return {
        "home": str(report.home),
        "made": report.manifest.made,
        "files": len(report.manifest.files),
        "bytes": report.manifest.size,
        "elsewhere": report.elsewhere,
        "seconds": report.seconds,
    }


def verify(options: argparse.Namespace) -> int:
    """Check every record of the archive; return 1 if something is wrong."""
    with shown_count("verifying") as bar:
        found = verified(settings_of(options), bar)
    if options.json:
        print_json(asdict(found))
    else:
        for problem in found.problems:
            print(printable(f"- {problem}"))
    say(_verification_sentence(found))
    return 1 if found.problem_count else 0


def _verification_sentence(found: Verification) -> str:
    wrong = f"{found.problem_count} problems" if found.problem_count else "no problem"
    if found.problem_count > len(found.problems):
        wrong += f", of which the first {len(found.problems)} are listed"
    rest = ""
    if found.rest is not None and found.rest.objects:
        rest = (
            f"; {found.rest.objects} objects ({found.rest.size / 1e6:.1f} MB) that nothing refers "
            "to: 'tidings compact' removes them"
        )
    return (
        f"{found.records} records in {found.files} files ({found.bytes / 1e6:.1f} MB) and "
        f"{found.urls} rows verified: {wrong}{rest}"
    )
