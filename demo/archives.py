"""Draws the demo's archive data (档案数据): sheets of a geological survey and reports that say on their face that they are
samples, as PDF, with a picture of the first page. Sheet numbers and corners follow GB/T 13989-2012 (1:250,000, 1.5° by 1°)."""

import hashlib
import random
import time
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

FONT = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"
BOLD = "/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc"
SIMPLIFIED_CHINESE = 2
A_FIXED_DAY = time.gmtime(1_767_225_600)
# Colours of the chronostratigraphic chart: Quaternary, Neogene, Cretaceous, Jurassic, Triassic, Permian; granite.
UNITS = [("Q", "#F9F97F"), ("N", "#FFE619"), ("K", "#7FC64E"), ("J", "#34B2C9"), ("T", "#812B92"), ("P", "#F04028"),
         ("γ", "#F4A6B0")]
NOT_REAL = "本件仅供系统演示，图面与文字均为示意，不反映真实地质情况。"

SHEETS = [
    ("H48C002002", "成都市幅", 103.5, 30),
    ("I49C002001", "西安市幅", 108, 34),
    ("H46C003001", "拉萨市幅", 90, 29),
    ("J47C004004", "西宁市幅", 100.5, 36),
]
# Number, name, drawn as, sheet; a catalogue of archives lies nowhere.
ARCHIVES = [(f"DEMO-MAP-{number}", f"1:25万{name}地质图（样例）", "map", (number, name, west, south))
            for number, name, west, south in SHEETS]
ARCHIVES += [(f"DEMO-RPT-{number}", f"1:25万{name}区域地质调查报告（样例）", "report", (number, name, west, south))
             for number, name, west, south in SHEETS[:2]]
ARCHIVES += [("DEMO-CAT-2026", "区域地质调查档案目录（样例）", "catalogue", None)]
COLLECTIONS = {"map": "archive-geological-map", "report": "archive-survey-report", "catalogue": "archive-survey-report"}


def font(path, size):
    return ImageFont.truetype(path, size, index=SIMPLIFIED_CHINESE)


def centred(draw, y, text, face, fill=0):
    draw.text((draw.im.size[0] / 2, y), text, font=face, fill=fill, anchor="mm")


def band(draw, seed, box, colour):
    """One unit of rock: a wavy band across the map."""
    left, top, right, bottom = box
    edge = [(x, top + seed.uniform(-26, 26)) for x in range(left, right + 1, 60)] + [(right, top)]
    draw.polygon([*edge, (right, bottom), (left, bottom)], fill=colour, outline="#555555")


