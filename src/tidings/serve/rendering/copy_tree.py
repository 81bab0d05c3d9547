"""Who copied from whom in a story, as trees. Not HTML."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from tidings.model.articles.story import StoryArticle

_DEPTH: Final = 6  # deeper copies stand beside the one they come from: lists get too narrow


@dataclass(frozen=True, slots=True)
class CopyNode:
    """An article, and those that were copied from it."""

    article: StoryArticle
    copies: list["CopyNode"] = field(default_factory=list)


def copy_trees(articles: Iterable[StoryArticle]) -> list[CopyNode]:
    """Return the originals that were copied, each with its copies; the oldest first."""
    nodes = {each.article: CopyNode(each) for each in articles}
    roots: list[CopyNode] = []
    for node in nodes.values():
        parent = _parent(node, nodes)
        (roots if parent is None else parent.copies).append(node)
    return [root for root in roots if root.copies]


def _parent(node: CopyNode, nodes: dict[str, CopyNode]) -> CopyNode | None:
    """Return the node to stand under: the nearest ancestor that is not too deep."""
    ancestors: list[CopyNode] = []
    seen = {node.article.article}
    above = nodes.get(node.article.copy_of or "")
    while above is not None and above.article.article not in seen:
        seen.add(above.article.article)
        ancestors.append(above)
        above = nodes.get(above.article.copy_of or "")
    if above is not None:  # a circle is nobody's copy
        return None
    return ancestors[-_DEPTH:][0] if ancestors else None
