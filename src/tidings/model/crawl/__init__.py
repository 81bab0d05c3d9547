"""What the crawler plans and remembers."""
