"""Two million scenes as satellites would have taken them: ten years over China and its neighbours.

Landsat follows its real paths and rows (the WRS-2 grid) every 16 days, Sentinel-2 its real tiles (MGRS) under its real
ground tracks every 10; the Chinese satellites fly sun-synchronous tracks of their published altitude and repeat cycle,
and look sideways. Dates are calibrated on real scenes (Landsat 8 path 33: day 0 of 16 since 2020-01-01; Sentinel-2
relative orbit R: R * 10/143 - 3.1125 days; its tracks fitted to the edges of real scenes). Cloud cover, file sizes, and
where a Chinese satellite looked are drawn by a seeded generator. Landsat's frame drifts by some hundred metres from pass
to pass, as the real one does; Sentinel-2's tiles do not.
"""

import gzip
import json
import math
import random
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

GRIDS = Path(__file__).parent / "grids"
FIRST, DAYS = date(2016, 1, 1), 3653
CALIBRATED = date(2020, 1, 1)
KILOMETRES = 111.32
SEED = 20260101
WEST, EAST, SOUTH, NORTH = 73.0, 136.0, 17.0, 54.0
# name, sensor, from, to (days since FIRST), day of 16
LANDSAT = [("LANDSAT-7", "ETM", 0, 2286, 8), ("LANDSAT-8", "OLI_TIRS", 0, DAYS, 0), ("LANDSAT-9", "OLI_TIRS", 2130, DAYS, 8)]
SENTINEL = [("SENTINEL-2A", "MSI", 0, 3307, 0), ("SENTINEL-2B", "MSI", 553, DAYS, 5), ("SENTINEL-2C", "MSI", 3308, DAYS, 0)]
SENTINEL_TILT, SENTINEL_PERIOD, SENTINEL_98 = 98.62, 14400 / 143, 78.99
# name, sensor, tilt of the orbit, days of its cycle, orbits of its cycle, local hour, kilometres of a scene, of looking
# sideways, share of what passes below that is taken, from day
CHINESE = [
    ("GF1", "PMS", 98.05, 41, 605, 10.5, 35, 300, 0.16, 0), ("GF1", "WFV", 98.05, 41, 605, 10.5, 200, 300, 0.5, 0),
    ("GF1B", "PMS", 98.05, 41, 605, 10.5, 65, 300, 0.16, 820), ("GF1C", "PMS", 98.05, 41, 605, 10.6, 65, 300, 0.16, 820),
    ("GF1D", "PMS", 98.05, 41, 605, 10.7, 65, 300, 0.16, 820), ("GF2", "PMS", 97.91, 69, 1021, 10.5, 25, 250, 0.12, 0),
    ("GF6", "PMS", 98.05, 41, 605, 10.5, 95, 300, 0.25, 884), ("GF7", "DLC", 97.42, 59, 897, 10.5, 22, 180, 0.1, 1400),
    ("ZY3-1", "NAD", 97.42, 59, 897, 10.5, 51, 180, 0.25, 0), ("ZY3-2", "NAD", 97.42, 59, 897, 10.5, 51, 180, 0.25, 151),
    ("ZY3-3", "NAD", 97.42, 59, 897, 10.5, 51, 180, 0.25, 1667), ("ZY1-02C", "PMS", 98.5, 55, 789, 10.5, 60, 350, 0.2, 0),
    ("ZY1-02D", "VNIC", 98.5, 55, 789, 10.5, 115, 350, 0.35, 1350), ("ZY1-02D", "AHSI", 98.5, 55, 789, 10.5, 60, 350, 0.2, 1350),
    ("CB04", "MUX", 98.5, 26, 373, 10.5, 120, 0, 0.4, 0), ("CB04A", "WPM", 97.9, 31, 460, 10.5, 92, 0, 0.35, 1449),
]


def scenes(most):
    """`most` scenes in no particular order of place, day by day: (name, satellite, sensor, moment, cloud,
    bytes, ring). Of what the satellites passed, an even share was never archived. Where more are wanted than there ever
    were, each is there in several levels of processing, as archives keep them."""
    passes = [*landsat(), *sentinel()]
    levels = math.ceil(most / passed(passes))
    if levels == 1:
        yield from taken(most, passes)
        return
    left = most
    for name, *about, size, ring in taken(math.ceil(most / levels), passes):
        for level in range(1, min(levels, left) + 1):
            left -= 1
            yield (f"{name}_L{level}", *about, size * level, ring)


