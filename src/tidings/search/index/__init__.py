"""What the index holds and the files it is in: terms by field in tantivy, vectors by article."""
