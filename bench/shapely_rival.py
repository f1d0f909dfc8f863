"""shapely's STRtree with exact intersection, in this very process: what a script would use instead of a catalogue.

It holds what a search is about in numpy arrays, is asked by a call of a function, and answers as the search does: the
exact total, the first page by time, and where that is asked the facets; first as numbers of rows, then written out as the
JSON that a page shows, from cards that are ready in memory. `pip install shapely`.
"""

import json
import time
from datetime import datetime, timedelta, timezone

import numpy
import shapely

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
CHINA = timedelta(hours=8)


class Shapely:
    def __init__(self, file):
        corners, owners, times, clouds, names, self.cards = [], [], [], [], [], []
        with open(file) as lines:
            for number, line in enumerate(lines):
                item = json.loads(line)
                ring = item["geometry"]["coordinates"][0]
                corners += ring
                owners += [number] * len(ring)
                about = item["properties"]
                times.append(datetime.fromisoformat(about["datetime"].replace("Z", "+00:00")))
                clouds.append(about["eo:cloud_cover"])
                names.append(about["platform"])
                self.cards.append({
                    "dataid": item["id"], "dataname": item["id"], "datatype": 1, "satelite": about["platform"],
                    "sensor": about["instruments"][0], "nodeid": 1, "datasize": item["assets"]["data"]["file:size"],
                    "scenedate": about["datetime"], "receivetime": None, "imageurl": None, "exists": False,
                    "wktresponse": "POLYGON((" + ",".join(f"{x!r} {y!r}" for x, y in ring) + "))",
                    "cloud": about["eo:cloud_cover"],
                })
        begun = time.monotonic()
        rings = shapely.linearrings(numpy.array(corners), indices=numpy.array(owners))
        self.places = shapely.polygons(rings)
        self.tree = shapely.STRtree(self.places)
        self.satellites, self.satellite = numpy.unique(numpy.array(names), return_inverse=True)
        self.time = numpy.array([int((at - EPOCH).total_seconds()) for at in times])
        self.month = numpy.array([(at + CHINA).year * 12 + (at + CHINA).month for at in times])
        self.cloud = numpy.array(clouds, dtype=numpy.float32)
        # An empty query builds the tree.
        self.tree.query(shapely.Point(0, 0))
        self.seconds = time.monotonic() - begun

    def ask(self, area, query, facets):
        """The total, milliseconds until the rows are known, and until they are written. `area` is WKT, which is read and
        prepared here, or a prepared geometry."""
        begun = time.perf_counter()
        if isinstance(area, str):
            area = shapely.from_wkt(area)
            shapely.prepare(area)
        found = self.tree.query(area, predicate="intersects")
        if query:
            wanted = numpy.isin(self.satellites, query["satellites"])
            since, until = ((query[end] - EPOCH).total_seconds() for end in ("from", "to"))
            at = self.time[found]
            found = found[(at >= since) & (at <= until) & wanted[self.satellite[found]] & (self.cloud[found] <= query["cloudMax"])]
        total = len(found)
        at = self.time[found]
        newest = numpy.argpartition(at, total - 10)[-10:] if total > 10 else numpy.arange(total)
        page = found[newest[numpy.argsort(-at[newest])]].tolist()
        answer = {"total": total}
        if facets:
            satellites = numpy.bincount(self.satellite[found], minlength=len(self.satellites))
            months, each = numpy.unique(self.month[found], return_counts=True)
            clouds = numpy.bincount(numpy.minimum(self.cloud[found] // 10, 9).astype(int), minlength=10)
        known = time.perf_counter()
        if facets:
            answer["satellites"] = [{"value": str(self.satellites[at]), "count": int(satellites[at])} for at in satellites.nonzero()[0]]
            answer["histogram"] = [{"month": f"{(month - 1) // 12}-{(month - 1) % 12 + 1:02}", "count": count}
                                   for month, count in zip(months.tolist(), each.tolist())]
            answer["clouds"] = [{"from": 10 * at, "to": 10 * at + 10, "count": count} for at, count in enumerate(clouds.tolist())]
        answer["items"] = [self.cards[number] for number in page]
        json.dumps(answer, ensure_ascii=False).encode()
        written = time.perf_counter()
        assert len(page) == min(total, 10)
        return total, (known - begun) * 1000, (written - begun) * 1000


def prepared(wkt):
    area = shapely.from_wkt(wkt)
    shapely.prepare(area)
    return area
