"""What is in every package: the executable without symbols, manual pages, completions, examples, licences."""

import os
import re
import subprocess
import tempfile
from functools import cached_property
from pathlib import Path

from entries import EXECUTABLE, Entry
from error import ReleaseError
from needs import Needs
from notices import notices

ROOT = Path(__file__).resolve().parents[2]
SUMMARY = "Finds bugs in Java programs by symbolic execution"
LICENSE = "Apache-2.0"


class Release:
    """An executable, and all that it says of itself."""

    def __init__(self, binary):
        if not binary.is_file():
            raise ReleaseError(f"no such executable: {binary}")
        with tempfile.TemporaryDirectory(prefix="jacana-package-") as folder:
            stripped = Path(folder) / "jacana"
            subprocess.run(["strip", "-o", stripped, binary], check=True)
            said = lambda *words: subprocess.run([stripped, *words], check=True, capture_output=True).stdout
            self.executable = stripped.read_bytes()
            self.needs = Needs(stripped)
            self.version = said("--version").decode().split()[-1]
            # Each kind of package spells other versions in another way.
            if not re.fullmatch(r"\d+\.\d+\.\d+", self.version):
                raise ReleaseError(f"the version of {binary} is {self.version}, not of the form 1.2.3")
            first = said("man")
            commands = re.findall(rb"^jacana\\-(\S+)\(1\)$", first, re.MULTILINE)
            names = [name.decode().replace("\\", "") for name in commands]
            self.manual = {"jacana.1": first} | {f"jacana-{name}.1": said("man", name) for name in names}
            self.completions = {shell: said("completions", shell) for shell in ("bash", "zsh", "fish")}

    @cached_property
    def time(self):
        """Seconds since 1970: of the commit, or as the caller wants it (reproducible-builds.org)."""
        given = os.environ.get("SOURCE_DATE_EPOCH")
        return int(given or git("log", "-1", "--format=%ct"))

    @cached_property
    def notices(self):
        return Entry("THIRD-PARTY.txt", notices(ROOT))

    def program(self, path):
        return Entry(path, self.executable, EXECUTABLE)

    def manual_pages(self):
        return [Entry(name, page) for name, page in self.manual.items()]

    def completion_scripts(self, zsh="zsh/site-functions"):
        """Below `share` of a prefix; Debian has another folder for zsh."""
        return [
            Entry("bash-completion/completions/jacana", self.completions["bash"]),
            Entry("fish/vendor_completions.d/jacana.fish", self.completions["fish"]),
            Entry(f"{zsh}/_jacana", self.completions["zsh"]),
        ]


def tracked(*names):
    """Files of the repository, with those below folders."""
    return [Entry(name, (ROOT / name).read_bytes()) for name in git("ls-files", "-z", *names).split("\0") if name]


def template(name):
    return (Path(__file__).parent / "templates" / name).read_text()


def git(*words):
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout
