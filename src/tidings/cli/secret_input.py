"""Reads secrets: never from the command line, where other users of the machine would see them."""

import sys
from getpass import getpass

from tidings.cli.exit_codes import Misuse


def read_secret(prompt: str, *, twice: bool = False) -> str:
    """Return a secret from a prompt that does not show it, or a line of standard input.

    At the prompt a new secret is asked for twice, because nobody sees what is typed.
    """
    is_terminal = sys.stdin.isatty()
    text = (getpass(prompt) if is_terminal else sys.stdin.readline()).rstrip("\r\n")
    if not text:
        raise Misuse("No secret was given: type it at the prompt, or send it to standard input.")
    if twice and is_terminal and getpass("Again: ") != text:
        raise Misuse("You typed two different secrets: nothing was changed. Try again.")
    return text