def taken(most, passes):
    """The same, each once."""
    chance = random.Random(SEED)
    by_day = [[] for _ in range(3600)]
    for cycle, phase, *rest in passes:
        # 720 is a multiple of 16 and of 10.
        for day in range(phase, 720, cycle):
            by_day[day].append(rest)
    # A little more, so that none is missing at the end.
    share = min(1.0, most / passed(passes) * 1.001)
    made = 0
    for day in range(DAYS):
        since = (FIRST - CALIBRATED).days + day
        midnight = datetime.combine(FIRST + timedelta(day), datetime.min.time(), timezone.utc)
        for satellite, sensor, begun, ended, where, hour, ring, drift, size in by_day[since % 720]:
            if not begun <= day < ended or chance.random() > share:
                continue
            made += 1
            yield scene(chance, satellite, sensor, midnight + timedelta(hours=hour), where, drifted(chance, ring, drift), size)
            if made == most:
                return
        for satellite, sensor, moment, where, ring in chinese(chance, day, midnight):
            if chance.random() > share:
                continue
            made += 1
            yield scene(chance, satellite, sensor, moment, where, ring, 900)
            if made == most:
                return


def passed(passes):
    """How many scenes the satellites could have taken in all ten years."""
    chance = random.Random(SEED + 1)
    grid = sum((min(ended, DAYS) - begun) / cycle for cycle, _, _, _, begun, ended, *_ in passes)
    midnight = datetime(2020, 1, 1, tzinfo=timezone.utc)
    sampled = range(0, DAYS, 41)
    others = sum(sum(1 for _ in chinese(chance, day, midnight)) for day in sampled) * DAYS / len(sampled)
    return grid + others


def scene(chance, satellite, sensor, moment, where, ring, megabytes):
    cloud = round(min(100.0, max(0.0, chance.betavariate(0.6, 0.9) * 100)), 2)
    size = int(megabytes * (0.6 + 0.8 * chance.random()) * (1 << 20))
    name = f"{satellite}_{sensor}_{where}_{moment:%Y%m%dT%H%M%S}_{chance.randrange(1 << 24):06x}"
    return name, satellite, sensor, moment, cloud, size, ring


def grid(name):
    with gzip.open(GRIDS / name, "rt") as lines:
        for line in lines:
            feature = json.loads(line)
            yield feature["properties"], feature["geometry"]["coordinates"][0]


def landsat():
    for properties, ring in grid("wrs2-china.geojsonl.gz"):
        path, row = properties["path"], properties["row"]
        longitude, latitude = middle(ring)
        hour = (17.625 - (longitude + 104.3) / 15 + (40.3 - latitude) / 360 * 1.65) % 24
        for satellite, sensor, begun, ended, phase in LANDSAT:
            day = (7 * (path - 33) % 16 + phase) % 16
            yield 16, day, satellite, sensor, begun, ended, f"{path:03}{row:03}", hour, corners_of(ring), 0.004, 900


def sentinel():
    for properties, ring in grid("mgrs-s2-china.geojsonl.gz"):
        longitude, latitude = middle(ring)
        for orbit in range(1, 144):
            node = SENTINEL_98 - (orbit - 98) * 3600 / 143
            line = lambda y: turned(track(y, node, SENTINEL_TILT, SENTINEL_PERIOD))
            if abs(turned(longitude - line(latitude))) * math.cos(math.radians(latitude)) * KILOMETRES > 225:
                continue
            seen = swath(ring, line, 152)
            if len(seen) < 3 or surface(seen) < 0.02 * surface(ring):
                continue
            since = (orbit * 10 / 143 - 3.1125 + (40 - latitude) / 360 * SENTINEL_PERIOD / 1440) % 10
            rounded = [(round(x, 5), round(y, 5)) for x, y in seen]
            for satellite, sensor, begun, ended, phase in SENTINEL:
                day, hour = (int(since) + phase) % 10, since % 1 * 24
                yield 10, day, satellite, sensor, begun, ended, f"R{orbit:03}_T{properties['tile']}", hour, rounded, 0, 700


