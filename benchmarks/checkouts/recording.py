"""A recording: a tree's answers to many probes, with their time."""

import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from benchmarks.checkouts.probe import Probe
from benchmarks.checkouts.reading import outline, printed, sent
from benchmarks.checkouts.tree import Server, Tree

_OPENAPI = "/openapi.json"
_PLAIN = "export"  # it prints the export itself and needs no --json


@dataclass(frozen=True, slots=True)
class Recording:
    """Probes with their answers."""

    began: datetime
    answers: list[tuple[Probe, Any]] = field(default_factory=list)

    def save(self, file: Path) -> None:
        """Write it as JSON."""
        rows = [{"verb": p.verb, "path": p.path, "answer": answer} for p, answer in self.answers]
        kept = {"began": self.began.isoformat(), "answers": rows}
        file.write_text(json.dumps(kept, ensure_ascii=False, indent=1))


def loaded(file: Path) -> Recording:
    """Read a recording; raises OSError and ValueError."""
    kept = json.loads(file.read_text())
    try:
        rows = [(Probe(tuple(r["verb"]), r["path"]), r["answer"]) for r in kept["answers"]]
        return Recording(datetime.fromisoformat(kept["began"]), rows)
    except (KeyError, TypeError) as error:
        raise ValueError("it is not a recording") from error


def record(
    trees: Sequence[tuple[Tree, Path]], probes: Sequence[Probe], show: Callable[[int], None]
) -> list[Recording]:
    """Run all probes on one or more trees, each on its own home; raises Failed.

    They run together, because some answers depend on the time of day.
    """
    began = datetime.now(UTC)
    recordings = [Recording(began) for _ in trees]
    with ExitStack() as stack, ThreadPoolExecutor(len(trees)) as threads:
        servers = [stack.enter_context(tree.serving(home)) for tree, home in trees]
        for number, probe in enumerate(probes):
            show(number)
            turns = [
                threads.submit(_answer, tree, home, server, probe)
                for (tree, home), server in zip(trees, servers, strict=True)
            ]
            for recording, turn in zip(recordings, turns, strict=True):
                recording.answers.append((probe, turn.result()))
    return recordings


def fetched_openapi(tree: Tree, home: Path) -> Any:
    """Return the paths that a tree's server describes; raises Failed."""
    with tree.serving(home) as server:
        return json.loads(_fetch(server, _OPENAPI)[2])["paths"]


def _answer(tree: Tree, home: Path, server: Server, probe: Probe) -> Any:
    if probe.verb:
        form = () if probe.verb[0] == _PLAIN else ("--json",)
        return printed(tree.run(home, *probe.verb, *form), str(home))
    try:
        status, kind, body = _fetch(server, probe.path)
    except (OSError, HTTPException) as error:
        return {"failed": type(error).__name__}
    if probe.path == _OPENAPI and status == 200:
        return outline(json.loads(body))
    return sent(status, kind, body, server, str(home))


def _fetch(server: Server, path: str) -> tuple[int, str, bytes]:
    connection = HTTPConnection(urlsplit(server.url).netloc, timeout=60)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.getheader("content-type", ""), answer.read()
    finally:
        connection.close()
