"""Scripts that learn numbers from labelled pages; what they write is part of the package."""
