"""Files of a package while it is built, and the archives that they go into."""

import gzip
import io
import tarfile
import zipfile
from dataclasses import dataclass
from datetime import datetime, timezone

EXECUTABLE = 0o755
PLAIN = 0o644
# The executable is most of a package: the best compression takes seconds.
COMPRESSION = 9


@dataclass(frozen=True)
class Entry:
    path: str
    data: bytes
    mode: int = PLAIN

    def below(self, folder):
        return Entry(f"{folder}/{self.path}", self.data, self.mode)


def gzipped(data, time=0):
    packed = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", compresslevel=COMPRESSION, fileobj=packed, mtime=time) as file:
        file.write(data)
    return packed.getvalue()


def write_tar_gz(file, entries, time):
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for entry in sorted(entries, key=lambda entry: entry.path):
            head = tarfile.TarInfo(entry.path)
            head.size, head.mode, head.mtime = len(entry.data), entry.mode, time
            head.uname = head.gname = "root"
            tar.addfile(head, io.BytesIO(entry.data))
    file.write_bytes(gzipped(plain.getvalue(), time))


def write_zip(file, entries, time):
    """In the order given: a wheel has its list of files at the end."""
    date = datetime.fromtimestamp(time, timezone.utc).timetuple()[:6]
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=COMPRESSION) as packed:
        for entry in entries:
            head = zipfile.ZipInfo(entry.path, date)
            # Unix, a regular file.
            head.create_system, head.external_attr = 3, (0o100000 | entry.mode) << 16
            packed.writestr(head, entry.data, zipfile.ZIP_DEFLATED, COMPRESSION)
