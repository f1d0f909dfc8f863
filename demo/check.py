#!/usr/bin/env python3
"""Checks that the demo is whole: sizes, checksums, thumbnails, collections, unique ids, total size. Needs no packages."""

import hashlib
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIMIT = 15_000_000


def collections(nodes):
    for node in nodes:
        yield node["collection"]
        yield from collections(node["children"])


def faults_of(item, known):
    if item["collection"] not in known:
        yield f"collection {item['collection']} is not in nodes.json"
    if not item["assets"]:
        return
    data, thumbnail = item["assets"]["data"], HERE / item["assets"]["thumbnail"]["href"]
    content = (HERE / data["href"]).read_bytes()
    if len(content) != data["file:size"]:
        yield f"{data['href']} has {len(content)} bytes, not {data['file:size']}"
    if "1220" + hashlib.sha256(content).hexdigest() != data["file:checksum"]:
        yield f"{data['href']} does not have its checksum"
    if not thumbnail.read_bytes().startswith(b"\xff\xd8"):
        yield f"{thumbnail.name} is no JPEG"


def main():
    known = set(collections(json.loads((HERE / "nodes.json").read_text("utf-8"))))
    faults, ids, named = [], set(), set()
    for name in ("catalogue.ndjson", "catalogue-offline.ndjson"):
        for line in (HERE / name).read_text("utf-8").splitlines():
            item = json.loads(line)
            if item["id"] in ids:
                faults.append(f"{item['id']} is there twice")
            ids.add(item["id"])
            named.update(asset["href"] for asset in item["assets"].values())
            faults += [f"{item['id']}: {fault}" for fault in faults_of(item, known)]
    kept = {str(path.relative_to(HERE)) for folder in ("archive", "thumbnails") for path in (HERE / folder).iterdir()}
    faults += [f"{path} is in no catalogue" for path in sorted(kept - named)]
    size = sum(path.stat().st_size for path in HERE.rglob("*") if path.is_file())
    if size > LIMIT:
        faults.append(f"the demo has {size} bytes, more than {LIMIT}")
    print(*faults, f"demo: {len(ids)} items, {len(kept)} files, {size / 1e6:.1f} MB, {len(faults)} faults", sep="\n")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
