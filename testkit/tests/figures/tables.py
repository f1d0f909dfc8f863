"""Every table that the statistics save as comma-separated values, read by DuckDB, beside what the pages say of the same days."""

import duckdb

from list_rows import registry_rows
from portal import same, span

ASPECTS = ["overall", "speed", "attitude"]
CAUSES = ["source_missing", "source_corrupt", "source_refused", "sign_in_refused", "transient_io", "dependency_away", "no_space",
          "cancelled", "out_of_scope", "bug"]
# An area with a surface, smaller than the nation: the scenes of `year.py` lie in it.
AREA = "POLYGON((99 29,113 29,113 31,99 31,99 29))"
HEADINGS = {
    "received": ["日期", "卫星", "卫星名称", "目录节点", "景数（景）", "数据量（字节）"],
    "downloads": ["日期", "单位", "协议", "下载次数（次）", "下载完成文件（个）", "中断（次）", "下载量（字节）"],
    "preparation": ["月份", "制备完成订单（个）", "一半订单用时（秒）", "95%订单用时（秒）", "有承诺订单（个）", "按承诺完成（个）",
                    "源文件不存在（次）", "源文件损坏（次）", "来源未获允许（次）", "来源拒绝登录（次）", "读写或网络故障（次）",
                    "本系统存储不可用（次）", "空间不足（次）", "任务被取消（次）", "数据权限已收回（次）", "程序错误（次）"],
    "satisfaction": ["月份", "评价数（条）", "平均分（1-5）", "1分 非常不满意（条）", "2分 不满意（条）", "3分 一般（条）",
                     "4分 满意（条）", "5分 非常满意（条）", "交付订单（个）", "其中已评价（个）"],
    "exploitation": ["月份", "卫星", "卫星名称", "月末馆藏景数（景）", "月末已提供景数（景）", "当月首次提供（景）"],
    "coverage": ["卫星名称", "卫星", "年份", "景数（景）", "覆盖率（%）"],
}


class Tables:
    """Reads tables of a site into DuckDB, in `folder`."""

    def __init__(self, site, folder):
        self.site, self.file, self.rows = site, folder / "table.csv", duckdb.connect()

    def load(self, name, path, body=None, **query):
        """Makes the table `saved` of an answer, with columns `c1`, `c2` and so on: texts, as the cells have them; empty ones are ''."""
        answer = self.site.open(path, body, **query)
        if not answer.startswith(b"\xef\xbb\xbf"):
            raise SystemExit(f"{path}: no byte order mark")
        self.file.write_bytes(answer)
        read = f"read_csv('{self.file}', all_varchar = true, header = true, delim = ',', quote = '\"', escape = '\"', new_line = '\\r\\n')"
        heads = [column[0] for column in self.rows.execute(f"SELECT * FROM {read}").description]
        if name in HEADINGS:
            same(f"headings of {path}", ("", ""), heads, HEADINGS[name])
        # What looks like a formula is written with an apostrophe before it.
        cells = ", ".join(f"regexp_replace(coalesce(\"{head}\", ''), '^''([=+@＝＋－＠-])', '\\1') AS c{number}"
                          for number, head in enumerate(heads, 1))
        self.rows.execute(f"CREATE OR REPLACE TABLE saved AS SELECT {cells} FROM {read}")

    def select(self, query):
        return self.rows.execute(query).fetchall()


def check(site, days, folder):
    """How many figures of how many tables say the same as the pages."""
    tables = Tables(site, folder)
    return sum(one(tables, days) for one in (received, downloads, preparation, satisfaction, exploitation, registry))


