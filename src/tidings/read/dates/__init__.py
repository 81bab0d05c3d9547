"""Dates as feeds and pages write them, in many languages and calendars."""
