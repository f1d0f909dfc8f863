#!/usr/bin/env python3
"""Measures the segments of `scene-index/`: bench/segments.py path/to/examples/segments [--scenes N] [--rival]

Synthetic scenes of ten years, a segment a quarter (`scene-index/examples/segments`); searches in the process, one thread,
areas prepared, each the median of three: (a) boxes of 0.1 to 3 degrees with time, satellites and cloud cover, (b) provinces,
(c) the nation, (d) times; b and c also with filters, and with the memo. Each answers the total, ten scenes by time and all facets.

With `--rival` shapely's STRtree answers the same queries from the same scenes in the same run, with its areas prepared, in
turn with nothing else; totals and pages must be the same. Not through HTTP: the index is not yet behind it. Prints Markdown.
"""

import argparse
import os
import platform
import random
import subprocess
import tempfile
import time
from datetime import date
from pathlib import Path

import search_areas
from table import show

BEGIN, YEARS = 1_420_070_400_000_000, 10
YEAR = 31_557_600_000_000
CHINA = (73.0, 135.0, 18.0, 54.0)


def main():
    options = parse()
    print(machine())
    with tempfile.TemporaryDirectory(dir=options.disk, prefix="scene-index-bench-") as folder:
        measure(options, Path(folder))


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", type=lambda path: Path(path).resolve(strict=True), help="cargo build --release -p scene-index --example segments")
    parser.add_argument("--scenes", type=int, default=1_000_000)
    parser.add_argument("--boxes", type=int, default=500)
    parser.add_argument("--changes", type=int, default=0, help="scenes that are written anew before the searches")
    parser.add_argument("--rival", action="store_true", help="needs shapely and some 2 GB a million scenes")
    parser.add_argument("--disk", type=Path, default=Path(tempfile.gettempdir()))
    return parser.parse_args()


def machine():
    models = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    load = os.getloadavg()[0]
    return f"{date.today()}, {os.cpu_count()} x {models[0].split(':', 1)[1].strip()}, load before {load:.1f}"


def measure(options, folder):
    dump = [str(folder / "dump")] if options.rival else []
    built = figures(run(options.binary, ["build", str(folder / "segments"), str(options.scenes), *dump]))
    seconds = built["build_seconds"] + built["write_seconds"]
    print(f"\n{options.scenes:,} scenes: built in {built['build_seconds']:.1f} s, written in {built['write_seconds']:.1f} s "
          f"({options.scenes / seconds / 1e6:.2f} million a second), {built['bytes'] / options.scenes:.1f} bytes a scene")
    queries = list(mix(options.boxes))
    text = "".join("\t".join(query) + "\n" for query in queries)
    changes = [str(options.changes)] if options.changes else []
    lines = run(options.binary, ["ask", str(folder / "segments"), *changes], text)
    measured = figures([line for line in lines if line.count("\t") == 1])
    print("; ".join(f"{name} {value:.4g}" for name, value in measured.items()))
    answers = [line.split("\t") for line in lines if line.count("\t") > 1]
    rival = Rival(folder / "dump") if options.rival else None
    report(queries, answers, rival)