def map_sheet(number, name, west, south):
    picture = Image.new("RGB", (1100, 900), "white")
    draw, seed = ImageDraw.Draw(picture), random.Random(number)
    centred(draw, 50, f"{name} {number}", font(BOLD, 40), "black")
    centred(draw, 96, "1:250 000 地质图（样例）", font(FONT, 24), "black")
    left, top, right, bottom = 80, 140, 860, 780
    order = seed.sample(UNITS[:6], 6)
    draw.rectangle((left, top, right, bottom), fill=order[0][1])
    for at, (_, colour) in list(enumerate(order))[1:]:
        band(draw, seed, (left, top + at * (bottom - top) // 6, right, bottom), colour)
    x, y = seed.randint(left + 150, right - 200), seed.randint(top + 150, bottom - 200)
    draw.ellipse((x, y, x + 150, y + 100), fill=UNITS[6][1], outline="#555555")
    fault = [(left + at * 156, seed.randint(top + 120, bottom - 120)) for at in range(6)]
    draw.line(fault, fill="#C00000", width=4)
    draw.rectangle((0, top - 30, left - 1, bottom + 40), fill="white")
    draw.rectangle((left, 112, right, top - 1), fill="white")
    draw.rectangle((right + 1, 112, 1100, bottom + 40), fill="white")
    draw.rectangle((left, bottom + 1, right, 900), fill="white")
    draw.rectangle((left, top, right, bottom), outline="black", width=3)
    small = font(FONT, 18)
    for corner, text in [((left, bottom + 16), f"{west}°E"), ((right, bottom + 16), f"{west + 1.5}°E")]:
        draw.text(corner, text, font=small, fill="black", anchor="mm")
    for corner, text in [((left - 8, bottom), f"{south}°N"), ((left - 8, top), f"{south + 1}°N")]:
        draw.text(corner, text, font=small, fill="black", anchor="rm")
    for at, (letter, colour) in enumerate([*order, UNITS[6]]):
        y = top + 20 + at * 60
        draw.rectangle((right + 40, y, right + 110, y + 36), fill=colour, outline="black")
        draw.text((right + 130, y + 18), letter, font=font(FONT, 24), fill="black", anchor="lm")
    draw.line((right + 40, top + 460, right + 110, top + 460), fill="#C00000", width=4)
    draw.text((right + 130, top + 460), "断层", font=font(FONT, 22), fill="black", anchor="lm")
    centred(draw, 850, NOT_REAL, font(FONT, 20), "#B3261E")
    return picture


def cover(title, lines):
    picture = Image.new("L", (827, 1169), 255)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((50, 50, 777, 1119), outline=120, width=2)
    size = 40 if len(title) < 16 else 30
    centred(draw, 320, title, font(BOLD, size))
    for at, line in enumerate(lines):
        centred(draw, 520 + at * 56, line, font(FONT, 26))
    centred(draw, 1040, NOT_REAL, font(FONT, 20), 90)
    return picture


def drawn(title, kind, sheet):
    if kind == "map":
        return map_sheet(*sheet)
    if kind == "report":
        return cover(title, [f"图幅号：{sheet[0]}", f"测区：{sheet[1]}", "编写单位：某省地质调查院（演示）", "二〇二六年一月"])
    return cover(title, ["地质图 4 幅", "区域地质调查报告 2 份", "汇编单位：某地质资料馆（演示）", "二〇二六年一月"])


def properties(name, title, kind, sheet):
    known = {
        "title": title, "datetime": "2026-01-01T00:00:00Z", "档案号": name, "项目名称": "1:25万区域地质调查（演示）",
        "product:type": {"map": "地质图", "report": "区调报告", "catalogue": "档案目录"}[kind],
        "attribution": "scenedock", "license": "Apache-2.0", "description": NOT_REAL,
    }
    if sheet:
        known |= {"测区名": sheet[1], "图幅号": sheet[0]}
    if kind == "map":
        known |= {"图件名": title}
    return known


def place(sheet):
    """Of a sheet, its corners; of what lies nowhere, null and no box."""
    if sheet is None:
        return {"geometry": None}
    west, south = sheet[2:]
    east, north = west + 1.5, south + 1
    ring = [[west, north], [west, south], [east, south], [east, north], [west, north]]
    return {"bbox": [west, south, east, north], "geometry": {"type": "Polygon", "coordinates": [ring]}}


def archive_items(archive: Path, thumbnails: Path, extensions):
    """Draws every file and yields its STAC Item."""
    for name, title, kind, sheet in ARCHIVES:
        picture, target, small = drawn(title, kind, sheet), archive / f"{name}.pdf", thumbnails / f"{name}.jpg"
        picture.save(target, "PDF", resolution=100, quality=60, title=title, creationDate=A_FIXED_DAY, modDate=A_FIXED_DAY)
        picture.thumbnail((256, 256))
        picture.save(small, "JPEG", quality=80, optimize=True)
        content = target.read_bytes()
        yield {
            "type": "Feature", "stac_version": "1.0.0", "stac_extensions": extensions, "id": name,
            "collection": COLLECTIONS[kind], **place(sheet), "properties": properties(name, title, kind, sheet), "links": [],
            "assets": {
                "data": {
                    "href": f"archive/{target.name}", "type": "application/pdf", "roles": ["data"],
                    "file:size": len(content), "file:checksum": "1220" + hashlib.sha256(content).hexdigest(),
                },
                "thumbnail": {"href": f"thumbnails/{small.name}", "type": "image/jpeg", "roles": ["thumbnail"]},
            },
        }
