"""Everything found on the map, and the cover, of the nation and each province, against shapely in this process.

For footprints shapely answers what the map needs: of everything found, the newest 100,000 with their corners. Of a cover it
says how much of the region all found scenes together leave open: no cover can leave less, and scenedock's may leave no more
(both say it in degrees; scenedock's outline is simplified, hence the tolerance). shapely is not asked to choose scenes, so its
time is a lower bound, and beyond `MAX_JOINED` footprints it is not asked at all.
"""

import http.client
import json
import time

import numpy
import shapely

import search_areas
import shapely_rival
from table import show

MAX_SHOWN = 100_000
MAX_JOINED = 20_000
# Of the region's surface: four decimals of a percent are told, and outlines are simplified to 1/4000 of their box.
TOLERANCE = 0.005


def ask(connection, path, region):
    body = json.dumps({"region": region})
    begun = time.perf_counter()
    connection.request("POST", f"/api/scenes/{path}", body, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    said = answer.read()
    return answer.status, said, time.perf_counter() - begun


def shown(rival, area):
    begun = time.perf_counter()
    found = rival.tree.query(area, predicate="intersects")
    newest = found[numpy.argsort(-rival.time[found])[:MAX_SHOWN]]
    corners = numpy.round(shapely.get_coordinates(rival.places[newest]) * 10_000).astype(int).tolist()
    assert len(corners) >= len(newest)
    return len(found), time.perf_counter() - begun


def least_gap(rival, area):
    """Share of the area that everything found leaves open, and seconds; `None`: too much to join."""
    begun = time.perf_counter()
    found = rival.tree.query(area, predicate="intersects")
    different = numpy.unique(shapely.to_wkb(rival.places[found]))
    if len(different) > MAX_JOINED:
        return None, 0.0
    whole = shapely.make_valid(area)
    joined = shapely.union_all(shapely.make_valid(shapely.from_wkb(different)))
    return shapely.area(shapely.difference(whole, joined)) / shapely.area(whole), time.perf_counter() - begun


def measure(address, rival):
    connection = http.client.HTTPConnection(address.removeprefix("http://"))
    took, statuses, wrong, slower = {}, {}, [], {"footprints": 0, "cover": 0}
    regions = [(code, level, wkt) for code, level, wkt in search_areas.regions() if level in ("nation", "provinces")]
    for code, level, wkt in regions:
        area = shapely_rival.prepared(wkt)
        for path in ("footprints", "cover"):
            status, said, ours = ask(connection, path, code)
            statuses[path, status] = statuses.get((path, status), 0) + 1
            if status != 200:
                print("refused:", path, code, said.decode())
                continue
            said = json.loads(said)
            if path == "footprints":
                total, theirs = shown(rival, area)
                if total != said["total"]:
                    wrong.append((path, code, said["total"], total))
            else:
                gap, theirs = least_gap(rival, area)
                if gap is not None and abs(said["gap"] / 100 - gap) > TOLERANCE:
                    wrong.append((path, code, said["gap"], gap * 100))
            took.setdefault((path, level), []).append((ours, theirs))
            slower[path] += 0 < theirs < ours
    middle = lambda values: sorted(values)[len(values) // 2]
    print("\nEverything found of a region, seconds:\n")
    show(["", "", "scenedock, median", "longest", "shapely, median", "longest"],
         [[*kind, f"{middle([one[0] for one in each]):.2f}", f"{max(one[0] for one in each):.2f}",
           f"{middle([one[1] for one in each]):.2f}", f"{max(one[1] for one in each):.2f}"] for kind, each in took.items()])
    by_status = ", ".join(f"{path} {status}: {count}" for (path, status), count in sorted(statuses.items()))
    print(f"\nanswers by status: {by_status}; slower than shapely: {slower}; answers that differ: {wrong or 'none'}")
    return {(f"{path}, {level}", "", ""): middle([one[0] for one in each]) * 1000 for (path, level), each in took.items()}