def received(tables, days):
    tables.load("received", "/api/stats/received.csv", **span(days))
    done = 0
    for by, column in (("satellite", "c2"), ("node", "c4"), ("day", "c1"), ("month", "c1[:7]")):
        page = tables.site.get("received", days, by=by)
        name = "label" if by == "node" else "value"
        # Nodes of one name are told together by the table.
        said = tables.select(f"SELECT {column}, sum(c5::bigint)::bigint, sum(c6::bigint)::bigint FROM saved GROUP BY 1 ORDER BY 1")
        done += same(f"received.csv by {by}", days, said, added((row[name], row["scenes"], row["bytes"]) for row in page["items"]))
        total = tables.select("SELECT coalesce(sum(c5::bigint), 0)::bigint, coalesce(sum(c6::bigint), 0)::bigint FROM saved")
        done += same("received.csv", days, total, [(page["total"]["scenes"], page["total"]["bytes"])])
    labels = {row["value"]: row["label"] for row in tables.site.get("received", days, by="satellite")["items"]}
    names = tables.select("SELECT DISTINCT c2, c3 FROM saved ORDER BY 1")
    return done + same("names of received.csv", days, names, sorted(labels.items()))


def downloads(tables, days):
    tables.load("downloads", "/api/stats/downloads.csv", **span(days))
    sums = ", ".join(f"coalesce(sum(c{n}::bigint), 0)::bigint" for n in range(4, 8))
    names = ["transfers", "files", "broken", "bytes"]
    done = 0
    for by, column in (("day", "c1"), ("month", "c1[:7]"), ("unit", "c2"), ("protocol", "c3")):
        page = tables.site.get("downloads", days, by=by)
        said = tables.select(f"SELECT {column}, {sums} FROM saved GROUP BY 1 ORDER BY 1")
        done += same(f"downloads.csv by {by}", days, said, added((row["value"], *(row[name] for name in names)) for row in page["items"]))
        done += same("downloads.csv", days, tables.select(f"SELECT {sums} FROM saved"), [tuple(page["total"][name] for name in names)])
    return done


def preparation(tables, days):
    tables.load("preparation", "/api/stats/preparation.csv", **span(days))
    page = tables.site.get("preparation", days)

    def failures(row):
        counts = {cause["cause"]: cause["failures"] for cause in row["causes"]}
        return [counts.get(cause, 0) for cause in CAUSES]

    text = lambda seconds: "" if seconds is None else str(seconds)
    pages = [(row["month"], str(row["prepared"]), text(row["medianSeconds"]), text(row["p95Seconds"]), str(row["promised"]),
              str(row["kept"]), *map(str, failures(row))) for row in page["items"]]
    done = same("preparation.csv", days, tables.select("SELECT * FROM saved"), pages)
    # Every failure has a column.
    done += same("causes", days, [sum(failures(row)) for row in page["items"]], [row["failures"] for row in page["items"]])
    adding = ", ".join(f"coalesce(sum(c{n}::bigint), 0)::bigint" for n in (2, 5, 6, *range(7, 7 + len(CAUSES))))
    total = page["total"]
    return done + same("all of preparation.csv", days, tables.select(f"SELECT {adding} FROM saved"),
                       [(total["prepared"], total["promised"], total["kept"], *failures(total))])


def satisfaction(tables, days):
    done = 0
    for aspect in ASPECTS:
        tables.load("satisfaction", "/api/stats/satisfaction.csv", aspect=aspect, **span(days))
        page = tables.site.get("satisfaction", days, aspect=aspect)
        rows = tables.select("SELECT c1, c2::bigint, c3, [c4::bigint, c5::bigint, c6::bigint, c7::bigint, c8::bigint], c9::bigint, "
                             "c10::bigint FROM saved")
        for row, month in zip(rows, page["items"]):
            if not is_rounded(row[2], month["average"]):
                raise SystemExit(f"satisfaction.csv of {aspect}, {days}: {row}; {month}")
        said = [(row[0], row[1], *row[3:]) for row in rows]
        done += same(f"satisfaction.csv of {aspect}", days, said,
                     [(row["month"], row["answers"], row["stars"], row["delivered"], row["rated"]) for row in page["items"]])
        # The average of all is that of the stars, not of the months.
        sums = "sum(c2::bigint), sum(c4::bigint + 2 * c5::bigint + 3 * c6::bigint + 4 * c7::bigint + 5 * c8::bigint)"
        answers, stars = tables.select(f"SELECT {sums} FROM saved")[0]
        total = page["total"]
        done += same(f"all of satisfaction.csv of {aspect}", days, [total["answers"]], [answers or 0])
        if answers and abs(total["average"] - float(stars) / float(answers)) > 1e-9:
            raise SystemExit(f"average of {aspect}, {days}: {total}; {stars} stars")
    return done


