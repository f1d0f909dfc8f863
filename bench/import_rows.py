"""Rows that come in as an old portal's do."""

import json
import subprocess
import sys
import time


def write_rows(file, rows):
    with open(file, "w") as lines:
        lines.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def import_rows(site, what, file, new):
    """Seconds; stops where the command did not take what it had to."""
    begun = time.monotonic()
    done = subprocess.run([site.binary, "import", what, file], env=site.environment, capture_output=True, text=True)
    took = time.monotonic() - begun
    if done.returncode or not done.stdout.startswith(f"{new} new, "):
        sys.exit(f"import {what}: {done.stdout}{done.stderr}")
    return took
