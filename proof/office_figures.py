#!/usr/bin/env python3
"""Opens the workbooks of the statistics and the yearly report with LibreOffice: proof/office_figures.py FOLDER

FOLDER holds what the test of the figures left there (FIGURES_LOOK): `table-*.xlsx` and `report-*` as xlsx, docx and json. LibreOffice must
find in every cell of every sheet what openpyxl finds; the report must come out as a PDF with every word of it, and its charts.
"""

import csv
import json
import re
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import openpyxl

# Separator, quotes, UTF-8, first row, no column formats, language, quote all, no detection, as stored, no formulas, no blanks cut, every sheet.
CSV = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1"
TIMES = ["%Y-%m-%d %H:%M:%S", "%Y-%m-%d", "%m/%d/%Y %H:%M:%S", "%m/%d/%y %H:%M:%S", "%m/%d/%Y", "%m/%d/%y"]


def convert(paths, kind, out):
    """The files as LibreOffice writes them, all in one call: it starts slowly."""
    command = ["soffice", "--headless", f"-env:UserInstallation=file://{out}/profile", "--convert-to", kind, "--outdir", out, *paths]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr


def workbook(path, out):
    """How many of its cells are the same."""
    cells = 0
    for sheet in openpyxl.load_workbook(path).worksheets:
        made = out / f"{path.stem}-{sheet.title}.csv"
        with open(made, encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
        for row in sheet.iter_rows():
            for cell in row:
                line = rows[cell.row - 1] if cell.row <= len(rows) else []
                text = line[cell.column - 1] if cell.column <= len(line) else ""
                assert is_same(cell.value, text), f"{path.name}, {sheet.title}!{cell.coordinate}: {cell.value!r}; LibreOffice: {text!r}"
                cells += 1
    return cells


def is_same(value, text):
    if value is None:
        return text == ""
    if isinstance(value, datetime):
        return any(abs((moment - value).total_seconds()) <= 1 for moment in moments(text))
    if isinstance(value, (int, float)):
        return abs(float(text) - value) <= 1e-9 * max(1, abs(value))
    return text == str(value)


def moments(text):
    for form in TIMES:
        try:
            yield datetime.strptime(text, form)
        except ValueError:
            pass


def report(folder, out):
    """How many pieces of the report stand in its PDF."""
    [path] = folder.glob("report-*.json")
    content = json.loads(path.read_text())
    pdf = out / f"{path.stem}.pdf"
    text = subprocess.run(["pdftotext", "-layout", pdf, "-"], capture_output=True, text=True, check=True).stdout
    # Lines are broken anywhere.
    text = re.sub(r"\s+", "", text)
    pieces = [content["title"], content["subtitle"], content["sha256"]]
    charts = 0
    for section in content["sections"]:
        pieces.append(section["heading"])
        for block in section["blocks"]:
            charts += block["kind"] == "chart"
            if block["kind"] == "paragraph":
                pieces += [piece["text"] for piece in block["pieces"] if piece["note"] is None]
            if block["kind"] == "table":
                pieces += [row["name"] for row in block["rows"]]
    missing = [piece for piece in pieces if re.sub(r"\s+", "", piece) not in text]
    assert not missing, f"not in {pdf.name}: {missing[:5]}"
    listed = subprocess.run(["pdfimages", "-list", pdf], capture_output=True, text=True, check=True).stdout
    pictures = sum(line.split()[2] == "image" for line in listed.splitlines()[2:])
    assert pictures >= charts, f"{pdf.name}: {pictures} pictures of {charts} charts"
    return len(pieces)


def main(folder):
    out = folder / "opened"
    out.mkdir(exist_ok=True)
    books = sorted(folder.glob("*.xlsx"))
    assert len(books) > 30, f"only {len(books)} workbooks"
    convert(books, CSV, out)
    cells = sum(workbook(path, out) for path in books)
    convert(sorted(folder.glob("report-*.docx")), "pdf", out)
    pieces = report(folder, out)
    print(f"{len(books)} workbooks with {cells} cells, a report with {pieces} pieces")
    print(f"proof: {cells + pieces} cells")


main(Path(sys.argv[1]).resolve())
