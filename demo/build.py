#!/usr/bin/env python3
"""Makes the demo: archive, thumbnails, catalogue, nodes, papers.

Only needed to change the demo; what it makes is kept in the tree. Needs gdal-bin, python3-pil and fonts-noto-cjk.

    python3 demo/build.py SOURCE

SOURCE holds the files that SOURCES.md lists: rasters/, scenes/*.ndjson.gz and regions/regions.csv.gz.
"""

import csv
import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from bisect import bisect_left
from pathlib import Path

from PIL import Image

from archives import archive_items
from papers import make_papers

HERE = Path(__file__).resolve().parent
ARCHIVE, THUMBNAILS = HERE / "archive", HERE / "thumbnails"
THUMBNAIL_SIZE = 256
STAC_EXTENSIONS = [
    "https://stac-extensions.github.io/file/v2.1.0/schema.json",
    "https://stac-extensions.github.io/eo/v1.1.0/schema.json",
]
UNKNOWN_DATE = "采集日期未随数据提供：起止时间为可能区间，datetime 取其中点。"

RELIEF = {
    "collection": "ne-relief-province", "platform": "natural-earth", "instruments": ["shaded-relief"], "gsd": 3700,
    "datetime": "2010-01-01T00:00:00Z", "attribution": "Made with Natural Earth", "license": "Public domain",
    "description": "省级地形晕渲专题产品，裁自 Natural Earth 地形晕渲。datetime 为源文件所记日期。",
    "product:type": "地形晕渲图",
}
LANDSAT = {"attribution": "Landsat: USGS (public domain); file: see SOURCES.md", "license": "Public domain / BSD-3-Clause"}
SENTINEL = {
    "attribution": "Contains modified Copernicus Sentinel data; file: see SOURCES.md",
    "license": "Copernicus Sentinel data terms / BSD-3-Clause",
}
SATELLITE = {
    "landsat-bahamas-rgb.tif": LANDSAT | {
        "title": "陆地卫星 Landsat 7 真彩色 巴哈马", "collection": "landsat-7", "platform": "landsat-7",
        "instruments": ["etm+"], "gsd": 300,
        "span": ("1999-07-01T00:00:00Z", "2003-05-31T00:00:00Z", "2001-06-15T00:00:00Z"),
    },
    "landsat8-greenland-b1-uint16.tif": LANDSAT | {
        "title": "陆地卫星 Landsat 8 第1波段 格陵兰", "collection": "landsat-8", "platform": "landsat-8",
        "instruments": ["oli", "tirs"], "gsd": 100,
        "span": ("2013-04-11T00:00:00Z", "2019-12-31T00:00:00Z", "2016-08-21T00:00:00Z"),
    },
    "landsat-aleutians-crosses-180.tif": LANDSAT | {
        "title": "陆地卫星 Landsat 8 质量波段 阿留申群岛（跨180°经线）", "collection": "landsat-8", "platform": "landsat-8",
        "instruments": ["oli", "tirs"], "gsd": 100,
        "span": ("2013-04-11T00:00:00Z", "2021-12-31T00:00:00Z", "2017-08-21T00:00:00Z"),
    },
    "sentinel1-grd-gcps-only.tif": SENTINEL | {
        "title": "哨兵一号 Sentinel-1A IW GRD 南印度", "collection": "sentinel-1-grd", "platform": "sentinel-1a",
        "instruments": ["c-sar"], "gsd": 200, "datetime": "2018-07-16T06:06:23Z",
        "processing:level": "L1", "sar:product_type": "GRD", "sar:instrument_mode": "IW",
        "description": "仅有地面控制点（GCP），无坐标系变换。datetime 为文件所记处理时间。",
    },
    "sentinel2-west-sahara-band1.tif": SENTINEL | {
        "title": "哨兵二号 Sentinel-2 第1波段 西撒哈拉", "collection": "sentinel-2-l1c", "platform": "sentinel-2",
        "instruments": ["msi"], "gsd": 200, "processing:level": "L1C", "s2:product_type": "S2MSI1C",
        "span": ("2015-07-04T00:00:00Z", "2019-12-31T00:00:00Z", "2017-10-01T00:00:00Z"),
    },
    "S2A_L1C_T31TDH.zip": SENTINEL | {
        "title": "哨兵二号 Sentinel-2A L1C T31TDH（JP2 与元数据）", "collection": "sentinel-2-l1c",
        "platform": "sentinel-2a", "instruments": ["msi"], "gsd": 60, "datetime": "2018-01-01T10:54:41Z",
        "license": "Copernicus Sentinel data terms / Apache-2.0",
    },
}


