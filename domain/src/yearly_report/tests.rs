use chrono::NaiveDate;
use proptest::prelude::*;

use super::numbers::{percent, tenths_of_percent};
use super::*;

mod empty_values;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn month(month: u32, online: u64, deliveries: u64) -> MonthlyFigures {
    MonthlyFigures {
        month,
        ordered: Ordered {
            online,
            offline: 1,
            scenes: 10 * online,
            bytes: online << 30,
        },
        provided: Provided {
            deliveries,
            scenes: 3 * deliveries,
            bytes: deliveries << 30,
        },
    }
}

fn figures() -> YearlyFigures {
    let value = |value: &str, deliveries: u64| ValueFigures {
        value: value.into(),
        name: value.into(),
        provided: Provided {
            deliveries,
            scenes: 3 * deliveries,
            bytes: deliveries << 30,
        },
    };
    YearlyFigures {
        year: ReportYear::try_from(2026).unwrap(),
        unit: None,
        until: day("2026-12-31"),
        months: (1..=12)
            .map(|at| month(at, if at == 3 { 30 } else { 4 }, at.into()))
            .collect(),
        ordered_before: Ordered {
            online: 80,
            ..Ordered::default()
        },
        provided_before: Provided::default(),
        units: vec![value("某地质调查院", 60), value("", 18)],
        usages: vec![value("公益性地质调查", 78)],
        satellites: (0..23).map(|n| value(&format!("S{n}"), 4)).collect(),
        service: ServiceFigures {
            prepared: 70,
            median_seconds: 1500,
            p95_seconds: 9000,
            fetched: 39,
            ratings: 8,
            satisfied: 7,
        },
    }
}

fn content() -> ReportContent {
    let note = |month, subject, text: &str| ReportNote {
        month,
        subject,
        text: text.into(),
    };
    ReportContent::new(
        figures(),
        vec![
            note(12, NoteSubject::Provided, "年底集中领取。"),
            note(3, NoteSubject::Orders, "汛期应急调查。"),
        ],
    )
}

fn text(block: &Block) -> String {
    let Block::Paragraph(pieces) = block else {
        return String::new();
    };
    pieces
        .iter()
        .map(|piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Figure(text, _) => format!("[{text}]"),
            Piece::NoteMark(number) => format!("({number})"),
        })
        .collect()
}

fn sentences(document: &ReportDocument, heading: &str) -> Vec<String> {
    let mut sections = document.sections.iter();
    let section = sections.find(|section| section.heading.ends_with(heading));
    let blocks = &section.expect("a section of this heading").blocks;
    blocks
        .iter()
        .map(text)
        .filter(|text| !text.is_empty())
        .collect()
}

#[test]
fn years_are_those_of_statistics() {
    for (year, is_one) in [(1999, false), (2000, true), (2099, true), (2100, false)] {
        assert_eq!(ReportYear::try_from(year).is_ok(), is_one, "{year}");
    }
    let year = ReportYear::try_from(2028).unwrap();
    let period = year.period(day("2028-02-29"));
    assert_eq!(
        (period.first(), period.last()),
        (day("2028-01-01"), day("2028-02-29"))
    );
    let before = year.period_before(period.last());
    assert_eq!(
        (before.first(), before.last()),
        (day("2027-01-01"), day("2027-02-28"))
    );
    let over = year.period(day("2031-05-01"));
    assert_eq!(over.last(), day("2028-12-31"));
    let future = year.period(day("2027-05-01"));
    assert!(future.first() > future.last(), "nothing is counted");
}

#[test]
fn numbers_read_as_people_write_them() {
    for (number, text) in [
        (0, "0"),
        (999, "999"),
        (1000, "1,000"),
        (1_234_567, "1,234,567"),
    ] {
        assert_eq!(grouped(number), text);
    }
    for (now, before, text) in [
        (5, 0, None),
        (0, 0, None),
        (5, 5, Some("持平")),
        (9, 8, Some("增长 12.5%")),
        (0, 3, Some("下降 100.0%")),
        (u64::MAX, 1, None),
    ] {
        let found = change(now, before);
        if now < u64::MAX {
            assert_eq!(found.as_deref(), text, "{now} {before}");
        }
    }
    for (seconds, text) in [
        (0, "0 分钟"),
        (61, "2 分钟"),
        (3600, "1.0 小时"),
        (9000, "2.5 小时"),
        (259_200, "72.0 小时"),
        (864_000, "10.0 天"),
    ] {
        assert_eq!(hours(seconds), text);
    }
    assert_eq!(percent(1, 3).as_deref(), Some("33.3%"));
    assert_eq!(tenths_of_percent(2, 3), Some(667));
    assert_eq!(percent(1, 0), None);
}

