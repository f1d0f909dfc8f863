use std::io::{Cursor, Read as _};

use domain::yearly_report::{
    MonthlyFigures, NoteSubject, Ordered, Provided, ReportChart, ReportNote, ReportYear, Series,
    ServiceFigures, ValueFigures, YearlyFigures,
};

use super::*;
use domain::yearly_report::{Block, ColumnKind, Piece};

fn content(unit: &str) -> ReportContent {
    let provided = Provided {
        deliveries: 3,
        scenes: 40,
        bytes: 5 << 30,
    };
    let value = |value: &str| ValueFigures {
        value: value.into(),
        name: value.into(),
        provided,
    };
    let figures = YearlyFigures {
        year: ReportYear::try_from(2026).unwrap(),
        unit: None,
        until: "2026-12-31".parse().unwrap(),
        months: (1..=12)
            .map(|month| MonthlyFigures {
                month,
                ordered: Ordered {
                    online: u64::from(month),
                    offline: 1,
                    scenes: 40,
                    bytes: 1 << 30,
                },
                provided,
            })
            .collect(),
        ordered_before: Ordered::default(),
        provided_before: Provided::default(),
        units: vec![value(unit), value("某省自然资源卫星应用技术中心信息处")],
        usages: vec![value("公益性地质调查")],
        satellites: vec![value("GF-1"), value("ZY-3")],
        service: ServiceFigures::default(),
    };
    let notes = vec![ReportNote {
        month: 12,
        subject: NoteSubject::Orders,
        text: "年底集中申请。".into(),
    }];
    ReportContent::new(figures, notes)
}

fn part(bytes: Vec<u8>, name: &str) -> Vec<u8> {
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut part = Vec::new();
    zip.by_name(name).unwrap().read_to_end(&mut part).unwrap();
    part
}

fn text(bytes: Vec<u8>, name: &str) -> String {
    String::from_utf8(part(bytes, name)).unwrap()
}

fn imprint<'a>(sha256: &'a str, address: &'a dyn Fn(&ReportQuery) -> String) -> Imprint<'a> {
    Imprint {
        issuer: "分发系统",
        edition: Some(2),
        sha256,
        address,
    }
}

