"""Late parts: pieces of a page that a server sends at its end, for a script to put in their place.

React gives the pieces the ids S:1 and so on and hides them; their places are templates with the
ids B:1 or P:1 and so on.
"""

from selectolax.lexbor import LexborNode

_PLACES, _LATE = ("B:", "P:"), "S:"
_MAX_PARTS = 1_000


class LateParts:
    """The late parts of one page; each is read once, in its place."""

    __slots__ = ("_parts",)

    def __init__(self) -> None:
        """Begin without looking for any: few pages have them."""
        self._parts: dict[str, LexborNode] | None = None

    @property
    def used(self) -> bool:
        """Whether there was a place for one."""
        return self._parts is not None

    def part_for(self, root: LexborNode, place: LexborNode, tag: str) -> LexborNode | None:
        """Return the first node of the part that belongs in a place, None if there is none."""
        name = (place.attributes.get("id") or "") if tag == "template" else ""
        if not name.startswith(_PLACES):
            return None
        if self._parts is None:
            found = root.css(f'div[hidden][id^="{_LATE}"]')[:_MAX_PARTS]
            self._parts = {part.id or "": part for part in found}
        part = self._parts.pop(f"{_LATE}{name[2:]}", None)
        return part.first_child if part is not None else None

    def is_placed(self, node: LexborNode, tag: str) -> bool:
        """Return whether a node is a part that has been read in its place."""
        name = (node.id or "") if tag == "div" else ""
        return name.startswith(_LATE) and name not in (self._parts or {})
