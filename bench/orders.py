"""The order list with a million orders, over HTTP, beside the same query through psql.

Every list is asked for over HTTP (the whole answer: session, query, orders, their deliveries and progress, JSON), and
one in so many of psql too (page and total as one would write them by hand, in one kept session), in turns, in one run;
both must say the same. The database, its data and its settings are the ones that scenedock brings.
"""

import random
import subprocess
import sys
import time
import urllib.parse
from datetime import date, datetime, timedelta
from pathlib import Path

from scenes import make_scenes
from site_under_test import Site
from table import show

SEED = 20260501
FIRST_DAY = date(2021, 1, 1)
DAYS = 1826
# A second or so each: a few hundred of them tell enough.
PSQL_EVERY = 15
STATES = [-1, 0, 1, 2, 3, 5, 6, 7, 8]

# Written by its clock, not by chance: the same orders in every run. 90 % are over (7, 8, deleted); one order in
# ten is the bench's own applicant's; everybody mostly writes one unit.
SEEDING = """
INSERT INTO app_user (id, login_name, password_hash, role, user_name)
SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'user' || n, '', 'applicant', '用户' || n
FROM generate_series(1, 5000) AS n;
INSERT INTO orders (id, ordername, state, kind, user_id, applyuser, apply_user_phone, apply_user_unit,
    apply_user_used, product_name, get_method, data_count, data_size, created_at, updated_at)
SELECT md5('order' || n)::uuid, to_char(at AT TIME ZONE 'Asia/Shanghai', 'YYYYMMDD"WP"HH24MISSMS'),
    (CASE WHEN mod(hash, 100) < 60 THEN 7 WHEN mod(hash, 100) < 80 THEN 8 WHEN mod(hash, 100) < 90 THEN -2
        ELSE ('{{-1,0,0,1,2,2,3,5,6,6}}'::int[])[1 + mod(hash, 10)] END),
    0, CASE WHEN who = 1 THEN (SELECT id FROM app_user WHERE login_name = 'applicant')
        ELSE ('00000000-0000-7000-8000-' || lpad(to_hex(who), 12, '0'))::uuid END,
    substr('王李张刘陈杨赵黄周吴', 1 + mod(who, 10), 1) || substr('伟芳娜敏静丽强磊军洋', 1 + mod(who / 10, 10), 1)
        || CASE WHEN mod(who, 3) = 0 THEN '' ELSE substr('一二三四五六七八九十', 1 + mod(who / 100, 10), 1) END,
    '13800000000',
    substr('北南东西中新华海河湖', 1 + mod(unit, 10), 1) || substr('京州山川江安阳宁昌林', 1 + mod(unit / 10, 10), 1)
        || (ARRAY['地质调查院', '地质环境监测中心', '自然资源厅', '大学', '测绘院', '研究所', '矿业集团', '遥感中心'])
            [1 + unit / 100],
    '科研', '项目' || mod(n, 997), 0, 1, 1000000, at, at
FROM (SELECT n, hash, at, who, mod(who + CASE WHEN mod(hash, 20) = 0 THEN hash ELSE 0 END, 800) AS unit FROM (
    SELECT n, abs(hashint4(n)) AS hash,
        timestamptz '2021-01-01 00:00+08' + n * interval '{step} ms' AS at,
        CASE WHEN mod(n, 10) = 0 THEN 1 ELSE 1 + floor(4999.0 * power(abs(hashint4(n + 7)) / 2147483648.0, 2))::int END
            AS who
    FROM generate_series(1, {orders}) AS n) AS drawn) AS placed;
VACUUM ANALYZE;
"""


