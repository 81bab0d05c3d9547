"""The verb ledger."""

import argparse
from datetime import UTC, datetime

from tidings.cli.options import opened_library
from tidings.cli.output import print_json, print_table, printable
from tidings.cli.time_flags import moment_of
from tidings.engine.library.politeness_report import PolitenessReport, RequestGap
from tidings.serve.api.json_shapes import ledger_shape


def ledger(options: argparse.Namespace) -> int:
    """Tell how a site, or every site, was asked; and whether all delays were held."""
    since = moment_of("--since", options.since, datetime.now(UTC))
    with opened_library(options) as library:
        told = library.politeness_report(options.site, since, options.limit)
    if options.json:
        print_json(ledger_shape(told))
    else:
        _print(told)
    return 0


def _print(told: PolitenessReport) -> None:
    print_table(
        ("what", "count"),
        [
            ("requests", told.requests),
            *((f"  for {name}", count) for name, count in told.by_purpose.items()),
            *((f"  answered {name}", count) for name, count in told.by_status.items()),
            ("not modified", f"{told.not_modified:.1%}"),
            ("bytes", f"{told.bytes:,}"),
            ("kept back by robots.txt", told.robots_refusals),
            *((f"in the hour of {hour:%Y-%m-%d %H:%M} UTC", n) for hour, n in told.by_hour),
            *((f"closest at one {gap.gate}", _sentence(gap)) for gap in told.smallest),
        ],
    )
    for line in told.lines:
        answer = line.status or line.reason or "no answer"
        moment = datetime.fromtimestamp(line.at, UTC)
        where = f"{line.host}{line.path} [{line.address or 'not dialled'}]"
        print(printable(f"{moment:%Y-%m-%d %H:%M:%S.%f}  {answer}  {line.purpose}  {where}"))
    print(f"delays held: {'yes' if told.delays_held else 'no'}")
    if told.worst is not None:
        print(printable(f"  {told.violations} were not, the worst: {_sentence(told.worst)}"))


def _sentence(gap: RequestGap) -> str:
    return f"{gap.seconds:.3f} s where {gap.due:g} s were due ({gap.name})"
