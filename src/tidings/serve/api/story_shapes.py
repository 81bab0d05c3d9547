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


def full_story_shape(told: FullStory) -> Shape:
    """Return the shape of `tidings story ID --json` and `/api/stories/{id}`."""
    return story_shape(told.story) | {
        "summary": [{"text": each.text, "article": each.article} for each in told.summary],
        "languages": dict(told.languages),
        "told_by": [
            {
                "source": each.source,
                "articles": each.articles,
                "copies": each.copies,
                "first": iso(each.first_at),
            }
            for each in told.sources
        ],
        "timeline": [_chapter_shape(each) for each in told.articles],
    }


def membership_shape(member: Membership, story: Story) -> Shape:
    """Return the story of an article, and why it belongs there."""
    return {
        "id": story.id,
        "title": story.title,
        "articles": story.articles,
        "sources": story.sources,
        "score": round(member.score, 3),
        "why": _grounds_shape(member.grounds),
    }


def _chapter_shape(chapter: StoryArticle) -> Shape:
    return {
        "id": chapter.article,
        "url": chapter.url,
        "title": chapter.title,
        "source": chapter.source,
        "language": chapter.language,
        "published": iso_or_none(chapter.published),
        "first_seen": iso(chapter.first_seen),
        "score": round(chapter.membership.score, 3),
        "why": _grounds_shape(chapter.membership.grounds),
        "copy_of": chapter.copy_of,
        "root": chapter.root,
        "copied": round(chapter.copied, 3),
        "copied_because": chapter.copied_because,
        "first": chapter.is_first,
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
