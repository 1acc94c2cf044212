"""Which libraries of the system an executable needs, and how new they must be."""

import re
import subprocess

from error import ReleaseError

# The newest GLIBCXX version that a release of GCC has, with that release and the glibc of the same age. The last is
# what auditwheel takes for the same symbols.
LIBSTDCXX = [
    ((3, 4, 25), "8", (2, 28)),
    ((3, 4, 28), "9", (2, 31)),
    ((3, 4, 29), "11", (2, 34)),
    ((3, 4, 30), "12", (2, 35)),
    ((3, 4, 31), "13", (2, 37)),
    ((3, 4, 32), "13.2", (2, 38)),
    ((3, 4, 33), "14", (2, 39)),
]
# Libraries that are glibc itself.
GLIBC = {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2", "libdl.so.2", "libpthread.so.0", "librt.so.1"}


class Needs:
    def __init__(self, executable):
        head = readelf("--file-header", executable)
        if "X86-64" not in head:
            raise ReleaseError(f"{executable} is not for x86-64")
        self.libraries = set(re.findall(r"\(NEEDED\).*\[(.*)\]", readelf("--dynamic", executable)))
        other = self.libraries - GLIBC - {"libstdc++.so.6", "libgcc_s.so.1"}
        if other:
            raise ReleaseError(f"needs {', '.join(sorted(other))}: no package is known for it")
        versions = readelf("--version-info", executable)
        newest = lambda name: max((numbers(found) for found in re.findall(rf"Name: {name}_([\d.]+)", versions)), default=None)
        self.glibc, self.glibcxx = newest("GLIBC"), newest("GLIBCXX")

    def _libstdcxx(self):
        for symbols, gcc, glibc in LIBSTDCXX:
            if self.glibcxx <= symbols:
                return gcc, glibc
        raise ReleaseError(f"GLIBCXX {self.glibcxx} is newer than the table in {__file__}")

    def debian(self):
        """The value of the field Depends."""
        packages = [f"libc6 (>= {dotted(self.glibc)})"]
        if "libgcc_s.so.1" in self.libraries:
            packages.append("libgcc-s1 (>= 4.2)")
        if "libstdc++.so.6" in self.libraries:
            packages.append(f"libstdc++6 (>= {self._libstdcxx()[0]})")
        return ", ".join(packages)

    def manylinux(self):
        """The platform tag of a wheel (PEP 600)."""
        glibc = self.glibc if self.glibcxx is None else max(self.glibc, self._libstdcxx()[1])
        return f"manylinux_{glibc[0]}_{glibc[1]}_x86_64"


def readelf(option, executable):
    return subprocess.run(["readelf", "--wide", option, executable], check=True, capture_output=True, text=True).stdout


def numbers(text):
    return tuple(int(part) for part in text.split("."))


def dotted(version):
    return ".".join(str(part) for part in version)
