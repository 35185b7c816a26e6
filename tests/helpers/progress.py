"""A progress callback that ends a search after a number of calls, independent of any clock."""


class Enough(Exception):
    """The callback has been called often enough."""


class Seen(list):
    """The progress reports of a search; raises `Enough` when there are `most` reports."""

    def __init__(self, most):
        super().__init__()
        self.most = most

    def __call__(self, progress):
        self.append(progress)
        if len(self) == self.most:
            raise Enough
