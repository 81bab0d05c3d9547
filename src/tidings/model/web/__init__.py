"""What is fetched and what comes back."""
