"""What is shown around the hits: snippets, facets, timelines, related articles, suggestions."""
