"""Scene searches by area, from a county to the nation, against shapely in this process (`shapely_rival`).

Both answer with the exact total and the first ten by time, half of the time with facets, half of the time with filters
too. scenedock's time is the whole HTTP answer on a kept connection; shapely's is a call of a function, for a region with
its boundary read and prepared beforehand: until it knows the rows, and until they are written as the same JSON. The two
take turns, query by query, and must name the same total.
"""

import csv
import gzip
import json
import math
import random
import sys
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path

import orbits
import shapely_rival
from table import show

REGIONS = Path(__file__).parent.parent / "api/data/regions.csv.gz"
LEVELS = {"0": "nation", "1": "provinces", "2": "prefectures", "3": "counties"}
SIDES = (0.1, 0.3, 1, 3, 10, 25)
ROUNDS = 3


def regions():
    """Code, level and WKT of each."""
    csv.field_size_limit(sys.maxsize)
    with gzip.open(REGIONS, "rt") as lines:
        for row in csv.reader(lines):
            yield row[0], LEVELS[row[1]], ",".join(row[6:])


def rectangle(chance, side):
    x, y = chance.uniform(74, 135 - side), chance.uniform(18, max(18.5, 53 - side))
    x, y = round(x, 4), round(y, 4)
    ring = [(x, y), (x + side, y), (x + side, y + side), (x, y + side), (x, y)]
    return "POLYGON((" + ",".join(f"{round(a, 4)} {round(b, 4)}" for a, b in ring) + "))"


def outline(chance, corners=1500):
    """A ragged shape around a middle, as coasts and districts are; it does not cross itself."""
    x, y, size = chance.uniform(84, 125), chance.uniform(24, 47), 0.3 * 20 ** chance.random()
    waves = [(chance.randint(2, 40), chance.uniform(0, 0.12), chance.uniform(0, 6.3)) for _ in range(6)]
    ring = []
    for at in range(corners):
        turn = 2 * math.pi * at / corners
        length = size * (1 + sum(high * math.sin(often * turn + late) for often, high, late in waves))
        length *= 1 + chance.uniform(-0.002, 0.002)
        ring.append((round(x + length * math.cos(turn), 5), round(y + length * math.sin(turn), 5)))
    return "POLYGON((" + ",".join(f"{a} {b}" for a, b in [*ring, ring[0]]) + "))"


def narrowed(chance, satellites):
    days = 30.4 * 60 ** chance.random()
    begun = datetime(2016, 1, 1, tzinfo=timezone.utc) + timedelta(days=int(chance.uniform(0, orbits.DAYS - days)))
    return {"from": begun, "to": begun + timedelta(days=int(days)), "satellites": sorted(chance.sample(satellites, chance.randint(1, 3))),
            "cloudMax": chance.randint(10, 100)}


def cases(chance, each):
    """Name, what scenedock is asked by, and WKT."""
    by_level = {}
    for code, level, wkt in regions():
        by_level.setdefault(level, []).append((code, wkt))
    for level, all_of_it in by_level.items():
        for code, wkt in (all_of_it if len(all_of_it) <= 34 else chance.sample(all_of_it, each)):
            yield level, {"region": code}, wkt
    for side in SIDES:
        for _ in range(each):
            wkt = rectangle(chance, side)
            yield f"boxes of {side}°", {"wkt": wkt}, wkt
    for _ in range(each):
        wkt = outline(chance)
        yield "outlines of 1,500 corners", {"wkt": wkt}, wkt


def measure(site, rival, seed, each):
    """The medians in milliseconds, by kind."""
    print(f"\n### By area, against shapely {shapely_rival.shapely.__version__} in-process (its tree took {rival.seconds:.1f} s)\n")
    chance = random.Random(seed)
    satellites = [str(name) for name in rival.satellites]
    took, wrong = {}, 0
    for name, asked, wkt in cases(chance, each):
        is_region = "region" in asked
        area = shapely_rival.prepared(wkt) if is_region else wkt
        for query, facets in ((None, False), (None, True), (narrowed(chance, satellites), False), (narrowed(chance, satellites), True)):
            more = {**query, **{end: f"{query[end]:%Y-%m-%dT%H:%M:%SZ}" for end in ("from", "to")}} if query else {}
            body = json.dumps({**asked, **more, "facets": facets, "pageSize": 10})
            ours, theirs, written = [], [], []
            # The nation takes shapely seconds: once is enough.
            for _ in range(1 if name == "nation" else ROUNDS):
                total, milliseconds = site.ask_for(body)
                ours.append(milliseconds)
                expected, known, whole = rival.ask(area, query, facets)
                theirs.append(known)
                written.append(whole)
                if total != expected:
                    wrong += 1
                    print("differ:", name, asked, query, total, expected)
            kind = (name, "filters" if query else "all", "facets" if facets else "")
            took.setdefault(kind, []).append((total, sorted(ours)[len(ours) // 2], sorted(theirs)[len(theirs) // 2], ours[0],
                                              sorted(written)[len(written) // 2]))
    print(f"{sum(map(len, took.values()))} searches, {ROUNDS} times each; answers that differ: {wrong}\n")
    at = lambda values, share: sorted(values)[min(len(values) - 1, int(len(values) * share))]
    show(["area", "", "", "found, median", "scenedock p50 ms", "p99", "first time, longest", "shapely p50 ms", "p99", "with JSON", "p99", "times ours, p50", "with JSON"],
         [[*kind, at([one[0] for one in each], 0.5),
           f"{at([one[1] for one in each], 0.5):.2f}", f"{at([one[1] for one in each], 0.99):.2f}", f"{max(one[3] for one in each):.1f}",
           f"{at([one[2] for one in each], 0.5):.2f}", f"{at([one[2] for one in each], 0.99):.2f}",
           f"{at([one[4] for one in each], 0.5):.2f}", f"{at([one[4] for one in each], 0.99):.2f}",
           *(f"{at([one[rival] for one in each], 0.5) / at([one[1] for one in each], 0.5):.1f}" for rival in (2, 4))]
          for kind, each in took.items()])
    everything = [one[1] for each in took.values() for one in each]
    firsts = [one[3] for each in took.values() for one in each]
    print(f"\nall: p50 {at(everything, 0.5):.2f} ms, p99 {at(everything, 0.99):.1f} ms, longest {max(everything):.1f} ms; "
          f"asked for the first time p50 {at(firsts, 0.5):.2f}, p99 {at(firsts, 0.99):.1f}, longest {max(firsts):.1f} ms; slower than shapely: "
          f"{sum(one[1] > one[2] for each in took.values() for one in each)} of {len(everything)}, than shapely with JSON: "
          f"{sum(one[1] > one[4] for each in took.values() for one in each)}")
    return {kind: at([one[1] for one in each], 0.5) for kind, each in took.items()}
