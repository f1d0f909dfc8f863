"""Every workbook of the statistics, opened by openpyxl, cell by cell beside what the pages say of the same days."""

import json
import os
import sys
from datetime import datetime
from io import BytesIO
from pathlib import Path

import openpyxl

from list_rows import registry_rows, result_rows
from portal import span
from tables import ASPECTS, CAUSES
from tables import HEADINGS as SAVED

TB, GB = 1 << 40, 1 << 30
# A folder in which the files stay, for another program that opens them.
LOOK = os.environ.get("FIGURES_LOOK")
COUNTS = ["在线订单数（个）", "离线订单数（个）", "订单总数（个）", "在线数据量（GB）", "离线数据量（GB）", "总数据量（GB）"]
MONTHLY = ["在线订单数（个）", "在线景数（景）", "在线数据量（TB）", "离线订单数（个）", "离线景数（景）", "离线数据量（TB）", "订单总数（个）",
           "总景数（景）", "总数据量（TB）"]
BREAKDOWNS = {"day": "日期", "method": "获取方式", "kind": "订单类型", "usage": "数据用途", "satellite": "卫星", "node": "目录节点",
              "region": "行政区"}
WORDS = {("method", "0"): "在线下载", ("method", "2"): "离线拷贝", ("kind", "0"): "现有产品订单", ("kind", "1"): "常规需求订单",
         ("kind", "2"): "再加工订单", ("region", ""): "不在任何省级行政区"}
BEHAVIOURS = ["注册", "登录", "检索", "加入购物车", "创建订单", "下载", "停留", "STAC 检索（POST）", "STAC 检索（GET）"]
TIMES = {"day": "日期", "month": "月份"}
RECEIVED = TIMES | {"satellite": "卫星", "node": "目录节点"}
DOWNLOADS = TIMES | {"unit": "单位", "protocol": "协议"}
SERVICES = {"catalogue": "目录（次）", "scene": "景（次）", "preview": "预览图（次）", "statistics": "统计（次）", "registry": "提供登记（次）",
            "file": "景文件（次）", "other": "其他（次）", "earlier": "早期未分类（次）"}
REGISTRY = ["登记号", "订单号", "交付次序", "交付时间", "完成时间", "获取方式", "登录名", "用户", "申请人", "申请单位", "数据用途", "项目名称",
            "备注", "景数", "数据量（字节）", "文件数", "文件总字节数", "分发登记表SHA-256", "材料SHA-256", "已下载文件数", "已下载字节数", "首次下载",
            "最近下载"]
RESULTS = ["编号", "类型", "名称", "作者", "发表年月", "刊物或发布处", "DOI", "链接", "单位", "登记人", "所依据的订单", "卫星", "状态", "未通过原因", "备注",
           "登记时间"]


def check(site, days):
    """How many cells of how many workbooks say the same as the pages."""
    cells = 0
    for path, query, heads, rows in expected(site, days):
        name = "-".join([path.split("/")[-1].removesuffix(".xlsx"), *query.values(), *days])
        book = openpyxl.load_workbook(BytesIO(left(f"table-{name}.xlsx", site.open(path, **query, **span(days)))))
        what = f"{path} {query} {days}"
        sheet = book.worksheets[0]
        cells += compare(what, sheet, heads, rows)
        # Of a sum alone nothing is drawn.
        drawn = [row for row in rows if row[0] != "合计"]
        if drawn and "registry" not in path and not sheet._charts:
            sys.exit(f"{what}: no chart")
    return cells


