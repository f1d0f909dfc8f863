#!/usr/bin/env python3
"""Opens exports and papers with LibreOffice: proof/office.py FOLDER

FOLDER holds what the tests left there: `N-scenes-*.xlsx`, `N-scenes-*.csv` and `docx-*.docx`. A table must have a row for
each scene and the same cells after it went through LibreOffice; a paper must come out as a PDF with its title in it.
"""

import csv
import subprocess
import sys
from pathlib import Path

TITLES = ("任务来源说明", "卫星遥感数据分发登记表", "介绍信", "身份证复印件")
# Separator, quotes, UTF-8, first row, no column formats, language, quote all, numbers as shown.
CSV = "44,34,76,1,,0,false,true,false"


def convert(path, kind, out):
    """The file as LibreOffice writes it; `kind` is the ending, with its filter and options."""
    command = ["soffice", "--headless", f"-env:UserInstallation=file://{out}/profile", "--convert-to", kind]
    if path.suffix == ".csv":
        command.append(f"--infilter=CSV:{CSV}")
    done = subprocess.run(command + ["--outdir", out, path], capture_output=True, text=True, timeout=120)
    made = out / f"{path.stem}.{kind.split(':')[0]}"
    assert done.returncode == 0 and made.is_file(), f"{path.name}: {done.stdout}{done.stderr}"
    return made


def table(path, out):
    made = convert(path, f"csv:Text - txt - csv (StarCalc):{CSV}", out)
    with open(made, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    scenes = int(path.name.split("-")[0])
    assert len(rows) == scenes + 1, f"{path.name}: {len(rows)} rows for {scenes} scenes"
    assert rows[0][1] == "数据ID", rows[0]
    assert all(row[1] for row in rows), f"{path.name}: a row without an id"
    assert all(not cell.startswith(("#NAME?", "#VALUE!", "Err:")) for row in rows for cell in row), f"{path.name}: a formula"
    return [row[1] for row in rows]


def paper(path, out):
    made = convert(path, "pdf", out)
    text = subprocess.run(["pdftotext", made, "-"], capture_output=True, text=True, check=True).stdout
    assert any(title in "".join(text.split()) for title in TITLES), f"{path.name}: no title in {text[:200]!r}"


def main(folder):
    out = folder / "opened"
    out.mkdir(exist_ok=True)
    tables = sorted([*folder.glob("*-scenes-*.xlsx"), *folder.glob("*-scenes-*.csv")])
    papers = sorted(folder.glob("docx-*.docx"))
    assert len(tables) >= 4 and len(papers) >= 4, f"only {len(tables)} tables and {len(papers)} papers"
    ids = {}
    for path in tables:
        scenes = path.name.split(".")[0]
        found = table(path, out)
        # The workbook and the text file of the same scenes say the same.
        assert ids.setdefault(scenes, found) == found, f"{path.name}: other scenes"
    for path in papers:
        paper(path, out)
    print(f"proof: {len(tables) + len(papers)} files")


main(Path(sys.argv[1]).resolve())
