"""A year of an old portal, the same in every run: year.py folder

Scenes of four satellites, people of seven units, orders of a leap year with some before and after it, what people did. Days and months
begin and end with an order each, in China. And what no old portal hands over, for the database itself: steps of preparations that failed,
single transfers, results, and what was promised when.
"""

import json
import random
import sys
import uuid
from datetime import datetime, timedelta
from pathlib import Path

SEED = 20240229
SATELLITES = ["GF1", "GF2", "ZY3", "HY1"]
UNITS = ["北京地质院", '地质,调查"院"', "=求和(1)院", "山川大学", "海河测绘院", "遥感中心", "矿业集团"]
USAGES = ["科研", "灾害应急", "测绘"]
REPROCESSING = {"extractingElements": "水体", "processDescribe": "水体提取", "assignment": "地质体解译"}
PEOPLE = 60
ORDERS = 1500
BEHAVIOURS = 4000
FAILURES = 200
TRANSFERS = 400
RESULTS = 60
# Scenes that are ordered, and all; the others are never handed out.
ORDERED, SCENES = 40, 48
CAUSES = ["source_missing", "source_corrupt", "source_refused", "sign_in_refused", "transient_io", "dependency_away", "no_space",
          "cancelled", "out_of_scope", "bug"]
# Since when preparations are promised within so many hours.
PROMISES = [{"since": "2024-03-01T00:00:00Z", "hours": 24}, {"since": "2024-09-01T00:00:00Z", "hours": 60},
            {"since": "2024-12-01T00:00:00Z", "hours": None}]
# Bytes of a file that is transferred.
SIZE = 1000
# Moments are UTC; China is eight hours ahead.
EIGHT = timedelta(hours=8)
FIRST, LAST = datetime(2023, 12, 20), datetime(2025, 1, 10)


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    placed = list(orders())
    delivered = [order for order in placed if "readyAt" in order]
    for name, rows in (("items", items()), ("users", users()), ("orders", placed), ("behaviour", behaviours()), ("promises", PROMISES),
                       ("failures", failures(placed)), ("transfers", transfers(delivered)), ("results", results(delivered))):
        lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (folder / f"{name}.ndjson").write_text(lines, encoding="utf-8")


def items():
    for n, received in zip(range(SCENES), arrivals()):
        west, south = 100 + n * 0.3, 30
        ring = [[west, south], [west + 0.2, south], [west + 0.2, south + 0.2], [west, south + 0.2], [west, south]]
        yield {
            "type": "Feature", "stac_version": "1.0.0", "id": f"S{n:02}", "collection": SATELLITES[n % 4].lower(),
            "geometry": {"type": "Polygon", "coordinates": [ring]},
            "properties": {"datetime": taken(n), "created": moment(received), "title": f"S{n:02}", "platform": SATELLITES[n % 4]},
            "links": [], "assets": {"data": {"href": f"S{n:02}.tif", "roles": ["data"], "file:size": 1_000_000 + n * 1001}},
        }


def taken(n):
    """When a scene was: of some in another year than in Greenwich."""
    return f"{2020 + n % 3}-12-31T16:00:00Z" if n % 10 == 5 else f"{2020 + n % 3}-{1 + n % 12:02}-01T03:00:00Z"


def arrivals():
    """When scenes were received: what is ordered before the first order, the others while days, months and years begin and end."""
    for n in range(ORDERED):
        yield datetime(2023, 1 + n % 10, 1) - EIGHT - timedelta(seconds=n % 2)
    for edge in (datetime(2024, 1, 1), datetime(2024, 2, 29), datetime(2024, 5, 1), datetime(2025, 1, 1)):
        yield edge - EIGHT
        yield edge - EIGHT - timedelta(seconds=1)


def users():
    for n in range(PEOPLE):
        yield {"loginName": f"old_{n:03}", "name": f"用户{n}", "unit": "总局", "phone": f"138{n:08}", "createdAt": moment(FIRST)}


def moments(chance):
    """Of creation: the first and the last second of days at which something begins or ends, and any others."""
    edges = [datetime(2024, month, 1) for month in range(1, 13)]
    edges += [datetime(2024, 2, 29), datetime(2025, 1, 1)]
    for edge in edges:
        yield edge - EIGHT
        yield edge - EIGHT - timedelta(seconds=1)
    while True:
        yield FIRST + timedelta(seconds=chance.randrange(int((LAST - FIRST).total_seconds())))


def orders():
    chance = random.Random(SEED)
    for n, created in zip(range(ORDERS), moments(chance)):
        yield order(chance, n, created)


