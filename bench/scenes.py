"""An archive of scenes with random content, and the STAC items that name them."""

import hashlib
import json
import os

MIB = 1 << 20


def make_scenes(folder, count, size):
    """Makes `count` scenes of `size` bytes in all; their public ids."""
    folder.mkdir(parents=True)
    share, rest = divmod(size, count)
    items = [make_scene(folder, number, share + (number < rest)) for number in range(count)]
    lines = (json.dumps(item) + "\n" for item in items)
    (folder / "items.ndjson").write_text("".join(lines))
    return [item["id"] for item in items]


def make_scene(folder, number, size):
    name = f"scene-{number:03}.tif"
    digest = hashlib.sha256()
    with open(folder / name, "wb") as file:
        for start in range(0, size, MIB):
            block = os.urandom(min(MIB, size - start))
            digest.update(block)
            file.write(block)
    west, south = 100 + number % 100 * 0.1, 30
    ring = [[west, south], [west + 0.1, south], [west + 0.1, south + 0.1], [west, south + 0.1], [west, south]]
    return {
        "type": "Feature",
        "stac_version": "1.0.0",
        "id": f"BENCH-{number:03}",
        "collection": "bench",
        "bbox": [west, south, west + 0.1, south + 0.1],
        "geometry": {"type": "Polygon", "coordinates": [ring]},
        "properties": {"datetime": "2026-05-01T03:00:00Z", "title": name},
        "links": [],
        "assets": {"data": {"href": name, "roles": ["data"], "file:size": size,
                            "file:checksum": "1220" + digest.hexdigest()}},
    }