def run(*command, stdin=None):
    return subprocess.run([str(part) for part in command], input=stdin, check=True, capture_output=True, text=True).stdout


def gdal_name(path):
    """What GDAL opens: the file, or the picture inside a zip."""
    if path.suffix != ".zip":
        return str(path)
    inside = next(name for name in zipfile.ZipFile(path).namelist() if name.endswith(".jp2"))
    return f"/vsizip/{path}/{inside}"


def stretched(band):
    """8 bit: halfway between linear and equalised, so that both snow and sea show; 0 is 'no data' and stays black."""
    values = [int(value) for value in band.getdata()]
    real = sorted(value for value in values if value > 0) or [0]
    low, high = real[len(real) // 50], real[-1 - len(real) // 50]

    def shade(value):
        linear = max(0.0, min(1.0, (value - low) / max(high - low, 1)))
        return round(255 * (linear + bisect_left(real, value) / len(real)) / 2)

    out = Image.new("L", band.size)
    out.putdata([shade(value) if value > 0 else 0 for value in values])
    return out


def small_picture(path, folder):
    """The raster at most THUMBNAIL_SIZE wide and high, as a PNG of its own depth; also its size and full size."""
    info = json.loads(run("gdalinfo", "-json", gdal_name(path)))
    width, height = info["size"]
    factor = THUMBNAIL_SIZE / max(width, height)
    size = max(1, round(width * factor)), max(1, round(height * factor))
    target = Path(folder) / "small.png"
    bands = ["-b", 1, "-b", 2, "-b", 3] if len(info["bands"]) >= 3 else ["-b", 1]
    resample = "cubic" if factor > 1 else "average"
    run("gdal_translate", "-q", "-of", "PNG", *bands, "-outsize", *size, "-r", resample, gdal_name(path), target)
    return Image.open(target), info


def make_thumbnail(picture, name):
    picture = picture if picture.mode == "RGB" else stretched(picture).convert("RGB")
    target = THUMBNAILS / f"{name}.jpg"
    for quality in (85, 75, 65, 55):
        picture.save(target, "JPEG", quality=quality, optimize=True)
        if target.stat().st_size <= 14_000:
            break
    return target


def hull(points):
    """Convex hull, anticlockwise (Andrew's monotone chain)."""
    points = sorted(set(points))

    def chain(order):
        out = []
        for p in order:
            while len(out) > 1 and (out[-1][0] - out[-2][0]) * (p[1] - out[-2][1]) <= (out[-1][1] - out[-2][1]) * (p[0] - out[-2][0]):
                out.pop()
            out.append(p)
        return out[:-1]

    return chain(points) + chain(reversed(points))


def outline(path, picture, info):
    """The corners of what holds data, in degrees: the hull of the pixels above 1 (quality bands fill with 1), or of
    the whole raster."""
    (width, height), (w, h) = info["size"], picture.size
    if path.name.startswith("landsat"):
        lit = picture.convert("L") if picture.mode == "RGB" else picture
        pixels = lit.load()
        spots = [(x + dx, y + dy) for y in range(h) for x in range(w) if pixels[x, y] > 1 for dx in (0, 1) for dy in (0, 1)]
        corners = simplified(hull(spots))
    else:
        corners = [(0, 0), (0, h), (w, h), (w, 0)]
    lines = "\n".join(f"{x * width / w} {y * height / h}" for x, y in corners)
    method = ["-tps"] if info.get("gcps") else []
    target = [] if info.get("gcps") else ["-t_srs", "EPSG:4326"]
    out = run("gdaltransform", *method, *target, gdal_name(path), stdin=lines + "\n")
    ring = [tuple(map(float, line.split()[:2])) for line in out.strip().splitlines()]
    return [(round(x, 5), round(y, 5)) for x, y in ring]


def simplified(ring, keep=1.5):
    """Drops corners that lie nearer than `keep` pixels to the line between their neighbours."""
    ring = list(ring)
    changed = True
    while changed and len(ring) > 4:
        changed = False
        for i in range(len(ring)):
            (ax, ay), (bx, by), (cx, cy) = ring[i - 1], ring[i], ring[(i + 1) % len(ring)]
            length = ((cx - ax) ** 2 + (cy - ay) ** 2) ** 0.5 or 1
            if abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / length < keep:
                del ring[i]
                changed = True
                break
    return ring


def sentinel_outline(path):
    """Latitude and longitude pairs of the product's own footprint."""
    text = zipfile.ZipFile(path).read("MTD_MSIL1C.xml").decode()
    numbers = list(map(float, re.search(r"<EXT_POS_LIST>([^<]+)<", text).group(1).split()))
    ring = [(round(x, 5), round(y, 5)) for y, x in zip(numbers[0::2], numbers[1::2])]
    return ring[:-1]


def sentinel_cloud(path):
    text = zipfile.ZipFile(path).read("MTD_MSIL1C.xml").decode()
    return round(float(re.search(r"<Cloud_Coverage_Assessment>([^<]+)<", text).group(1)), 2)


def sentinel_orbit(path):
    """What the product says of its orbit, its tile and the sun, in names of STAC."""
    archive = zipfile.ZipFile(path)
    product = archive.read("MTD_MSIL1C.xml").decode()
    granule = next(name for name in archive.namelist() if name.endswith("MTD_TL.xml"))
    tile = archive.read(granule).decode()

    def told(pattern, text=product):
        return re.search(pattern, text, re.S).group(1)

    sun = r"<Mean_Sun_Angle>\s*<ZENITH_ANGLE[^>]*>([^<]+)<", r"<Mean_Sun_Angle>.*?<AZIMUTH_ANGLE[^>]*>([^<]+)<"
    return {
        "processing:level": "L" + told(r"<PROCESSING_LEVEL>Level-([^<]+)<"),
        "s2:product_type": told(r"<PRODUCT_TYPE>([^<]+)<"),
        "s2:processing_baseline": told(r"<PROCESSING_BASELINE>([^<]+)<"),
        "s2:mgrs_tile": told(r"_T([0-9A-Z]{5})_N", tile),
        "sat:orbit_state": told(r"<SENSING_ORBIT_DIRECTION>([^<]+)<").lower(),
        "sat:relative_orbit": int(told(r"<SENSING_ORBIT_NUMBER>([^<]+)<")),
        "sat:absolute_orbit": int(told(r"_A([0-9]{6})_T", tile)),
        "view:sun_elevation": round(90 - float(told(sun[0], tile)), 2),
        "view:sun_azimuth": round(float(told(sun[1], tile)), 2),
    }


def anticlockwise(ring):
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:] + ring[:1]))
    return ring if area > 0 else ring[::-1]


