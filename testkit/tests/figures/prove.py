"""Every figure of the statistics beside DuckDB's count of the rows that came in and of the tables that go out: prove.py url token folder

`folder` holds what year.py wrote and was imported. Stops at the first figure that differs.
"""

import json
import sys
import urllib.parse
import urllib.request
from pathlib import Path

import duckdb

# The leap year; a leap day; the night between two years; a month's last day; nothing.
PERIODS = [("2024-01-01", "2024-12-31"), ("2024-02-29", "2024-02-29"), ("2023-12-31", "2024-01-01"), ("2024-04-30", "2024-05-31"),
           ("2023-12-01", "2025-12-31"), ("2022-01-01", "2022-12-31")]
MIB_OF_TIB = 1 << 40
CHINA = "({}::TIMESTAMP + INTERVAL 8 HOURS)"


def china(column):
    return CHINA.format(column)


class Site:
    def __init__(self, url, token):
        self.url, self.token = url, token

    def open(self, path):
        request = urllib.request.Request(self.url + path, headers={"Authorization": "Bearer " + self.token})
        return urllib.request.urlopen(request).read()

    def get(self, path, days, **query):
        text = urllib.parse.urlencode({**query, "from": days[0], "to": days[1]})
        return json.loads(self.open(f"/api/stats/{path}?{text}"))

    def table(self, path, days, folder):
        """Where a table lies that the site answered."""
        file = folder / "table.csv"
        file.write_bytes(self.open(f"{path}?from={days[0]}&to={days[1]}"))
        return str(file)


def main():
    url, token, folder = sys.argv[1:]
    site, folder = Site(url, token), Path(folder)
    rows = loaded(folder)
    figures = 0
    for days in PERIODS:
        for check in (orders, breakdowns, registry, service, fetched, behaviours):
            figures += check(site, rows, days, folder)
    print(f"{figures} figures")


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


def same(what, days, said, counted):
    if said != counted:
        sys.exit(f"{what}, {days[0]} to {days[1]}: {said}\nDuckDB: {counted}")
    return len(said)


def between(days, column):
    return f"{column} BETWEEN '{days[0]}' AND '{days[1]}'"


def volume(terabytes):
    """Bytes of a figure in TB."""
    return round(terabytes * MIB_OF_TIB)


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
    for by, column in (("usage", "usage"), ("kind", "type::text"), ("satellite", "satellite"), ("node", "satellite"),
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
    table = site.table("/api/registry/export.csv", days, folder)
    # What looks like a formula is written as text.
    read = f"(SELECT ltrim(\"申请单位\", '''') AS unit, \"数据用途\" AS usage, \"景数\"::bigint AS scenes FROM read_csv('{table}', all_varchar = true))"
    saved = rows.execute(f"SELECT unit, usage, count(*), sum(scenes)::bigint FROM {read} GROUP BY ALL ORDER BY ALL").fetchall()
    counted = rows.execute(f"SELECT unit, usage, count(*), sum(scenes)::bigint FROM delivered WHERE {between(days, 'opened')} "
                           "GROUP BY ALL ORDER BY ALL").fetchall()
    done = same("saved registry", days, saved, counted)
    for by, column in (("unit", "unit"), ("usage", "usage"), ("month", "strftime(opened, '%Y-%m')")):
        path = f"/api/registry/figures?by={by}&from={days[0]}&to={days[1]}"
        items = json.loads(site.open(path))["items"]
        said = sorted((row["value"], row["entries"], row["scenes"]) for row in items if row["entries"])
        counted = rows.execute(f"SELECT {column}, count(*), sum(scenes)::bigint FROM delivered WHERE {between(days, 'opened')} GROUP BY 1").fetchall()
        done += same(f"registry by {by}", days, said, sorted(counted))
    return done


def service(site, rows, days, _):
    """How soon data were ready, and how that was rated."""
    total = site.get("preparation", days)["total"]
    took = rows.execute(
        "SELECT count(*), quantile_disc(date_diff('second', approved_at::TIMESTAMP, opened_at::TIMESTAMP), [0.5, 0.95]) "
        "FROM delivered WHERE " + between(days, "opened")).fetchone()
    done = same("prepared", days, [total["prepared"]], [took[0]])
    for said, exact in zip((total["medianSeconds"], total["p95Seconds"]), took[1] or (None, None)):
        # A step of the histogram is less than 1/32 too long.
        if (said is None) != (exact is None) or said is not None and not exact <= said < exact * 33 / 32 + 1:
            sys.exit(f"preparation, {days}: {said} s; DuckDB: {exact} s")
        done += 1
    for aspect, field in (("overall", "overall"), ("speed", "responseSpeed"), ("attitude", "serviceAttitude")):
        said = site.get("satisfaction", days, aspect=aspect)["total"]
        stars = rows.execute("SELECT " + ", ".join(f"count(*) FILTER (WHERE evaluation.{field} = {5 - star})" for star in range(1, 6))
                             + " FROM delivered WHERE " + between(days, "rated")).fetchone()
        rated = rows.execute(f"SELECT count(*) FILTER (WHERE rated IS NOT NULL) FROM delivered WHERE {between(days, 'opened')}").fetchone()
        done += same(aspect, days, [*said["stars"], said["rated"]], [*stars, *rated])
    return done


def fetched(site, rows, days, _):
    items = site.get("downloads/completion", days)["items"]
    said = sorted((row["unit"], row["deliveries"], row["fetched"], row["untouched"]) for row in items)
    whole = "delivery.download IS NOT NULL OR method = 2 AND completed_at IS NOT NULL"
    counted = rows.execute(f"SELECT unit, count(*), count(*) FILTER (WHERE {whole}), count(*) FILTER (WHERE NOT ({whole})) FROM delivered "
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
