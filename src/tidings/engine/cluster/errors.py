"""What is wrong with a cluster, as a sentence for whoever runs it."""


class ClusterUnusable(Exception):
    """The cluster cannot be used; the message says what to do."""