def run(binary, arguments, text=""):
    done = subprocess.run([binary, *arguments], input=text, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def figures(lines):
    return {name: float(value) for name, value in (line.split("\t") for line in lines)}


def mix(boxes):
    chance = random.Random(20261125)
    areas = list(search_areas.regions())
    nation = next(wkt for _, level, wkt in areas if level == "nation")
    provinces = [wkt for _, level, wkt in areas if level == "provinces"]
    for _ in range(boxes):
        yield query(chance, "a", box(chance), True)
    for wkt in provinces:
        yield query(chance, "b", wkt, False)
        yield query(chance, "b, filters", wkt, True)
    for _ in range(5):
        yield query(chance, "c", nation, False)
        yield query(chance, "c, filters", nation, True)
    for _ in range(50):
        yield query(chance, "d", "", None)
    for wkt in provinces:
        yield query(chance, "b, remembered", wkt, False, "1")
    for _ in range(3):
        yield query(chance, "c, remembered", nation, False, "1")


def box(chance):
    side = 0.1 * 30 ** chance.random()
    x, y = (round(chance.uniform(west, east - side), 6) for west, east in (CHINA[:2], CHINA[2:]))
    east, north = round(x + side, 6), round(y + side, 6)
    return f"POLYGON(({x} {y},{east} {y},{east} {north},{x} {north},{x} {y}))"


def query(chance, name, wkt, narrowed, memo="0"):
    """`narrowed`: by time, satellites and cloud cover; `None`: by time alone."""
    days = 30.4 * 60 ** chance.random()
    begun = BEGIN + int(chance.random() * (YEARS * YEAR - days * 86_400e6))
    times = [str(begun), str(begun + int(days * 86_400e6))] if narrowed is not False else ["", ""]
    satellites = [f"S{number:02}" for number in chance.sample(range(20), chance.randint(1, 5))]
    kinds = [",".join(satellites), str(chance.choice([10, 20, 30, 50]))] if narrowed else ["", ""]
    return [name, memo, wkt, *times, *kinds]


def report(queries, answers, rival):
    by_mix = {}
    for asked, (name, total, preparing, first, median, page, months) in zip(queries, answers, strict=True):
        assert asked[0] == name and int(total) == int(months)
        row = by_mix.setdefault(name, {"ours": [], "first": [], "total": [], "theirs": []})
        row["ours"].append(float(median) / 1000)
        row["first"].append((float(preparing) + float(first)) / 1000)
        row["total"].append(int(total))
        if rival and "remembered" not in name:
            theirs, numbers, milliseconds = rival.ask(*asked[2:])
            assert theirs == int(total), (asked, theirs, total)
            assert numbers == page, (asked, numbers, page)
            row["theirs"].append(milliseconds)
    heads = ["mix", "queries", "p50 ms", "p99 ms", "longest ms", "first time p50 ms", "found p50"]
    heads += ["shapely p50 ms", "times ours"] if rival else []
    rows = []
    for name, row in by_mix.items():
        ours = sorted(row["ours"])
        line = [name, len(ours), *(f"{at(ours, share):.3f}" for share in (0.5, 0.99, 1)), f"{at(sorted(row['first']), 0.5):.3f}",
                at(sorted(row["total"]), 0.5)]
        if rival:
            theirs = at(sorted(row["theirs"]), 0.5) if row["theirs"] else None
            line += [f"{theirs:.3f}", f"{theirs / at(ours, 0.5):.0f}"] if theirs else ["", ""]
        rows.append(line)
    print()
    show(heads, rows)
    if rival:
        print(f"\n{sum(len(row['theirs']) for row in by_mix.values())} totals and pages equal shapely's.")


def at(values, share):
    return values[min(len(values) - 1, int(share * len(values)))]


class Rival:
    """shapely's STRtree over the same scenes. Like ours in units of 1e-7 degree, of which floats hold every number."""

    def __init__(self, folder):
        import numpy
        import shapely
        self.numpy, self.shapely = numpy, shapely
        column = lambda name, kind: numpy.fromfile(folder / name, dtype=kind)
        counts = column("counts.u32", "u4")
        corners = column("corners.f64", "f8").reshape(-1, 2)
        # Scenes at the antimeridian have two rings; synthetic ones of the dump are told apart by their corners' count.
        self.places = self.read(corners, counts)
        self.tree = shapely.STRtree(self.places)
        self.tree.query(shapely.Point(0, 0))
        self.times, self.satellites = column("times.i64", "i8"), column("satellites.u16", "u2")
        self.clouds, self.numbers = column("clouds.f32", "f4"), column("numbers.u64", "u8")
        months = (self.times // 1_000_000 + 8 * 3600).astype("datetime64[s]").astype("datetime64[M]")
        self.months = months.astype(int)
        self.prepared = {}

    def read(self, corners, counts):
        shapely, numpy = self.shapely, self.numpy
        ends = numpy.cumsum(counts, dtype=numpy.int64)
        places = numpy.empty(len(counts), dtype=object)
        scenes = numpy.arange(len(counts))
        west = numpy.minimum.reduceat(corners[:, 0], numpy.r_[0, ends[:-1]])
        east = numpy.maximum.reduceat(corners[:, 0], numpy.r_[0, ends[:-1]])
        whole = scenes[east - west < 1.8e9]
        owners = numpy.repeat(scenes, counts)
        of_whole = numpy.isin(owners, whole)
        _, indices = numpy.unique(owners[of_whole], return_inverse=True)
        places[whole] = shapely.polygons(shapely.linearrings(corners[of_whole], indices=indices))
        for scene in numpy.setdiff1d(scenes, whole):
            ring = corners[ends[scene] - counts[scene]:ends[scene]]
            parts = [ring[ring[:, 0] > 0], ring[ring[:, 0] < 0]]
            places[scene] = shapely.MultiPolygon([shapely.Polygon(part) for part in parts])
        return places

    def area(self, wkt):
        if wkt not in self.prepared:
            area = self.shapely.transform(self.shapely.from_wkt(wkt), lambda places: self.numpy.round(places * 1e7))
            self.shapely.prepare(area)
            self.prepared[wkt] = area
        return self.prepared[wkt]

    def ask(self, wkt, since, until, satellites, cloud):
        numpy = self.numpy
        area = self.area(wkt) if wkt else None
        begun = time.perf_counter()
        found = self.tree.query(area, predicate="intersects") if wkt else slice(None)
        taken = numpy.ones(len(self.times), dtype=bool)[found]
        if since:
            taken &= (self.times[found] >= int(since)) & (self.times[found] <= int(until))
        if satellites:
            taken &= numpy.isin(self.satellites[found], [int(name[1:]) for name in satellites.split(",")])
        if cloud:
            taken &= self.clouds[found] <= float(cloud)
        found = found[taken] if wkt else numpy.flatnonzero(taken)
        total = len(found)
        at = self.times[found]
        newest = numpy.argpartition(at, total - 10)[-10:] if total > 10 else numpy.arange(total)
        page = found[newest[numpy.lexsort((-self.numbers[found[newest]].astype(int), -at[newest]))]]
        numpy.bincount(self.satellites[found], minlength=20)
        numpy.unique(self.months[found], return_counts=True)
        clouds = self.clouds[found]
        numpy.bincount(numpy.minimum(clouds[~numpy.isnan(clouds)] // 10, 9).astype(int), minlength=10)
        milliseconds = (time.perf_counter() - begun) * 1000
        return total, ",".join(map(str, self.numbers[page])), milliseconds


if __name__ == "__main__":
    main()
