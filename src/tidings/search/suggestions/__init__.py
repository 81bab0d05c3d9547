"""What is offered next to hits: spelling, completions, related articles, trends."""
