"""Scenes that come in meeting ten thousand subscriptions, beside the same join in PostGIS.

Everything comes in by the product's own door: accounts by `admin create-user`, each person's target (vsftpd, tried out before
it is saved), subscriptions and their approval over HTTP, scenes by `ingest`. Nine subscriptions in ten look at a box of a
quarter to one degree, half of these at one satellite, half below a cloud cover; one in ten looks everywhere, at one satellite
in one catalogue node for a word of the name. They send once a year, so that nothing is sent meanwhile.

Two things are measured, at a hundred subscriptions and then at all, each with new scenes:
- from the beginning of the transaction that wrote a scene to when somebody who looks every few milliseconds sees it done
  with, scenes coming in fifty at a time;
- what a batch of 500 scenes costs: 2,000 come in by one transaction, and whoever looks sees them done with 500 at a time. PostGIS
  does the same in turns, in the same Postgres: the join alone (a GiST index over the areas, a btree over the others), and with
  writing the pairs into a table with the same columns, checks and indexes. Where the product logs how long its own join took, in
  memory, that is said too. Once with scenes anywhere, of which ten thousand subscriptions match a hundred times as many as a
  hundred do; and once with scenes from where the first hundred alone look by place, which tells what subscriptions cost that a
  scene does not meet.

Needs vsftpd, and Postgres 15 with PostGIS, which both run on.
"""

import json
import random
import re
import socket
import statistics
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone

from search import Server, write_items
from site_under_test import JPEG, PASSWORD, Site
from table import show

SEED, EACH, FEW = 20261128, 100, 100
BATCH, BATCHES, ROUNDS, TRICKLE = 500, 4, 3, 50
LATENCY_SCENES = 1000
# Degrees: scenes west of the first are where only the first hundred look, whose boxes may reach from scenes east of the second.
APART_WEST, APART_EAST = 88, 92
CALLERS = 4
LOOK_SECONDS, PATIENCE_SECONDS = 0.005, 120
FTP_SERVER = """listen=YES
listen_address=127.0.0.1
listen_port={port}
background=NO
anonymous_enable=YES
local_enable=NO
anon_root={root}
no_anon_password=YES
write_enable=YES
anon_upload_enable=YES
anon_mkdir_write_enable=YES
anon_other_write_enable=YES
anon_world_readable_only=NO
anon_umask=022
allow_writeable_chroot=YES
run_as_launching_user=YES
seccomp_sandbox=NO
secure_chroot_dir={empty}
"""
RIVAL = """
CREATE SCHEMA rival;
CREATE EXTENSION postgis SCHEMA rival;
SET search_path = rival, public;
CREATE TABLE rival.written (LIKE public.subscription_match INCLUDING ALL);
CREATE TABLE rival.arrived (batch int, dataid text, did bigint, dataname text, nodeid bigint, satellite text, cloud real, size bigint,
    place rival.geometry);
"""
SUBSCRIBED = """
DROP TABLE IF EXISTS rival.placed, rival.anywhere;
CREATE TABLE rival.placed AS SELECT id, number, rival.ST_GeomFromText(criteria->>'area', 4326) AS place,
    criteria->'satellites'->>0 AS satellite, (criteria->>'cloudMax')::real AS cloud
    FROM public.subscription WHERE criteria->>'area' IS NOT NULL;
CREATE TABLE rival.anywhere AS SELECT id, number, criteria->'satellites'->>0 AS satellite, (criteria->'nodeIds'->>0)::bigint AS node,
    lower(criteria->>'text') AS word FROM public.subscription WHERE criteria->>'area' IS NULL;
CREATE INDEX ON rival.placed USING gist (place);
CREATE INDEX ON rival.anywhere (satellite, node);
ANALYZE rival.placed; ANALYZE rival.anywhere; ANALYZE rival.arrived;
"""
JOIN = """SELECT s.id, s.number, n.did, n.dataname, n.size FROM rival.arrived n JOIN rival.placed s
    ON ST_Intersects(s.place, n.place) AND (s.satellite IS NULL OR s.satellite = n.satellite) AND (s.cloud IS NULL OR n.cloud <= s.cloud)
    WHERE n.batch = {batch}
UNION ALL SELECT s.id, s.number, n.did, n.dataname, n.size FROM rival.arrived n JOIN rival.anywhere s
    ON s.satellite = n.satellite AND s.node = n.nodeid AND strpos(lower(n.dataname), s.word) > 0 WHERE n.batch = {batch}"""
