"""The arguments of the verbs that copy a home, put one back, and check all of it."""

import argparse

from tidings.cli.verb_arguments import add_verb


def add_backup_verbs(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the verbs backup, restore and verify."""
    module = "tidings.cli.home.backups"
    backup = add_verb(verbs, "backup", "copy what is in the home's folder, while it is in use; "
                      "again into the same folder copies only what is new",
                      module, "backup")  # fmt: skip
    restore = add_verb(verbs, "restore", "put a backup into a home that does not exist yet",
                       module, "restore")  # fmt: skip
    for sub in (backup, restore):
        sub.add_argument("folder", metavar="FOLDER", help="of the backup")
    add_verb(verbs, "verify", "read every record of the archive, and compare it with its digests, "
             "the index and the rows", module, "verify")  # fmt: skip
