"""Annotations of one article: entities, topics, tone, keyphrases, summary."""
