"""`scripts/package`: builds the packages of a release and prints their names and sizes.

The same commit and the same executable give the same bytes: times are those of the commit, entries are sorted, root owns them.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

import archive
import debian
import npm
import wheel
from contents import ROOT, Release
from error import ReleaseError

BUILDERS = {"archive": archive.build, "deb": debian.build, "wheel": wheel.build, "npm": npm.build}


def main():
    target = Path(os.environ.get("CARGO_TARGET_DIR") or "target")
    parser = argparse.ArgumentParser(prog="scripts/package", description="Build the packages of a release.")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"which ones: {', '.join(BUILDERS)} (default: all)")
    parser.add_argument("--binary", type=Path, metavar="FILE", help="package this executable (default: a release build)")
    parser.add_argument("--out", type=Path, metavar="DIR", help="where the packages go (default: target/package)")
    words = parser.parse_args()
    unknown = [kind for kind in words.kinds if kind not in BUILDERS]
    if unknown:
        parser.error(f"no kind of package: {', '.join(unknown)} (there are {', '.join(BUILDERS)})")
    release = Release(words.binary or release_build(ROOT / target))
    folder = words.out or ROOT / target / "package"
    folder.mkdir(parents=True, exist_ok=True)
    for kind in words.kinds or BUILDERS:
        file = BUILDERS[kind](release, folder)
        print(f"{kind:8} {file.stat().st_size / 1e6:6.1f} MB  {file}")


def release_build(target):
    subprocess.run(["cargo", "build", "--release", "--package", "cli"], cwd=ROOT, check=True)
    return target / "release" / "jacana"


if __name__ == "__main__":
    try:
        main()
    except ReleaseError as error:
        sys.exit(f"package: {error}")
    except FileNotFoundError as error:
        sys.exit(f"package: no {error.filename}")
    except subprocess.CalledProcessError as error:
        said = error.stderr or b""
        said = said if isinstance(said, str) else said.decode(errors="replace")
        sys.exit(f"package: {error.cmd[0]} failed with exit code {error.returncode}\n{said}".rstrip())
