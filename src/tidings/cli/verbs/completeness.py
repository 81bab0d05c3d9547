"""The verb completeness: articles expected and found, by source."""

import argparse
from collections.abc import Sequence
from datetime import UTC, datetime

from tidings.cli.exit_codes import Misuse
from tidings.cli.options import opened_library
from tidings.cli.output import print_json, print_table, say
from tidings.model.crawl.completeness import Completeness
from tidings.shapes.completeness import completeness_shape


def completeness(options: argparse.Namespace) -> int:
    """Print how many articles each source was expected to bring, and how many it did."""
    with opened_library(options) as library:
        results = library.completeness(datetime.now(UTC), options.hours, options.site)
    if options.site and not results:
        raise Misuse(f"{options.site} is not followed: 'tidings sources' lists the followed ones.")
    if options.json:
        print_json([completeness_shape(each) for each in results])
    elif options.site:
        _print_hours(results)
    else:
        _print_sites(results)
    for each in results:
        if each.silence is not None:
            say(silence_sentence(each))
    return 0


def silence_sentence(result: Completeness) -> str:
    """Return the alert about a silent source."""
    silence = result.silence
    assert silence is not None
    causes = "; ".join(silence.causes) or "no feed or sitemap is followed"
    return (
        f"{result.site.url} has been silent since {silence.since:%Y-%m-%d %H:%M} UTC; about "
        f"{silence.expected:.0f} articles were expected since then ({causes})."
    )


def _print_sites(results: Sequence[Completeness]) -> None:
    print_table(
        ("source", "expected", "seen", "silent since"),
        (
            (
                each.site.url,
                f"{each.expected:.1f}",
                each.seen,
                each.silence.since if each.silence else None,
            )
            for each in results
        ),
    )


def _print_hours(results: Sequence[Completeness]) -> None:
    for each in results:
        rows = ((hour.start, f"{hour.expected:.2f}", hour.seen) for hour in each.hours)
        print_table(("hour", "expected", "seen"), rows)
