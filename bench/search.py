#!/usr/bin/env python3
"""Scene search over two million real-orbit footprints: scenedock over HTTP against shapely in-process, and against what else
one Postgres can do. The scenes come in by the product's own door, `scenedock ingest` of STAC Items.

First page by time plus exact total, for polygons of 0.1 to 3 degrees, a month to five years, one to three satellites
and a limit on cloud. Rivals: a composite GiST index (btree_gist), partitions by year, PostGIS with one index over the
place and with a composite one, and pgstac; all in one Postgres, the rivals taking turns query by query. PostGIS,
pgstac and scenedock answer exactly; the two core variants only test bounding boxes, so theirs is a lower bound.

Needs Postgres 15 with PostGIS (apt-get install postgresql-15-postgis-3) and, for pgstac, pip install pypgstac psycopg;
for shapely, pip install shapely.
"""

import argparse
import importlib.util
import json
import math
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path

import orbits
import search_ingest
import search_kinds
from orders import Psql
from site_under_test import cpu_seconds
from table import show

SEED = 20260601
PAGE = 10
SIZES = [500_000, 2_000_000]
SERVER_PROGRAMS = Path("/usr/lib/postgresql/15/bin")
SERVER_SETTINGS = {
    "unix_socket_directories": "{socket}", "listen_addresses": "", "shared_buffers": "2GB", "work_mem": "64MB",
    "maintenance_work_mem": "1GB", "max_wal_size": "8GB", "synchronous_commit": "off", "fsync": "off",
    "random_page_cost": "1.1", "effective_cache_size": "8GB", "max_connections": "60", "jit": "off",
    # A query alone on its core, as many at once would have it.
    "max_parallel_workers_per_gather": "0",
}

RIVALS = """
CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE TABLE composite AS
SELECT did, dataid, dataname, nodeid, satellite, sensor, acquired, cloud, size, wkt AS footprint, bounds FROM scene JOIN item_wkt USING (dataid);
CREATE INDEX ON composite USING gist (bounds, acquired, satellite);
CREATE INDEX ON composite (acquired DESC, did DESC);
CREATE TABLE parted (LIKE composite) PARTITION BY RANGE (acquired);
SELECT format('CREATE TABLE parted_%s PARTITION OF parted FOR VALUES FROM (%L) TO (%L)', year,
    make_timestamptz(year, 1, 1, 0, 0, 0, 'UTC'), make_timestamptz(year + 1, 1, 1, 0, 0, 0, 'UTC'))
FROM generate_series(2015, 2026) AS year \\gexec
INSERT INTO parted SELECT * FROM composite;
CREATE INDEX ON parted USING gist (bounds, satellite);
CREATE INDEX ON parted (acquired DESC, did DESC);
VACUUM ANALYZE;
"""
POSTGIS = """
CREATE EXTENSION IF NOT EXISTS postgis;
CREATE TABLE postgis AS
SELECT did, dataid, dataname, nodeid, satellite, sensor, acquired, cloud, size, footprint,
    ST_GeomFromText(footprint, 4326) AS place FROM composite;
CREATE INDEX ON postgis USING gist (place);
CREATE INDEX ON postgis (acquired DESC, did DESC);
CREATE TABLE postgis_composite AS SELECT * FROM postgis;
CREATE INDEX ON postgis_composite USING gist (place, acquired, satellite);
CREATE INDEX ON postgis_composite (acquired DESC, did DESC);
VACUUM ANALYZE;
"""


class Server:
    """A Postgres of our own; ends with the `with` block."""

    def __init__(self, folder):
        self.data, self.socket = folder / "postgres", folder / "run"
        self.url = f"postgres://postgres@localhost/scenedock?host={self.socket}"

    def __enter__(self):
        self.socket.mkdir(parents=True, exist_ok=True)
        fresh = not self.data.exists()
        if os.getuid() == 0:
            # Postgres refuses to run as root.
            self.socket.chmod(0o777)
            for above in [self.data.parent, *self.data.parent.parents]:
                if above.stat().st_uid == 0 and above != Path("/"):
                    above.chmod(above.stat().st_mode | 0o711)
        if fresh:
            self.data.mkdir()
            if os.getuid() == 0:
                shutil.chown(self.data, "postgres", "postgres")
            self.run("initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8")
        settings = [f"-c {name}={value.format(socket=self.socket) or chr(39) * 2}" for name, value in SERVER_SETTINGS.items()]
        self.run("pg_ctl", "-D", self.data, "-w", "-t", "600", "-l", self.socket / "log", "-o", " ".join(settings), "start")
        if fresh:
            subprocess.run(["createdb", "-h", self.socket, "-U", "postgres", "scenedock"], check=True)
        return self

    def __exit__(self, *_):
        self.run("pg_ctl", "-D", self.data, "-m", "fast", "-t", "600", "stop")

    def run(self, program, *arguments):
        as_postgres = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.getuid() == 0 else []
        subprocess.run([*as_postgres, SERVER_PROGRAMS / program, *arguments], check=True, stdout=subprocess.DEVNULL, cwd="/")

    def psql(self):
        return Psql(self.socket)


