"""The package for npm, as `npm pack` lays it out: npm itself is not needed."""

import json

from contents import LICENSE, SUMMARY, template, tracked
from entries import EXECUTABLE, Entry, write_tar_gz


def build(release, folder):
    pages = [page.below("man") for page in release.manual_pages()]
    entries = [
        Entry("package.json", description(release, pages).encode()),
        Entry("README.md", template("README.md").encode()),
        Entry("bin/jacana", template("launcher.sh").encode(), EXECUTABLE),
        release.program("lib/jacana"),
        release.notices,
    ]
    entries += pages
    entries += [script.below("share") for script in release.completion_scripts()]
    entries += tracked("LICENSE", "examples")
    file = folder / f"jacana-{release.version}.tgz"
    write_tar_gz(file, [entry.below("package") for entry in entries], release.time)
    return file


def description(release, pages):
    fields = {
        "name": "jacana",
        "version": release.version,
        "description": SUMMARY,
        "license": LICENSE,
        "os": ["linux"],
        "cpu": ["x64"],
        "libc": ["glibc"],
        "bin": {"jacana": "bin/jacana"},
        "man": [f"./{page.path}" for page in pages],
    }
    return json.dumps(fields, indent=2) + "\n"
