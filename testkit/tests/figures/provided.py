"""DuckDB's count of what was received, prepared, downloaded and made of it, from the rows that `year.py` wrote, beside the statistics."""

import re
import sys
from io import BytesIO

import openpyxl

from portal import same, span

CHINA = "({}::TIMESTAMP + INTERVAL 8 HOURS)"
# Cuts through the first and the last of the footprints that it meets.
WEST, EAST = 101.05, 105.03
AREA = f"POLYGON(({WEST} 30.05,{EAST} 30.05,{EAST} 30.3,{WEST} 30.3,{WEST} 30.05))"
# What else the site's catalogue holds.
OTHER_SATELLITES = ["TEST-1"]


def china(column):
    return CHINA.format(column)


def between(days, column):
    return f"{column} BETWEEN '{days[0]}' AND '{days[1]}'"


def load(rows, site, folder):
    """Tables beside those of prove.py, which are there."""
    rows.execute(
        f"CREATE TABLE scene AS SELECT id, properties.platform AS satellite, assets.data.\"file:size\" AS size, "
        f"{china('properties.created')}::date AS received, year({china('properties.datetime')}) AS year, "
        f"geometry.coordinates[1][1][1]::double AS west, geometry.coordinates[1][2][1]::double AS east FROM read_json('{folder}/items.ndjson')")
    rows.execute(f"CREATE TABLE promise AS SELECT since::TIMESTAMP AS since, hours FROM read_json('{folder}/promises.ndjson')")
    # As it was promised at the approval.
    rows.execute(
        "CREATE TABLE prepared AS SELECT d.number, d.unit, d.opened, date_diff('second', d.approved_at::TIMESTAMP, d.opened_at::TIMESTAMP) AS took, "
        "p.hours FROM delivered d ASOF LEFT JOIN promise p ON d.approved_at::TIMESTAMP >= p.since")
    at = china('"at"')
    rows.execute(f"CREATE TABLE failed AS SELECT cause, {at}::date AS day FROM read_json('{folder}/failures.ndjson')")
    transfers = f"read_json('{folder}/transfers.ndjson')"
    rows.execute(
        f"CREATE TABLE transferred AS SELECT {china('t.endedAt')}::date AS day, d.unit, t.protocol, t.outcome, t.bytes, "
        f"t.outcome = 'done' AND t.\"offset\" + t.bytes = t.size AS whole, t.outcome <> 'done' AS broken "
        f"FROM {transfers} t JOIN delivered d ON d.number = t.orderNumber")
    # An old portal says of a delivery how many files were fetched, not how often it was begun: that is one download.
    rows.execute(
        f"CREATE TABLE downloaded AS SELECT day, unit, protocol, whole::bigint AS files, broken::bigint AS broken, bytes FROM transferred "
        f"UNION ALL SELECT {china('delivery.download.lastAt')}::date, unit, delivery.download.protocol, delivery.download.files, "
        f"(delivery.download.files = 0)::bigint, delivery.download.bytes FROM delivered WHERE delivery.download IS NOT NULL")
    rows.execute("CREATE TABLE handed AS SELECT o.scene, o.satellite, min(d.opened) AS first FROM ordered o JOIN delivered d USING (number) GROUP BY ALL")
    rows.execute(f"CREATE TABLE result AS SELECT id, unit, kind, year(month::date) AS year, state, orders FROM read_json('{folder}/results.ndjson')")
    rows.execute("CREATE TABLE lies (scene VARCHAR, region VARCHAR)")
    rows.executemany("INSERT INTO lies VALUES (?, ?)", where_scenes_lie(rows, site))


def where_scenes_lie(rows, site):
    """Each scene with the province that holds its middle."""
    provinces = {}
    for group in site.ask("/api/regions/provinces")["groups"].values():
        for province in group:
            code = province["areaCode"]
            outline = site.ask(f"/api/regions/{code}/wkt")["wkt"]
            rings = re.findall(r"\(([^()]+)\)", outline)
            provinces[code] = [[tuple(map(float, point.split())) for point in ring.split(",")] for ring in rings]
    lies = []
    for scene, west, east in rows.execute("SELECT id, west, east FROM scene").fetchall():
        found = [code for code, rings in provinces.items() if holds(rings, (west + east) / 2, 30.1)]
        lies.append((scene, found[0] if found else ""))
    if len({region for _, region in lies}) < 3:
        sys.exit(f"scenes of one province only: {lies}")
    return lies


