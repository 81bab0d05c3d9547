"""Request phrases in queries, "find articles about …": the part that is not the subject.

A list of single words would also drop them where they are the subject (information science), and
on the measured collections that lost as much as it gained. Whole phrases are safe. English only.
"""

import re

_request = re.compile(
    r"""
    (?:\b(?:please\s+)?(?:find|give|show|get|list|search)\s+(?:me\s+|for\s+)?)?
    (?:\b(?:i\s+am\s+interested\s+in|i'm\s+interested\s+in|i\s+want|what|all|any|the)\s+){0,3}
    \b(?:articles?|documents?|papers?|reports?|stories|news|information|material)\s+
    (?:(?:that|which|exist|available)\s+){0,2}
    (?:about|on|of|for|concerning|regarding|related\s+to|relating\s+to|relevant\s+to
      |deal(?:s|ing)?\s+with|discuss(?:es|ing)?|describ(?:es?|ing)|mention(?:s|ing)?
      |cover(?:s|ing)?)\b
    # The wording of topics in test collections: a relevant document must identify ...
    |\b(?:(?:an?|any|the)\s+)?(?:relevant\s+)?(?:articles?|documents?|papers?|items?)\s+
    (?:will|must|should|may|might|can|would)\s+(?:either\s+|also\s+|at\s+least\s+){0,2}
    (?:address|cite|concern|contain|cover|deal\s+with|describe|discuss|explain|give|identify
      |include|mention|name|present|provide|refer\s+to|report|say|show|state|tell)\b
    (?:\s+(?:on|about|of)\b)?
    """,
    re.IGNORECASE | re.VERBOSE,
)


def without_request_phrases(text: str) -> str:
    """Return the text with request phrases replaced by spaces, so other words keep their places.

    A text that is only a request stays as it is. The caller must protect quoted phrases.
    """
    subject = _request.sub(lambda request: " " * len(request[0]), text)
    return text if subject.isspace() else subject
