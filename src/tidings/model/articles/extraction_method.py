"""The names of the extraction methods. The methods themselves are in `extract`."""

from enum import StrEnum


class ExtractionMethod(StrEnum):
    """Our own method and the published ones it is compared with."""

    BEST = "best"  # block scores over one parse: the default
    KEEN = "keen"  # the part with most text between tags that articles do not contain
    DOM = "dom"  # the first element with enough promising paragraphs
    PLATEAU = "plateau"  # the span with the most words inside and tags outside
