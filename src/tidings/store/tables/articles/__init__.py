"""Articles with their revisions, annotations, near-duplicates and stories."""
