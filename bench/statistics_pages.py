"""Statistics pages beside the same questions in psql on the rows themselves, and a workbook beside what writes one in Python.

Users, orders and behaviours come from an old portal by `scenedock import`. Every page is asked over HTTP (session, figures, JSON, to the
last byte; a connection each), its question of psql in one kept session, in turns, and both must say the same number. A year of what is summed of orders is
counted anew by `admin count-figures`, beside the same sums by one GROUP BY.
"""

import json
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import old_portal
from import_rows import import_rows, write_rows
from orders import Psql
from scenes import make_scenes
from site_under_test import Site
from table import show

DAYS = "from=2012-01-01&to=2024-12-31"
BEGINS, ENDS = "'2012-01-01 00:00+08'", "'2025-01-01 00:00+08'"
# Longer than the file goes back: the raw rows are to be there when psql is asked.
RECORD_DAYS = "7300"
PSQL_ROUNDS = 3
COUNTED_SECONDS = 1800
WORKBOOK_PYTHONS = [sys.executable, "/usr/bin/python3"]

ORDERED = (f"FROM orders o JOIN order_scene os ON os.order_id = o.id JOIN scene s ON s.did = os.did WHERE o.created_at >= {BEGINS} "
           f"AND o.created_at < {ENDS} AND o.submitted_at IS NOT NULL AND o.get_method IS NOT NULL")
FIGURES = "count(DISTINCT o.id) AS orders, count(*) AS scenes, sum(s.size) AS bytes"
CHINA = "AT TIME ZONE 'Asia/Shanghai'"
OPENED = f"e.opened_at >= {BEGINS} AND e.opened_at < {ENDS}"
YEAR, YEAR_ROUNDS = 2018, 3
IN_YEAR = (f"o.created_at >= '{YEAR}-01-01 00:00+08' AND o.created_at < '{YEAR + 1}-01-01 00:00+08' AND o.submitted_at IS NOT NULL "
           "AND o.get_method IS NOT NULL")
ORDERS_OF_A_YEAR = f"SELECT count(*) FROM orders o WHERE {IN_YEAR};"
OF_A_YEAR = ("FROM orders o JOIN order_scene os ON os.order_id = o.id JOIN scene s ON s.did = os.did "
             f"LEFT JOIN scene_region r ON r.did = s.did WHERE {IN_YEAR}")
DAY = f"date_trunc('day', o.created_at {CHINA})"
DAYS_OF_A_YEAR = f"SELECT sum(scenes) FROM (SELECT {DAY}, o.get_method, {FIGURES} {OF_A_YEAR} GROUP BY 1, 2) r;"
VALUES = ["btrim(o.apply_user_unit)", "o.apply_user_used", "o.kind", "s.satellite", "s.nodeid", "r.region"]
SETS = ", ".join(f"(1, 2, {n})" for n in range(3, 3 + len(VALUES)))
SUMS_OF_A_YEAR = (f"SELECT sum(scenes) FROM (SELECT {DAY}, o.get_method, {', '.join(VALUES)}, {FIGURES} {OF_A_YEAR} "
                  f"GROUP BY GROUPING SETS ((1, 2), {SETS})) r;")
