"""The verbs `index …`."""

import argparse

from tidings.cli.options import settings_of
from tidings.cli.output import print_json, say
from tidings.engine.home import existing_home
from tidings.engine.linking import refreshed


def ranks(options: argparse.Namespace) -> int:
    """Work out page, host and domain ranks from the archive's links, now."""
    settings = settings_of(options)
    result = refreshed(existing_home(settings.home), settings)
    for note in result.notes:
        say(note)
    if options.json:
        print_json(result)
    say(
        f"ranked {result.pages} pages, {result.hosts} hosts and {result.domains} domains by "
        f"{result.links} links on {result.linking_pages} pages, {result.read} of them read now"
    )
    return 0
