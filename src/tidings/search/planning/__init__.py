"""From a parsed query to what tantivy runs and what the ranking models score."""