def write_items(file, most):
    """STAC Items as an archive would hand them in."""
    with open(file, "w") as lines:
        for name, satellite, sensor, moment, cloud, size, ring in orbits.scenes(most):
            corners = [[x, y] for x, y in [*ring, ring[0]]]
            xs, ys = [x for x, _ in corners], [y for _, y in corners]
            lines.write(json.dumps({
                "type": "Feature", "stac_version": "1.0.0", "id": name,
                "collection": {"L": "landsat", "S": "sentinel-2"}.get(satellite[0], "chinese"),
                "bbox": [min(xs), min(ys), max(xs), max(ys)], "geometry": {"type": "Polygon", "coordinates": [corners]},
                "properties": {"datetime": f"{moment:%Y-%m-%dT%H:%M:%SZ}", "platform": satellite, "instruments": [sensor],
                               "eo:cloud_cover": cloud, "view:off_nadir": 3.5},
                "links": [], "assets": {"data": {"href": f"{name}.tif", "roles": ["data"], "file:size": size}}},
                separators=(",", ":")) + "\n")


def fill(binary, server, psql, items, beside_copy=True):
    """By the product's own door."""
    environment = {**os.environ, "DATABASE_URL": server.url, "SCENEDOCK_DATA": str(server.socket.parent / "data")}
    subprocess.run([binary, "admin", "create-user", "bench", "--role", "admin"], input="Bench-1234", text=True, check=True,
                   stdout=subprocess.DEVNULL, env=environment)
    begun = time.monotonic()
    subprocess.run([binary, "ingest", items], check=True, env=environment)
    seconds = time.monotonic() - begun
    count = int(psql.answer("SELECT count(*) FROM scene;")[0])
    print(f"ingest: {count} scenes in {seconds:.0f} s, {count / seconds:.0f} a second")
    if beside_copy:
        search_ingest.measure(psql, server.socket.parent, count, seconds)
    psql.run("VACUUM ANALYZE scene;")


def fill_rivals(server, psql, items):
    """The rivals read the same file."""
    psql.run("CREATE TABLE item_wkt (dataid text PRIMARY KEY, wkt text NOT NULL);")
    loading = subprocess.Popen(["psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-h", server.socket, "-U", "postgres", "scenedock",
                                "-c", "COPY item_wkt FROM STDIN"], stdin=subprocess.PIPE, text=True)
    with open(items) as lines:
        for item in map(json.loads, lines):
            loading.stdin.write(f"{item['id']}\t{wkt([tuple(corner) for corner in item['geometry']['coordinates'][0][:-1]])}\n")
    loading.stdin.close()
    if loading.wait():
        sys.exit("the footprints could not be written")
    psql.run(RIVALS)
    if has_postgis(psql):
        psql.run(POSTGIS)


def wkt(ring):
    return "POLYGON((" + ",".join(f"{x!r} {y!r}" for x, y in [*ring, ring[0]]) + "))"


