"""Issues a command or compacts, and kills itself with SIGKILL when it reaches a stage.

Usage: command_process.py HOME STAGE N. STAGE is `none` or the name of a stage, a space, and what to
do: `delete URL`, `delete-source URL`, `add URL`, `set URL KEY=VALUE`, `compact`. Prints the answer.
"""

import json
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from tests.crash.crawl_process import arm_at

from tidings.engine.commands import execution, issuing, source_commands, takedown
from tidings.engine.commands.command_kinds import kind_of
from tidings.engine.commands.command_values import (
    AddSource,
    Command,
    DeleteArticle,
    DeleteSource,
    ImportSources,
    PauseSource,
    RemoveSource,
    ResumeSource,
    RetrySource,
    SetSource,
)
from tidings.engine.commands.issuing import Commands, opened_commands
from tidings.engine.maintenance import compaction
from tidings.settings.tree import Settings
from tidings.store.archive import file_compaction

COMMAND_STAGES: dict[str, tuple[Any, str, str]] = {
    "after-its-row": (Commands, "_answer", "before"),
    "before-its-execution": (execution, "_step", "before"),
    "after-its-effect": (execution, "_step", "after"),  # not committed
    "between-two-parts": (issuing, "execute_step", "before"),
    "before-reading-the-answer": (issuing, "execute_waiting", "after"),
}
COMPACTION_STAGES: dict[str, tuple[Any, str, str]] = {
    "before-rewriting": (compaction, "rewrite_without", "before"),
    "before-the-new-file-appears": (file_compaction, "_publish", "before"),
    "before-it-is-sealed": (file_compaction, "seal_warc", "before"),
    "after-rewriting": (compaction, "rewrite_without", "after"),
    "after-moving-places": (compaction, "_switch", "after"),  # not committed
    "before-removing-the-old-file": (compaction, "remove_file", "before"),
    "after-removing-the-old-file": (compaction, "remove_file", "after"),
}
STAGES = COMMAND_STAGES | COMPACTION_STAGES
KINDS: dict[str, type[Any]] = {
    "add": AddSource,
    "pause": PauseSource,
    "resume": ResumeSource,
    "retry": RetrySource,
    "remove": RemoveSource,
    "delete": DeleteArticle,
    "delete-source": DeleteSource,
}


def command_from(words: list[str]) -> Command:
    """Return the command that words name."""
    if words[0] == "set":
        return SetSource(words[1], tuple(words[2:]))
    if words[0] == "import":
        return ImportSources(tuple(words[1:]))
    command: Command = KINDS[words[0]](words[1])
    return command


def small_settings(home: Path) -> Settings:
    """Settings with quick commits, and parts so small that kills can interrupt a command."""
    takedown._BATCH = 2
    source_commands._BATCH = 2
    settings = Settings(home=home)
    return replace(settings, store=replace(settings.store, commit_seconds=0.0))


def main() -> None:
    """Run with the arguments of the command line."""
    home, stage, *words = sys.argv[1], *sys.argv[2].split()
    settings = small_settings(Path(home))
    if stage != "none":
        arm_at(STAGES, stage, int(sys.argv[3]))
    if words == ["compact"]:
        print(compaction.compact(settings).records)
        return
    command = command_from(words)
    with opened_commands(settings) as commands:
        (answer,) = commands.issue(command)
    print(kind_of(command), json.dumps(asdict(answer)))


if __name__ == "__main__":
    main()
