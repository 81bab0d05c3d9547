"""The parameters of generated webs, and what is published about the real one that they follow.

They were committed before any policy was tuned on these webs, and are not tuned themselves.
"""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """A figure of the literature that a generated web is printed beside."""

    name: str
    value: str
    source: str


# Davison's means of the cosine of TF-IDF vectors, as they are usually quoted. Menczer fits the mean
# similarity of pages within d links of a topic page as s + (1 - s) * exp(-1.8 * d ** .6), s = .03,
# in "Lexical and semantic clustering by Web links". Both are quoted from memory: the papers were
# not at hand when this was written.
PUBLISHED = (
    PublishedFigure("cosine of linked pages", ".23", "Davison, SIGIR 2000"),
    PublishedFigure("cosine of siblings", ".20", "Davison, SIGIR 2000"),
    PublishedFigure("cosine of random pages", ".02 to .05", "Davison, SIGIR 2000"),
    PublishedFigure("cosine within 1, 2, 3 links", ".19, .10, .06", "Menczer, JASIST 2004"),
    PublishedFigure("exponent of in-degrees", "2.1", "Broder et al., WWW9 2000"),
    PublishedFigure("exponent of out-degrees", "2.7", "Broder et al., WWW9 2000"),
)


@dataclass(frozen=True, slots=True)
class AnchorMix:
    """Shares of links by what their text says; the rest has no text, as images."""

    headline: float  # the whole title of the target
    part: float  # some words of it
    more: float  # "read more", "here"
    noise: float  # words that have to do with the page it stands on


@dataclass(frozen=True, slots=True)
class WebParameters:
    """How a web is made. Shares are of what the comment names."""

    hosts: int = 240
    host_size_exponent: float = 0.8  # of the hosts' sizes by rank: few are large
    sections_per_host: tuple[int, int] = (2, 6)
    section_focus: float = 40.0  # how strongly a text goes to the section that is most alike
    focused_hosts: float = 0.6  # of the hosts: all their sections are about similar things
    listed_per_page: int = 30  # headlines of a section's page; older ones are on archive pages
    feed_items: int = 20
    menu_links: int = 3  # to the most read pages of a section, on each of its pages
    least_links: int = 3  # in a text; their number follows a power law
    out_exponent: float = 2.72
    most_links: int = 60
    alike: float = 0.7  # of the links in a text: lead to one of the most similar texts
    neighbours: int = 40  # the most similar texts, of which the more similar ones are preferred
    same_host: float = 0.15  # lead to any text of the host …
    same_section: float = 0.7  # … most of them to one of the same section
    in_exponent: float = 2.1  # the rest lead anywhere, to popular texts by a power law
    hubs: int = 200  # lists of links about something
    hub_links: tuple[int, int] = (10, 40)
    hub_noise: float = 0.2  # of a hub's links
    tunnels: int = 250  # small groups of texts that only a way over texts unlike them leads to
    tunnel_length: tuple[int, int] = (1, 4)  # unlike texts on the way
    tunnel_ends: tuple[int, int] = (1, 4)  # texts at the end
    traps: int = 6  # hosts with endless calendars
    slow_hosts: float = 0.05  # of the hosts: twenty times as slow
    dead_hosts: float = 0.03  # of the hosts: never answer
    dead_links: float = 0.02  # of the links in texts: lead to pages that are gone
    anchors: AnchorMix = AnchorMix(headline=0.45, part=0.2, more=0.15, noise=0.12)
    listed_anchors: AnchorMix = AnchorMix(headline=0.8, part=0.08, more=0.07, noise=0.05)
    summaries: float = 0.5  # of the headlines in lists: the target's first words stand beside
    telling_context: float = 0.4  # of the links in texts: words of the target stand around them
    days: int = 90  # over which the texts were published
    new: float = 0.05  # of the texts: published since the snapshot, a day ago


LOCAL = WebParameters()
# A web without topical locality: texts are on any host, and links lead anywhere.
RANDOM = replace(
    LOCAL,
    section_focus=0.0,
    focused_hosts=0.0,
    alike=0.0,
    same_host=0.0,
    hub_noise=1.0,
    same_section=0.0,
)
