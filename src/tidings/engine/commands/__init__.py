"""The one way to write what people ask for, from any process."""
