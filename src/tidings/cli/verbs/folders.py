"""The verbs `folders` and `folders rename`."""

import argparse

from tidings.cli.command_issuing import issued
from tidings.cli.options import opened_library
from tidings.cli.output import print_json, print_table, say
from tidings.engine.commands.command_values import FolderRenamed, RenameFolder
from tidings.engine.sources.source_folders import folder_path


def folders(options: argparse.Namespace) -> int:
    """List the folders of sources."""
    with opened_library(options) as library:
        counts = library.folders()
    if options.json:
        print_json([{"path": path, "sources": number} for path, number in counts.items()])
        return 0
    print_table(("folder", "sources"), counts.items())
    return 0


def rename(options: argparse.Namespace) -> int:
    """Rename or move a folder with all that is in it."""
    command = RenameFolder(folder_path(options.folder), folder_path(options.to))
    (result,) = issued(options, FolderRenamed, command)
    if options.json:
        print_json({"folder": result.folder, "to": result.to, "sources": result.sources})
    where = f"in {result.to}" if result.to else "in no folder"
    say(f"{result.sources} sources of {result.folder} are {where} now")
    return 0