def is_rounded(cell, value):
    if value is None:
        return cell == ""
    return cell != "" and abs(float(cell) - value) <= 0.005 + 1e-9


def exploitation(tables, days):
    tables.load("exploitation", "/api/stats/exploitation.csv", **span(days))
    page = tables.site.get("exploitation", days)
    sums = ", ".join(f"sum(c{n}::bigint)::bigint" for n in (4, 5, 6))
    # Months without a scene have no row.
    months = [(row["month"], row["held"], row["delivered"], row["newlyDelivered"]) for row in page["months"] if row["held"]]
    done = same("exploitation.csv by month", days, tables.select(f"SELECT c1, {sums} FROM saved GROUP BY 1 ORDER BY 1"), months)
    at_end = tables.select("SELECT c2, any_value(c3), sum(c4::bigint) FILTER (WHERE c1 = last)::bigint, "
                           "sum(c5::bigint) FILTER (WHERE c1 = last)::bigint, sum(c6::bigint)::bigint "
                           "FROM saved, (SELECT max(c1) AS last FROM saved) GROUP BY 1 ORDER BY 1")
    satellites = sorted((row["satellite"], row["label"], row["held"], row["delivered"], row["newlyDelivered"]) for row in page["items"])
    return done + same("exploitation.csv by satellite", days, at_end, satellites)


def coverage(site, folder, area=AREA):
    """Knows no days: years are columns."""
    tables = Tables(site, folder)
    tables.load("coverage", "/api/stats/coverage.csv", {"wkt": area})
    page = site.ask("/api/stats/coverage", {"wkt": area})
    text = lambda value: "" if value is None else str(value)
    rows = tables.select("SELECT c2, c3, c4::bigint, c5 FROM saved")
    for row, item in zip(rows, page["items"]):
        if row[3] != "" and float(row[3]) != item["share"] or row[3] == "" and item["share"] is not None:
            raise SystemExit(f"coverage.csv: {row}; {item}")
    said = [row[:3] for row in rows]
    done = same("coverage.csv", ("", ""), said, [(row["satellite"], text(row["year"]), row["scenes"]) for row in page["items"]])
    for name, column in (("satellites", "c2"), ("years", "c3")):
        field = "satellite" if name == "satellites" else "year"
        said = tables.select(f"SELECT {column}, sum(c4::bigint)::bigint FROM saved GROUP BY 1 ORDER BY 1")
        done += same(f"coverage.csv by {field}", ("", ""), said, sorted((text(row[field]), row["scenes"]) for row in page[name]))
    return done + same("all of coverage.csv", ("", ""), tables.select("SELECT coalesce(sum(c4::bigint), 0)::bigint FROM saved"), [(page["scenes"],)])


def registry(tables, days):
    tables.load("registry", "/api/registry/export.csv", **span(days))
    rows = tables.select("SELECT * FROM saved")
    return same("saved registry", days, rows, [tuple(map(written, row)) for row in registry_rows(tables.site, days)])


def written(value):
    """A value of the registry as a cell has it."""
    if value is None:
        return ""
    return value.strftime("%Y-%m-%d %H:%M:%S") if hasattr(value, "strftime") else str(value)


def added(rows):
    """Rows of one name as one, sorted by it."""
    sums = {}
    for name, *figures in rows:
        sums[name] = [one + more for one, more in zip(sums.get(name, [0] * len(figures)), figures)]
    return sorted((name, *figures) for name, figures in sums.items())
