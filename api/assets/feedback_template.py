#!/usr/bin/env python3
"""Makes feedback-template.docx beside itself, byte for byte the same in every run. Needs nothing but Python."""

import pathlib
import zipfile
from xml.sax.saxutils import escape

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
RATINGS = ["非常满意", "满意", "一般", "不满意", "非常不满意"]
WIDTHS = [1900, 2700, 1500, 2960]
LINE = sum(WIDTHS)


def run(text, size=24, bold=False):
    weight = "<w:b/>" if bold else ""
    return (
        f'<w:r><w:rPr>{weight}<w:sz w:val="{size}"/><w:szCs w:val="{size}"/></w:rPr>'
        f'<w:t xml:space="preserve">{escape(text)}</w:t></w:r>'
    )


def paragraph(text="", align="left", **style):
    inside = run(text, **style) if text else ""
    return f'<w:p><w:pPr><w:jc w:val="{align}"/></w:pPr>{inside}</w:p>'


def cell(width, *paragraphs, span=1):
    merged = f'<w:gridSpan w:val="{span}"/>' if span > 1 else ""
    return (
        f'<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/>{merged}<w:vAlign w:val="center"/></w:tcPr>'
        + "".join(paragraphs)
        + "</w:tc>"
    )


def row(*cells, height=600):
    return f'<w:tr><w:trPr><w:trHeight w:val="{height}" w:hRule="atLeast"/></w:trPr>{"".join(cells)}</w:tr>'


def label(text):
    return cell(WIDTHS[0], paragraph(text, align="center", bold=True))


def wide(*paragraphs):
    return cell(LINE - WIDTHS[0], *paragraphs, span=3)


def pair(first, second):
    return row(
        label(first),
        cell(WIDTHS[1], paragraph()),
        cell(WIDTHS[2], paragraph(second, align="center", bold=True)),
        cell(WIDTHS[3], paragraph()),
    )


def rating(text):
    boxes = "  ".join(f"□ {word}" for word in RATINGS)
    return row(label(text), wide(paragraph(boxes, size=22)))


def table():
    edges = "".join(
        f'<w:{edge} w:val="single" w:sz="8" w:space="0" w:color="000000"/>'
        for edge in ["top", "left", "bottom", "right", "insideH", "insideV"]
    )
    grid = "".join(f'<w:gridCol w:w="{width}"/>' for width in WIDTHS)
    rows = [
        pair("订单号", "申请单位"),
        pair("项目名称", "联系人及电话"),
        rating("总体评价"),
        rating("响应速度"),
        rating("服务态度"),
        row(label("意见和建议"), wide(*[paragraph() for _ in range(8)]), height=3600),
        row(
            label("签字（盖章）"),
            wide(paragraph(), paragraph("年    月    日", align="right")),
            height=1400,
        ),
    ]
    return (
        f'<w:tbl><w:tblPr><w:tblW w:w="{LINE}" w:type="dxa"/><w:jc w:val="center"/><w:tblBorders>{edges}</w:tblBorders>'
        f'<w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>{grid}</w:tblGrid>{"".join(rows)}</w:tbl>'
    )


def document():
    body = [
        paragraph("数据服务反馈表", align="center", size=36, bold=True),
        paragraph(),
        table(),
        paragraph("说明：请在每项评价中勾选一项，签字后扫描或拍照，随订单评价一并上传。", size=20),
    ]
    page = (
        '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/>'
        '<w:pgMar w:top="1440" w:right="1418" w:bottom="1440" w:left="1418" w:header="851" w:footer="992" w:gutter="0"/>'
        "</w:sectPr>"
    )
    return f'{HEAD}<w:document xmlns:w="{W}"><w:body>{"".join(body)}{page}</w:body></w:document>'


def styles():
    return (
        f'{HEAD}<w:styles xmlns:w="{W}"><w:docDefaults><w:rPrDefault><w:rPr>'
        '<w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:eastAsia="宋体" w:cs="Times New Roman"/>'
        '<w:sz w:val="24"/><w:szCs w:val="24"/><w:lang w:val="en-US" w:eastAsia="zh-CN"/>'
        '</w:rPr></w:rPrDefault></w:docDefaults>'
        '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style></w:styles>'
    )


CONTENT_TYPES = (
    HEAD + '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Override PartName="/word/document.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>'
    '<Override PartName="/word/styles.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/></Types>'
)


def relations(kind, target):
    base = "http://schemas.openxmlformats.org"
    return (
        f'{HEAD}<Relationships xmlns="{base}/package/2006/relationships"><Relationship Id="rId1" '
        f'Type="{base}/officeDocument/2006/relationships/{kind}" Target="{target}"/></Relationships>'
    )


def main():
    parts = {
        "[Content_Types].xml": CONTENT_TYPES,
        "_rels/.rels": relations("officeDocument", "word/document.xml"),
        "word/document.xml": document(),
        "word/_rels/document.xml.rels": relations("styles", "styles.xml"),
        "word/styles.xml": styles(),
    }
    out = pathlib.Path(__file__).with_name("feedback-template.docx")
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in parts.items():
            # A fixed time and system; stored, because compressors differ from version to version.
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, text.encode())


if __name__ == "__main__":
    main()
