"""The verbs extract, why, status and doctor."""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import uvloop

from tidings.cli.exit_codes import Misuse
from tidings.cli.options import opened_library, settings_of
from tidings.cli.output import print_json, print_table, printable, say
from tidings.engine.library.follower_status import FollowerStatus
from tidings.engine.library.home_status import ModelStatus
from tidings.engine.maintenance.doctor import CheckResult, examine
from tidings.engine.maintenance.page_extraction import extracted_file, extracted_url
from tidings.model.articles.article import Extraction, UnreadablePage
from tidings.model.articles.extraction_method import ExtractionMethod
from tidings.model.crawl.source import Source
from tidings.model.crawl.source_condition import SourceCondition
from tidings.shapes.article import extraction_shape
from tidings.shapes.explanation import explanation_shape
from tidings.shapes.left_urls import left_shape
from tidings.shapes.source import condition_shape

_MOST_ALARMS = 20  # in the table; 'tidings sources' has all


def extract(options: argparse.Namespace) -> int:
    """Extract one page, from a file, the web or standard input."""
    page = read_page(options, ExtractionMethod(options.method))
    if isinstance(page, UnreadablePage):
        return report_unreadable(options.page, page)
    if options.json:
        print_json({**extraction_shape(page), "method": options.method})
        return 0
    print(printable(f"{page.title}\n\n{page.text}"))
    say(f"{page.kind} ({page.verdict.confidence:.2f}): {'; '.join(page.verdict.reasons)}")
    if not page.text and options.method != ExtractionMethod.BEST:
        say(f"no text: {dict(page.signals)['text']}")
    return 0


def report_unreadable(name: str, page: UnreadablePage) -> int:
    """Report why a page cannot be extracted; return the exit code."""
    detail = f" ({page.detail})" if page.detail else ""
    say(f"tidings: {name} cannot be extracted: {page.reason}{detail}.")
    return 1


def read_page(options: argparse.Namespace, method: ExtractionMethod) -> Extraction | UnreadablePage:
    """Return a page from a file, the web or standard input."""
    if options.page == "-":
        return extracted_file(sys.stdin.buffer.read(), options.url, settings_of(options), method)
    if options.page.startswith(("http://", "https://")):
        return uvloop.run(extracted_url(options.page, settings_of(options), method))
    path = Path(options.page)
    if not path.is_file():
        raise Misuse(f"{options.page} is neither a file nor an http(s) address.")
    return extracted_file(
        path.read_bytes(), options.url, settings_of(options), method, name=path.name
    )


def why(options: argparse.Namespace) -> int:
    """Explain a URL."""
    with opened_library(options) as library:
        found = library.why(options.url)
    if options.json:
        print_json(explanation_shape(found))
        return 0
    print(printable(f"{found.url}\n{found.state}" + (f", {found.kind}" if found.kind else "")))
    for reason in found.reasons:
        print(printable(f"  - {reason}"))
    for visit in found.visits:
        status = visit.status or "no response"
        print(printable(f"  {visit.at:%Y-%m-%d %H:%M:%S} UTC  {status}  {visit.reason}"))
    return 0


def status(options: argparse.Namespace) -> int:
    """Show the state of the home."""
    with opened_library(options) as library:
        state, models, alarming = library.status(), library.models(), library.alarming_sources()
        left = library.left_urls()
    if options.json:
        print_json(
            asdict(state)
            | {"models": models}
            | {
                "bringing_nothing": [
                    {"url": source.url, **condition_shape(condition)}
                    for source, condition in alarming
                ],
                "left": [left_shape(each) for each in left],
            }
        )
        return 0
    print_table(
        ("what", "count"),
        [
            ("sources", state.sites),
            ("  paused", state.paused),
            ("  bring nothing", len(alarming)),
            *(_alarm_row(source, condition) for source, condition in alarming[:_MOST_ALARMS]),
            ("  URLs left", sum(each.count for each in left)),
            *((f"    {each.url}", each.count) for each in left[:_MOST_ALARMS]),
            ("articles", state.articles),
            ("searchable", state.indexed),
            ("annotated", state.annotated),
            *((f"  {_model(each)}", each.articles) for each in models),
            ("stories", state.stories),
            *(row for each in state.followers for row in _follower_rows(each)),
            ("rechecks", state.rechecks),
            ("  revisions", state.revisions),
            ("  deleted by publishers", state.deleted),
            *sorted(state.by_state.items()),
            *((f"  {reason}", count) for reason, count in sorted(state.by_reason.items())),
            *((f"  links dropped: {why}", n) for why, n in sorted(state.dropped_links.items())),
            *((f"  subscriptions {how}", n) for how, n in sorted(state.subscriptions.items())),
        ],
    )
    return 0


def _alarm_row(source: Source, condition: SourceCondition) -> tuple[str, object]:
    return f"    {source.url}: {condition.in_words()}", ""


def _follower_rows(each: FollowerStatus) -> Iterator[tuple[str, object]]:
    """Yield how many changes a follower has not taken in, and why it fails."""
    yield f"  changes that wait for the {each.name}", "?" if each.behind is None else each.behind
    if each.failing_since is not None:
        yield (
            f"    fails since {each.failing_since:%Y-%m-%d %H:%M} UTC: {each.error}",
            each.attempts,
        )


def _model(each: ModelStatus) -> str:
    """Return a step's model, and what to do if it is outdated."""
    old = "" if each.is_current else " (outdated: run tidings rebuild)"
    return f"{each.step} by {each.model}{old}"


def _verdict(finding: CheckResult) -> str:
    """Return the word for a check; what is only worth a look is not damaged, nor healthy."""
    if not finding.healthy:
        return "PROBLEM"
    return "LOOK" if finding.notes else "healthy"


def doctor(options: argparse.Namespace) -> int:
    """Check the home; return 1 if something is wrong."""
    findings = list(examine(settings_of(options)))
    if options.json:
        print_json([{"check": f.check, "healthy": f.healthy, "trouble": f.trouble,
                     "notes": f.notes, "facts": f.facts} for f in findings])  # fmt: skip
    else:
        for finding in findings:
            print(f"{finding.check}: {_verdict(finding)}")
            for line in (*finding.trouble, *finding.notes, *finding.facts):
                print(printable(f"  - {line}"))
    return 0 if all(finding.healthy for finding in findings) else 1
