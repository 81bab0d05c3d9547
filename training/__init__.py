"""Scripts that learn numbers from labelled data and write them into the package."""
