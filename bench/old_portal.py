"""What taking over an old portal costs beside what nothing can beat: the rows that it wrote, by COPY into plain tables.

Users, orders and behaviours are made by number, the same in every run, written as NDJSON, and imported by the command, one
after the other, beside a running server. Then the rows of every table that the import filled are copied out and, timed, into tables
of the same columns without indexes, checks and triggers. Rows a second are lines of the file a second on both sides.
"""

import time
from datetime import datetime, timedelta, timezone

from import_rows import import_rows, write_rows
from orders import Psql
from scenes import make_scenes
from site_under_test import Site
from table import show

SCENES = 200
UNITS = 300
FIRST = datetime(2012, 1, 1, tzinfo=timezone.utc)
SPAN = timedelta(days=4700)
# What each import fills, with what tells its rows from those that were there before.
FILLED = {
    "users": {"app_user": "login_name LIKE 'old\\_%'", "user_role": "true", "account_event": "true", "audit_entry": "subject = 'account'"},
    "orders": {
        "orders": "true", "order_scene": "true", "order_event": "true", "task": "kind = 'package_order'", "delivery": "true",
        "registry_entry": "true", "registry_scene": "true", "registry_fetch": "true", "feedback": "true",
    },
    "behaviour": {"behaviour": "true", "imported_behaviour": "true"},
}


def measure(binary, folder, counts):
    """`counts`: how many users, orders and behaviours."""
    archive = folder / "archive"
    ids = make_scenes(archive, SCENES, SCENES << 10)
    with Site(binary, folder / "data", archive) as site:
        # The one folder that the database's own user may write to.
        run = folder / "data" / "postgres" / "run"
        psql = Psql(run)
        print("\n## Taking over an old portal\n")
        rows = []
        for what, made in (("users", users), ("orders", orders), ("behaviour", behaviours)):
            count = counts[what]
            file = folder / f"{what}.ndjson"
            write_rows(file, made(count, counts["users"], ids))
            took = import_rows(site, what, file, count)
            again = import_rows(site, what, file, 0)
            copied, written = copy(psql, run, what)
            rows.append([what, f"{count:,}", f"{written / count:.1f}", f"{count / took:,.0f}", f"{count / again:,.0f}",
                         f"{count / copied:,.0f}", f"{took / copied:.1f}"])
        show(["file", "lines", "database rows a line", "import, lines a second", "again, lines a second", "COPY, lines a second",
              "import / COPY time"], rows)
        psql.close()


def copy(psql, run, what):
    """Seconds to copy what was written into tables without anything, and how many rows that is."""
    seconds = rows = 0
    for table, which in FILLED[what].items():
        file = run / "rows"
        psql.run(f"COPY (SELECT * FROM {table} WHERE {which}) TO '{file}' (FORMAT binary);")
        psql.run(f"DROP TABLE IF EXISTS copied; CREATE TABLE copied (LIKE {table});")
        begun = time.monotonic()
        psql.run(f"COPY copied FROM '{file}' (FORMAT binary);")
        seconds += time.monotonic() - begun
        rows += int(psql.answer("SELECT count(*) FROM copied;")[0])
    psql.run("DROP TABLE copied;")
    file.unlink()
    return seconds, rows


def users(count, *_):
    for n in range(count):
        yield {"loginName": f"old_{n}", "name": f"用户{n}", "unit": f"总局/院{n % UNITS}", "phone": f"138{n:08}",
               "email": f"old{n}@example.org", "createdAt": (FIRST + SPAN * (n / count)).isoformat()}


def orders(count, people, ids):
    for n in range(count):
        created = FIRST + timedelta(milliseconds=int(SPAN / timedelta(milliseconds=1) * n / count))
        china = created + timedelta(hours=8)
        after = lambda hours: (created + timedelta(hours=hours)).isoformat()
        state = 2 if n % 10 == 0 else 7 if n % 10 < 6 else 8
        row = {
            "orderNumber": china.strftime("%Y%m%dWP%H%M%S") + f"{china.microsecond // 1000:03}",
            "loginName": f"old_{n % people}", "state": state,
            "form": {"applyuser": "王一", "applyUserPhone": "13800000000", "applyUserUnit": f"院{n % UNITS}",
                     "productName": f"项目{n % 997}", "applyUserUsed": "科研", "getMethod": 0},
            "scenes": [{"dataid": ids[(n + m) % len(ids)]} for m in range(1 + n % 3)],
            "createdAt": after(0), "submittedAt": after(0), "auditedAt": after(5), "auditor": "admin",
        }
        if state == 2:
            row["cause"] = "材料不全"
        else:
            row |= {"readyAt": after(6), "completedAt": after(100), "delivery": {"files": 4, "bytes": 4096, "download": {
                "firstAt": after(7), "lastAt": after(8), "files": 3, "bytes": 4096, "protocol": "ftp"}}}
        if state == 8:
            row |= {"ratedAt": after(200), "evaluation": {"overall": n % 4, "content": "好"}}
        yield row


def behaviours(count, people, _):
    for n in range(count):
        yield {"id": f"b{n}", "kind": n % 9, "at": (FIRST + SPAN * (n / count)).isoformat(), "loginName": f"old_{n % people}",
               "clientIp": "192.0.2.7", "agent": "Mozilla/5.0", "detailUrl": "/search", "scenes": 1, "bytes": 4096}
