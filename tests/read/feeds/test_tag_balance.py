import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from tidings.read.feeds.tag_balance import balanced


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        ("<a><b>x</a>", "<a><b>x</b></a>"),
        ("<a>x</b>y</a>", "<a>xy</a>"),
        ("<a><b><i>x</b>y</i></a>", "<a><b><i>x</i></b>y</a>"),
        ("<a><item>x<item>y</a>", "<a><item>x</item><item>y</item></a>"),
        ("<a><link>x<b>y</b></a>", "<a><link>x</link><b>y</b></a>"),
        ("<a>x</a><b>y</b>", "<a>x<b>y</b></a>"),
        ("<a b=1 c d='2' b=\"3\">x", '<a b="1" d="2">x</a>'),
        ("<a b/>x", "<a/>x"),
        ("<a>x <jo@a.example> 1 < 2 <b", "<a>x &lt;jo@a.example> 1 &lt; 2 </a>"),
        ("<a><![CDATA[<p>]]>x<!-- y --><?z?></a>", "<a><![CDATA[<p>]]>x</a>"),
        ("<a><![CDATA[x</a>", "<a>x</a>"),
    ],
)
def test_every_element_is_closed_and_nothing_twice(broken: str, whole: str) -> None:
    assert balanced(broken.encode()) == whole.encode()


def test_what_is_well_formed_stays() -> None:
    whole = b'<a b="1"><c/>x<d:e>&amp;</d:e><![CDATA[<p>]]></a>'
    assert balanced(whole) == whole


FRAGMENTS = st.sampled_from(
    "<a> </a> <b c='d'> <b c=\"'> </b> <item> </item> x < > <![CDATA[".split()
)


@given(st.lists(FRAGMENTS | st.sampled_from(["]]>", "<!--", "-->", "<link>", "<br/>", "<?"])))
def test_a_balanced_document_is_well_formed(fragments: list[str]) -> None:
    document = f"<rss>{''.join(fragments)}</rss>".encode()
    assert etree.fromstring(balanced(document)).tag == "rss"


@given(st.binary())
def test_any_bytes_can_be_balanced(document: bytes) -> None:
    assert isinstance(balanced(document), bytes)