def fill_pgstac(server, psql):
    """Written straight into the partitions that pgstac makes: its staging table takes 4 ms an item."""
    address = {**os.environ, "PGHOST": str(server.socket), "PGUSER": "postgres", "PGDATABASE": "scenedock"}
    subprocess.run(["pypgstac", "migrate"], check=True, env=address, stdout=subprocess.DEVNULL)
    collection = lambda name: json.dumps({"id": name, "type": "Collection", "stac_version": "1.0.0", "links": [],
                                         "description": name, "license": "proprietary", "extent": {
        "spatial": {"bbox": [[-180, -90, 180, 90]]}, "temporal": {"interval": [["2016-01-01T00:00:00Z", None]]}}})
    psql.run("SET search_path = pgstac, public; SET client_min_messages = warning;")
    nodes = dict(row.split("|") for row in psql.answer("SELECT id, collection FROM catalogue_node WHERE collection IS NOT NULL;")[:-1])
    for node, name in nodes.items():
        psql.run(f"SELECT upsert_collection('{collection(name)}'::jsonb); "
                 f"UPDATE collections SET partition_trunc = 'year' WHERE id = '{name}';")
        for year in range(2015, 2027):
            psql.run(f"""SELECT check_partition('{name}', tstzrange(min(acquired), max(acquired), '[]'),
                    tstzrange(min(acquired), max(acquired), '[]')) FROM scene
                WHERE nodeid = {node} AND extract(year FROM acquired AT TIME ZONE 'UTC') = {year} HAVING count(*) > 0;""")
        psql.run(f"""INSERT INTO items (id, geometry, collection, datetime, end_datetime, content)
            SELECT dataid, ST_GeomFromText(wkt, 4326), '{name}', acquired, acquired, jsonb_build_object(
                'stac_version', '1.0.0', 'links', '[]'::jsonb, 'assets', '{{}}'::jsonb,
                'bbox', jsonb_build_array((bounds[1])[0], (bounds[1])[1], (bounds[0])[0], (bounds[0])[1]),
                'properties', jsonb_build_object('datetime', to_char(acquired AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
                    'platform', satellite, 'instruments', jsonb_build_array(sensor), 'eo:cloud_cover', cloud::numeric))
            FROM scene JOIN item_wkt USING (dataid) WHERE nodeid = {node};""")
    psql.run("""SELECT update_partition_stats_q(partition) FROM partitions_view; ANALYZE; SET search_path = public;""")


def draw(chance, satellites):
    width = 0.1 * 30 ** chance.random()
    x, y = chance.uniform(76, 132), chance.uniform(20, 51)
    if chance.random() < 0.5:
        ring = [(x, y), (x + width, y), (x + width, y + width), (x, y + width)]
    else:
        turns = sorted(chance.uniform(0, 2 * math.pi) for _ in range(7))
        ring = [(x + width / 2 * (1 + math.cos(turn)), y + width / 2 * (1 + math.sin(turn))) for turn in turns]
    days = 30.4 * 60 ** chance.random()
    begun = datetime(2016, 1, 1, tzinfo=timezone.utc) + timedelta(days=int(chance.uniform(0, orbits.DAYS - days)))
    return {"wkt": wkt([(round(a, 4), round(b, 4)) for a, b in ring]), "from": begun, "to": begun + timedelta(days=int(days)),
            "satellites": chance.sample(satellites, chance.randint(1, 3)), "cloudMax": chance.randint(10, 100)}


class Core:
    """Bounding boxes in core types."""

    def __init__(self, psql, table):
        self.psql, self.table = psql, table

    def ask(self, query):
        places = [place.split() for place in query["wkt"][9:-2].split(",")]
        xs, ys = [float(x) for x, _ in places], [float(y) for _, y in places]
        box = f"box(point({min(xs)},{min(ys)}),point({max(xs)},{max(ys)}))"
        return ask_sql(self.psql, self.table, query, f"bounds && {box}")


class PostGis:
    def __init__(self, psql, table):
        self.psql, self.table = psql, table

    def ask(self, query):
        return ask_sql(self.psql, self.table, query, f"ST_Intersects(place, ST_GeomFromText('{query['wkt']}', 4326))")


def ask_sql(psql, table, query, place):
    satellites = ",".join(f"'{name}'" for name in query["satellites"])
    where = (f"{place} AND acquired BETWEEN '{query['from'].isoformat()}' AND '{query['to'].isoformat()}' "
             f"AND satellite IN ({satellites}) AND cloud <= {query['cloudMax']}")
    total, counted = psql.timed(f"SELECT count(*) FROM {table} WHERE {where};")
    _, paged = psql.timed(f"SELECT count(r) FROM (SELECT did, dataid, dataname, nodeid, satellite, sensor, acquired, cloud, size, "
                          f"footprint FROM {table} WHERE {where} ORDER BY acquired DESC, did DESC LIMIT {PAGE}) AS r;")
    return total, counted + paged


class PgStac:
    def __init__(self, psql):
        self.psql = psql
        psql.run("SET search_path = pgstac, public; SET client_min_messages = warning; "
                 "UPDATE pgstac_settings SET value = 'on' WHERE name = 'context';")

    def ask(self, query):
        ring = [[float(x) for x in place.split()] for place in query["wkt"][9:-2].split(",")]
        terms = [{"op": "s_intersects", "args": [{"property": "geometry"}, {"type": "Polygon", "coordinates": [ring]}]},
                 {"op": "in", "args": [{"property": "platform"}, query["satellites"]]},
                 {"op": "<=", "args": [{"property": "eo:cloud_cover"}, query["cloudMax"]]}]
        span = "/".join(f"{query[end]:%Y-%m-%dT%H:%M:%SZ}" for end in ("from", "to"))
        asked = {"filter-lang": "cql2-json", "filter": {"op": "and", "args": terms}, "datetime": span, "limit": PAGE,
                 "sortby": [{"field": "datetime", "direction": "desc"}]}
        # A search that was asked before has its total kept; here every search is asked once.
        total, took = self.psql.timed(f"SELECT search('{json.dumps(asked)}')->>'numberMatched';")
        return total, took


