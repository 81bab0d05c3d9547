from collections import Counter, defaultdict

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.search.links.aliases import KeyAliases
from tidings.search.links.anchors import Anchors, anchors_of
from tidings.search.links.edges import AnchorTexts, Edges
from tidings.search.links.page_keys import PageKeys
from tidings.search.links.page_links import PageLinks
from tidings.settings.tree import LinkSettings

Web = dict[int, dict[int, str]]


def keys(number: int) -> PageKeys:
    return PageKeys(number, number // 10, number // 10)


def anchors(
    web: Web, articles: list[int], aliases: dict[int, int], settings: LinkSettings
) -> Anchors:
    edges = Edges.of(
        PageLinks(keys(page), tuple((keys(target), text) for target, text in links.items()))
        for page, links in web.items()
    )
    wanted = np.array(articles, np.uint64)
    return anchors_of(edges, KeyAliases.of(aliases.items()), wanted, settings)


def by_definition(
    web: Web, articles: list[int], settings: LinkSettings
) -> dict[int, list[tuple[int, str]]]:
    """For each article the counts of its distinctive texts, the most frequent first."""
    counts: dict[int, Counter[str]] = defaultdict(Counter)
    for page, links in web.items():
        for target, text in links.items():
            if target in articles and target != page and text:
                counts[target][text] += 1
    pages_with: dict[tuple[int, str], set[int]] = defaultdict(set)
    for target, texts in counts.items():
        for text in texts:
            pages_with[target // 10, text].add(target)
    return {
        target: sorted(
            (-count, text)
            for text, count in texts.items()
            if len(pages_with[target // 10, text]) <= settings.anchor_targets
        )
        for target, texts in counts.items()
    }


WEBS = st.dictionaries(
    st.integers(0, 29),
    st.dictionaries(st.integers(0, 29), st.sampled_from(["", "a", "bb", "字"]), max_size=6),
    max_size=8,
)


@given(WEBS, st.lists(st.integers(0, 29), unique=True), st.integers(1, 3), st.integers(1, 3))
@settings(max_examples=50)
def test_an_article_has_its_most_frequent_distinctive_texts(
    web: Web, articles: list[int], most: int, targets: int
) -> None:
    options = LinkSettings(anchors=most, anchor_targets=targets)
    found = anchors(web, articles, {}, options)
    wanted = by_definition(web, articles, options)
    for article in range(30):
        texts = found.of(article)
        ranked = wanted.get(article, [])
        counts = {text: -count for count, text in ranked}
        assert len(texts) == len(set(texts)) == min(most, len(ranked))
        # Equally frequent texts may come in any order, but not before more frequent ones.
        assert [-counts[text] for text in texts] == [count for count, _ in ranked[:most]]


def test_links_to_an_alias_describe_the_article_but_not_those_of_its_own_copies() -> None:
    web = {1: {20: "storm"}, 2: {21: "storm"}, 3: {21: "flood"}, 21: {20: "print this"}}
    found = anchors(web, [20], {21: 20}, LinkSettings())
    assert found.of(20) == ["storm", "flood"]
    assert found.of(21) == []


def test_only_articles_have_texts() -> None:
    found = anchors({1: {20: "front page", 21: "story"}}, [21], {}, LinkSettings())
    assert (found.of(20), found.of(21)) == ([], ["story"])


def test_nothing_has_no_texts() -> None:
    none = Anchors(np.zeros(0, np.uint64), AnchorTexts.of([]))
    assert none.of(7) == []
    assert anchors({}, [], {}, LinkSettings()).of(7) == []