#[test]
fn what_stands_out_is_twice_the_middle_of_the_others() {
    for (values, expected) in [
        (vec![], vec![]),
        (vec![4], vec![]),
        (vec![5], vec![0]),
        (vec![5, 5, 5], vec![]),
        (vec![5, 9, 5], vec![]),
        (vec![5, 10, 5], vec![1]),
        (vec![0, 4, 0], vec![]),
        (vec![0, 6, 0, 7], vec![1, 3]),
        (vec![100, 200, 100, 100, 250], vec![1, 4]),
    ] {
        assert_eq!(spikes(&values), expected, "{values:?}");
    }
    let expected = [(3, NoteSubject::Orders), (12, NoteSubject::Provided)];
    assert_eq!(content().spikes(), expected);
}

#[test]
fn the_report_says_what_was_counted() {
    let document = content().document();
    assert_eq!(document.title, "2026年度卫星遥感数据分发服务报告");
    assert_eq!(document.subtitle, "全部单位");
    assert_eq!(
        sentences(&document, "概况"),
        [
            "2026年共受理数据订单 [86] 个，其中在线下载 [74] 个、离线拷贝 [12] 个，较上年同期（[80] 个）[增长 7.5%]；\
             订购影像 [740] 景、数据量 [74.0 GB]。",
            "全年向 [2] 家单位提供数据 [78] 次，影像 [234] 景，上年同期无记录；数据量 [78.0 GB]。",
        ]
    );
    assert_eq!(
        sentences(&document, "月度情况"),
        ["订单最多的月份是 [3 月]，受理 [31] 个(2)；提供数据量最大的月份是 [12 月]，共 [12.0 GB]。"]
            .map(|text| text.replace("(2)", "(1)"))
    );
    assert_eq!(
        sentences(&document, "服务单位"),
        [
            "提供的数据涉及 [2] 家单位，数据量最大的是某地质调查院，共 [60.0 GB]，占全部数据量的 [76.9%]。"
        ]
    );
    assert_eq!(
        sentences(&document, "服务质量"),
        [
            "从审核通过到数据就绪，半数订单用时不超过 [25 分钟]，百分之九十五不超过 [2.5 小时]。已有 [39] 次提供的数据被下载或领取，占 [50.0%]。\
          收到服务评价 [8] 份，其中非常满意和满意占 [87.5%]。"
        ]
    );
    let notes = sentences(&document, "附注");
    assert_eq!(
        notes.get(..2).unwrap(),
        [
            "(1) 3月订单：汛期应急调查。",
            "(2) 12月数据提供：年底集中领取。"
        ]
    );
}

#[test]
fn tables_add_up_and_lead_to_their_rows() {
    let document = content().document();
    let tables: Vec<&ReportTable> = document
        .sections
        .iter()
        .flat_map(|section| &section.blocks)
        .filter_map(|block| match block {
            Block::Table(table) => Some(table),
            _ => None,
        })
        .collect();
    for table in &tables {
        for row in &table.rows {
            assert_eq!(row.figures.len(), table.columns.len(), "{}", row.name);
            assert_eq!(row.sources.len(), table.columns.len(), "{}", row.name);
        }
    }
    let months = tables.first().unwrap();
    assert_eq!(months.rows.len(), 13);
    let march = months.rows.get(2).unwrap();
    assert_eq!(march.notes, [1]);
    let query = &march.query;
    assert_eq!(
        (query.first, query.last),
        (day("2026-03-01"), day("2026-03-31"))
    );
    let sources: Vec<_> = (march.sources.iter())
        .map(|source| (source.page, source.filters.clone()))
        .collect();
    let counted = ("counted", "total".to_owned());
    assert_eq!(
        sources.get(..4).unwrap(),
        [
            (
                SourcePage::Orders,
                vec![counted.clone(), ("getMethod", "0".to_owned())]
            ),
            (
                SourcePage::Orders,
                vec![counted.clone(), ("getMethod", "2".to_owned())]
            ),
            (SourcePage::Orders, vec![counted]),
            (SourcePage::Registry, Vec::new()),
        ]
    );
    assert_eq!(
        months.rows.last().unwrap().figures,
        [74, 12, 740, 78, 234, 78 << 30]
    );
    let satellites = tables.last().unwrap();
    assert_eq!(satellites.rows.len(), 21);
    let rest = satellites.rows.last().unwrap();
    assert_eq!(rest.name, "其余 3 项");
    let listed = (
        SourcePage::RegistryFigures,
        vec![("by", "satellite".to_owned())],
    );
    assert_eq!(rest.sources, vec![rest.query.clone(); 4]);
    assert_eq!((rest.query.page, rest.query.filters.clone()), listed);
    let units = tables.get(1).unwrap();
    let filters: Vec<_> = units
        .rows
        .iter()
        .map(|row| (&*row.name, row.query.page, row.query.filters.clone()))
        .collect();
    assert_eq!(
        filters,
        [
            (
                "某地质调查院",
                SourcePage::Registry,
                vec![("unit", "某地质调查院".to_owned())]
            ),
            (
                "（未填写）",
                SourcePage::Registry,
                vec![("without", "unit".to_owned())]
            ),
        ]
    );
}

