"""Jacana finds bugs in Java programs by symbolic execution. This package only holds its executable."""

import os
import signal
import sys

EXECUTABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "jacana")


def main():
    # Python ignores the signal, and a program that is executed inherits that.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    os.execv(EXECUTABLE, ["jacana", *sys.argv[1:]])
