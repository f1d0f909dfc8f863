"""Tables in Markdown."""


def show(heads, rows):
    widths = [max(len(str(row[column])) for row in [heads, *rows]) for column in range(len(heads))]
    line = lambda row: "| " + " | ".join(str(cell).ljust(width) for cell, width in zip(row, widths)) + " |"
    print(line(heads))
    print("|" + "|".join("-" * (width + 2) for width in widths) + "|")
    for row in rows:
        print(line(row))