def order(chance, n, created):
    after = lambda hours: moment(created + timedelta(hours=hours))
    kind = chance.choice([0, 0, 0, 2])
    method = 2 if kind == 2 else chance.choice([0, 0, 2])
    state = chance.choice([2, 5, 7, 7, 8, 8]) if method == 0 else chance.choice([2, 7, 8])
    audited = chance.randrange(1, 90)
    ready = audited + chance.randrange(1, 5000) / 60
    row = {
        "orderNumber": f"{created + EIGHT:%Y%m%d}WP{n // 3600:02}{n // 60 % 60:02}{n % 60:02}{n % 1000:03}",
        "loginName": f"old_{chance.randrange(PEOPLE):03}", "type": kind, "state": state,
        "form": {
            "applyuser": "王一", "applyUserPhone": "13800000000", "applyUserUnit": chance.choice(UNITS), "productName": f"项目{n % 7}",
            "applyUserUsed": chance.choice(USAGES), "getMethod": method, **(REPROCESSING if kind == 2 else {}),
        },
        "scenes": [{"dataid": f"S{scene:02}"} for scene in chance.sample(range(ORDERED), chance.randrange(1, 5))],
        "createdAt": after(0), "submittedAt": after(0.1), "auditedAt": after(audited), "auditor": "admin",
    }
    if state == 2:
        return row | {"cause": "材料不全"}
    files = len(row["scenes"])
    row |= {"readyAt": after(ready), "delivery": {"files": files, "bytes": files * 1_000_000}}
    if method == 0 and chance.random() < 0.7:
        # Of some no file to its end.
        fetched = chance.randrange(files + 1)
        row["delivery"]["download"] = {
            "firstAt": after(ready + 1), "lastAt": after(ready + 2), "files": fetched, "bytes": fetched * 1_000_000 + 500,
            "protocol": chance.choice(["ftp", "https"])}
    if state == 5:
        return row | {"overdueAt": after(ready + 800)}
    row |= {"completedAt": after(ready + 100)}
    if state == 8:
        marks = {"overall": chance.randrange(5), "responseSpeed": chance.randrange(5), "serviceAttitude": chance.randrange(5)}
        row |= {"ratedAt": after(ready + chance.randrange(101, 3000)), "evaluation": {**marks, "content": "好"}}
    return row


def behaviours():
    chance = random.Random(SEED + 1)
    made = moments(chance)
    moments_in_order = sorted(next(made) for _ in range(BEHAVIOURS))
    for n, at in enumerate(moments_in_order):
        row = {"id": f"b{n}", "kind": chance.choice([0, 1, 2, 3, 4, 5, 7]), "at": moment(at), "detailUrl": "/search", "scenes": n % 3,
               "bytes": n % 5}
        yield row | {"loginName": f"old_{chance.randrange(PEOPLE):03}"} if chance.random() < 0.8 else row


def failures(placed):
    chance = random.Random(SEED + 2)
    for _, at in zip(range(FAILURES), moments(chance)):
        yield {"orderNumber": chance.choice(placed)["orderNumber"], "cause": chance.choice(CAUSES), "at": moment(at)}


def transfers(delivered):
    """Whole ones, pieces, and broken ones."""
    chance = random.Random(SEED + 3)
    for _, at in zip(range(TRANSFERS), moments(chance)):
        order = chance.choice(delivered)
        offset = chance.choice([0, 0, 0, 400])
        outcome = chance.choice(["done", "done", "done", "aborted", "failed"])
        # What is broken off behind the last byte is broken all the same.
        sent = SIZE - offset if outcome == "done" and chance.random() < 0.7 else chance.randrange(SIZE - offset + 1)
        yield {
            "id": identity(chance), "orderNumber": order["orderNumber"], "dataid": order["scenes"][0]["dataid"], "size": SIZE, "offset": offset,
            "bytes": sent, "outcome": outcome, "protocol": chance.choice(["ftp", "ftps", "https"]),
            "startedAt": moment(at - timedelta(seconds=90)), "endedAt": moment(at)}


def results(delivered):
    chance = random.Random(SEED + 4)
    for n in range(RESULTS):
        orders = sorted({order["orderNumber"] for order in chance.sample(delivered, chance.randrange(1, 4))})
        state = chance.choice(["reported", "checked", "refused"])
        yield {
            "id": identity(chance), "loginName": f"old_{chance.randrange(PEOPLE):03}", "unit": chance.choice(UNITS),
            "kind": chance.choice(["paper", "report", "patent", "product", "award", "other"]), "title": f"=成果{n}", "authors": "张三；李四",
            "month": f"{2024 + n % 2}-{1 + n % 12:02}-01", "venue": "遥感学报" if n % 2 else "", "state": state,
            "reason": "与数据无关" if state == "refused" else "", "createdAt": moment(datetime(2025, 2, 1) + timedelta(hours=n)), "orders": orders}


def identity(chance):
    return str(uuid.UUID(int=chance.getrandbits(128), version=4))


def moment(at):
    return f"{at:%Y-%m-%dT%H:%M:%S}Z"


if __name__ == "__main__":
    main()