def expected(site, days):
    """Path, query, headings and rows of each."""
    answer = site.get("orders", days)
    rows = [[name, *(answer[f"{prefix}{figure}"] for figure in ("Num", "SceneNum", "Size"))]
            for name, prefix in (("在线下载", "onlineOrder"), ("离线拷贝", "offlineOrder"), ("合计", "order"))]
    yield "/api/stats/orders.xlsx", {}, ["获取方式", "订单数（个）", "景数（景）", "数据量（TB）"], rows
    rows = [[row["month"], *(row[f"{part}{figure}"] for part in ("onlineOrder", "offlineOrder", "Order") for figure in ("Num", "SceneNum", "Size"))]
            for row in site.get("monthly", days)["items"]]
    yield "/api/stats/monthly.xlsx", {}, ["月份", *MONTHLY], rows
    yield from units(site, days)
    for by, name in BREAKDOWNS.items():
        rows = [[WORDS.get((by, row["value"]), row["label"]), row["onlineOrderNum"], row["offlineOrderNum"], row["OrderNum"],
                 *(row[size] * 1024 for size in ("onlineOrderSize", "offlineOrderSize", "OrderSize"))]
                for row in site.get("breakdown", days, by=by)["items"]]
        yield "/api/stats/breakdown.xlsx", {"by": by}, [name, *COUNTS], rows
    by_day = {}
    for row in site.get("behaviours", days)["days"]:
        by_day.setdefault(row["day"], [0] * len(BEHAVIOURS))[row["type"]] = row["times"]
    yield "/api/stats/behaviours.xlsx", {}, ["日期", *BEHAVIOURS], [[day, *times] for day, times in sorted(by_day.items())]
    for by, name in RECEIVED.items():
        rows = [[row["label"], row["scenes"], row["bytes"] / TB] for row in site.get("received", days, by=by)["items"]]
        yield "/api/stats/received.xlsx", {"by": by}, [name, "景数（景）", "数据量（TB）"], rows
    for by, name in DOWNLOADS.items():
        rows = [[row["value"], row["transfers"], row["files"], row["broken"], row["bytes"] / GB]
                for row in site.get("downloads", days, by=by)["items"]]
        yield "/api/stats/downloads.xlsx", {"by": by}, [name, *SAVED["downloads"][3:6], "下载量（GB）"], rows
    yield from service(site, days)
    yield from open_services(site, days)
    yield "/api/registry/export.xlsx", {}, REGISTRY, [list(row) for row in registry_rows(site, days)]


def units(site, days):
    items = site.get("units", days)["items"]
    rows = [[row["unit"], row["onlineOrderNum"], row["offlineOrderNum"], row["allNum"],
             *(row[size] / GB for size in ("onlineOrderSize", "offlineOrderSize", "allSize"))] for row in items]
    yield "/api/stats/units.xlsx", {}, ["单位", *COUNTS], rows
    # Scenes of units are in no answer: what DuckDB counts of each stands in prove.py.
    rows = [[row["unit"], rank, row["allNum"], any_number, row["allSize"] / GB] for rank, row in enumerate(items, 1)]
    yield "/api/stats/ranking.xlsx", {}, ["单位", "名次", "订单数（个）", "景数（景）", "数据量（GB）"], rows


def service(site, days):
    """Preparation, ratings and how much of the archive was used; all together in the last row."""
    page = site.get("preparation", days)
    hours = lambda seconds: None if seconds is None else seconds / 3600
    rows = []
    for row in [*page["items"], {"month": "合计", **page["total"]}]:
        causes = {cause["cause"]: cause["failures"] for cause in row["causes"]}
        rows.append([row["month"], row["prepared"], hours(row["medianSeconds"]), hours(row["p95Seconds"]), row["promised"], row["kept"],
                     row["failures"], *(causes.get(cause, 0) for cause in CAUSES)])
    heads = [head.replace("秒", "小时") for head in SAVED["preparation"]]
    yield "/api/stats/preparation.xlsx", {}, [*heads[:6], "失败（次）", *heads[6:]], rows
    for aspect in ASPECTS:
        page = site.get("satisfaction", days, aspect=aspect)
        rows = [[row["month"], row["answers"], row["average"], *row["stars"], row["delivered"], row["rated"]]
                for row in [*page["items"], {"month": "合计", **page["total"]}]]
        yield "/api/stats/satisfaction.xlsx", {"aspect": aspect}, SAVED["satisfaction"], rows
    page = site.get("exploitation", days)
    rows = [[row["label"], row["held"], row["delivered"], row["newlyDelivered"], 100 * row["delivered"] / row["held"] if row["held"] else None]
            for row in [*page["items"], {"label": "合计", **page["total"]}]]
    heads = ["卫星", "馆藏景数（景）", "已提供景数（景）", "期间首次提供（景）", "利用率（%）"]
    yield "/api/stats/exploitation.xlsx", {}, heads, rows


