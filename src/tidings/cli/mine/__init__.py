"""The verb mine: agents that search the live web for a query."""
