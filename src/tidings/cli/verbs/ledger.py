"""The verb ledger: the requests sent, and whether delays were kept."""

import argparse
from datetime import UTC, datetime

from tidings.cli.options import opened_library
from tidings.cli.output import print_json, print_table, printable
from tidings.cli.time_flags import moment_of
from tidings.model.web.politeness import PolitenessReport, RequestGap
from tidings.shapes.ledger import ledger_shape


def ledger(options: argparse.Namespace) -> int:
    """Print the requests to one source or all, and whether all delays were kept."""
    since = moment_of("--since", options.since, datetime.now(UTC))
    with opened_library(options) as library:
        report = library.politeness_report(options.site, since, options.limit)
    if options.json:
        print_json(ledger_shape(report))
    else:
        _print(report)
    return 0


def _print(report: PolitenessReport) -> None:
    print_table(
        ("what", "count"),
        [
            ("requests", report.requests),
            *((f"  for {name}", count) for name, count in report.by_purpose.items()),
            *((f"  answered {name}", count) for name, count in report.by_status.items()),
            ("not modified (304)", f"{report.not_modified:.1%}"),
            ("sent again unchanged", f"{report.same_bytes:.1%}"),
            ("bytes", f"{report.bytes:,}"),
            ("blocked by robots.txt", report.robots_refusals),
            *((f"in the hour of {hour:%Y-%m-%d %H:%M} UTC", n) for hour, n in report.by_hour),
            *((f"smallest gap at one {gap.gate}", _sentence(gap)) for gap in report.smallest),
        ],
    )
    for line in report.lines:
        answer = line.status or line.reason or "no response"
        moment = datetime.fromtimestamp(line.at, UTC)
        way = " ".join(filter(None, (line.address, line.proxy and f"through {line.proxy}")))
        where = f"{line.host}{line.path} [{way or 'not connected'}]"
        print(printable(f"{moment:%Y-%m-%d %H:%M:%S.%f}  {answer}  {line.purpose}  {where}"))
    print(f"delays kept: {'yes' if report.delays_held else 'no'}")
    if report.worst is not None:
        print(printable(f"  {report.violations} were not; the worst: {_sentence(report.worst)}"))


def _sentence(gap: RequestGap) -> str:
    return f"{gap.seconds:.3f} s, {gap.due:g} s required ({gap.name})"
