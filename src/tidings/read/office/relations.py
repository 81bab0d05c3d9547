"""The relations of an OOXML package: part names by id or by purpose."""

from collections.abc import Mapping
from posixpath import dirname, join, normpath

from tidings.read.office.package import Package, PartHandler, attribute, read_part

_MAX_RELATIONS = 5_000


class Relations(PartHandler):
    """Targets as part names, without those outside the package."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self.by_id: dict[str, str] = {}
        self.by_purpose: dict[str, str] = {}  # the last word of the relation's type

    def start_element(self, name: str, attributes: Mapping[str, str]) -> None:
        """Record a <Relationship>."""
        external = attribute(attributes, "TargetMode") == "External"
        if name != "Relationship" or external or len(self.by_id) >= _MAX_RELATIONS:
            return
        target = normpath(join("/", self._folder, attribute(attributes, "Target"))).lstrip("/")
        purpose = attribute(attributes, "Type").rpartition("/")[2]
        self.by_id[attribute(attributes, "Id")] = target
        self.by_purpose.setdefault(purpose, target)


def relations_of(package: Package, part: str) -> Relations:
    """Return the relations of a part, or of the package itself for an empty name."""
    folder = dirname(part)
    relations = Relations(folder)
    name = part.rpartition("/")[2]
    read_part(package, join(folder, "_rels", f"{name}.rels"), relations)
    return relations
