"""Finding feeds and sitemaps, their health, and subscriptions to their hubs."""
