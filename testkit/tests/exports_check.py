"""Compares an export with what the API says of its scenes.

Usage: exports_check.py KIND FILE SCENES [of_order]; SCENES holds the API's scene objects, in the order they were chosen.
"""

import csv
import io
import json
import re
import subprocess
import sys
import zipfile
from datetime import datetime, timedelta
from types import NoneType

KIND, FILE, SCENES = sys.argv[1:4]
OF_ORDER = len(sys.argv) > 4
scenes = json.load(open(SCENES, encoding="utf-8"))

HEADINGS = ["序号", "数据ID", "数据名称", "卫星", "传感器", "数据类型", "成像时间", "接收时间", "云量", "数据大小", "目录节点"]
SHORT = ["序号", "数据ID", "数据名", "卫星", "传感器", "类型", "成像时", "接收时", "云量", "大小", "节点"]
if OF_ORDER:
    HEADINGS += ["数据状态", "失败原因"]
    SHORT += ["状态", "原因"]
TYPES = ["原始影像数据", "档案数据", "航空影像数据", "标准产品", "J星产品"]
STATES = ["已提取", "提取中", "提取失败"]


def rings_of_wkt(wkt):
    """The rings as sorted lists of points, without the last, which repeats the first."""
    rings = []
    for ring in re.findall(r"\(([^()]+)\)", wkt):
        points = [tuple(round(float(x), 9) for x in point.split()) for point in ring.split(",")]
        rings.append(sorted(points[:-1]))
    return sorted(rings)


def polygons_of(geometry):
    kind, coordinates = geometry["type"], geometry["coordinates"]
    assert kind in ("Polygon", "MultiPolygon"), kind
    return [coordinates] if kind == "Polygon" else coordinates


def rings_of_json(geometry):
    rings = [ring for polygon in polygons_of(geometry) for ring in polygon]
    for ring in rings:
        assert ring[0] == ring[-1], ring
    return sorted(sorted(tuple(round(x, 9) for x in point[:2]) for point in ring[:-1]) for ring in rings)


def area(ring):
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:])) / 2


