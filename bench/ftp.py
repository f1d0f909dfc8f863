"""Downloads of one large file, against vsftpd and pure-ftpd, plain and over TLS."""

import os
import shutil
import subprocess
import time
from statistics import median

from rivals import start_rivals
from scenes import make_scenes
from site_under_test import Site, cpu_seconds
from table import show

GIB = 1 << 30
WAYS = {"plain": [], "TLS": ["--ssl-reqd", "--insecure"]}


def measure(binary, folder, size, rounds):
    archive = folder / "archive"
    ids = make_scenes(archive, 1, size)
    with Site(binary, folder / "data", archive) as site:
        order = site.order(ids)
        site.approve(order)
        site.wait_prepared(order)
        delivery = site.delivery(order)
        scene = next(file for file in delivery["files"] if file["name"].startswith("scenes/"))
        # The very file that scenedock serves, so that all read the same cached pages.
        stored = next(path for path in (site.data / "objects").rglob("scenes/*/*") if path.is_file())
        with start_rivals(folder / "rivals", stored) as rivals:
            servers = {
                "scenedock": (f"ftp://{delivery['address']}/{scene['name']}", [site.process.pid]),
                **rivals,
            }
            report(size, rounds, take_turns(servers, rounds))


def take_turns(servers, rounds):
    """Seconds and CPU seconds of every download, by way and server."""
    results = {(way, name): [] for way in WAYS for name in servers}
    for turn in range(-1, rounds):
        names = list(servers)
        names = names[turn % len(names):] + names[: turn % len(names)]
        for way, options in WAYS.items():
            for name in names:
                result = download(*servers[name], options)
                # The first turn warms every server and the cache.
                if turn >= 0:
                    results[way, name].append(result)
    return results


def download(url, pids, options):
    before = sum(map(cpu_seconds, pids))
    command = ["curl", "-sS", "--fail", "-o", os.devnull, "-w", "%{time_total}", *options, url]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    wait_for_children(pids)
    return {"seconds": float(done.stdout), "cpu": sum(map(cpu_seconds, pids)) - before}


def wait_for_children(pids):
    """The CPU time of a session's process is counted when it has ended. A server without such processes has none."""
    until = time.monotonic() + 5
    while any(is_session(child) for pid in pids for child in children(pid)) and time.monotonic() < until:
        time.sleep(0.01)


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        return file.read().split()


def is_session(pid):
    try:
        with open(f"/proc/{pid}/comm") as file:
            return "ftpd" in file.read()
    except FileNotFoundError:
        return False


def report(size, rounds, results):
    print(f"\n### FTP download: one file of {size / GIB:.2f} GiB, curl, cached, {rounds} rounds\n")
    rows = []
    for (way, name), runs in results.items():
        speeds = [size / GIB / run["seconds"] for run in runs]
        cpu = sum(run["cpu"] for run in runs) / len(runs) / (size / GIB)
        ours = median(size / GIB / run["seconds"] for run in results[way, "scenedock"])
        rows.append([
            way, name, f"{median(speeds):.2f}", f"{min(speeds):.2f}-{max(speeds):.2f}",
            f"{ours / median(speeds):.2f}", f"{cpu:.3f}",
        ])
    show(["", "server", "GiB/s (median)", "min-max", "ours is x times", "server CPU s/GiB"], rows)