WRITE = """WITH w AS (INSERT INTO rival.written (id, subscription_id, did, dataname, revision, round, size, path, matched_at, due_at)
    SELECT gen_random_uuid(), j.id, j.did, j.dataname, 'r', 1, j.size, j.number || '/' || j.did || '/' || j.dataname, now(), now()
    FROM ({join}) AS j ON CONFLICT (subscription_id, did, revision) DO NOTHING RETURNING 1) SELECT count(*) FROM w;"""


def measure(binary, folder, many):
    items = prepare_items(folder / "archive")
    log = folder / "log"
    with FtpServer(folder) as server, Server(folder / "server") as database:
        more = {"DATABASE_URL": database.url, "PUSH_HOSTS": "127.0.0.1,127.0.0.0/8", "RUST_LOG": "warn,storage::lifecycle::matching=debug"}
        with Site(binary, folder / "data", folder / "archive", more, log) as site:
            run = Run(site, database, items, log)
            people = [run.enroll(number, server.port) for number in range(-(-many // EACH))]
            few = run.subscribe(people, 0, FEW)
            results = [run.results(few)]
            begun = time.monotonic()
            count = few + run.subscribe(people, few, many)
            rate = (count - few) / (time.monotonic() - begun)
            print(f"\n## Subscriptions: {count:,} of {len(people)} people, entered and approved over HTTP, {rate:.0f} a second\n")
            results.append(run.results(count))
            run.close()
    report(results)


def prepare_items(archive):
    """Lines of STAC Items, in no order of time; the first are there before anybody subscribes."""
    archive.mkdir(parents=True)
    every = archive / "all.ndjson"
    # A quarter of all scenes lie apart.
    need = BATCH + 10 * (LATENCY_SCENES + ROUNDS * BATCHES * BATCH)
    write_items(every, need)
    items = every.read_text().splitlines(keepends=True)[:need]
    every.unlink()
    random.Random(SEED).shuffle(items)
    (archive / "items.ndjson").write_text("".join(items[:BATCH]))
    return items[BATCH:]


class FtpServer:
    """Whom everybody's scenes would be sent to."""

    def __init__(self, folder):
        self.folder = folder

    def __enter__(self):
        root, empty = self.folder / "received", self.folder / "empty"
        (root / "inbox").mkdir(parents=True)
        empty.mkdir()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        settings = self.folder / "vsftpd.conf"
        settings.write_text(FTP_SERVER.format(port=self.port, root=root, empty=empty))
        self.process = subprocess.Popen(["vsftpd", settings])
        until = time.monotonic() + 20
        while time.monotonic() < until:
            with socket.socket() as trial:
                if trial.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
            time.sleep(0.02)
        raise SystemExit("vsftpd does not start")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


class Run:
    def __init__(self, site, database, items, log):
        self.site, self.database, self.items, self.log = site, database, items, log
        self.chance = random.Random(SEED + 1)
        self.psql = database.psql()
        self.psql.run("SET client_min_messages = warning;" + RIVAL)
        # Draws of what is looked for: places, satellites, nodes and words as the scenes have them.
        self.drawn = [json.loads(item) for item in items]
        self.nodes = dict(line.split("|") for line in self.psql.answer(
            "SELECT DISTINCT ON (satellite) satellite, nodeid FROM public.scene;") if "|" in line)
        self.batch = 0

    def enroll(self, number, port):
        """A person with a target."""
        name = f"subscriber{number}"
        self.site.run("admin", "create-user", name, "--role", "applicant", said=PASSWORD)
        self.site.tokens[name] = self.site.sign_in(name)
        target = {"name": "ftp", "kind": "ftp", "address": f"ftp://127.0.0.1:{port}/inbox", "loginName": "anonymous",
                  "secret": "bench@example.org"}
        return name, self.site.call(name, "POST", "/api/push-targets", target)["id"]

    def search(self, number):
        scene = self.chance.choice(self.drawn)
        while number >= FEW and scene["bbox"][0] < APART_EAST + 2:
            scene = self.chance.choice(self.drawn)
        satellite = scene["properties"]["platform"]
        if self.chance.random() < 0.1 and satellite in self.nodes:
            # The name's longest number: a day, as a rule.
            word = max(re.findall(r"\d+", scene["id"]), key=len)
            return {"satellites": [satellite], "nodeIds": [int(self.nodes[satellite])], "text": word}
        west, south = scene["bbox"][0] + self.chance.uniform(-2, 2), scene["bbox"][1] + self.chance.uniform(-2, 2)
        edge = self.chance.uniform(0.25, 1.0)
        east, north = west + edge, south + edge
        search = {"wkt": f"POLYGON(({west} {south},{east} {south},{east} {north},{west} {north},{west} {south}))"}
        if self.chance.random() < 0.5:
            search["satellites"] = [satellite]
        if self.chance.random() < 0.5:
            search["cloudMax"] = self.chance.choice([10, 20, 40])
        return search

    def subscribe(self, people, done, until):
        """Up to so many subscriptions in all, people in turns; how many were made."""
        end = (datetime.now(timezone.utc) + timedelta(days=300)).isoformat()
        forms = []
        for number in range(done, until):
            name, target = people[number % len(people)]
            forms.append((name, {"name": f"subscription {number}", "purpose": "bench", "targetId": target, "search": self.search(number),
                                 "frequency": "year", "validUntil": end, "digest": False}))

        def make(asked):
            name, form = asked
            form["attachments"] = [self.site.upload(slot, name, ("jpg", "image/jpeg", JPEG)) for slot in (6, 7, 2, 1)]
            made = self.site.call(name, "POST", "/api/subscriptions", form)
            self.site.call("admin", "POST", f"/api/subscriptions/{made['id']}/decision", {"decision": "approve"})

        with ThreadPoolExecutor(CALLERS) as callers:
            list(callers.map(make, forms))
        return len(forms)

    def ingest(self, count, apart=False):
        """The next so many scenes, or of those apart."""
        items = [item for item in self.items if not apart or json.loads(item)["bbox"][2] < APART_WEST][:count]
        if len(items) < count:
            raise SystemExit("there are too few scenes")
        taken = set(items)
        lines, self.items = items, [item for item in self.items if item not in taken]
        file = self.site.archive / "new.ndjson"
        file.write_text("".join(lines))
        self.site.run("ingest", file)
        return [json.loads(line) for line in lines]

    def wait(self):
        until = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < until:
            if self.psql.answer("SELECT count(*) FROM public.scene_arrival;")[0] == "0":
                return
            time.sleep(0.05)
        raise SystemExit("scenes are not matched")

    def results(self, subscriptions):
        self.psql.run(SUBSCRIBED)
        self.ingest(TRICKLE)
        self.wait()
        print(f"measuring at {subscriptions:,} subscriptions", flush=True)
        latencies = self.latencies()
        costs = {apart: [cost for _ in range(ROUNDS) for cost in self.costs(apart)] for apart in (False, True)}
        return subscriptions, latencies, costs

    def latencies(self):
        """Milliseconds from the beginning of a scene's transaction to when it was seen to be done with."""
        watch = Watch(self.database.psql())
        for _ in range((LATENCY_SCENES - TRICKLE) // TRICKLE):
            self.ingest(TRICKLE)
        self.wait()
        return watch.end()

    def costs(self, apart):
        """Of each batch but the first: pairs, and milliseconds: our transaction, PostGIS's join, and with writing, our join."""
        read = self.log.stat().st_size
        before = self.matches()
        watch = Watch(self.database.psql())
        scenes = self.ingest(BATCHES * BATCH, apart)
        self.wait()
        watch.end()
        with open(self.log) as log:
            log.seek(read)
            joins = [int(found[1]) / 1000 for found in re.finditer(r"join_us=(\d+)", log.read())]
        matched = self.matches() - before
        rows = ",".join(f"({self.batch + number // BATCH}, '{scene['id']}', ST_GeomFromText('{wkt(scene)}', 4326))"
                        for number, scene in enumerate(scenes))
        self.psql.run(f"""INSERT INTO rival.arrived (batch, dataid, did, dataname, nodeid, satellite, cloud, size, place)
            SELECT v.batch, v.dataid, c.did, c.dataname, c.nodeid, c.satellite, c.cloud, c.size, v.place
            FROM (VALUES {rows}) AS v (batch, dataid, place) JOIN public.scene c USING (dataid); ANALYZE rival.arrived;""")
        found = 0
        ours = watch.between()
        for number in range(BATCHES):
            join = JOIN.format(batch=self.batch + number)
            pairs, joined = self.psql.timed(f"SELECT count(*) FROM ({join}) AS j;")
            _, whole = self.psql.timed(WRITE.format(join=join))
            found += pairs
            if 0 < number <= len(ours):
                yield pairs, ours[number - 1], joined, whole, joins[number] if number < len(joins) else None
        if abs(found - matched) > max(2, found // 200):
            raise SystemExit(f"{matched} matches, PostGIS {found} pairs")
        self.batch += BATCHES

    def matches(self):
        return int(self.psql.answer("SELECT count(*) FROM public.subscription_match;")[0])

    def close(self):
        self.psql.close()


def wkt(scene):
    ring = scene["geometry"]["coordinates"][0]
    return "POLYGON((" + ",".join(f"{x} {y}" for x, y in ring) + "))"


class Watch:
    """Looks at the scenes that have not met the subscriptions, every few milliseconds, in a session of its own."""

    def __init__(self, psql):
        self.psql, self.over = psql, threading.Event()
        self.times, self.there, self.steps = [], {}, []
        self.thread = threading.Thread(target=self.look)
        self.thread.start()

    def look(self):
        asked = "SELECT did, extract(epoch FROM arrived_at) FROM public.scene_arrival;"
        while not self.over.is_set() or self.there:
            rows = [line.split("|") for line in self.psql.answer(asked) if "|" in line]
            now = time.time()
            there = {did: float(since) for did, since in rows}
            gone = [since for did, since in self.there.items() if did not in there]
            self.times += [(now - since) * 1000 for since in gone]
            if gone:
                self.steps.append((now, len(gone)))
            self.there = there
            time.sleep(LOOK_SECONDS)

    def between(self):
        """Milliseconds between one batch that was done with and the next, where each was seen by itself."""
        pairs = zip(self.steps, self.steps[1:])
        return [(after - before) * 1000 for (before, _), (after, count) in pairs if count == BATCH]

    def end(self):
        self.over.set()
        self.thread.join()
        self.psql.close()
        return sorted(self.times)


def report(results):
    at = lambda times, share: times[min(len(times) - 1, int(len(times) * share))]
    middle = lambda costs, column: statistics.median(cost[column] for cost in costs)
    rows = [[f"{count:,}", len(times), f"{at(times, 0.5):.0f}", f"{at(times, 0.99):.0f}", f"{times[-1]:.0f}"]
            for count, times, _ in results]
    show(["subscriptions", "scenes seen", "p50 ms", "p99 ms", "longest ms"], rows)
    print()
    rows = []
    for apart in (False, True):
        for count, _, costs in results:
            pairs, whole, their_join, their_whole = (middle(costs[apart], column) for column in range(4))
            joins = [cost[4] for cost in costs[apart] if cost[4] is not None]
            join = statistics.median(joins) if joins else None
            rows.append(["apart" if apart else "anywhere", f"{count:,}", len(costs[apart]), f"{pairs:.0f}", f"{whole:.0f}",
                         f"{their_whole:.0f}", f"{their_whole / whole:.2f}", f"{their_join:.0f}", f"{join:.1f}" if join else "",
                         f"{their_join / join:.2f}" if join else ""])
    show(["scenes", "subscriptions", "batches", "pairs", "ours, ms", "PostGIS with writing, ms", "times", "PostGIS's join, ms", "ours",
          "times"], rows)
    (_, _, few), (_, _, many) = results
    for apart, name in ((False, "anywhere"), (True, "apart")):
        grown = [middle(many[apart], column) / middle(few[apart], column) for column in (1, 3, 2)]
        print(f"\nscenes {name}, all beside {FEW}: ours {grown[0]:.2f} times; PostGIS {grown[1]:.2f}, its join {grown[2]:.2f}")
