"""The wheel: a package of two files that becomes the executable inside of it, with manual pages and completions of the prefix."""

import base64
import hashlib

from contents import LICENSE, SUMMARY, template, tracked
from entries import Entry, write_zip


def build(release, folder):
    name = f"jacana-{release.version}"
    tag = f"py3-none-{release.needs.manylinux()}"
    info, data = f"{name}.dist-info", f"{name}.data/data/share"
    entries = [
        Entry("jacana/__init__.py", template("launcher.py").encode()),
        Entry("jacana/__main__.py", b"from jacana import main\n\nmain()\n"),
        release.program("jacana/bin/jacana"),
        release.notices.below(f"{info}/licenses"),
    ]
    entries += [page.below(f"{data}/man/man1") for page in release.manual_pages()]
    entries += [script.below(data) for script in release.completion_scripts()]
    entries += [file.below(f"{data}/doc/jacana") for file in tracked("examples")]
    entries += [file.below(f"{info}/licenses") for file in tracked("LICENSE")]
    entries += [
        Entry(f"{info}/METADATA", metadata(release).encode()),
        Entry(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: jacana\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()),
        Entry(f"{info}/entry_points.txt", b"[console_scripts]\njacana = jacana:main\n"),
    ]
    # What describes the wheel lies at its end, as the specification advises.
    entries.sort(key=lambda entry: (entry.path.startswith(info), entry.path))
    entries.append(Entry(f"{info}/RECORD", record(entries, info).encode()))
    file = folder / f"{name}-{tag}.whl"
    write_zip(file, entries, release.time)
    return file


def metadata(release):
    fields = {
        "Metadata-Version": "2.1",
        "Name": "jacana",
        "Version": release.version,
        "Summary": SUMMARY,
        "License": LICENSE,
        "Classifier": "Operating System :: POSIX :: Linux",
        "Requires-Python": ">=3.8",
        "Description-Content-Type": "text/markdown",
    }
    head = "".join(f"{key}: {value}\n" for key, value in fields.items())
    return head + "\n" + template("README.md")


def record(entries, info):
    def line(entry):
        digest = base64.urlsafe_b64encode(hashlib.sha256(entry.data).digest()).rstrip(b"=").decode()
        return f"{entry.path},sha256={digest},{len(entry.data)}\n"

    return "".join(map(line, entries)) + f"{info}/RECORD,,\n"