def chinese(chance, day, midnight):
    for number, (satellite, sensor, tilt, cycle, orbits, hour, wide, aside, share, begun) in enumerate(CHINESE):
        if day < begun:
            continue
        for orbit in range(orbits * (day % cycle) // cycle, orbits * (day % cycle + 1) // cycle):
            node = turned(number * 37.0 - orbit * 360 * cycle / orbits)
            if not WEST - 12 < turned(track(36, node, tilt, cycle * 1440 / orbits)) < EAST + 12:
                continue
            yield from along(chance, satellite, sensor, tilt, cycle * 1440 / orbits, node, wide, aside, share, hour, midnight, orbit)


def along(chance, satellite, sensor, tilt, period, node, wide, aside, share, hour, midnight, orbit):
    """The scenes of one descending pass: some stretches of it, each looked at under one angle."""
    step = wide / KILOMETRES
    latitude = NORTH - chance.random() * step
    while latitude > SOUTH:
        length = chance.randint(3, 12)
        if chance.random() > share:
            latitude -= length * step
            continue
        look = chance.uniform(-aside, aside)
        for _ in range(length):
            ring = frame(latitude, node, tilt, period, wide, look)
            if all(WEST <= x <= EAST and SOUTH <= y <= NORTH for x, y in ring):
                moment = midnight + timedelta(hours=(hour - ring[0][0] / 15) % 24, seconds=(NORTH - latitude) * 16)
                yield satellite, sensor, moment, f"{orbit:04}_E{ring[0][0]:.1f}_N{ring[0][1]:.1f}", ring
            latitude -= step


def frame(latitude, node, tilt, period, wide, look):
    """Four corners: the scene is as long as wide, and leans as the track does."""
    ring = []
    for y, sides in ((latitude, (-0.5, 0.5)), (latitude - wide / KILOMETRES, (0.5, -0.5))):
        centre = turned(track(y, node, tilt, period))
        per_kilometre = 1 / (KILOMETRES * math.cos(math.radians(y)))
        for side in sides:
            # Across the track, which leans by a dozen degrees: east is a little south.
            ring.append((round(centre + (look + side * wide) * per_kilometre, 6), round(y - side * wide * 0.2 / KILOMETRES, 6)))
    return ring


def track(latitude, node, tilt, period):
    """Longitude of a descending pass at a latitude."""
    tilt = math.radians(tilt)
    along = math.pi - math.asin(max(-1.0, min(1.0, math.sin(math.radians(latitude)) / math.sin(tilt))))
    turn = math.degrees(math.atan2(math.cos(tilt) * math.sin(along), math.cos(along)))
    return node + turn - 360 * along / (2 * math.pi) * period / 1436.068


def swath(ring, line, half):
    """The part of the tile between the edges of the swath."""
    south, north = min(y for _, y in ring) - 0.2, max(y for _, y in ring) + 0.2
    edge = lambda y, side: (line(y) + side * half / (KILOMETRES * math.cos(math.radians(y))), y)
    seen = clipped(open_ring(ring), edge(south, -1), edge(north, -1), True)
    return clipped(seen, edge(south, 1), edge(north, 1), False)


def clipped(ring, start, end, right):
    """What lies right (or left) of the line from `start` to `end`."""
    def side(place):
        cross = (end[0] - start[0]) * (place[1] - start[1]) - (end[1] - start[1]) * (place[0] - start[0])
        return -cross if right else cross

    kept = []
    for one, other in zip(ring, ring[1:] + ring[:1]):
        a, b = side(one), side(other)
        if a >= 0:
            kept.append(one)
        if (a >= 0) != (b >= 0):
            share = a / (a - b)
            kept.append((one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])))
    return kept


def drifted(chance, ring, drift):
    if not drift:
        return ring
    x, y = chance.gauss(0, drift), chance.gauss(0, drift / 4)
    return [(round(a + x, 5), round(b + y, 5)) for a, b in ring]


def corners_of(ring):
    """The four outermost of a frame, whose sides in the grid are cut into pieces."""
    places = open_ring(ring)
    ends = [max(places, key=lambda p: sx * p[0] + sy * p[1] * 3) for sx, sy in ((-0.3, 1), (1, 0.3), (0.3, -1), (-1, -0.3))]
    return ends if len(set(ends)) == 4 else places


def open_ring(ring):
    places = [tuple(place) for place in ring]
    return places[:-1] if places[0] == places[-1] else places


def middle(ring):
    places = open_ring(ring)
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def surface(ring):
    places = open_ring(ring)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(places, places[1:] + places[:1]))) / 2


def turned(longitude):
    return (longitude + 180) % 360 - 180
