"""What the index keeps of an article, made in the worker processes."""