/// The figures of a section's sentences that are written so.
fn sources_of(document: &ReportDocument, heading: &str, figure: &str) -> Vec<ReportQuery> {
    let sections = document.sections.iter();
    let blocks = sections
        .filter(|section| section.heading.ends_with(heading))
        .flat_map(|section| &section.blocks);
    let mut found = Vec::new();
    for block in blocks {
        let Block::Paragraph(pieces) = block else {
            continue;
        };
        found.extend(pieces.iter().filter_map(|piece| match piece {
            Piece::Figure(text, query) if text == figure => Some(query.clone()),
            _ => None,
        }));
    }
    found
}

#[test]
fn shares_and_changes_lead_to_what_they_are_of() {
    let document = content().document();
    let filters = |heading: &str, figure: &str| {
        let found = sources_of(&document, heading, figure);
        let [source] = found.as_slice() else {
            panic!("{figure}: {found:?}");
        };
        assert_eq!(source.first, day("2026-01-01"));
        source.filters.clone()
    };
    let is = |name, value: &str| (name, value.to_owned());
    assert_eq!(filters("概况", "增长 7.5%"), [is("counted", "total")]);
    let largest = [is("unit", "某地质调查院")];
    assert_eq!(filters("服务单位", "76.9%"), largest);
    assert_eq!(filters("服务质量", "50.0%"), [is("fetched", "fetched")]);
    assert_eq!(
        filters("服务质量", "87.5%"),
        [is("first", "true"), is("satisfied", "true")]
    );
}

#[test]
fn no_digit_of_a_sentence_is_without_a_source() {
    let mut own = content();
    own.figures.unit = Some("某地质调查院".into());
    own.figures.usages.insert(0, own.figures.units.remove(1));
    for document in [content().document(), own.document()] {
        let sections = document.sections.iter();
        let counted = sections.filter(|section| !section.heading.ends_with("附注"));
        for block in counted.flat_map(|section| &section.blocks) {
            let Block::Paragraph(pieces) = block else {
                continue;
            };
            for piece in pieces {
                let Piece::Text(words) = piece else {
                    continue;
                };
                // The report's year and the name of a satellite are no figures.
                let words = words.replace("2026年", "").replace("S0", "");
                assert!(!words.contains(|one: char| one.is_ascii_digit()), "{words}");
            }
        }
    }
    // The list of values is of all units, so one unit's lead to its deliveries.
    let found = sources_of(&own.document(), "数据用途", "2");
    let [source] = found.as_slice() else {
        panic!("{found:?}");
    };
    assert_eq!(source.page, SourcePage::Registry);
    assert_eq!(source.filters, [("unit", "某地质调查院".to_owned())]);
}

#[test]
fn of_one_unit_no_section_tells_units_apart() {
    let mut content = content();
    content.figures.unit = Some("某地质调查院".into());
    content.figures.until = day("2026-11-25");
    let document = content.document();
    assert_eq!(document.subtitle, "某地质调查院（截至11月25日）");
    assert!(
        document
            .sections
            .iter()
            .all(|section| !section.heading.ends_with("服务单位"))
    );
    let headings: Vec<&str> = document
        .sections
        .iter()
        .map(|section| &*section.heading)
        .collect();
    assert_eq!(headings.last(), Some(&"六、附注"));
    assert!(sentences(&document, "概况")[1].starts_with("全年向某地质调查院提供数据 [78] 次"));
}

#[test]
fn a_year_without_anything_says_so() {
    let empty = ReportContent::new(
        YearlyFigures {
            months: (1..=12)
                .map(|month| MonthlyFigures {
                    month,
                    ordered: Ordered::default(),
                    provided: Provided::default(),
                })
                .collect(),
            ordered_before: Ordered::default(),
            units: vec![],
            usages: vec![],
            satellites: vec![],
            service: ServiceFigures::default(),
            ..figures()
        },
        vec![],
    );
    let document = empty.document();
    assert_eq!(sentences(&document, "月度情况"), ["本年度没有订单。"]);
    assert_eq!(sentences(&document, "卫星数据"), ["本年度没有提供数据。"]);
    assert_eq!(
        sentences(&document, "服务质量"),
        ["本年度没有收到服务评价。"]
    );
    assert!(empty.spikes().is_empty());
}

proptest! {
    #[test]
    fn any_figures_make_a_report(values in proptest::collection::vec(any::<u64>(), 12), part in any::<u64>(), whole in any::<u64>()) {
        let months = values.iter().zip(1..).map(|(value, at)| MonthlyFigures {
            month: at,
            ordered: Ordered { online: value >> 8, offline: 0, scenes: value >> 8, bytes: *value },
            provided: Provided { deliveries: value >> 8, scenes: value >> 8, bytes: *value },
        });
        let figures = YearlyFigures { months: months.collect(), ..figures() };
        let content = ReportContent::new(figures, vec![]);
        prop_assert_eq!(content.document().sections.len(), 7);
        prop_assert!(content.spikes().iter().all(|(month, _)| (1..=12).contains(month)));
        prop_assert!(part > whole || percent(part, whole.max(1)).is_some());
    }
}
