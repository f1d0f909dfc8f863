"""Every figure of the statistics beside DuckDB's count of the rows that came in, every table and workbook beside the pages.

prove.py url token folder

`folder` holds what year.py wrote and was imported. Stops at the first figure that differs.
"""

import sys
from pathlib import Path

import duckdb

import provided
import tables
import workbooks
from portal import Site, same, span
from provided import between, china

# The leap year; a leap day; the night between two years; a month's last day; nothing.
PERIODS = [("2024-01-01", "2024-12-31"), ("2024-02-29", "2024-02-29"), ("2023-12-31", "2024-01-01"), ("2024-04-30", "2024-05-31"),
           ("2023-12-01", "2025-06-30"), ("2023-02-01", "2023-12-19"), ("2022-01-01", "2022-12-31")]
BYTES_OF_TB = 1 << 40
# The report of it is looked at as well.
YEAR = 2024


def main():
    url, token, folder = sys.argv[1:]
    site, folder = Site(url, token), Path(folder)
    rows = loaded(folder)
    provided.load(rows, site, folder)
    figures = provided.coverage(site, rows) + provided.results(site, rows) + provided.yearly(site, rows, YEAR)
    figures += tables.coverage(site, folder)
    cells = workbooks.results(site) + workbooks.yearly(site, YEAR)
    for days in PERIODS:
        for check in (orders, breakdowns, registry, fetched, behaviours, provided.received, provided.downloads, provided.preparation,
                      provided.satisfaction, provided.exploitation, provided.regions, provided.ranking):
            figures += check(site, rows, days, folder)
        figures += tables.check(site, days, folder)
        cells += workbooks.check(site, days)
    print(f"{figures} figures, {cells} cells")


def loaded(folder):
    rows = duckdb.connect()
    rows.execute(f"CREATE TABLE item AS SELECT id, properties.platform AS satellite, assets.data.\"file:size\" AS size "
                 f"FROM read_json('{folder}/items.ndjson')")
    rows.execute(
        f"CREATE TABLE placed AS SELECT orderNumber AS number, state, type, form.applyUserUnit AS unit, form.applyUserUsed AS usage, "
        f"form.getMethod AS method, unnest(scenes).dataid AS scene, {china('createdAt')} AS made, auditedAt, "
        f"readyAt, ratedAt, evaluation, delivery, completedAt FROM read_json('{folder}/orders.ndjson')")
    rows.execute(
        "CREATE TABLE ordered AS SELECT p.*, i.satellite, i.size, made::date AS day FROM placed p JOIN item i ON i.id = p.scene")
    # A line an order, of those that were delivered.
    rows.execute(
        f"CREATE TABLE delivered AS SELECT number, any_value(unit) AS unit, any_value(usage) AS usage, any_value(method) AS method, "
        f"count(*) AS scenes, any_value(readyAt) AS opened_at, any_value({china('readyAt')})::date AS opened, "
        f"any_value(auditedAt) AS approved_at, any_value({china('ratedAt')})::date AS rated, any_value(evaluation) AS evaluation, "
        f"any_value(delivery) AS delivery, any_value(completedAt) AS completed_at FROM placed WHERE readyAt IS NOT NULL GROUP BY number")
    day = china('"at"')
    rows.execute(f"CREATE TABLE did AS SELECT kind, {day}::date AS day, loginName, scenes, bytes FROM read_json('{folder}/behaviour.ndjson')")
    return rows


def volume(terabytes):
    """Bytes of a figure in TB."""
    return round(terabytes * BYTES_OF_TB)


def orders(site, rows, days, _):
    """All of them, by month and by unit."""
    sums = "count(DISTINCT number) FILTER (WHERE method = 0), count(DISTINCT number) FILTER (WHERE method = 2), count(*), coalesce(sum(size), 0)::bigint"
    within = f"FROM ordered WHERE {between(days, 'day')}"
    whole = site.get("orders", days)
    said = [whole["onlineOrderNum"], whole["offlineOrderNum"], whole["orderSceneNum"], volume(whole["orderSize"])]
    done = same("orders", days, said, list(rows.execute(f"SELECT {sums} {within}").fetchone()))
    months = site.get("monthly", days)["items"]
    said = [(month["month"], month["onlineOrderNum"], month["offlineOrderNum"], month["OrderSceneNum"], volume(month["OrderSize"]))
            for month in months if month["OrderNum"]]
    done += same("by month", days, said, rows.execute(f"SELECT strftime(day, '%Y-%m'), {sums} {within} GROUP BY 1 ORDER BY 1").fetchall())
    units = site.get("units", days)["items"]
    said = sorted((unit["unit"], unit["onlineOrderNum"], unit["offlineOrderNum"], unit["allSize"]) for unit in units)
    kept = "count(DISTINCT number) FILTER (WHERE method = 0), count(DISTINCT number) FILTER (WHERE method = 2), sum(size)::bigint"
    return done + same("by unit", days, said, sorted(rows.execute(f"SELECT unit, {kept} {within} GROUP BY 1").fetchall()))


