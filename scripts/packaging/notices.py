"""The licences of the crates that are linked into the executable: most of them must go where it goes."""

import json
import subprocess
from pathlib import Path

PATTERNS = ("LICENSE*", "LICENCE*", "COPYING*", "COPYRIGHT*", "NOTICE*", "UNLICENSE*")
TARGET = "x86_64-unknown-linux-gnu"
RULE = "-" * 100


def notices(root):
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", TARGET]
    graph = json.loads(subprocess.run(command, cwd=root, check=True, capture_output=True).stdout)
    packages = {package["id"]: package for package in graph["packages"]}
    foreign = [packages[crate] for crate in linked(graph) if packages[crate]["source"]]
    foreign.sort(key=lambda package: (package["name"], package["version"]))
    # Many crates have the same text.
    owners = {}
    for package in foreign:
        for text in licence_texts(Path(package["manifest_path"]).parent):
            owners.setdefault(text, []).append(f"{package['name']} {package['version']}")
    lines = ["Jacana contains code of these crates, under their licences:", ""]
    lines += [f"  {package['name']} {package['version']}: {package['license']}" for package in foreign]
    for text, names in owners.items():
        lines += ["", RULE, ", ".join(names), RULE, "", text]
    return ("\n".join(lines) + "\n").encode()


def linked(graph):
    """The crates below `cli`, without those that only build or test it."""
    nodes = {node["id"]: node for node in graph["resolve"]["nodes"]}
    open_ids = [package["id"] for package in graph["packages"] if package["name"] == "cli" and not package["source"]]
    found = set()
    while open_ids:
        crate = open_ids.pop()
        if crate in found:
            continue
        found.add(crate)
        for dependency in nodes[crate]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                open_ids.append(dependency["pkg"])
    return found


def licence_texts(folder):
    files = {file for pattern in PATTERNS for file in folder.rglob(pattern) if file.is_file() and file.suffix in ("", ".md", ".txt")}
    return [file.read_text(errors="replace").replace("\r\n", "\n").strip("\n") for file in sorted(files)]
