#!/usr/bin/env python3
"""What searches cost as the catalogue grows: bench/search_scale.py path/to/scenedock [--scenes 2000000 10000000]

For each size, in a database of its own, filled by `scenedock ingest`: how fast that was; how long workers take to build the
segments that every process maps, and how large these are; how long a process takes from its start to its first answer, with
the machine's caches as they are and (where one may: as root) emptied; what memory it has then, and of it what only it has;
ordinary searches (an area of 0.1 to 3 degrees, a month to five years, one to three satellites, a limit on cloud cover), each
asked once, over HTTP; and the same at a steady rate on many connections, each timed from the instant at which it was due.
At the end: how the medians grow. Prints Markdown, asserts nothing. Needs Postgres 15.
"""

import argparse
import json
import os
import queue
import random
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

import search
from table import show

CONNECTIONS = 16
BUILT_SECONDS = 1800
GUEST = {"CAPTCHA": "off", "HTTP_ADDR": "127.0.0.1:0", "FTP_ADDR": "127.0.0.1:0", "RUST_LOG": "info"}


class Process:
    """A command of scenedock on a database; ends with the `with` block."""

    def __init__(self, binary, command, server):
        data = server.socket.parent / "data"
        data.mkdir(exist_ok=True)
        environment = {**os.environ, **GUEST, "DATABASE_URL": server.url, "SCENEDOCK_DATA": str(data)}
        self.begun = time.monotonic()
        self.log = open(server.socket.parent / f"{command}.log", "w")
        self.process = subprocess.Popen([binary, command], env=environment, stdout=subprocess.PIPE, stderr=self.log, text=True)
        for line in self.process.stdout:
            if "http://" in line:
                self.address = line[line.index("http://"):].strip().rstrip("/")
                threading.Thread(target=self.process.stdout.read, daemon=True).start()
                return
        sys.exit(f"scenedock {command} does not start")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.log.close()

    def memory(self):
        """MiB that are resident, and of these what no file is behind."""
        fields = dict(line.split(":", 1) for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines())
        return [int(fields[name].split()[0]) // 1024 for name in ("VmRSS", "RssAnon")]

    def figure(self, name):
        with urllib.request.urlopen(self.address + "/metrics") as answer:
            lines = answer.read().decode().splitlines()
        return next((float(line.split()[-1]) for line in lines if line.startswith(name + " ")), None)


def measure_size(binary, folder, most, options):
    folder.mkdir(parents=True, exist_ok=True)
    items = folder / f"items-{most}.ndjson"
    if not items.exists():
        search.write_items(items, most)
    with search.Server(folder) as server:
        psql = server.psql()
        if psql.answer("SELECT to_regclass('scene') IS NULL;")[0] == "t":
            search.fill(binary, server, psql, items, beside_copy=options.copy)
        count = int(psql.answer("SELECT count(*) FROM scene;")[0])
        print(f"\n## {count:,} scenes\n", flush=True)
        build(binary, server, psql)
        satellites = psql.answer("SELECT satellite FROM scene_tally GROUP BY 1 ORDER BY 1;")[:-1]
        psql.close()
        start(binary, server, "caches as they are")
        if os.geteuid() == 0:
            subprocess.run(["sync"], check=True)
            Path("/proc/sys/vm/drop_caches").write_text("3")
            start(binary, server, "the machine's caches emptied")
        with Process(binary, "api", server) as site:
            first_answer(site)
            chance = random.Random(search.SEED)
            medians = ordinary(site, [search.draw(chance, satellites) for _ in range(options.searches)])
            for rate in options.rates:
                steady(site, chance, satellites, rate, options.seconds)
            print("memory of the process afterwards: {} MiB, of which its own {}".format(*site.memory()), flush=True)
    return medians


def build(binary, server, psql):
    """Until a worker has built the segments."""
    there = lambda: psql.answer("SELECT count(*) FROM scene_segment;")[0] != "0"
    if not there():
        with Process(binary, "serve", server):
            begun = time.monotonic()
            while not there():
                if time.monotonic() - begun > BUILT_SECONDS:
                    sys.exit("no segments were built")
                time.sleep(0.2)
            print(f"segments built and stored by a worker, beside an index that is read: {time.monotonic() - begun:.0f} s")
    segments, size = psql.answer("SELECT count(*), sum(bytes) FROM scene_segment;")[0].split("|")
    scenes = int(psql.answer("SELECT sum(scenes) FROM scene_segment;")[0])
    print(f"{segments} segments, {int(size) / scenes:.1f} bytes a scene", flush=True)


def start(binary, server, how):
    with Process(binary, "api", server) as site:
        seconds = first_answer(site)
        manifest = site.figure("scenedock_scene_index_manifest")
        resident, own = site.memory()
        print(f"from start to first answer, {how}: {seconds:.2f} s; {resident} MiB resident, of which its own {own}"
              + ("" if manifest else "; all scenes were read"), flush=True)


def first_answer(site):
    """Seconds from the start of the process to an answer with a total."""
    client = search.Scenedock(site.address)
    client.ask_for(json.dumps({"wkt": "POLYGON((100 30,101 30,101 31,100 31,100 30))", "pageSize": 10}))
    return time.monotonic() - site.begun


def ordinary(site, queries):
    """Each of these is asked once; every second one with facets. The medians, by whether there are facets."""
    client = search.Scenedock(site.address)
    took = {"": [], "facets": []}
    totals = []
    for number, query in enumerate(queries):
        kind = "facets" if number % 2 else ""
        total, milliseconds = client.ask({**query, "facets": bool(kind)})
        took[kind].append(milliseconds)
        totals.append(total)
    print(f"\n{len(queries)} ordinary searches, each once, one after the other; found: median {at(totals, 0.5)}, most {max(totals)}\n")
    show(["", "p50 ms", "p99 ms", "longest ms"],
         [[kind or "page and total", *(f"{at(values, share):.2f}" for share in (0.5, 0.99, 1))] for kind, values in took.items()])
    print(flush=True)
    return {kind: at(values, 0.5) for kind, values in took.items()}


def steady(site, chance, satellites, rate, seconds):
    """`rate` searches a second; late ones count from when they were due."""
    due, took, failed = queue.Queue(), [], []
    for number in range(rate * seconds):
        due.put((number / rate, search.draw(chance, satellites)))
    begun = time.perf_counter() + 0.2

    def ask():
        client = search.Scenedock(site.address)
        while True:
            try:
                at_second, query = due.get_nowait()
            except queue.Empty:
                return
            time.sleep(max(0, begun + at_second - time.perf_counter()))
            try:
                client.ask(query)
            except (SystemExit, OSError) as error:
                failed.append(str(error))
                client = search.Scenedock(site.address)
            took.append((time.perf_counter() - begun - at_second) * 1000)

    clients = [threading.Thread(target=ask) for _ in range(CONNECTIONS)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    print(f"{rate} searches a second for {seconds} s on {CONNECTIONS} connections: {len(failed)} of {len(took)} failed; "
          f"p50 {at(took, 0.5):.2f} ms, p99 {at(took, 0.99):.2f} ms, longest {max(took):.1f} ms", flush=True)


def at(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", type=Path, help="a release build")
    parser.add_argument("--scenes", type=int, nargs="+", default=[2_000_000, 10_000_000])
    parser.add_argument("--searches", type=int, default=2000)
    parser.add_argument("--rates", type=int, nargs="*", default=[200], help="searches a second")
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--copy", action="store_true", help="ingest beside COPY, too")
    parser.add_argument("--folder", type=Path, help="kept, with its databases, for the next run; otherwise a new one each time")
    options = parser.parse_args()
    binary = options.binary.resolve(strict=True)
    if options.folder:
        return measure(binary, options.folder, options)
    with tempfile.TemporaryDirectory(prefix="scenedock-bench-") as folder:
        measure(binary, Path(folder), options)


def measure(binary, folder, options):
    medians = {most: measure_size(binary, folder / str(most), most, options) for most in options.scenes}
    first, *others = options.scenes
    for most in others:
        print(f"\n{most / first:.2g} times the scenes: medians "
              + "; ".join(f"{kind or 'page and total'} times {medians[most][kind] / before:.1f}" for kind, before in medians[first].items()))


if __name__ == "__main__":
    main()
