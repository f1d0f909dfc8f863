"""graphile-worker on a Postgres that runs already, and BullMQ on a Redis of its own: jobs that do nothing."""

import json
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path

from rivals import free_port, wait_for

PACKAGES = ["graphile-worker@0.17.3", "bullmq@6.7.0", "ioredis@5"]
INSTALL_SECONDS = 300
RUN_SECONDS = 300

# Both write all jobs first; what is measured is from the start of the workers until the last job ended.
GRAPHILE = """
const { Pool } = require('pg');
const { makeWorkerUtils, run, Logger } = require('graphile-worker');
const [socket, jobs, concurrency] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
(async () => {
  const logger = new Logger(() => () => {});
  const pgPool = new Pool({ host: socket, user: 'postgres', database: 'rival', max: concurrency + 2 });
  const utils = await makeWorkerUtils({ pgPool, logger });
  await utils.migrate();
  await pgPool.query("SELECT graphile_worker.add_job('nothing', '{}') FROM generate_series(1, $1)", [jobs]);
  let done = 0;
  let over;
  const all = new Promise((resolve) => { over = resolve; });
  const nothing = async () => { done += 1; if (done === jobs) over(); };
  const begun = process.hrtime.bigint();
  const runner = await run({ pgPool, logger, concurrency, noHandleSignals: true, taskList: { nothing } });
  await all;
  console.log(JSON.stringify({ seconds: Number(process.hrtime.bigint() - begun) / 1e9 }));
  await runner.stop();
  process.exit(0);
})();
"""
BULLMQ = """
const { Queue, Worker } = require('bullmq');
const [port, jobs, concurrency] = process.argv.slice(2).map(Number);
(async () => {
  const connection = { host: '127.0.0.1', port, maxRetriesPerRequest: null };
  const queue = new Queue('nothing', { connection });
  for (let at = 0; at < jobs; at += 1000) {
    await queue.addBulk(Array.from({ length: Math.min(1000, jobs - at) }, () => ({ name: 'nothing', data: {} })));
  }
  let done = 0;
  const begun = process.hrtime.bigint();
  new Worker('nothing', async () => {}, { connection, concurrency }).on('completed', () => {
    done += 1;
    if (done < jobs) return;
    console.log(JSON.stringify({ seconds: Number(process.hrtime.bigint() - begun) / 1e9 }));
    process.exit(0);
  });
})();
"""


class Rivals:
    """Those that could be installed, below `folder`."""

    def __init__(self, folder, socket, psql):
        self.folder, self.socket = folder, socket
        self.folder.mkdir()
        self.is_there = install(folder)
        (folder / "graphile.cjs").write_text(GRAPHILE)
        (folder / "bullmq.cjs").write_text(BULLMQ)
        if self.is_there:
            psql.run("CREATE DATABASE rival;")

    def graphile_worker(self, jobs, concurrency):
        """Jobs a second, or `None`."""
        return self.rate("graphile.cjs", self.socket, jobs, concurrency)

    def bullmq(self, jobs, concurrency):
        program = shutil.which("redis-server")
        if not program:
            print("redis-server: not installed, BullMQ is not measured")
            return None
        with redis(program) as port:
            return self.rate("bullmq.cjs", port, jobs, concurrency)

    def rate(self, script, place, jobs, concurrency):
        if not self.is_there:
            return None
        command = ["node", self.folder / script, place, jobs, concurrency]
        done = subprocess.run([str(part) for part in command], cwd=self.folder, capture_output=True, text=True,
                              timeout=RUN_SECONDS)
        if done.returncode:
            print(f"{script}: {done.stderr.strip()[-400:]}")
            return None
        return jobs / json.loads(done.stdout)["seconds"]


def install(folder):
    if not shutil.which("npm"):
        print("npm: not installed, the rivals are not measured")
        return False
    (folder / "package.json").write_text("{}")
    command = ["npm", "install", "--no-audit", "--no-fund", "--silent", *PACKAGES]
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=INSTALL_SECONDS)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        print(f"{' '.join(PACKAGES)}: not to be had ({error}), not measured")
        return False
    return True


@contextmanager
def redis(program):
    """As it comes, without files."""
    port = free_port()
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=Path("/tmp"))
    try:
        wait_for(port)
        yield port
    finally:
        process.terminate()
        process.wait()
