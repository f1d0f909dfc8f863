"""Scene searches that are not about place and time: by a part of a name, in other orders, by fields.

The rival is psql on the same Postgres: exact count and first page, written by hand for just this search, on the table
`composite`, which for this has a trigram index over names and ids and indexes in the orders by name, satellite and size.
"""

import json
import random

from table import show

EACH = 20
AREA = "POLYGON((100 30,103 30,103 32,100 32,100 30))"
INDEXES = """
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX IF NOT EXISTS composite_names ON composite USING gin (dataname gin_trgm_ops, dataid gin_trgm_ops);
CREATE INDEX IF NOT EXISTS composite_name ON composite (dataname COLLATE "C", did);
CREATE INDEX IF NOT EXISTS composite_satellite ON composite (satellite COLLATE "C", acquired DESC, did);
CREATE INDEX IF NOT EXISTS composite_size ON composite (size DESC, did DESC);
ANALYZE composite;
"""


def kinds(names, chance):
    """What it is called, what scenedock is asked, and where and in what order psql looks."""
    newest = "acquired DESC, did DESC"
    for _ in range(EACH):
        name = chance.choice(names)
        rare, begin = name[-8:], chance.randint(0, max(0, len(name) - 5))
        common = name[begin:begin + 4]
        for kind, text in (("eight letters of a name", rare), ("four letters of a name", common)):
            pattern = text.replace("_", r"\_")
            yield kind, {"text": text}, f"dataname ILIKE '%{pattern}%' OR dataid ILIKE '%{pattern}%'", newest
    for kind, sort, order in (("by name", "dataname", 'dataname COLLATE "C", did'),
                              ("by satellite", "satelite", 'satellite COLLATE "C", acquired DESC, did'),
                              ("largest first", "-datasize", "size DESC, did DESC")):
        for page in range(1, EACH + 1):
            yield kind + ", no filter", {"sort": sort, "page": page}, "true", f"{order} OFFSET {(page - 1) * 10}"
    for least in range(EACH):
        cloud = 100 - 3 * least
        yield ("by name, clouds", {"sort": "dataname", "cloudMax": cloud}, f"cloud <= {cloud}", 'dataname COLLATE "C", did')


def measure(ask, psql, seed):
    psql.run(INDEXES)
    names = psql.answer("SELECT dataname FROM scene TABLESAMPLE SYSTEM (0.01) LIMIT 200;")[:-1]
    took = {}
    for kind, asked, where, order in kinds(names, random.Random(seed)):
        found, ours = ask(json.dumps(asked))
        total, counted = psql.timed(f"SELECT count(*) FROM composite WHERE {where};")
        _, paged = psql.timed(f"SELECT count(r) FROM (SELECT did, dataid, dataname, nodeid, satellite, sensor, acquired, cloud, size, "
                              f"footprint FROM composite WHERE {where} ORDER BY {order} {'' if 'OFFSET' in order else 'OFFSET 0'} LIMIT 10) AS r;")
        if found != total:
            print("differ:", asked, found, total)
        took.setdefault(kind, []).append((ours, counted + paged, total))
    middle = lambda values: sorted(values)[len(values) // 2]
    print("\nOther searches, milliseconds at the median and at most:\n")
    show(["", "found, median", "scenedock", "longest", "psql", "longest", "times ours, median"],
         [[kind, middle([total for _, _, total in each]),
           *(f"{figure:.1f}" for at in (0, 1) for figure in (middle([one[at] for one in each]), max(one[at] for one in each))),
           f"{middle([one[1] for one in each]) / middle([one[0] for one in each]):.2g}"] for kind, each in took.items()])
