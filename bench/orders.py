"""The order list with a million orders, over HTTP, beside the same query through psql.

Every list is asked for over HTTP (the whole answer: session, query, orders, their deliveries and progress, JSON), and
one in so many of psql too (page and total as one would write them by hand, in one kept session), in turns, in one run;
both must say the same. The database and its settings are the ones that scenedock brings; users and orders that are over
come from an old portal by `scenedock import`, open ones over HTTP.
"""

import random
import subprocess
import sys
import time
import urllib.parse
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

from import_rows import import_rows, write_rows
from scenes import make_scenes
from site_under_test import Site
from table import show

SEED = 20260501
FIRST_DAY = date(2021, 1, 1)
FIRST_MOMENT = datetime(2021, 1, 1, tzinfo=timezone(timedelta(hours=8)))
DAYS = 1826
# A second or so each: a few hundred of them tell enough.
PSQL_EVERY = 15
STATES = [-1, 0, 1, 2, 3, 5, 6, 7, 8]

PEOPLE = 5000
# Orders that the old portal had not ended cannot be imported: these are handed in over HTTP, one in three is approved.
OPEN_ORDERS = 30
SURNAMES, GIVEN, THIRD = "王李张刘陈杨赵黄周吴", "伟芳娜敏静丽强磊军洋", "一二三四五六七八九十"
FIRST_HALF, SECOND_HALF = "北南东西中新华海河湖", "京州山川江安阳宁昌林"
KINDS = ["地质调查院", "地质环境监测中心", "自然资源厅", "大学", "测绘院", "研究所", "矿业集团", "遥感中心"]


def measure(binary, folder, orders, calls):
    archive = folder / "archive"
    ids = make_scenes(archive, 1, 1 << 10)
    with Site(binary, folder / "data", archive) as site:
        psql = Psql(folder / "data" / "postgres" / "run")
        begun = time.monotonic()
        fill(site, folder, orders, ids)
        # As the database does by itself within minutes.
        psql.run("VACUUM ANALYZE;")
        print(f"\n## Order list, {orders:,} orders (taken over in {time.monotonic() - begun:.0f} s)\n")
        site.sign_in_all()
        report_first(site)
        report(site, psql, calls)
        psql.close()


def fill(site, folder, count, ids):
    """By the doors that people have: what is over is taken over from an old portal, the rest is ordered."""
    users = ({"loginName": login(n), "name": f"用户{n}", "unit": "总局", "phone": f"138{n:08}"} for n in range(1, PEOPLE + 1))
    for what, rows, expected in (("users", users, PEOPLE), ("orders", old_orders(count, ids), count)):
        file = folder / f"{what}.ndjson"
        write_rows(file, rows)
        import_rows(site, what, file, expected)
        file.unlink()
    site.sign_in_all()
    for n in range(OPEN_ORDERS):
        order = site.order(ids)
        if n % 3 == 0:
            site.approve(order)


def login(who):
    return f"user{who}"


def old_orders(count, ids):
    """By their number, the same in every run: three in five are completed, one in ten is the bench's own applicant's, and everybody
    mostly writes one unit."""
    step = timedelta(days=DAYS) / count
    chance = random.Random(SEED)
    for n in range(count):
        who = 1 + int((PEOPLE - 1) * chance.random() ** 2)
        unit = (who + (chance.randrange(800) if chance.random() < 0.05 else 0)) % 800
        # As the number of an order has it.
        made = (FIRST_MOMENT + n * step).replace(microsecond=0) + timedelta(milliseconds=n % 1000)
        yield old_order(made, "applicant" if n % 10 == 0 else login(who), (who, unit), n, chance, ids)


def old_order(made, owner, who_and_unit, n, chance, ids):
    (who, unit), after = who_and_unit, lambda hours: (made + timedelta(hours=hours)).isoformat()
    state = chance.choices([7, 8, 2, 5], [60, 20, 12, 8])[0]
    row = {
        "orderNumber": made.strftime("%Y%m%dWP%H%M%S") + f"{made.microsecond // 1000:03}", "loginName": owner, "state": state,
        "form": {
            "applyuser": SURNAMES[who % 10] + GIVEN[who // 10 % 10] + ("" if who % 3 == 0 else THIRD[who // 100 % 10]),
            "applyUserPhone": "13800000000", "applyUserUsed": "科研", "productName": f"项目{n % 997}", "getMethod": 0,
            "applyUserUnit": FIRST_HALF[unit % 10] + SECOND_HALF[unit // 10 % 10] + KINDS[unit // 100],
        },
        "scenes": [{"dataid": ids[0]}], "createdAt": after(0), "submittedAt": after(0), "auditedAt": after(5), "auditor": "admin",
    }
    if state == 2:
        return row | {"cause": "材料不全"}
    row |= {"readyAt": after(6), "delivery": {"files": 1, "bytes": 1024}}
    if state == 5:
        return row | {"overdueAt": after(800)}
    row |= {"completedAt": after(100)}
    return row | {"ratedAt": after(200), "evaluation": {"overall": n % 4, "content": "好"}} if state == 8 else row


def report_first(site):
    """After the filling: the server reads all that was written."""
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
