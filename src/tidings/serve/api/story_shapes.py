"""Stories as JSON, the same over HTTP and from `--json`."""

from tidings.model.articles.story import FullStory, Grounds, Membership, Story, StoryArticle
from tidings.serve.api.json_shapes import Shape
from tidings.serve.rendering.time_format import iso, iso_or_none


def story_shape(story: Story) -> Shape:
    """Return the shape of a story in `tidings stories --json` and `/api/stories`."""
    return {
        "id": story.id,
        "title": story.title,
        "lead": story.lead,
        "language": story.language,
        "began": iso(story.began_at),
        "newest": iso(story.newest_at),
        "articles": story.articles,
        "sources": story.sources,
        "keyphrases": list(story.keyphrases),
    }


def full_story_shape(full_story: FullStory) -> Shape:
    """Return the shape of `tidings story ID --json` and `/api/stories/{id}`."""
    return story_shape(full_story.story) | {
        "summary": [{"text": each.text, "article": each.article} for each in full_story.summary],
        "languages": dict(full_story.languages),
        "told_by": [
            {
                "source": each.source,
                "articles": each.articles,
                "copies": each.copies,
                "first": iso(each.first_at),
            }
            for each in full_story.sources
        ],
        "timeline": [_entry_shape(each) for each in full_story.articles],
    }


def membership_shape(member: Membership, story: Story) -> Shape:
    """Return the story of an article, and why the article belongs to it."""
    return {
        "id": story.id,
        "title": story.title,
        "articles": story.articles,
        "sources": story.sources,
        "score": round(member.score, 3),
        "why": _grounds_shape(member.grounds),
    }


def _entry_shape(entry: StoryArticle) -> Shape:
    return {
        "id": entry.article,
        "url": entry.url,
        "title": entry.title,
        "source": entry.source,
        "language": entry.language,
        "published": iso_or_none(entry.published),
        "first_seen": iso(entry.first_seen),
        "score": round(entry.membership.score, 3),
        "why": _grounds_shape(entry.membership.grounds),
        "copy_of": entry.copy_of,
        "root": entry.root,
        "copied": round(entry.copied, 3),
        "copied_because": entry.copied_because,
        "first": entry.is_first,
    }


def _grounds_shape(grounds: Grounds) -> Shape:
    return {
        "sentence": grounds.sentence,
        "shared": [{"term": term, "weight": weight} for term, weight in grounds.shared],
        "of": grounds.of,
        "names": list(grounds.names),
        "figures": list(grounds.figures),
        "copy_of": grounds.copy_of,
        "similarity": round(grounds.similarity, 3),
    }
