"""Tag studies: articles with their known text, to learn a site's keen tags from."""

from dataclasses import dataclass

from tidings.extract.methods.keen_tags import learned_tags


@dataclass(frozen=True, slots=True)
class TagStudy:
    """Pages of one site, each with its article's text."""

    pages: tuple[tuple[str, str], ...]


def keen_tags_of(study: TagStudy) -> frozenset[str]:
    """Return the tags that hold article text on this site in addition to the usual ones."""
    return learned_tags(study.pages)