def breakdowns(site, rows, days, _):
    done = 0
    for by, column in (("usage", "usage"), ("method", "method::text"), ("kind", "type::text"), ("satellite", "satellite"), ("node", "satellite"),
                       ("day", "strftime(day, '%Y-%m-%d')")):
        items = site.get("breakdown", days, by=by)["items"]
        name = "label" if by == "node" else "value"
        said = sorted((row[name].upper(), row["OrderNum"], row["OrderSceneNum"], volume(row["OrderSize"])) for row in items)
        counted = rows.execute(f"SELECT upper({column}), count(DISTINCT number), count(*), sum(size)::bigint FROM ordered "
                               f"WHERE {between(days, 'day')} GROUP BY 1").fetchall()
        done += same(f"by {by}", days, said, sorted(counted))
    return done


def registry(site, rows, days, folder):
    """The table that the office saves, and the figures beside it."""
    table = folder / "registry.csv"
    table.write_bytes(site.open("/api/registry/export.csv", **span(days)))
    # What looks like a formula is written as text.
    read = f"(SELECT ltrim(\"申请单位\", '''') AS unit, \"数据用途\" AS usage, \"景数\"::bigint AS scenes FROM read_csv('{table}', all_varchar = true))"
    saved = rows.execute(f"SELECT unit, usage, count(*), sum(scenes)::bigint FROM {read} GROUP BY ALL ORDER BY ALL").fetchall()
    counted = rows.execute(f"SELECT unit, usage, count(*), sum(scenes)::bigint FROM delivered WHERE {between(days, 'opened')} "
                           "GROUP BY ALL ORDER BY ALL").fetchall()
    done = same("saved registry", days, saved, counted)
    for by, column in (("unit", "unit"), ("usage", "usage"), ("month", "strftime(opened, '%Y-%m')")):
        items = site.ask("/api/registry/figures", by=by, **span(days))["items"]
        said = sorted((row["value"], row["entries"], row["scenes"]) for row in items if row["entries"])
        counted = rows.execute(f"SELECT {column}, count(*), sum(scenes)::bigint FROM delivered WHERE {between(days, 'opened')} GROUP BY 1").fetchall()
        done += same(f"registry by {by}", days, said, sorted(counted))
    return done


def fetched(site, rows, days, _):
    items = site.get("downloads/completion", days)["items"]
    said = sorted((row["unit"], row["deliveries"], row["fetched"], row["begun"], row["untouched"]) for row in items)
    whole = "coalesce(delivery.download.files > 0, false) OR method = 2 AND completed_at IS NOT NULL"
    begun = "delivery.download.files = 0"
    counted = rows.execute(f"SELECT unit, count(*), count(*) FILTER (WHERE {whole}), count(*) FILTER (WHERE {begun}), "
                           f"count(*) FILTER (WHERE NOT ({whole}) AND delivery.download IS NULL) FROM delivered "
                           f"WHERE {between(days, 'opened')} GROUP BY 1").fetchall()
    return same("fetched", days, said, sorted(counted))


def behaviours(site, rows, days, _):
    page = site.get("behaviours", days)
    said = [(row["type"], row["times"], row["scenes"], row["bytes"]) for row in page["totals"] if row["times"]]
    counted = rows.execute(f"SELECT kind, count(*), sum(scenes)::bigint, sum(bytes)::bigint FROM did WHERE {between(days, 'day')} "
                           "GROUP BY 1 ORDER BY 1").fetchall()
    done = same("what people did", days, said, counted)
    said = [(row["day"], row["type"], row["times"], row["people"]) for row in page["days"]]
    counted = rows.execute(f"SELECT strftime(day, '%Y-%m-%d'), kind, count(*), count(DISTINCT loginName) FROM did "
                           f"WHERE {between(days, 'day')} GROUP BY day, kind ORDER BY day, kind").fetchall()
    return done + same("by day", days, said, counted)


if __name__ == "__main__":
    main()