def moment(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00")) if text else None


def whole_seconds(text):
    at = moment(text)
    return at and at.replace(microsecond=0)


def same(found, wanted, what):
    assert found == wanted, f"{what}: {found!r} is not {wanted!r}"


def check(number, scene, row):
    """`row`: values by the long headings; times as datetimes, numbers as numbers, nothing as None."""
    text = lambda value: value or ""
    same(row["序号"], number, "序号")
    same(text(row["数据ID"]), scene["dataid"], "数据ID")
    same(text(row["数据名称"]), scene["dataname"], "数据名称")
    same(text(row["卫星"]), scene["satelite"], "卫星")
    same(text(row["传感器"]), scene["sensor"], "传感器")
    same(row["数据类型"], TYPES[scene["datatype"]], "数据类型")
    same(row["成像时间"], whole_seconds(scene["scenedate"]), "成像时间")
    same(row["接收时间"], whole_seconds(scene["receivetime"]), "接收时间")
    if scene["cloud"] is None:
        same(row["云量"], None, "云量")
    else:
        assert abs(row["云量"] - scene["cloud"]) < 0.01, row["云量"]
    # What is only in the catalogue has a size that nobody knows; the API says 0.
    known = scene["exists"] or scene["datasize"] != 0
    same(row["数据大小"], scene["datasize"] if known else None, "数据大小")
    assert row["目录节点"], "no node"
    if OF_ORDER:
        state = scene["sstatus"]
        same(text(row["数据状态"]), "" if state is None else STATES[state], "数据状态")
        same(text(row["失败原因"]), scene["flog"] or "", "失败原因")


def unguarded(text):
    return text[1:] if text[:1] == "'" and text[1:2] in ("=", "+", "-", "@") else text


def check_csv():
    raw = open(FILE, "rb").read()
    assert raw.startswith(b"\xef\xbb\xbf"), "no byte order mark"
    assert raw.endswith(b"\r\n")
    rows = list(csv.reader(io.StringIO(raw.decode("utf-8-sig"), newline="")))
    same(rows[0], HEADINGS + ["空间范围"], "headings")
    same(len(rows) - 1, len(scenes), "rows")
    for number, (scene, cells) in enumerate(zip(scenes, rows[1:]), 1):
        assert not any(cell[:1] in ("=", "+", "-", "@") for cell in cells), cells
        row = dict(zip(rows[0], map(unguarded, cells)))
        for name in ("成像时间", "接收时间"):
            row[name] = moment(row[name])
        for name, number_of in (("序号", int), ("数据大小", int), ("云量", float)):
            row[name] = number_of(row[name]) if row[name] else None
        check(number, scene, row)
        same(rings_of_wkt(row["空间范围"]), rings_of_wkt(scene["wktresponse"]), "空间范围")


def check_xlsx():
    import openpyxl

    book = openpyxl.load_workbook(FILE)
    sheet = book.active
    same(sheet.freeze_panes, "A2", "frozen")
    assert sheet.auto_filter.ref and sheet.auto_filter.ref.endswith(str(len(scenes) + 1)), sheet.auto_filter.ref
    assert sheet.column_dimensions["C"].width > 20
    rows = list(sheet.iter_rows())
    headings = [cell.value for cell in rows[0]]
    same(headings, HEADINGS + ["空间范围"], "headings")
    same(len(rows) - 1, len(scenes), "rows")
    for number, (scene, cells) in enumerate(zip(scenes, rows[1:]), 1):
        assert all(cell.data_type != "f" for cell in cells), "a formula"
        row = {name: cell.value for name, cell in zip(headings, cells)}
        for name in ("成像时间", "接收时间"):
            at = row[name]
            assert at is None or isinstance(at, datetime), at
            # China's time.
            row[name] = at and moment((at - timedelta(hours=8)).isoformat(timespec="seconds") + "Z")
        assert isinstance(row["数据大小"], (int, NoneType)), row["数据大小"]
        check(number, scene, row)
        same(rings_of_wkt(row["空间范围"]), rings_of_wkt(scene["wktresponse"]), "空间范围")


def check_features(features, headings):
    same(len(features), len(scenes), "features")
    for number, (scene, feature) in enumerate(zip(scenes, features), 1):
        found = feature["properties"]
        same(list(found), headings, "properties")
        row = dict(zip(HEADINGS, found.values()))
        for name in ("成像时间", "接收时间"):
            row[name] = moment(row[name])
        check(number, scene, row)
        same(rings_of_json(feature["geometry"]), rings_of_wkt(scene["wktresponse"]), "geometry")
        assert len(polygons_of(feature["geometry"])) == max(1, scene["wktresponse"].count("((")), "polygons"


def check_geojson():
    collection = json.load(open(FILE, encoding="utf-8"))
    same(collection["type"], "FeatureCollection", "type")
    assert "crs" not in collection
    for feature in collection["features"]:
        for exterior, *holes in polygons_of(feature["geometry"]):
            assert area(exterior) > 0, "the exterior runs clockwise"
            assert all(area(hole) < 0 for hole in holes), "a hole runs counterclockwise"
    same([feature["id"] for feature in collection["features"]], [scene["dataid"] for scene in scenes], "ids")
    check_features(collection["features"], HEADINGS)
    opened = subprocess.run(["ogrinfo", "-so", "-al", FILE], capture_output=True, text=True, check=True)
    assert f"Feature Count: {len(scenes)}" in opened.stdout, opened.stdout


def check_shapefile():
    subprocess.run(["unzip", "-tq", FILE], check=True, stdout=subprocess.DEVNULL)
    with zipfile.ZipFile(FILE) as archive:
        names = sorted(archive.namelist())
        stem = names[0].rsplit(".", 1)[0]
        same(names, sorted(f"{stem}.{end}" for end in ("shp", "shx", "dbf", "prj", "cpg")), "files")
        same(archive.read(f"{stem}.cpg").strip(), b"UTF-8", "cpg")
    path = f"/vsizip/{FILE}/{stem}.shp"
    about = subprocess.run(["ogrinfo", "-so", "-al", path], capture_output=True, text=True, check=True)
    assert "Geometry: Polygon" in about.stdout and "WGS 84" in about.stdout, about.stdout
    assert "Warning" not in about.stderr and "ERROR" not in about.stderr, about.stderr
    out = FILE + ".json"
    asked = ["ogr2ogr", "-f", "GeoJSON", "-lco", "COORDINATE_PRECISION=15", out, path]
    read = subprocess.run(asked, capture_output=True, text=True, check=True)
    assert "ERROR" not in read.stderr and "Warning" not in read.stderr, read.stderr
    check_features(json.load(open(out, encoding="utf-8"))["features"], SHORT)


{"csv": check_csv, "xlsx": check_xlsx, "geojson": check_geojson, "shapefile": check_shapefile}[KIND]()
print("same", KIND, len(scenes))
