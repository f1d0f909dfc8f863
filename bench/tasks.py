"""What the worker plane does in a second, and how long one waits for it, beside job queues that do nothing.

Every order is handed in and approved over HTTP, its scenes are ingested; what is read of the database is when tasks began. The
rivals' jobs are empty and lie in the same Postgres, and in a Redis, on the same machine.
"""

import time
from statistics import median

from orders import Psql
from queue_rivals import Rivals
from scenes import make_scenes
from site_under_test import PASSWORD, Site
from table import show

SCENE_BYTES = 4 << 10
# Random bytes are no raster, and no picture is asked for.
SETTINGS = {"PREVIEW_MAX_BYTES": "0"}
JOBS = 5000
# Slots of the product on two cores, and what the rivals' own documents begin with.
CONCURRENCIES = [2, 10]
SIZE_BESIDE = 1000
OWN_LARGE = 2000
URGENT = 90
PATIENT = "patient"
DRAWN_SECONDS = 60


def measure(binary, folder, sizes, waiting, singles):
    archive = folder / "archive"
    most = max([*sizes, OWN_LARGE, SIZE_BESIDE])
    ids = make_scenes(archive, most, most * SCENE_BYTES)
    with Site(binary, folder / "data", archive, SETTINGS) as site:
        psql = Psql(folder / "data" / "postgres" / "run")
        rivals = Rivals(folder / "rivals", folder / "data" / "postgres" / "run", psql)
        report_rates(site, ids, sizes, rivals)
        report_pick_up(site, psql, ids, singles)
        report_own(site, ids)
        report_beside(site, psql, ids, waiting)
        psql.close()


def report_rates(site, ids, sizes, rivals):
    """Scenes a second by size of the order; the smallest first, and once more at the end, for what the machine does meanwhile."""
    print(f"\n## Scenes of {SCENE_BYTES // 1024} KiB, from approval until all are extracted\n")
    prepare(site, ids[: sizes[0]])
    rates = [(size, rate(prepare(site, ids[:size]), size)) for size in [*sizes, sizes[0]]]
    base = rates[0][1]
    rows = [[f"order of {size:,} scenes", f"{found:.0f}", f"{found / base:.2f}"] for size, found in rates]
    for concurrency in CONCURRENCIES:
        for name, run in [("graphile-worker", rivals.graphile_worker), ("BullMQ", rivals.bullmq)]:
            found = run(JOBS, concurrency)
            if found:
                rows.append([f"{name}, {JOBS:,} empty jobs, {concurrency} at once", f"{found:.0f}", f"{found / base:.2f}"])
    show(["", "a second", "times the smallest order"], rows)


def prepare(site, ids):
    order = site.order(ids)
    site.approve(order)
    at = site.wait_prepared(order)
    site.forget_objects(order)
    return at


def rate(at, size):
    return size / (at[3] - at[1])


def report_pick_up(site, psql, ids, singles):
    """From the writing of a task until a slot has it, while nothing else is to be done."""
    orders = []
    for _ in range(singles):
        orders.append(site.order(ids[:1]))
        site.approve(orders[-1])
        site.wait_prepared(orders[-1])
    for kind in ("extract_scene", "package_order", "verify_delivery"):
        named = ", ".join(f"'{order}'" for order in orders)
        waits = psql.answer(
            "SELECT extract(epoch FROM started_at - created_at) * 1000 FROM task "
            f"WHERE kind = '{kind}' AND order_id IN ({named});")
        waits = sorted(float(wait) for wait in waits if not wait.startswith("Time"))
        at = lambda share: waits[min(len(waits) - 1, int(len(waits) * share))]
        if kind == "extract_scene":
            print(f"\n## From the writing of a task to its claim, {len(waits)} orders of one scene, one after the other\n")
            print("| kind | p50 ms | p99 ms | longest ms |\n|---|---|---|---|")
        print(f"| {kind} | {at(0.5):.1f} | {at(0.99):.1f} | {waits[-1]:.1f} |")


def report_own(site, ids):
    """One's own order of one scene, alone and beside one's own large one."""
    alone = [took(prepare(site, ids[:1])) for _ in range(7)]
    large = site.order(ids[:OWN_LARGE])
    site.approve(large)
    beside = [took(prepare(site, ids[:1])) for _ in range(7)]
    still = 6 not in states(site, large)
    site.wait_prepared(large)
    site.forget_objects(large)
    print(f"\n## One's own order of one scene beside one's own of {OWN_LARGE:,}\n")
    show(["", "approval to delivery, ms (median of 7)", "times alone"], [
        ["alone", f"{median(alone) * 1000:.0f}", "1.00"],
        ["beside" if still else "beside, but the large one was over before", f"{median(beside) * 1000:.0f}",
         f"{median(beside) / median(alone):.2f}"]])


def states(site, order):
    return {event["to"] for event in site.call("admin", "GET", f"/api/orders/{order}/events")["items"]}


def took(at):
    return at[6] - at[1]


def report_beside(site, psql, ids, waiting):
    """An urgent order while tasks of somebody else wait: everything looked at, nothing of it done."""
    site.run("admin", "create-user", PATIENT, "--role", "applicant", said=PASSWORD)
    alone = rate(prepare(site, ids[:SIZE_BESIDE]), SIZE_BESIDE)
    asking = site.tokens["applicant"]
    site.tokens["applicant"] = site.sign_in(PATIENT)
    others = []
    while len(others) * len(ids) < waiting:
        others.append(site.order(ids))
        site.approve(others[-1])
    site.tokens["applicant"] = asking
    until = time.monotonic() + DRAWN_SECONDS
    while waiting_tasks(psql) < waiting * 0.8 and time.monotonic() < until:
        time.sleep(0.2)
    order = site.order(ids[:SIZE_BESIDE])
    before = waiting_tasks(psql)
    site.approve(order)
    site.call("admin", "POST", f"/api/orders/{order}/priority", {"sorder": URGENT})
    beside = rate(site.wait_prepared(order), SIZE_BESIDE)
    print(f"\n## An urgent order of {SIZE_BESIDE:,} scenes while tasks of others wait\n")
    show(["tasks that wait", "scenes a second", "times alone"], [
        ["none", f"{alone:.0f}", "1.00"], [f"{before:,}", f"{beside:.0f}", f"{beside / alone:.2f}"]])


def waiting_tasks(psql):
    return int(psql.answer("SELECT count(*) FROM task WHERE state = 'waiting';")[0])