class Scenedock:
    """One kept connection, as the rivals have one session. Written and read by hand: Python's own client takes 0.2 ms."""

    def __init__(self, address):
        host, port = address.removeprefix("http://").split(":")
        self.socket = socket.create_connection((host, int(port)))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.head = f"POST /api/scenes/search HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: "

    def ask(self, query):
        asked = {**query, "pageSize": PAGE, **{end: f"{query[end]:%Y-%m-%dT%H:%M:%SZ}" for end in ("from", "to")}}
        return self.ask_for(json.dumps(asked))

    def ask_for(self, body):
        begun = time.perf_counter()
        body = body.encode()
        self.socket.sendall(f"{self.head}{len(body)}\r\n\r\n".encode() + body)
        said = b""
        while b"\r\n\r\n" not in said:
            said += self.socket.recv(1 << 20)
        head, body = said.split(b"\r\n\r\n", 1)
        length = int(re.search(rb"(?i)content-length: (\d+)", head)[1])
        while len(body) < length:
            body += self.socket.recv(1 << 20)
        took = (time.perf_counter() - begun) * 1000
        if b" 200 " not in head[:20]:
            sys.exit((head + body).decode())
        return json.loads(body)["total"], took


class Api:
    """`scenedock api` on the rivals' database."""

    def __init__(self, binary, server):
        folder = server.socket.parent / "data"
        folder.mkdir(exist_ok=True)
        self.environment = {**os.environ, "DATABASE_URL": server.url, "SCENEDOCK_DATA": str(folder), "HTTP_ADDR": "127.0.0.1:0",
                            "CAPTCHA": "off", "RUST_LOG": "info"}
        self.binary = binary

    def __enter__(self):
        self.process = subprocess.Popen([self.binary, "api"], env=self.environment, stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            if "http://" in line:
                self.address = line[line.index("http://"):].strip().rstrip("/")
                return self
        sys.exit("scenedock does not start")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def resident_mib(self):
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) // 1024


def warm(site):
    """Until searches are answered from memory: seconds since the process was started."""
    begun = time.monotonic()
    before = site.resident_mib()
    asking = Scenedock(site.address)
    # The database looks for seconds for a text that is nowhere.
    while asking.ask_for(json.dumps({"text": "in no name"}))[1] > 1000 and time.monotonic() - begun < 300:
        time.sleep(0.2)
    print(f"\nscenedock: {time.monotonic() - begun:.0f} s until its index was read, {before} MiB before, {site.resident_mib()} MiB after; "
          f"{cpu_seconds(site.process.pid):.1f} s of CPU time")


def measure(binary, folder, sizes, queries, names, each=20):
    """Each size with a database of its own, one after the other, and how the cost grows between them."""
    medians = {}
    for most in sizes:
        own = folder / str(most)
        own.mkdir(exist_ok=True)
        medians[most] = measure_size(binary, own, most, queries, names, each)
    first, *others = sizes
    for most in others:
        print(f"\n{most / first:.2g} times the scenes ({first} and {most}), medians in ms:\n")
        show(["", "", "", str(first), str(most), "times"],
             [[*kind, f"{before:.2f}", f"{medians[most][kind]:.2f}", f"{medians[most][kind] / before:.1f}"]
              for kind, before in medians[first].items() if kind in medians[most]])


def measure_size(binary, folder, most, queries, names, each):
    medians = {}
    items = folder / f"items-{most}.ndjson"
    if not items.exists():
        write_items(items, most)
    with Server(folder) as server:
        psql = server.psql()
        names = available(psql, names)
        prepare(binary, server, psql, items, names)
        satellites = psql.answer("SELECT satellite FROM scene_tally GROUP BY 1 ORDER BY 1;")[:-1]
        print(f"\n## Scene search, {psql.answer('SELECT count(*) FROM scene;')[0]} scenes of {len(satellites)} satellites")
        with Api(binary, server) as site:
            chance = random.Random(SEED)
            warm(site)
            rivals = {"scenedock, HTTP": Scenedock(site.address)}
            rivals |= {name: make(psql) for name, make in TABLES.items() if name in names}
            if "pgstac" in names:
                rivals["pgstac"] = PgStac(server.psql())
            if len(rivals) > 1:
                report(rivals, [draw(chance, satellites) for _ in range(queries)])
            if "shapely" in names:
                import search_areas
                import search_maps
                import shapely_rival
                rival = shapely_rival.Shapely(items)
                medians = search_areas.measure(Scenedock(site.address), rival, SEED, each)
                medians |= search_maps.measure(site.address, rival)
            if "composite" in names:
                search_kinds.measure(Scenedock(site.address).ask_for, psql, SEED)
        psql.close()
    return medians


