"""What ingesting costs beside what nothing can beat: the same rows by COPY, on the same Postgres."""

import time


def measure(psql, folder, scenes, seconds):
    """`seconds`: what `scenedock ingest` took for these scenes."""
    file = folder / "run" / "rows"
    psql.run(f"COPY scene TO '{file}' (FORMAT binary);")
    rates = {"scenedock ingest": scenes / seconds}
    for name, shape in (("COPY, no index", ""), ("COPY, the same indexes and checks", " INCLUDING ALL")):
        psql.run(f"DROP TABLE IF EXISTS copied; CREATE TABLE copied (LIKE scene{shape});")
        begun = time.monotonic()
        psql.run(f"COPY copied FROM '{file}' (FORMAT binary);")
        rates[name] = scenes / (time.monotonic() - begun)
    psql.run("DROP TABLE copied;")
    file.unlink()
    print("rows a second: " + "; ".join(f"{name} {rate:,.0f}" for name, rate in rates.items()), flush=True)
