"""Understanding one article: entities, topics, tone, keyphrases, summary."""