TABLES = {
    "composite": lambda psql: Core(psql, "composite"),
    "parted": lambda psql: Core(psql, "parted"),
    "postgis": lambda psql: PostGis(psql, "postgis"),
    "postgis_composite": lambda psql: PostGis(psql, "postgis_composite"),
}

RIVAL_NAMES = ["shapely", *TABLES, "pgstac"]


def has_postgis(psql):
    return psql.answer("SELECT EXISTS (SELECT FROM pg_available_extensions WHERE name = 'postgis');")[0] == "t"


def available(psql, names):
    """Without the rivals that this machine does not have; they are named."""
    postgis = has_postgis(psql)
    there = {"shapely": importlib.util.find_spec("shapely") is not None, "postgis": postgis, "postgis_composite": postgis,
             "pgstac": postgis and shutil.which("pypgstac") is not None}
    missing = [name for name in names if not there.get(name, True)]
    if missing:
        print(f"not installed, not measured: {', '.join(missing)}")
    return [name for name in names if name not in missing]


def prepare(binary, server, psql, items, names):
    there = lambda name: psql.answer(f"SELECT to_regclass('{name}') IS NOT NULL;")[0] == "t"
    filled = lambda name: there(name) and psql.answer(f"SELECT EXISTS (SELECT FROM {name});")[0] == "t"
    for what, done, make in [
        ("scenes", filled("scene"),
         lambda: fill(binary, server, psql, items)),
        ("rivals", not set(names) - {"shapely"} or there("parted"), lambda: fill_rivals(server, psql, items)),
        ("pgstac", "pgstac" not in names or filled("pgstac.items"), lambda: fill_pgstac(server, psql)),
    ]:
        if not done:
            begun = time.monotonic()
            make()
            print(f"{what}: {time.monotonic() - begun:.0f} s", flush=True)


def report(rivals, queries):
    took = {name: [] for name in rivals}
    totals, differing = [], 0
    for turn, query in enumerate(queries):
        said = {}
        order = list(rivals)
        for name in order[turn % len(order):] + order[:turn % len(order)]:
            said[name], milliseconds = rivals[name].ask(query)
            took[name].append(milliseconds)
        totals.append(said["scenedock, HTTP"])
        exact = {name: total for name, total in said.items() if name not in ("composite", "parted")}
        if len(set(map(int, exact.values()))) > 1:
            differing += 1
            print("differ:", query["wkt"], exact)
    at = lambda values, share: sorted(values)[min(len(values) - 1, int(len(values) * share))]
    print(f"\n{len(queries)} searches, found: median {at(totals, 0.5)}, most {max(totals)}; answers that differ: {differing}\n")
    base = took["scenedock, HTTP"]
    show(["", "p50 ms", "p99 ms", "longest ms", "times ours, p50", "times ours, p99"],
         [[name, *(f"{figure:.1f}" for figure in (at(values, 0.5), at(values, 0.99), max(values))),
           *(f"{at(values, share) / at(base, share):.1f}" for share in (0.5, 0.99))] for name, values in took.items()])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", type=Path, help="a release build")
    parser.add_argument("--scenes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--queries", type=int, default=300)
    parser.add_argument("--each", type=int, default=20, help="areas of each kind, for shapely")
    parser.add_argument("--rivals", nargs="*", default=RIVAL_NAMES, choices=RIVAL_NAMES)
    parser.add_argument("--folder", type=Path, help="kept, with its database, for the next run; otherwise a new one each time")
    options = parser.parse_args()
    binary = options.binary.resolve(strict=True)
    if options.folder:
        options.folder.mkdir(parents=True, exist_ok=True)
        return measure(binary, options.folder, options.scenes, options.queries, options.rivals, options.each)
    with tempfile.TemporaryDirectory(prefix="scenedock-bench-") as folder:
        measure(binary, Path(folder), options.scenes, options.queries, options.rivals, options.each)


if __name__ == "__main__":
    main()
