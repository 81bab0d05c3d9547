"""The search index on disk: terms by field in tantivy, and vectors by article."""
