"""Issues commands for verbs: shows progress, and says whom a command waits for."""

import argparse
from collections.abc import Callable
from typing import TypeVar

from tidings.cli.options import settings_of
from tidings.cli.output import say
from tidings.cli.progress import shown_count
from tidings.engine.commands.command_values import Command
from tidings.engine.commands.issuing import IssueListener, opened_commands
from tidings.engine.process.home_lock import HomeOwner

A = TypeVar("A")


class _TerminalListener(IssueListener):
    """Shows what a command's issuer waits for."""

    def __init__(self, show: Callable[[int, int], None]) -> None:
        self._show = show

    def on_progress(self, done: int, total: int) -> None:
        """Show a bar."""
        self._show(done, total)

    def on_wait(self, owner: HomeOwner) -> None:
        """Say who will execute the command."""
        say(f"waiting for {owner}; you may stop waiting, the command is stored and not lost")


def issued(
    options: argparse.Namespace, answer: type[A], *commands: Command, create: bool = False
) -> list[A]:
    """Have commands executed, and return their answers, which are of one kind."""
    with (
        shown_count("executing") as show,
        opened_commands(settings_of(options), create=create) as home,
    ):
        answers = home.issue(*commands, listener=_TerminalListener(show))
    return [each for each in answers if isinstance(each, answer)]
