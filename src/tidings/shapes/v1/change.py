"""Edits and deletions of version 1 of the API."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Final, TypedDict

from tidings.model.articles.listing import OutletEdit
from tidings.model.articles.revision import DiffRun, WordChange
from tidings.shapes.history import RunOut
from tidings.shapes.iso_time import iso

_CONTEXT: Final = 80  # characters that are shown before and after a change
_CUT: Final = " … "


class ChangeDiffV1(TypedDict):
    """What an edit changed: word diffs in which long unchanged passages are cut ( … )."""

    revision: Annotated[int, "number of the newer revision, from 2"]
    words_added: int
    words_removed: int
    title: Annotated[list[RunOut], "kept, removed and added runs of the headline"]
    text: Annotated[list[RunOut], "the same of the text; uncut in /articles/{id}/revisions"]


class ChangeV1(TypedDict):
    """An edit, deletion or restoration of an article by its publisher."""

    at: Annotated[str, "when we saw it"]
    kinds: Annotated[list[str], "headline, figures, names and text; or deletion; or restoration"]
    article: Annotated[str, "for /api/v1/articles/{id}"]
    url: str
    source: str
    language: str
    title: Annotated[str, "as it is now"]
    diff: Annotated[ChangeDiffV1 | None, "of an edit"]
    status: Annotated[int | None, "of a deletion: the server's answer, if there was one"]
    detail: Annotated[str, "of a deletion: how we know"]


def change_v1(edit: OutletEdit) -> ChangeV1:
    """Return the shape of an edit."""
    return {
        "at": iso(edit.at),
        "kinds": [str(kind) for kind in edit.kinds],
        "article": edit.article,
        "url": edit.url,
        "source": edit.source,
        "language": edit.language,
        "title": edit.title,
        "diff": _diff(edit),
        "status": edit.status,
        "detail": edit.detail,
    }


def _diff(edit: OutletEdit) -> ChangeDiffV1 | None:
    diff = edit.diff
    if diff is None:
        return None
    return {
        "revision": diff.number,
        "words_added": diff.words_added,
        "words_removed": diff.words_removed,
        "title": [_run(run) for run in diff.title],
        "text": [_run(run) for run in shortened(diff.text)],
    }


def _run(run: DiffRun) -> RunOut:
    return {"change": str(run.change), "text": run.text}


def shortened(runs: Iterable[DiffRun]) -> Iterator[DiffRun]:
    """Yield the runs of a diff, the kept ones cut to what stands next to a change."""
    all_runs = list(runs)
    last = len(all_runs) - 1
    for at, run in enumerate(all_runs):
        if run.change is not WordChange.KEPT:
            yield run
            continue
        head = "" if at == 0 else run.text[:_CONTEXT]
        tail = "" if at == last else run.text[-_CONTEXT:]
        if len(head) + len(tail) >= len(run.text):
            yield run
        elif at != 0 or at != last:
            yield DiffRun(WordChange.KEPT, f"{head}{_CUT}{tail}")


CHANGE_EXAMPLE: ChangeV1 = {
    "at": "2024-05-31T11:30:00Z",
    "kinds": ["headline", "figures", "text"],
    "article": "b1c5a3d0e2f44a17",
    "url": "https://post.example/news/ferry",
    "source": "post.example",
    "language": "en",
    "title": "Old ferry line reopens after nine years",
    "diff": {
        "revision": 2,
        "words_added": 4,
        "words_removed": 1,
        "title": [
            {"change": "kept", "text": "Old ferry line reopens"},
            {"change": "added", "text": " after nine years"},
        ],
        "text": [
            {"change": "kept", "text": " … carried "},
            {"change": "removed", "text": "300"},
            {"change": "added", "text": "420"},
            {"change": "kept", "text": " passengers on its first day … "},
        ],
    },
    "status": None,
    "detail": "",
}