def clip(ring, limit, side):
    """The part of a ring on one side of a meridian (Sutherland and Hodgman)."""
    out = []
    for a, b in zip(ring, ring[1:] + ring[:1]):
        inside_a, inside_b = side * a[0] <= side * limit, side * b[0] <= side * limit
        if inside_a:
            out.append(a)
        if inside_a != inside_b:
            t = (limit - a[0]) / (b[0] - a[0])
            out.append((limit, round(a[1] + t * (b[1] - a[1]), 5)))
    return out


def geometry(ring):
    """A Polygon, or two at the antimeridian; and the bounding box as GeoJSON wants it."""
    latitudes = [y for _, y in ring]
    if max(x for x, _ in ring) - min(x for x, _ in ring) <= 180:
        ring = anticlockwise(ring)
        box = [min(x for x, _ in ring), min(latitudes), max(x for x, _ in ring), max(latitudes)]
        return {"type": "Polygon", "coordinates": [[*map(list, ring), list(ring[0])]]}, box
    ring = anticlockwise([(x + 360 if x < 0 else x, y) for x, y in ring])
    west = clip(ring, 180, 1)
    east = [(round(x - 360, 5), y) for x, y in clip(ring, 180, -1)]
    parts = [[[*map(list, part), list(part[0])]] for part in (west, east)]
    box = [min(x for x, _ in west), min(latitudes), max(x for x, _ in east), max(latitudes)]
    return {"type": "MultiPolygon", "coordinates": parts}, box


def times(facts):
    if "span" not in facts:
        return {"datetime": facts["datetime"]}
    start, end, middle = facts["span"]
    return {"datetime": middle, "start_datetime": start, "end_datetime": end, "description": UNKNOWN_DATE}


