"""The reference page of all settings, made from the comments in `tree.py`.

python -m tidings.settings.reference > docs/settings.md
"""

import ast
import inspect
import io
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from typing import Any

from tidings.settings import tree
from tidings.settings.tree import Settings

_HEAD = """# Settings
Made from `src/tidings/settings/tree.py` by `python -m tidings.settings.reference`; do not edit.

Defaults < `tidings.toml` (in the current folder, then in the home) < `TIDINGS_…` < flags. The same
setting three ways:
```
[search.zones]                       # tidings.toml
title = 2.5
TIDINGS_SEARCH_ZONES_TITLE=2.5       # environment
--set search.zones.title=2.5         # flag
```
Durations are in seconds unless the name says otherwise. `[queries]` holds saved queries under names
of your own, for `tidings add URL --about @name`."""


def reference_page() -> str:
    """Return the page as Markdown."""
    notes = _notes()
    sections = [
        _section(getattr(Settings(), field.name), field.name, notes)
        for field in fields(Settings)
        if is_dataclass(getattr(Settings(), field.name))
    ]
    return "\n\n".join([_HEAD, *sections]) + "\n"


def _section(branch: Any, path: str, notes: Mapping[tuple[str, str], str]) -> str:
    rows, inner = [], []
    for field in fields(branch):
        value = getattr(branch, field.name)
        if is_dataclass(value):
            inner.append(_section(value, f"{path}.{field.name}", notes))
        else:
            note = notes.get((type(branch).__name__, field.name), "")
            rows.append(f"| `{field.name}` | {_default(value)} | {_cell(note)} |")
    lines = [
        f"## {path}",
        inspect.getdoc(type(branch)) or "",
        "",
        "| setting | default | meaning |",
    ]
    return "\n\n".join(["\n".join([*lines, "|---|---|---|", *rows]), *inner])


def _default(value: Any) -> str:
    if isinstance(value, StrEnum):
        others = ", ".join(choice.value for choice in type(value) if choice is not value)
        return f"`{value.value}` (or {others})"
    if isinstance(value, bool):
        return "`true`" if value else "`false`"
    if isinstance(value, tuple | str):
        return f"`{value}`" if value else "none"
    return f"`{value:.10g}`" if isinstance(value, float) else f"`{value}`"


def _cell(text: str) -> str:
    return text.replace("|", r"\|")


def _notes() -> dict[tuple[str, str], str]:
    """Return the comments of every setting by class and name."""
    source = inspect.getsource(tree)
    comments = _comments(source)
    return {
        (node.name, field): note
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef)
        for field, note in _class_notes(node, comments)
    }


def _comments(source: str) -> dict[int, str]:
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {
        token.start[0]: token.string.lstrip("# ")
        for token in tokens
        if token.type == tokenize.COMMENT
    }


def _class_notes(node: ast.ClassDef, comments: Mapping[int, str]) -> Iterator[tuple[str, str]]:
    """Yield each field with the comments above it and beside it."""
    last = node.lineno
    for each in node.body:
        end = each.end_lineno or each.lineno
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            lines = [comments[line] for line in range(last + 1, end + 1) if line in comments]
            yield each.target.id, " ".join(lines)
        last = end


if __name__ == "__main__":
    print(reference_page(), end="")
