"""What happens to articles and stories, as events in their order, once they can be found."""