def item(path, facts):
    with tempfile.TemporaryDirectory() as folder:
        picture, info = small_picture(path, folder)
        thumbnail = make_thumbnail(picture, path.stem)
        ring = sentinel_outline(path) if path.suffix == ".zip" else outline(path, picture, info)
    if path.suffix == ".zip":
        facts = facts | {"eo:cloud_cover": sentinel_cloud(path)} | sentinel_orbit(path)
    shape, box = geometry(ring)
    carried = ("title", "platform", "instruments", "gsd", "eo:cloud_cover", "attribution", "license", "description")
    carried += tuple(key for key in facts if key.split(":")[0] in ("processing", "product", "s2", "sar", "sat", "view"))
    content = path.read_bytes()
    media = "application/zip" if path.suffix == ".zip" else "image/tiff; application=geotiff"
    return {
        "type": "Feature", "stac_version": "1.0.0", "stac_extensions": STAC_EXTENSIONS, "id": path.stem,
        "collection": facts["collection"], "bbox": box, "geometry": shape,
        "properties": {key: facts[key] for key in carried if key in facts} | times(facts),
        "links": [],
        "assets": {
            "data": {
                "href": f"archive/{path.name}", "type": media, "roles": ["data"], "file:size": len(content),
                "file:checksum": "1220" + hashlib.sha256(content).hexdigest(),
            },
            "thumbnail": {"href": f"thumbnails/{thumbnail.name}", "type": "image/jpeg", "roles": ["thumbnail"]},
        },
    }


def provinces(source):
    with gzip.open(source / "regions/regions.csv.gz", "rt", encoding="utf-8") as file:
        csv.field_size_limit(sys.maxsize)
        return {row["adcode"]: row["name"] for row in csv.DictReader(file)}


def online_items(source):
    names = provinces(source)
    for path in sorted((source / "rasters/china-relief").glob("NE-SR_*.tif")):
        name = names[path.stem.removeprefix("NE-SR_")]
        yield path, RELIEF | {"title": f"{name}地形晕渲"}
    for name, facts in SATELLITE.items():
        yield source / "rasters" / name, facts


def told_by_name(name):
    """What the names of products say: CBERS_4_MUX_20170528_090_084_L2, LC09_L1TP_..., S2A_MSIL2A_..._T43SDD."""
    if found := re.fullmatch(r"(?:CBERS|AMAZONIA)_.*_(L[0-9][A-Z]?)", name):
        return {"processing:level": found.group(1)}
    if found := re.match(r"LC[0-9]+_(L([12])[A-Z]{2})_", name):
        return {"processing:level": f"L{found.group(2)}", "landsat:correction": found.group(1)}
    if found := re.match(r"S2[A-D]_MSI(L2A|L1C)_.*_T([0-9A-Z]{5})(?:_|$)", name):
        return {"processing:level": found.group(1), "s2:product_type": f"S2MSI{found.group(1)[1:]}",
                "s2:mgrs_tile": found.group(2)}
    return {}


def lean(entry, attribution, license_name):
    """A catalogue entry without assets: known, not online."""
    kept = ("datetime", "platform", "instruments", "gsd", "eo:cloud_cover", "sat:relative_orbit", "grid:code",
            "s2:mgrs_tile", "landsat:wrs_path", "landsat:wrs_row", "cbers:path", "cbers:row")
    properties = {key: entry["properties"][key] for key in kept if key in entry["properties"]}
    properties |= told_by_name(entry["id"])
    properties |= {"attribution": attribution, "license": license_name}
    properties["platform"] = properties["platform"].lower()
    return {
        "type": "Feature", "stac_version": "1.0.0", "id": entry["id"], "collection": entry["collection"],
        "bbox": [round(number, 4) for number in entry["bbox"]], "geometry": rounded(entry["geometry"]),
        "properties": properties, "links": [], "assets": {},
    }


def rounded(value):
    if isinstance(value, dict):
        return {key: rounded(part) for key, part in value.items()}
    if isinstance(value, list):
        return [rounded(part) for part in value]
    return round(value, 4) if isinstance(value, float) else value


def lines(path):
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def offline_items(source):
    for entry in lines(source / "scenes/real-cbers-items.ndjson.gz"):
        yield lean(entry, "CBERS/Amazonia metadata: INPE, cbers-2-stac", "Apache-2.0")
    grid = lines(source / "scenes/scenes-sample.ndjson.gz")
    note = "Footprint, orbit and date follow the real grids; cloud cover is made up"
    for entry in grid[::19][:460]:
        yield lean(entry, note, "Apache-2.0 (grids: USGS, ESA)")


def write_lines(path, entries):
    text = "".join(json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n" for entry in entries)
    path.write_text(text, encoding="utf-8")


def main():
    source = Path(sys.argv[1])
    for folder in (ARCHIVE, THUMBNAILS):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
    entries = []
    for path, facts in online_items(source):
        shutil.copyfile(path, ARCHIVE / path.name)
        entries.append(item(ARCHIVE / path.name, facts))
    entries += archive_items(ARCHIVE, THUMBNAILS, STAC_EXTENSIONS)
    write_lines(HERE / "catalogue.ndjson", entries)
    write_lines(HERE / "catalogue-offline.ndjson", offline_items(source))
    make_papers(HERE / "papers")


if __name__ == "__main__":
    main()
