"""What is said in one line instead of a stack trace."""


class ReleaseError(Exception):
    pass
