"""The archive: unpacked anywhere, `bin/jacana` works, and README.md leads to the pages."""

from contents import tracked
from entries import write_tar_gz


def build(release, folder):
    name = f"jacana-{release.version}-x86_64-linux"
    entries = [release.program("bin/jacana"), release.notices]
    entries += [page.below("share/man/man1") for page in release.manual_pages()]
    entries += [script.below("share") for script in release.completion_scripts()]
    entries += tracked("README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "docs", "examples")
    file = folder / f"{name}.tar.gz"
    write_tar_gz(file, [entry.below(name) for entry in entries], release.time)
    return file