# Name, path, the number that the page says, and the question on the rows, which answers that number too.
PAGES = [
    ("orders in all", "orders?", lambda page: page["orderNum"],
     f"SELECT sum(orders) FROM (SELECT o.get_method, {FIGURES} {ORDERED} GROUP BY 1) r;"),
    ("by month", "monthly?", lambda page: sum(row["OrderSceneNum"] for row in page["items"]),
     f"SELECT sum(scenes) FROM (SELECT date_trunc('month', o.created_at {CHINA}), o.get_method, {FIGURES} {ORDERED} GROUP BY 1, 2) r;"),
    ("by day", "breakdown?by=day&", lambda page: sum(row["OrderSceneNum"] for row in page["items"]),
     f"SELECT sum(scenes) FROM (SELECT date_trunc('day', o.created_at {CHINA}), o.get_method, {FIGURES} {ORDERED} GROUP BY 1, 2) r;"),
    ("by unit", "units?", lambda page: sum(row["allNum"] for row in page["items"]),
     f"SELECT sum(orders) FROM (SELECT btrim(o.apply_user_unit), o.get_method, {FIGURES} {ORDERED} GROUP BY 1, 2) r;"),
    ("by satellite", "breakdown?by=satellite&", lambda page: sum(row["OrderSceneNum"] for row in page["items"]),
     f"SELECT sum(scenes) FROM (SELECT s.satellite, o.get_method, {FIGURES} {ORDERED} GROUP BY 1, 2) r;"),
    ("preparation", "preparation?", lambda page: page["total"]["prepared"],
     f"SELECT sum(prepared) FROM (SELECT date_trunc('month', e.opened_at {CHINA}), count(*) AS prepared, "
     "percentile_disc(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY e.opened_at - e.approved_at) "
     f"FROM registry_entry e WHERE e.round = 1 AND {OPENED} GROUP BY 1) r;"),
    ("satisfaction", "satisfaction?", lambda page: page["total"]["answers"],
     f"SELECT sum(answers) FROM (SELECT date_trunc('month', created_at {CHINA}), count(*) AS answers, avg(5 - appraise) FROM feedback "
     f"WHERE created_at >= {BEGINS} AND created_at < {ENDS} GROUP BY 1) r;"),
    ("what people did", "behaviours?", lambda page: sum(row["times"] for row in page["totals"]),
     f"SELECT sum(times) FROM (SELECT kind, date_trunc('day', at {CHINA}), count(*) AS times, count(DISTINCT user_id) FROM behaviour "
     f"WHERE at >= {BEGINS} AND at < {ENDS} GROUP BY 1, 2) r;"),
    ("how far fetched", "downloads/completion?", lambda page: page["total"]["deliveries"],
     "SELECT sum(deliveries) FROM (SELECT e.unit, count(*) AS deliveries, count(f.entry) FROM registry_entry e LEFT JOIN "
     f"(SELECT entry FROM registry_fetch GROUP BY entry) f ON f.entry = e.number WHERE {OPENED} GROUP BY 1) r;"),
]


def measure(binary, folder, counts, rounds):
    """`counts`: how many users, orders and behaviours."""
    archive = folder / "archive"
    ids = make_scenes(archive, old_portal.SCENES, old_portal.SCENES << 10)
    with Site(binary, folder / "data", archive, {"RECORD_DAYS": RECORD_DAYS}) as site:
        begun = time.monotonic()
        rates = []
        for what, made in (("users", old_portal.users), ("orders", old_portal.orders), ("behaviour", old_portal.behaviours)):
            file = folder / f"{what}.ndjson"
            write_rows(file, made(counts[what], counts["users"], ids))
            took = import_rows(site, what, file, counts[what])
            rates.append([what, f"{counts[what]:,}", f"{counts[what] / took:,.0f}"])
            file.unlink()
        site.sign_in_all()
        wait_until_counted(site, counts)
        took = time.monotonic() - begun
        print(f"\n## Statistics, {counts['orders']:,} orders and {counts['behaviour']:,} behaviours (taken over in {took:.0f} s)\n")
        show(["imported", "lines", "lines a second"], rates)
        psql = Psql(folder / "data" / "postgres" / "run")
        # As the database does by itself within minutes.
        psql.run("VACUUM ANALYZE;")
        show(["page", "p50 ms", "longest ms", "psql ms", "psql / page p50"],
             [compared(site, psql, page, rounds) for page in PAGES])
        a_year_anew(site, psql)
        psql.close()
        workbooks(site, folder)


def wait_until_counted(site, counts):
    until = time.monotonic() + COUNTED_SECONDS
    while time.monotonic() < until:
        orders = site.call("admin", "GET", f"/api/stats/orders?{DAYS}")
        did = site.call("admin", "GET", f"/api/stats/behaviours?{DAYS}")
        if orders["current"] and orders["orderNum"] == counts["orders"] and sum(
                row["times"] for row in did["totals"]) == counts["behaviour"]:
            return
        time.sleep(1)
    sys.exit("what was imported is not counted")


