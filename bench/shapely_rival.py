"""shapely's STRtree with exact intersection, in this very process: what a script would use instead of a catalogue.

It holds what a search is about in numpy arrays, is asked by a call of a function, and answers as the search does: the
exact total, the first page by time, and where that is asked the facets. `pip install shapely`.
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
        corners, owners, times, clouds, names = [], [], [], [], []
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
        """The total and milliseconds. `area` is WKT, which is read and prepared here, or a prepared geometry."""
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
        if facets:
            numpy.bincount(self.satellite[found], minlength=len(self.satellites))
            numpy.unique(self.month[found], return_counts=True)
            numpy.bincount(numpy.minimum(self.cloud[found] // 10, 9).astype(int), minlength=10)
        assert len(page) == min(total, 10)
        return total, (time.perf_counter() - begun) * 1000


def prepared(wkt):
    area = shapely.from_wkt(wkt)
    shapely.prepare(area)
    return area
