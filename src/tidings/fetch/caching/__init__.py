"""A bounded cache, and work shared by concurrent callers."""
