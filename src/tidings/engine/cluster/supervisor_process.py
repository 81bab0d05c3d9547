"""The process that looks after a node in the background; its argument is the node's folder."""

import sys
from pathlib import Path

from tidings.engine.cluster.node_files import NodeFiles
from tidings.engine.cluster.supervisor import Supervisor
from tidings.events.log_output import logging_to_stderr
from tidings.settings.log_choices import LogLevel
from tidings.settings.tree import LogSettings


def main() -> None:
    """Run the node that the folder describes until told to end."""
    files = NodeFiles(Path(sys.argv[1]))
    plan = files.plan()
    if plan is None:
        raise SystemExit(f"{files.folder} describes no node")
    with logging_to_stderr(LogSettings(level=LogLevel.INFO)):
        Supervisor(files, plan).run()


if __name__ == "__main__":
    main()