def compared(site, psql, page, rounds):
    name, path, number, question = page
    pages, queries = [], []
    for turn in range(rounds):
        begun = time.perf_counter()
        answer = site.read("admin", "GET", f"/api/stats/{path}{DAYS}")
        pages.append((time.perf_counter() - begun) * 1000)
        said = number(json.loads(answer))
        if turn % -(-rounds // PSQL_ROUNDS) == 0:
            queried, took = psql.timed(question)
            queries.append(took)
            if queried != said:
                sys.exit(f"{name}: {said}; psql {queried}")
    pages.sort()
    queries.sort()
    median, query = pages[len(pages) // 2], queries[len(queries) // 2]
    return [name, f"{median:.1f}", f"{pages[-1]:.1f}", f"{query:.0f}", f"{query / median:.0f}"]


def a_year_anew(site, psql):
    """The medians of turns: a year's sums from nothing, written, and the same sums counted and thrown away."""
    ours, all_sums, one_sum = [], [], []
    for _ in range(YEAR_ROUNDS):
        psql.run("DELETE FROM order_figure; DELETE FROM order_node_figure;")
        begun = time.perf_counter()
        site.run("admin", "count-figures", "--from", f"{YEAR}-01-01", "--to", f"{YEAR}-12-31")
        ours.append(time.perf_counter() - begun)
        all_sums.append(psql.timed(SUMS_OF_A_YEAR)[1] / 1000)
        one_sum.append(psql.timed(DAYS_OF_A_YEAR)[1] / 1000)
    site.run("admin", "count-figures")
    ours, all_sums, one_sum = (sorted(times)[len(times) // 2] for times in (ours, all_sums, one_sum))
    print(f"\nThe sums of {YEAR} from nothing, {psql.answer(ORDERS_OF_A_YEAR)[0]} orders:\n")
    show(["", "seconds", "ours / its time"],
         [["count-figures: counted, by nodes too, and written", f"{ours:.2f}", ""],
          ["one GROUP BY of the same seven kinds of sums", f"{all_sums:.2f}", f"{ours / all_sums:.1f}"],
          ["one GROUP BY of the days alone", f"{one_sum:.2f}", f"{ours / one_sum:.1f}"]])


def workbooks(site, folder):
    """The registry as the office saves it, beside its rows written by what one would write them with in Python."""
    print("\nThe whole registry as a workbook:\n")
    rows = folder / "rows.csv"
    fetch(site, "csv", rows)
    lines = sum(1 for _ in open(rows, newline="", encoding="utf-8")) - 1
    took = min(fetch(site, "xlsx", folder / "registry.xlsx") for _ in range(3))
    table = [["scenedock, over HTTP", f"{lines:,}", f"{took:.2f}", ""]]
    for name in ("openpyxl", "xlsxwriter", "pandas"):
        seconds = rival(name, rows, folder / "rival.xlsx")
        table.append([name, f"{lines:,}", *(("not installed", "") if seconds is None else (f"{seconds:.2f}", f"{seconds / took:.1f}"))])
    show(["written by", "rows", "seconds", "its time / ours"], table)


def fetch(site, kind, file):
    """Seconds."""
    request = urllib.request.Request(f"{site.http}/api/registry/export.{kind}?{DAYS}")
    request.add_header("Authorization", "Bearer " + site.tokens["admin"])
    begun = time.perf_counter()
    with urllib.request.urlopen(request) as answer, open(file, "wb") as out:
        while part := answer.read(1 << 20):
            out.write(part)
    return time.perf_counter() - begun


def rival(name, rows, out):
    """The shortest of three, in seconds; `None`: no Python here has it."""
    script = Path(__file__).with_name("workbook_rival.py")
    for python in WORKBOOK_PYTHONS:
        if subprocess.run([python, "-c", f"import {name}"], capture_output=True).returncode == 0:
            run = lambda: subprocess.run([python, script, name, rows, out], capture_output=True, text=True, check=True).stdout
            return min(float(run()) for _ in range(3))
    return None
