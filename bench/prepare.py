"""From approval to a checked delivery, against cp, sha256sum and zip -0 of the same bytes in turn."""

import os
import shutil
import subprocess
import time
from pathlib import Path
from statistics import median

from scenes import make_scenes
from site_under_test import Site
from table import show

GIB = 1 << 30


def measure(binary, folder, scenes, size, rounds):
    archive = folder / "archive"
    ids = make_scenes(archive, scenes, size)
    with Site(binary, folder / "data", archive) as site:
        ours, apart, synced = [], [], []
        for turn in range(rounds):
            runs = [
                lambda: ours.append(scenedock(site, ids)),
                lambda: apart.append(three_in_turn(archive, folder / "rival", durable=False)),
                lambda: synced.append(three_in_turn(archive, folder / "rival", durable=True)),
            ]
            for run in runs[turn % 3 :] + runs[: turn % 3]:
                # What the one before has left to write is not to be paid by the next.
                os.sync()
                run()
    report(folder, scenes, size, ours, apart, synced)


def scenedock(site, ids):
    """Seconds from approval to prepared, of them until all is extracted, and CPU seconds."""
    order = site.order(ids)
    before = site.cpu_seconds()
    site.approve(order)
    at = site.wait_prepared(order)
    cpu = site.cpu_seconds() - before
    site.forget_objects(order)
    return {"all": at[6] - at[1], "extract": at[3] - at[1], "cpu": cpu}


def three_in_turn(archive, folder, durable):
    """Seconds of the three commands one after the other; `durable` adds what makes their results survive a crash,
    as scenedock's do."""
    folder.mkdir()
    files = sorted(archive.glob("*.tif"))
    copy, package = folder / "copy", folder / "package.zip"
    steps = [("cp", ["cp", "-r", archive, copy])]
    if durable:
        steps.append(("sync", ["sync", "-f", folder]))
    steps += [
        ("sha256sum", ["sha256sum", *(copy / file.name for file in files)]),
        ("zip", ["zip", "-0", "-q", "-r", package, "copy"]),
    ]
    if durable:
        steps.append(("sync", ["sync", "-f", folder]))
    cpu = os.times()
    took = {}
    for name, command in steps:
        begun = time.monotonic()
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        took[name] = took.get(name, 0) + time.monotonic() - begun
    after = os.times()
    shutil.rmtree(folder)
    used = after.children_user + after.children_system - cpu.children_user - cpu.children_system
    return {"all": sum(took.values()), "cpu": used, **took}


def report(folder, scenes, size, ours, apart, synced):
    place = subprocess.run(["stat", "-f", "-c", "%T", folder], check=True, capture_output=True, text=True)
    print(f"\n### Preparation: {scenes} scenes, {size / GIB:.2f} GiB, on {place.stdout.strip()}, {len(ours)} rounds\n")
    base = median(run["all"] for run in ours)
    rows = [row("scenedock, approval to prepared", ours, base)]
    rows.append(row("cp, sha256sum, zip -0", apart, base))
    rows.append(row("the same, synced as ours is", synced, base))
    show(["", "seconds (median)", "min-max", "times ours", "CPU s"], rows)
    print("\nOf these, medians:", parts(ours, ["extract"]), "|", parts(synced, ["cp", "sha256sum", "zip", "sync"]))


def row(name, runs, base):
    seconds = [run["all"] for run in runs]
    middle = median(seconds)
    cpu = median(run["cpu"] for run in runs)
    return [name, f"{middle:.2f}", f"{min(seconds):.2f}-{max(seconds):.2f}", f"{middle / base:.2f}", f"{cpu:.2f}"]


def parts(runs, names):
    return ", ".join(f"{name} {median(run[name] for run in runs):.2f} s" for name in names)