def measure(binary, folder, orders, calls):
    archive = folder / "archive"
    make_scenes(archive, 1, 1 << 10)
    with Site(binary, folder / "data", archive) as site:
        psql = Psql(folder / "data" / "postgres" / "run")
        begun = time.monotonic()
        psql.run(SEEDING.format(orders=orders, step=DAYS * 86_400_000 // orders))
        print(f"\n## Order list, {orders:,} orders (written in {time.monotonic() - begun:.0f} s)\n")
        report_first(site)
        report(site, psql, calls)
        psql.close()


def report_first(site):
    """After the seeding: the server reads all that was written."""
    for name in ("first list", "second list"):
        begun = time.monotonic()
        site.call("admin", "GET", "/api/orders")
        print(f"{name}: {(time.monotonic() - begun) * 1000:.0f} ms", end="; ")
    resident = [line for line in Path(f"/proc/{site.process.pid}/status").read_text().splitlines() if "VmRSS" in line]
    print("resident memory of scenedock:", resident[0].split(":")[1].strip(), "\n")


def report(site, psql, calls):
    chance = random.Random(SEED)
    times = {}
    owner = psql.answer("SELECT id FROM app_user WHERE login_name = 'applicant';")[0]
    for turn in range(calls):
        kind, filters = draw(chance)
        who = chance.choice(["admin", "admin", "admin", "applicant"])
        size = chance.choice([10, 10, 10, 20, 50])
        total, _, _ = ask(site, who, filters, 1, size)
        pages = max(1, -(-total // size))
        page = chance.choice([1, 1, 2, chance.randint(1, pages), pages])
        total, rows, took = ask(site, who, filters, page, size)
        queried = None
        if turn % PSQL_EVERY == 0:
            where = condition(filters) + (f" AND o.user_id = '{owner}'" if who == "applicant" else "")
            *said, queried = ask_psql(psql, where, filters["sort"], page, size)
            if said != [total, rows]:
                sys.exit(f"{who} {filters} page {page} of {size}: {total}, {rows}; psql {said}")
        for name in (kind, "all"):
            times.setdefault(name, []).append((took, queried))
    heads = ["filters", "lists", "p50 ms", "p99 ms", "longest ms", "psql queries", "psql p50 ms", "psql p99 ms",
             "psql / list p50", "p99"]
    show(heads, [row(name, times[name]) for name in sorted(times, key=lambda name: (name == "all", name))])


def ask(site, who, filters, page, size):
    """Total, rows on the page, and milliseconds."""
    query = urllib.parse.urlencode({**filters, "page": page, "pageSize": size})
    begun = time.perf_counter()
    answer = site.call(who, "GET", "/api/orders?" + query)
    return answer["total"], len(answer["items"]), (time.perf_counter() - begun) * 1000


def ask_psql(psql, where, sort, page, size):
    direction = "DESC" if sort == "-creattime" else "ASC"
    total, counted = psql.timed(f"SELECT count(*) FROM {where};")
    rows, selected = psql.timed(
        f"SELECT count(r) FROM (SELECT o.*, u.login_name FROM {where} ORDER BY o.created_at {direction}, "
        f"o.id {direction} LIMIT {size} OFFSET {(page - 1) * size}) AS r;")
    return total, rows, counted + selected


def row(name, times):
    lists = sorted(took for took, _ in times)
    queries = sorted(queried for _, queried in times if queried is not None) or [0]
    at = lambda values, share: values[min(len(values) - 1, int(len(values) * share))]
    figures = [at(lists, 0.5), at(lists, 0.99), lists[-1], at(queries, 0.5), at(queries, 0.99)]
    ratios = [at(queries, share) / at(lists, share) for share in (0.5, 0.99)]
    return [name, len(times), *(f"{figure:.1f}" for figure in figures[:3]), len(queries),
            *(f"{figure:.1f}" for figure in figures[3:]), *(f"{ratio:.1f}" for ratio in ratios)]


def draw(chance):
    """Any combination of filters; each is there in one list of three."""
    day = FIRST_DAY + timedelta(days=chance.randrange(DAYS))
    parts = {
        "status": lambda: ",".join(map(str, chance.sample(STATES, chance.randint(1, 3)))),
        "ordername": lambda: chance.choice(["0", "WP", "202", f"{day:%Y%m}", f"{day:%Y%m%d}", f"WP{chance.randrange(24):02}",
                                            str(chance.randrange(1000))]),
        "unit": lambda: chance.choice(["地质", "院", "大学", "中", "北京", "河", "遥感中心", "不存在"]),
        "applicant": lambda: chance.choice(["王", "李", "伟", "张三", "敏一", "x"]),
        "loginName": lambda: chance.choice(["user1", "user", "1", "user77", "USER4", "admin", "user1234"]),
        "from": lambda: day.isoformat(),
        "to": lambda: (day + timedelta(days=chance.choice([0, 7, 30, 90, 700]))).isoformat(),
    }
    chosen = [name for name in parts if chance.random() < 1 / 3]
    kind = "no text" if not {"ordername", "unit", "applicant", "loginName"} & set(chosen) else (
        "order number and others" if "ordername" in chosen else "unit, applicant or account and others")
    return kind, {"sort": chance.choice(["creattime", "-creattime"]), **{name: parts[name]() for name in chosen}}


def condition(filters):
    """FROM and WHERE as one would write them by hand for just these filters."""
    columns = {"ordername": "o.ordername", "unit": "o.apply_user_unit", "applicant": "o.applyuser",
               "loginName": "u.login_name"}
    terms = [f"o.state IN ({filters['status']})" if "status" in filters else "o.state <> -2"]
    terms += [f"{column} ILIKE '%{filters[name]}%'" for name, column in columns.items() if name in filters]
    # Days are the survey's.
    day = lambda name, days: f"{datetime.fromisoformat(filters[name]).date() + timedelta(days=days)} 00:00+08"
    terms += [f"o.created_at >= '{day('from', 0)}'"] if "from" in filters else []
    terms += [f"o.created_at < '{day('to', 1)}'"] if "to" in filters else []
    return "orders o JOIN app_user u ON u.id = o.user_id WHERE " + " AND ".join(terms)


class Psql:
    """One session, kept open; psql itself takes the time."""

    def __init__(self, socket):
        command = ["psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-h", socket, "-U", "postgres", "scenedock"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.process.stdin.write("\\timing on\n")

    def run(self, statements):
        self.answer(statements)

    def timed(self, statement):
        """The one number it answers, and milliseconds."""
        number, took = self.answer(statement)
        return int(number), float(took.split()[1])

    def answer(self, statements):
        self.process.stdin.write(statements + "\n\\echo end\n")
        self.process.stdin.flush()
        lines = []
        for line in self.process.stdout:
            if line == "end\n":
                return lines
            lines.append(line.strip())
        sys.exit("psql failed")

    def close(self):
        self.process.stdin.close()
        self.process.wait()
