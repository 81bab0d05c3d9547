"""A process of its own with access to a home: answers each line of standard input with one."""

import sys
from collections.abc import Callable
from pathlib import Path

from tidings.engine.access.home_access import opened_access
from tidings.settings.tree import Settings


def main() -> None:
    with opened_access(Settings(home=Path(sys.argv[1]))) as home:
        methods: dict[str, Callable[[str], object]] = {
            "token": lambda text: home.access.token(text) is not None,
            "known_token": lambda text: home.access.known_token(text) is not None,
            "session": lambda text: home.access.session(text) is not None,
            "use_link": lambda text: home.access.use_link(text) or "",
            "revoke_token": lambda text: home.access.revoke_token(text).id,
            "remove_user": lambda text: home.access.remove_user(text).name,
        }
        print("ready", flush=True)
        for line in sys.stdin:
            method, text = line.split()
            print(methods[method](text), flush=True)


main()
