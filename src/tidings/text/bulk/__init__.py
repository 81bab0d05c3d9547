"""The same analysis as `terms`, for many texts at once in numpy arrays."""