def open_services(site, days):
    """What client systems called for; all together in the last row."""
    page = site.get("open-services", days)

    def line(name, total, services):
        called = {word: sum(one["requests"] for one in services if one["service"] == word) for word in SERVICES}
        return [name, total["requests"], total["overQuota"], total["forbidden"], total["bytes"] / GB, *called.values()]

    every = [one for day in page["days"] for one in day["services"]]
    systems = [line(one["name"] or one["loginName"], one, one["services"]) for one in page["systems"]]
    by_day = [line(one["day"], one, one["services"]) for one in page["days"]]
    heads = ["调用（次）", "超出配额（次）", "无权限（次）", "下载量（GB）", *SERVICES.values()]
    for by, name, rows in (("system", "接入系统", systems), ("day", "日期", by_day)):
        yield "/api/stats/open-services.xlsx", {"by": by}, [name, *heads], [*rows, line("合计", page["total"], every)]


def any_number(value):
    """Stands for a number that no answer of the site has."""
    return isinstance(value, (int, float)) and value > 0


def results(site):
    """Results as people reported them."""
    sheet = openpyxl.load_workbook(BytesIO(site.open("/api/result-desk/export.xlsx"))).worksheets[0]
    return compare("results", sheet, RESULTS, list(result_rows(site)))


def yearly(site, year):
    """The report of a year: its words on the first sheet, each table on one of its own."""
    report = site.ask("/api/reports/yearly", year=year)
    file = lambda kind: left(f"report-{year}.{kind}", site.open("/api/reports/yearly/file", year=year, format=kind))
    book = openpyxl.load_workbook(BytesIO(file("xlsx")))
    left(f"report-{year}.json", json.dumps(report).encode())
    file("docx")
    words, tables = [report["subtitle"]], []
    for section in report["sections"]:
        words.append(section["heading"])
        for block in section["blocks"]:
            if block["kind"] == "paragraph":
                words += sentence(block["pieces"])
            if block["kind"] == "table":
                tables.append((section["heading"].split("、", 1)[-1], block))
    words.append(f"SHA-256：{report['sha256']}")
    first, *sheets = book.worksheets
    rows = [line if isinstance(line, list) else [line, None, None] for line in words]
    cells = compare(f"report of {year}", first, [report["title"], None, None], rows)
    if [sheet.title for sheet in sheets] != [name for name, _ in tables]:
        sys.exit(f"report of {year}: {book.sheetnames}")
    parts = {"count": 1, "bytes": GB, "permille": 10}
    for sheet, (name, table) in zip(sheets, tables):
        units = [parts[column["numbers"]] for column in table["columns"]]
        rows = [["".join([row["name"], *(f"[{note}]" for note in row["notes"])]), *(figure / unit for figure, unit in zip(row["figures"], units))]
                for row in table["rows"]]
        cells += compare(f"report of {year}, {name}", sheet, [table["names"], *(column["heading"] for column in table["columns"])], rows)
    return cells


def sentence(pieces):
    """It, and below it its figures, each with the words around it and the page that it leads to."""
    yield "".join(piece["text"] if piece["note"] is None else f"[{piece['note']}]" for piece in pieces)
    figures = [piece["text"] for piece in pieces if piece["source"] is not None]
    if figures:
        yield ["数字与来源", "数字", "来源"]
    for figure in figures:
        yield [lambda words, figure=figure: figure in words, figure, lambda name: isinstance(name, str)]


def left(name, content):
    """The same bytes."""
    if LOOK:
        (Path(LOOK) / name).write_bytes(content)
    return content


def compare(what, sheet, heads, rows):
    """How many cells of a sheet are as they have to be, from its first row to its last."""
    found = [row[:len(heads)] for row in sheet.iter_rows()]
    if [cell.value for cell in found[0]] != heads:
        sys.exit(f"headings of {what}: {[cell.value for cell in found[0]]}")
    if len(found) - 1 != len(rows):
        sys.exit(f"{what}: {len(found) - 1} rows, {len(rows)} on the page")
    for cells, row in zip(found[1:], rows):
        for cell, value in zip(cells, row, strict=True):
            if not is_same(cell, value):
                sys.exit(f"{what}, {cell.coordinate}: {cell.value!r} ({cell.data_type}); on the page: {value!r}")
    return len(found) * len(heads)


def is_same(cell, value):
    if callable(value):
        return value(cell.value)
    if value is None or value == "":
        return cell.value is None
    if isinstance(value, str):
        return cell.data_type == "s" and cell.value == value
    if isinstance(value, datetime):
        return isinstance(cell.value, datetime) and abs((cell.value - value).total_seconds()) < 1
    return cell.data_type == "n" and isinstance(cell.value, (int, float)) and abs(cell.value - value) <= 1e-9 * max(1, abs(value))
