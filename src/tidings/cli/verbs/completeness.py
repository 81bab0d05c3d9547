"""The verb completeness."""

import argparse
from collections.abc import Sequence
from datetime import UTC, datetime

from tidings.cli.exit_codes import Misuse
from tidings.cli.options import opened_library
from tidings.cli.output import print_json, print_table, say
from tidings.model.crawl.completeness import Completeness
from tidings.serve.api.completeness import completeness_shape


def completeness(options: argparse.Namespace) -> int:
    """Print what the sites should have brought beside what they did."""
    with opened_library(options) as library:
        told = library.completeness(datetime.now(UTC), options.hours, options.site)
    if options.site and not told:
        raise Misuse(f"{options.site} is not followed: 'tidings sources' lists what is.")
    if options.json:
        print_json([completeness_shape(each) for each in told])
    elif options.site:
        _print_hours(told)
    else:
        _print_sites(told)
    for each in told:
        if each.silence is not None:
            say(silence_sentence(each))
    return 0


def silence_sentence(told: Completeness) -> str:
    """Return the alert about a silent site."""
    silence = told.silence
    assert silence is not None
    causes = "; ".join(silence.causes) or "no feed or sitemap is followed"
    return (
        f"{told.site.url} is silent since {silence.since:%Y-%m-%d %H:%M} UTC, when about "
        f"{silence.expected:.0f} articles were due ({causes})."
    )


def _print_sites(told: Sequence[Completeness]) -> None:
    print_table(
        ("site", "expected", "seen", "silent since"),
        (
            (t.site.url, f"{t.expected:.1f}", t.seen, t.silence.since if t.silence else None)
            for t in told
        ),
    )


def _print_hours(told: Sequence[Completeness]) -> None:
    for each in told:
        rows = ((hour.start, f"{hour.expected:.2f}", hour.seen) for hour in each.hours)
        print_table(("hour", "expected", "seen"), rows)
