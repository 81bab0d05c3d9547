from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tidings.model.articles.annotations import (
    Annotations,
    Entity,
    EntityKind,
    FailedStep,
    GeoPlace,
    Keyphrase,
    Mention,
    Tone,
    Topic,
)
from tidings.store.database.schema import MIGRATIONS
from tidings.store.database.session import Writer
from tidings.store.database.sqlite import connect
from tidings.store.tables.articles.annotations import (
    PackedAnnotations,
    annotated_with,
    annotations_from,
    annotations_of,
    annotations_text,
    keep_annotations,
)

words = st.text(max_size=20)
shares = st.floats(0, 1).map(lambda share: round(share, 3))
entities = st.builds(
    Entity,
    words,
    st.sampled_from(EntityKind),
    words,
    st.lists(
        st.builds(Mention, st.integers(0, 99), st.integers(0, 99), st.booleans()), max_size=3
    ).map(tuple),
    st.none() | st.builds(GeoPlace, st.integers(0, 99), words, words, shares, shares),
)
annotations = st.builds(
    Annotations,
    words,
    shares,
    st.lists(entities, max_size=3).map(tuple),
    st.lists(st.builds(Topic, words, words, shares), max_size=3).map(tuple),
    st.none() | st.builds(Tone, shares, st.lists(st.tuples(words, shares), max_size=3).map(tuple)),
    st.lists(st.builds(Keyphrase, words, shares), max_size=3).map(tuple),
    st.lists(words, max_size=3).map(tuple),
    st.dictionaries(words, words, max_size=3).map(lambda models: tuple(models.items())),
    st.lists(st.builds(FailedStep, words, words), max_size=2).map(tuple),
)


@given(annotations)
def test_annotations_are_read_back_unchanged(value: Annotations) -> None:
    assert annotations_from(annotations_text(value)) == value


def test_a_later_revision_replaces_an_earlier_one() -> None:
    connection = _database()
    for revision, model in ((1, "old"), (2, "new")):
        value = Annotations(language="en", models=(("language", model),))
        keep_annotations(connection, "a", revision, PackedAnnotations(annotations_text(value)))
    assert annotations_of(connection, ["a", "b"])["a"].models == (("language", "new"),)
    assert list(annotated_with(connection)) == [("language", "new", 1)]


def _database() -> Writer:
    connection = connect(Path(":memory:"))
    for script in MIGRATIONS:
        connection.executescript(script)
    return connection
