"""The Debian package, by dpkg-deb, which takes times from SOURCE_DATE_EPOCH and sorts."""

import hashlib
import os
import shutil
import subprocess
import tempfile
from email.utils import formatdate
from pathlib import Path

from contents import SUMMARY, template, tracked
from entries import Entry, gzipped
from error import ReleaseError

MAINTAINER = "Jacana maintainers <maintainers@jacana.invalid>"
DOC = "usr/share/doc/jacana"


def build(release, folder):
    if not shutil.which("dpkg-deb"):
        raise ReleaseError("no dpkg-deb here: install dpkg, or name the other kinds of packages")
    file = folder / f"jacana_{release.version}_amd64.deb"
    entries = installed(release)
    with tempfile.TemporaryDirectory(prefix="jacana-package-") as scratch:
        tree = Path(scratch) / "tree"
        for entry in entries + control(release, entries):
            path = tree / entry.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(entry.data)
            path.chmod(entry.mode)
        for path in [tree, *tree.rglob("*")]:
            if path.is_dir():
                path.chmod(0o755)
        # Several threads of xz cut the data in other places.
        command = ["dpkg-deb", "--root-owner-group", "--threads-max=1", "-Zxz", "--build", tree, file]
        environment = os.environ | {"SOURCE_DATE_EPOCH": str(release.time)}
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    return file


def installed(release):
    date = formatdate(release.time)
    changes = template("debian-changelog").format(version=release.version, maintainer=MAINTAINER, date=date)
    entries = [
        release.program("usr/bin/jacana"),
        Entry(f"{DOC}/changelog.gz", gzipped(changes.encode())),
        Entry(f"{DOC}/copyright", template("debian-copyright").encode()),
        release.notices.below(DOC),
    ]
    entries += [Entry(f"usr/share/man/man1/{page.path}.gz", gzipped(page.data)) for page in release.manual_pages()]
    entries += [script.below("usr/share") for script in release.completion_scripts("zsh/vendor-completions")]
    entries += [file.below(DOC) for file in tracked("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs", "examples")]
    return entries


def control(release, entries):
    kilobytes = sum(-(-len(entry.data) // 1024) for entry in entries)
    fields = template("debian-control").format(
        version=release.version, maintainer=MAINTAINER, kilobytes=kilobytes, depends=release.needs.debian(), summary=lower(SUMMARY)
    )
    sums = sorted((entry.path, hashlib.md5(entry.data).hexdigest()) for entry in entries)
    lines = "".join(f"{digest}  {path}\n" for path, digest in sums)
    return [Entry("DEBIAN/control", fields.encode()), Entry("DEBIAN/md5sums", lines.encode())]


def lower(sentence):
    """Debian's summaries begin with a small letter."""
    return sentence[0].lower() + sentence[1:]
