"""The example of a search answer in the API's documentation."""

from typing import Final

from tidings.shapes.search import AnswerOut

EXAMPLE: Final[AnswerOut] = {
    "total": 2,
    "took_ms": 1.8,
    "hits": [
        {
            "id": "b1c5a3d0e2f44a17",
            "url": "https://post.example/news/ferry",
            "title": "Old ferry line reopens",
            "source": "post.example",
            "published": "2024-05-31T10:00:00Z",
            "first_seen": "2024-05-31T10:04:00Z",
            "date_from": "published",
            "language": "en",
            "snippet": "The ferry sails again. People cheered on the quay.",
            "marks": [(4, 9)],
            "score": 7.31,
            "copies": [],
        }
    ],
    "model": "news",
    "notes": [
        {
            "kind": "understood",
            "message": "“last 7 days” is 25 to 31 May 2024.",
            "start": 6,
            "end": 17,
        }
    ],
    "added": [{"term": "quay", "weight": 0.21}],
    "as_of": 4711,
    "suggestion": None,
}
