"""Site memory: what earlier pages of a site say about the next one. It does not count them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tidings.extract.content.blocks import PageBlocks, TextBlock, block_key, may_repeat
from tidings.extract.content.body import ArticleBody
from tidings.extract.site_memory.url_template import general_template, template_of
from tidings.model.web.page import PageKind, PageVerdict

Odds = tuple[int, int, int]  # articles, index pages, valueless pages

_NOTHING: Odds = (0, 0, 0)
_ENOUGH = 3  # pages of a template before it is used instead of its general form

_HEADLINE = 18.0
_LINKED = 0.7
_PARAGRAPH = 60.0
_MAX_KEYS = 200  # from either end of a page: boilerplate is rarely in the middle of a long one
_SURE = 0.8  # less certain verdicts are not counted for their address


@dataclass(frozen=True, slots=True)
class SiteMemory:
    """What is known about a site."""

    pages: int = 0  # articles learned from
    repeated: frozenset[int] = frozenset()  # keys of blocks that occur on many of its pages
    templates: Mapping[str, Odds] = field(default_factory=dict)
    keen_tags: frozenset[str] = frozenset()

    def template_odds(self, url: str) -> Odds:
        """Return how many articles, index pages and valueless pages had such an address."""
        if not self.templates:
            return _NOTHING
        template = template_of(url)
        exact = self.templates.get(template, _NOTHING)
        if sum(exact) >= _ENOUGH:
            return exact
        return self.templates.get(general_template(template), exact)

    def repeated_except(self, *own: str) -> frozenset[int]:
        """Return the repeated blocks, except a page's own words.

        Other pages show an article's title and standfirst as a teaser; on its own page these are
        text.
        """
        return self.repeated.difference(map(block_key, own)) if self.repeated else self.repeated


EMPTY_SITE_MEMORY = SiteMemory()


@dataclass(frozen=True, slots=True)
class MemoryUpdate:
    """What one page adds to the memory of its site."""

    template: str  # empty if the page's kind is not certain enough
    kind: PageKind
    blocks: tuple[int, ...] = ()  # keys of all possible boilerplate; articles only
    body: tuple[int, ...] = ()  # keys of the paragraphs found to be its text


def memory_update_of(
    url: str, found: PageBlocks, body: ArticleBody, verdict: PageVerdict
) -> MemoryUpdate:
    """Return what a page adds to the memory of its site."""
    is_sure = verdict.confidence >= _SURE and not verdict.doubtful
    template = template_of(url) if url and is_sure else ""
    if verdict.kind is not PageKind.ARTICLE or verdict.doubtful:
        return MemoryUpdate(template, verdict.kind)
    kept = (found.blocks[index] for index in body.kept[:_MAX_KEYS])
    paragraphs = {block_key(block.text) for block in kept if block.weight >= _PARAGRAPH}
    return MemoryUpdate(
        template, verdict.kind, _block_keys(found.blocks), tuple(sorted(paragraphs))
    )


def _block_keys(blocks: list[TextBlock]) -> tuple[int, ...]:
    """The keys of the blocks that may be boilerplate, each once."""
    wanted = [at for at, block in enumerate(blocks) if may_repeat(block)]
    if len(wanted) > 2 * _MAX_KEYS:
        wanted = wanted[:_MAX_KEYS] + wanted[-_MAX_KEYS:]
    keys = {block_key(blocks[at].text) for at in wanted if not _is_teaser(blocks, at)}
    return tuple(sorted(keys))


def _is_teaser(blocks: list[TextBlock], at: int) -> bool:
    """Return whether a block is below a linked headline: then it is another article's text."""
    above = blocks[at - 1] if at else None
    return above is not None and above.linked > _LINKED and above.weight >= _HEADLINE
