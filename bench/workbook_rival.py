#!/usr/bin/env python3
"""Writes the rows of a CSV file as a workbook: workbook_rival.py openpyxl|xlsxwriter|pandas rows.csv out.xlsx. Prints the seconds that writing took."""

import csv
import sys
import time


def number(cell):
    try:
        return float(cell)
    except ValueError:
        return cell


def by_openpyxl(rows, out):
    import openpyxl

    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet()
    for row in rows:
        sheet.append(row)
    book.save(out)


def by_xlsxwriter(rows, out):
    import xlsxwriter

    book = xlsxwriter.Workbook(out, {"constant_memory": True})
    sheet = book.add_worksheet()
    for n, row in enumerate(rows):
        sheet.write_row(n, 0, row)
    book.close()


def by_pandas(rows, out):
    import pandas

    frame = pandas.DataFrame(rows[1:], columns=rows[0])
    with pandas.ExcelWriter(out, engine="xlsxwriter") as book:
        frame.to_excel(book, index=False)


def main():
    name, source, out = sys.argv[1:]
    __import__(name)
    with open(source, newline="", encoding="utf-8-sig") as file:
        rows = [[number(cell) for cell in row] for row in csv.reader(file)]
    begun = time.perf_counter()
    {"openpyxl": by_openpyxl, "xlsxwriter": by_xlsxwriter, "pandas": by_pandas}[name](rows, out)
    print(time.perf_counter() - begun)


if __name__ == "__main__":
    main()
