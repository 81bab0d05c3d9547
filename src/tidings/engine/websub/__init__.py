"""WebSub: subscriptions to hubs, and what they deliver."""
