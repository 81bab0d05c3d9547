from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.search.links.edge_merging import merged_edges
from tidings.search.links.edges import Edges
from tidings.search.links.page_keys import PageKeys
from tidings.search.links.page_links import PageLinks

Batch = dict[int, dict[int, str]]  # by page: its targets with the texts of the links

BATCHES = st.lists(
    st.dictionaries(
        st.integers(0, 6),
        st.dictionaries(st.integers(0, 9), st.sampled_from(["", "a", "bb", "字"]), max_size=4),
        max_size=4,
    ),
    max_size=5,
)


def keys(number: int) -> PageKeys:
    return PageKeys(number + 1_000, number // 2, number // 4)


def edges(batch: Batch) -> Edges:
    return Edges.of(
        PageLinks(keys(page), tuple((keys(target), text) for target, text in links.items()))
        for page, links in batch.items()
    )


def read(found: Edges) -> Batch:
    batch: Batch = {int(page) - 1_000: {} for page in found.pages.page}
    for source, target, text in zip(found.source, found.target, found.text, strict=True):
        page = int(found.pages.page[source]) - 1_000
        batch[page][int(found.targets.page[target]) - 1_000] = found.texts.text(int(text))
    return batch


@given(BATCHES)
@settings(max_examples=80)
def test_the_newest_copy_of_every_page_is_left(batches: list[Batch]) -> None:
    newest: Batch = {}
    for batch in batches:
        newest |= batch
    found = merged_edges([edges(batch) for batch in batches])
    assert read(found) == newest
    assert sorted(found.pages.page.tolist()) == sorted(page + 1_000 for page in newest)


@given(BATCHES)
@settings(max_examples=60)
def test_every_target_and_text_is_there_once_and_only_if_it_is_used(batches: list[Batch]) -> None:
    if len(batches) == 1:
        batches = [*batches, {}]
    found = merged_edges([edges(batch) for batch in batches])
    assert sorted(set(found.target.tolist())) == list(range(len(found.targets.page)))
    assert len(set(found.targets.page.tolist())) == len(found.targets.page)
    used = {0, *found.text.tolist()} if batches else set()
    assert sorted(used) == list(range(len(found.texts.keys)))
    assert len(set(found.texts.keys.tolist())) == len(found.texts.keys)
    assert not batches or found.texts.text(0) == ""


@given(BATCHES, st.integers(0, 5))
@settings(max_examples=40)
def test_merging_in_two_steps_equals_merging_at_once(batches: list[Batch], cut: int) -> None:
    made = [edges(batch) for batch in batches]
    steps = [each for part in (made[:cut], made[cut:]) if part for each in [merged_edges(part)]]
    assert read(merged_edges(steps)) == read(merged_edges(made))


def test_hosts_and_domains_stay_with_their_pages() -> None:
    found = merged_edges([edges({1: {5: "x"}}), edges({6: {3: "y", 5: ""}}), edges({1: {9: "z"}})])
    assert dict(zip(found.pages.page.tolist(), found.pages.host.tolist(), strict=True)) == {
        1_006: 3,
        1_001: 0,
    }
    assert {
        page: (host, domain)
        for page, host, domain in zip(
            found.targets.page.tolist(),
            found.targets.host.tolist(),
            found.targets.domain.tolist(),
            strict=True,
        )
    } == {1_003: (1, 0), 1_005: (2, 1), 1_009: (4, 2)}


def test_a_single_batch_is_returned_as_it_is() -> None:
    one = edges({1: {2: "x"}})
    assert merged_edges([one]) is one


def test_a_page_that_lost_its_links_loses_them() -> None:
    found = merged_edges([edges({1: {2: "x"}, 3: {2: ""}}), edges({1: {}})])
    assert read(found) == {1: {}, 3: {2: ""}}
    assert (len(found.texts.keys), found.counts.dtype.str) == (1, "<u4")