#[test]
fn the_same_content_has_the_same_text_and_another_another() {
    let one = canonical_json(&content("某地质调查院")).unwrap();
    assert_eq!(one, canonical_json(&content("某地质调查院")).unwrap());
    assert!(
        one.starts_with(r#"{"figures":{"months":[{"month":1,"ordered":{"bytes":1073741824,"#),
        "{one}"
    );
    assert!(one.contains(r#""format":"scenedock-yearly-report/1""#));
    let read: ReportContent = serde_json::from_str(&one).unwrap();
    assert_eq!(read, content("某地质调查院"));
    let mut other = content("某地质调查院");
    other.notes.clear();
    let other = canonical_json(&other).unwrap();
    assert_ne!(digest(&one), digest(&other));
    assert_eq!(digest(&one).len(), 64);
}

#[test]
fn word_has_the_sentences_the_pictures_and_the_links() {
    let address = |query: &ReportQuery| {
        format!(
            "https://example.org/?from={}&to={}",
            query.first, query.last
        )
    };
    let bytes = word(&content("某地质调查院"), imprint("abc", &address)).unwrap();
    let body = text(bytes.clone(), "word/document.xml");
    assert!(body.contains("2026年度卫星遥感数据分发服务报告"));
    assert!(body.contains("年底集中申请。"));
    assert!(body.contains("superscript"));
    let links = text(bytes.clone(), "word/_rels/document.xml.rels");
    assert!(
        links.contains("https://example.org/?from=2026-03-01&amp;to=2026-03-31"),
        "{links}"
    );
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let names: Vec<String> = (0..zip.len())
        .map(|at| zip.by_index(at).unwrap().name().unwrap().into_owned())
        .collect();
    let pictures = names
        .iter()
        .filter(|name| name.starts_with("word/media/rIdImage"));
    assert_eq!(pictures.count(), 4, "{names:?}");
    let footer = names.iter().find(|name| name.contains("footer")).unwrap();
    let mut shown = String::new();
    zip.by_name(footer)
        .unwrap()
        .read_to_string(&mut shown)
        .unwrap();
    assert!(shown.contains("第 2 版 · SHA-256 abc"), "{shown}");
}

#[test]
fn the_workbook_has_a_sheet_and_charts_for_each_table() {
    let address = |_: &ReportQuery| "https://example.org/".to_owned();
    let bytes = workbook(&content("=HYPERLINK(1)"), imprint("abc", &address)).unwrap();
    // Each figure is a number that leads to its rows.
    let months = text(bytes.clone(), "xl/worksheets/sheet2.xml");
    assert!(months.contains("<hyperlink ref=\"B4\""), "{months}");
    let (_, cell) = months.split_once("<c r=\"B4\"").unwrap();
    let (cell, _) = cell.split_once("</c>").unwrap();
    assert!(!cell.contains("t=\"s\""), "{cell}");
    let sheets = text(bytes.clone(), "xl/workbook.xml");
    for name in ["报告", "月度情况", "服务单位", "数据用途", "卫星数据"] {
        assert!(sheets.contains(&format!("name=\"{name}\"")), "{sheets}");
    }
    for at in 1..=8 {
        assert!(!part(bytes.clone(), &format!("xl/charts/chart{at}.xml")).is_empty());
    }
    let units = text(bytes, "xl/worksheets/sheet3.xml");
    assert!(!units.contains("<f>"), "a unit's name is a text");
}

#[test]
fn every_figure_of_a_sentence_has_a_cell_that_leads_to_its_rows() {
    let address = |query: &ReportQuery| {
        let filters: Vec<_> = (query.filters.iter()).map(|(name, _)| *name).collect();
        let conditions = filters.join("/");
        format!(
            "https://example.org/{:?}/{conditions}/{}",
            query.page, query.first
        )
    };
    let content = content("某地质调查院");
    let bytes = workbook(&content, imprint("abc", &address)).unwrap();
    let mut figures = Vec::new();
    for section in content.document().sections {
        for block in section.blocks {
            if let Block::Paragraph(pieces) = block {
                figures.extend(pieces.into_iter().filter_map(|piece| match piece {
                    Piece::Figure(text, query) => Some((text, address(&query))),
                    _ => None,
                }));
            }
        }
    }
    let sheet = text(bytes.clone(), "xl/worksheets/sheet1.xml");
    let links = text(bytes.clone(), "xl/worksheets/_rels/sheet1.xml.rels");
    for column in ["B", "C"] {
        let link = format!("<hyperlink ref=\"{column}");
        let cells = sheet.matches(link.as_str()).count();
        assert_eq!(cells, figures.len(), "{sheet}");
    }
    let strings = text(bytes, "xl/sharedStrings.xml");
    for (figure, address) in figures {
        assert!(strings.contains(&format!(">{figure}</t>")), "{figure}");
        assert!(links.contains(&address), "{address}: {links}");
    }
    // With the words around it.
    for words in ["离线拷贝 12 个", "其中在线下载 78 个"] {
        assert!(strings.contains(&format!(">{words}</t>")), "{strings}");
    }
}

#[test]
fn volumes_are_in_gigabytes() {
    for (bytes, text) in [
        (0, "0.00"),
        (1 << 20, "<0.01"),
        (10 << 20, "0.01"),
        (3 << 29, "1.50"),
        (u64::MAX, "17179869184.00"),
    ] {
        assert_eq!(gigabytes(bytes), text);
    }
}

#[test]
fn charts_are_drawn_with_every_character() {
    let chart = |labels: &[&str]| ReportChart {
        title: "各月订单数（个）<&>".into(),
        labels: labels.iter().map(|label| (*label).to_owned()).collect(),
        series: vec![
            Series {
                name: "在线下载",
                values: vec![3, 0],
            },
            Series {
                name: "离线拷贝",
                values: vec![1, 2],
            },
        ],
        kind: ColumnKind::Count,
    };
    let (columns, height) = svg(&chart(&["1月", "2月"]));
    assert!(columns.contains("各月订单数（个）&lt;&amp;&gt;"));
    let tokens: serde_json::Value =
        serde_json::from_str(include_str!("../../../ui-kit/src/tokens.json")).unwrap();
    let scale = tokens["type"].as_object().unwrap().values();
    let scale: Vec<_> = scale.map(|text| text["size"].to_string()).collect();
    let sizes = columns.split("font-size=\"").skip(1);
    let sizes: Vec<_> = sizes.map(|rest| rest.split('"').next().unwrap()).collect();
    assert_eq!(sizes.len(), 7, "{columns}");
    for size in sizes {
        assert!(scale.iter().any(|known| known == size), "{size}");
    }
    assert_eq!(columns.matches("url(#s1)").count(), 3);
    let picture = picture::png(&(columns, height)).unwrap();
    assert!(picture.starts_with(b"\x89PNG"));
    let (bars, tall) = svg(&chart(&["某省自然资源卫星应用技术中心信息处\u{7}", "某院"]));
    assert!(bars.contains("某省自然资源卫星应用技术中…"));
    assert!(picture::png(&(bars, tall)).is_ok());
    let nothing = ReportChart {
        labels: vec![],
        series: vec![],
        ..chart(&[])
    };
    assert!(picture::png(&svg(&nothing)).is_ok());
}