def holds(rings, x, y):
    """Whether a ray to the east leaves an odd number of times."""
    crossings = 0
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, ring[1:]):
            crossings += (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax
    return crossings % 2 == 1


def received(site, rows, days, _):
    done = 0
    within = f"FROM scene WHERE {between(days, 'received')}"
    for by, column in (("satellite", "satellite"), ("day", "strftime(received, '%Y-%m-%d')"), ("month", "strftime(received, '%Y-%m')")):
        page = site.get("received", days, by=by)
        said = sorted((row["value"].upper(), row["scenes"], row["bytes"]) for row in page["items"])
        counted = rows.execute(f"SELECT {column}, count(*), sum(size)::bigint {within} GROUP BY 1 ORDER BY 1").fetchall()
        done += same(f"received by {by}", days, said, counted)
    total = rows.execute(f"SELECT count(*), coalesce(sum(size), 0)::bigint {within}").fetchone()
    return done + same("received", days, [page["total"]["scenes"], page["total"]["bytes"]], total)


def downloads(site, rows, days, _):
    done = 0
    sums = "count(*), coalesce(sum(files), 0)::bigint, coalesce(sum(broken), 0)::bigint, coalesce(sum(bytes), 0)::bigint"
    names = ["transfers", "files", "broken", "bytes"]
    within = f"FROM downloaded WHERE {between(days, 'day')}"
    for by, column in (("day", "strftime(day, '%Y-%m-%d')"), ("month", "strftime(day, '%Y-%m')"), ("unit", "unit"), ("protocol", "protocol")):
        page = site.get("downloads", days, by=by)
        said = sorted((row["value"], *(row[name] for name in names)) for row in page["items"])
        counted = rows.execute(f"SELECT {column}, {sums} {within} GROUP BY 1").fetchall()
        done += same(f"downloads by {by}", days, said, sorted(counted))
    done += same("downloads", days, [page["total"][name] for name in names], rows.execute(f"SELECT {sums} {within}").fetchone())
    listed = site.rows("/api/stats/downloads/transfers", **span(days))
    counted = rows.execute(f"SELECT unit, protocol, outcome, bytes, whole FROM transferred WHERE {between(days, 'day')}").fetchall()
    said = sorted((row["unit"], row["protocol"], row["outcome"], row["bytes"], row["isWhole"]) for row in listed)
    done += same("listed transfers", days, said, sorted(counted))
    for outcome in ("whole", "broken"):
        listed = site.rows("/api/stats/downloads/transfers", outcome=outcome, **span(days))
        counted = rows.execute(f"SELECT count(*) FROM transferred WHERE {between(days, 'day')} AND {outcome}").fetchone()
        done += same(f"listed {outcome} transfers", days, [len(listed)], counted)
    return done


def preparation(site, rows, days, _):
    """By month and in all: the promise, exact; the durations, by the step in which they lie; the failures by their causes."""
    page = site.get("preparation", days)
    done = 0
    # Of a month only those of its days that belong to the period.
    for row in [*page["items"], {**page["total"], "month": ""}]:
        month = f"strftime({{}}, '%Y-%m') LIKE '{row['month']}%'"
        percentile = "list_sort(list(took))[greatest((count(*) * {} + 99) // 100, 1)]"
        counted = rows.execute(
            f"SELECT count(*), count(hours), count(*) FILTER (WHERE took <= hours * 3600), {percentile.format(50)}, {percentile.format(95)} "
            f"FROM prepared WHERE {between(days, 'opened')} AND {month.format('opened')}").fetchone()
        done += same(f"prepared in {row['month']}", days, [row["prepared"], row["promised"], row["kept"]], counted[:3])
        for said, exact in zip((row["medianSeconds"], row["p95Seconds"]), counted[3:]):
            # A step of the histogram is less than 1/32 too long.
            if (said is None) != (exact is None) or said is not None and not exact <= said < exact * 33 / 32 + 1:
                sys.exit(f"preparation in {row['month']}, {days}: {said} s; DuckDB: {exact} s")
            done += 1
        causes = rows.execute(f"SELECT cause, count(*) FROM failed WHERE {between(days, 'day')} AND {month.format('day')} GROUP BY 1").fetchall()
        done += same(f"failures in {row['month']}", days, sorted((one["cause"], one["failures"]) for one in row["causes"]), sorted(causes))
        done += same(f"failures in {row['month']}", days, [row["failures"]], [sum(count for _, count in causes)])
    for query, figure in (({"first": "true"}, "prepared"), ({"promise": "any"}, "promised"), ({"promise": "kept"}, "kept")):
        listed = site.ask("/api/registry", **query, **span(days))["sum"]["entries"]
        done += same(f"listed as {figure}", days, [listed], [page["total"][figure]])
    listed = site.rows("/api/stats/preparation/failures", **span(days))
    return done + same("listed failures", days, [len(listed)], [page["total"]["failures"]])


def satisfaction(site, rows, days, _):
    done = 0
    for aspect, field in (("overall", "overall"), ("speed", "responseSpeed"), ("attitude", "serviceAttitude")):
        stars = ", ".join(f"count(*) FILTER (WHERE evaluation.{field} = {5 - star})" for star in range(1, 6))
        for row in site.get("satisfaction", days, aspect=aspect)["items"]:
            month = f"strftime({{}}, '%Y-%m') = '{row['month']}'"
            rated = rows.execute(f"SELECT {stars}, avg(5 - evaluation.{field}) FROM delivered WHERE {between(days, 'rated')} "
                                 f"AND {month.format('rated')}").fetchone()
            opened = rows.execute(f"SELECT count(*), count(rated) FROM delivered WHERE {between(days, 'opened')} "
                                  f"AND {month.format('opened')}").fetchone()
            done += same(f"{aspect} in {row['month']}", days, [*row["stars"], row["delivered"], row["rated"]], [*rated[:5], *opened])
            if (row["average"] is None) != (rated[5] is None) or rated[5] is not None and abs(row["average"] - rated[5]) > 1e-9:
                sys.exit(f"average of {aspect} in {row['month']}, {days}: {row['average']}; DuckDB: {rated[5]}")
            done += 1
    return done


def exploitation(site, rows, days, _):
    """What was held and handed out on the last day of each month, and of the period."""
    page = site.get("exploitation", days)
    held = "(SELECT count(*) FROM scene WHERE received <= {last} {and_satellite})"
    handed = "(SELECT count(*) FROM handed WHERE first <= {last} {and_satellite})"
    newly = "(SELECT count(*) FROM handed WHERE first BETWEEN {first} AND {last} {and_satellite})"
    sums = f"{held}, {handed}, {newly}"
    names = ["held", "delivered", "newlyDelivered"]
    period = {"first": f"'{days[0]}'", "last": f"'{days[1]}'"}
    total = rows.execute("SELECT " + sums.format(and_satellite="", **period)).fetchone()
    done = same("held and handed out", days, [page["total"][name] for name in names], total)
    said = sorted((row["satellite"].upper(), *(row[name] for name in names)) for row in page["items"])
    counted = rows.execute("SELECT s.satellite, " + sums.format(and_satellite="AND satellite = s.satellite", **period)
                           + " FROM (SELECT DISTINCT satellite FROM scene) s").fetchall()
    done += same("held and handed out by satellite", days, said, sorted(row for row in counted if row[1]))
    months = (f"(SELECT strftime(m, '%Y-%m') AS name, greatest(m, '{days[0]}'::date) AS first, least(last_day(m), '{days[1]}'::date) AS last "
              f"FROM (SELECT unnest(generate_series(date_trunc('month', '{days[0]}'::date), '{days[1]}'::date, INTERVAL 1 MONTH))::date AS m))")
    counted = rows.execute("SELECT m.name, " + sums.format(first="m.first", last="m.last", and_satellite="") + f" FROM {months} m ORDER BY 1").fetchall()
    return done + same("held and handed out by month", days, [(row["month"], *(row[name] for name in names)) for row in page["months"]], counted)


def regions(site, rows, days, _):
    """Orders by the provinces of their scenes, and deliveries."""
    items = site.get("breakdown", days, by="region")["items"]
    said = sorted((row["value"], row["OrderNum"], row["OrderSceneNum"], round(row["OrderSize"] * (1 << 40))) for row in items)
    counted = rows.execute("SELECT region, count(DISTINCT number), count(*), sum(size)::bigint FROM ordered JOIN lies USING (scene) "
                           f"WHERE {between(days, 'day')} GROUP BY 1").fetchall()
    done = same("by region", days, said, sorted(counted))
    for by, column in (("region", "region"), ("satellite", "satellite")):
        items = site.ask("/api/registry/figures", by=by, **span(days))["items"]
        said = sorted((row["value"].upper(), row["entries"], row["scenes"]) for row in items if row["entries"])
        counted = rows.execute(f"SELECT {column}, count(DISTINCT number), count(*) FROM ordered JOIN lies USING (scene) JOIN delivered d USING (number) "
                               f"WHERE {between(days, 'd.opened')} GROUP BY 1").fetchall()
        done += same(f"registry by {by}", days, said, sorted(counted))
    return done


def ranking(site, rows, days, _):
    """The workbook of units by their rank: their scenes are on no page."""
    sheet = openpyxl.load_workbook(BytesIO(site.open("/api/stats/ranking.xlsx", **span(days)))).worksheets[0]
    said = [tuple(row[:4]) for row in sheet.iter_rows(min_row=2, values_only=True)]
    counted = rows.execute("SELECT unit, row_number() OVER (ORDER BY count(DISTINCT number) DESC, sum(size) DESC, unit), count(DISTINCT number), "
                           f"count(*) FROM ordered WHERE {between(days, 'day')} GROUP BY unit").fetchall()
    return same("ranking.xlsx", days, sorted(said), sorted(counted))


def coverage(site, rows):
    """Scenes whose footprints, which are as wide as high, meet an area."""
    page = site.ask("/api/stats/coverage", {"wkt": AREA})
    said = sorted((row["satellite"].upper(), row["year"], row["scenes"]) for row in page["items"])
    said = [row for row in said if row[0] not in OTHER_SATELLITES]
    counted = rows.execute(f"SELECT satellite, year, count(*) FROM scene WHERE west <= {EAST} AND east >= {WEST} GROUP BY 1, 2").fetchall()
    return same("coverage", ("", ""), said, sorted(counted))


def results(site, rows):
    """Results, and how many of them are checked; by satellite each once."""
    made = ("(SELECT DISTINCT r.id, o.satellite FROM (SELECT id, unnest(orders) AS number FROM result) r JOIN ordered o USING (number) "
            "JOIN delivered USING (number)) m JOIN result r USING (id)")
    done = 0
    for by, column, source in (("unit", "unit", "result r"), ("kind", "kind", "result r"), ("year", "year::text", "result r"),
                               ("satellite", "satellite", made)):
        for year in (None, 2024, 2025):
            items = site.ask("/api/result-desk/figures", by=by, **({"year": year} if year else {}))["items"]
            name = str.upper if by == "satellite" else str
            said = sorted((name(row["value"]), row["results"], row["checked"]) for row in items)
            counted = rows.execute(f"SELECT {column}, count(*), count(*) FILTER (WHERE r.state = 'checked') FROM {source} WHERE r.state <> 'refused' "
                                   f"AND {f'r.year = {year}' if year else 'true'} GROUP BY 1").fetchall()
            done += same(f"results by {by}", (year, year), said, sorted(counted))
    return done


def yearly(site, rows, year):
    """The months of the report: orders by their method, scenes, deliveries, and the scenes of these."""
    report = site.ask("/api/reports/yearly", year=year)
    tables = [block for section in report["sections"] for block in section["blocks"] if block["kind"] == "table"]
    said = [(row["name"], *row["figures"][:5]) for row in tables[0]["rows"] if row["name"] != "合计"]
    ordered = ("(SELECT month(day) AS m, count(DISTINCT number) FILTER (WHERE method = 0) AS online, "
               f"count(DISTINCT number) FILTER (WHERE method = 2) AS offline, count(*) AS scenes FROM ordered WHERE year(day) = {year} GROUP BY 1)")
    opened = f"(SELECT month(opened) AS m, count(*) AS times, sum(scenes)::bigint AS scenes FROM delivered WHERE year(opened) = {year} GROUP BY 1)"
    counted = rows.execute(f"SELECT m || '月', coalesce(o.online, 0), coalesce(o.offline, 0), coalesce(o.scenes, 0), coalesce(d.times, 0), "
                           f"coalesce(d.scenes, 0) FROM {ordered} o FULL JOIN {opened} d USING (m) ORDER BY m").fetchall()
    return same("months of the report", (year, year), said, counted)
