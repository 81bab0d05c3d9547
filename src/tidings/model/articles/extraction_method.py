"""How a page's text may be found; the finding itself is extract's."""

from enum import StrEnum


class ExtractionMethod(StrEnum):
    """Our own way and the published ones it is compared with."""

    BEST = "best"  # block scores over one parse: the default
    KEEN = "keen"  # the part with the most text between tags that no article holds
    DOM = "dom"  # the first element with enough promising paragraphs
    PLATEAU = "plateau"  # the span with the most words inside and tags outside
