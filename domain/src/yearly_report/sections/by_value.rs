//! What was provided by unit, usage or satellite.

use super::super::numbers::{grouped, percent, tenths_of_percent};
use super::super::{
    Block, ColumnKind, Provided, ReportChart, ReportColumn, ReportQuery, ReportRow, ReportTable,
    Series, SourcePage, ValueFigures, YearlyFigures,
};
use super::wording::{DELIVERIES, Sentences, VOLUME, column, narrowed, query};
use crate::size::ByteCount;

/// Rows of a table by unit, usage or satellite; the others are added up in one.
const MAX_ROWS: usize = 20;
/// Columns of a chart of these.
const MAX_DRAWN: usize = 10;

const SCENES: ReportColumn = column("影像（景）", ColumnKind::Count);
const SHARE: ReportColumn = column("数据量占比（%）", ColumnKind::Share);

/// Words of a section that tells values apart.
pub(super) struct ValueWords {
    names: &'static str,
    /// Its filter in the registry.
    filter: &'static str,
    counter: &'static str,
    caption: &'static str,
    chart: &'static str,
}

pub(super) const UNITS: ValueWords = ValueWords {
    names: "单位",
    filter: "unit",
    counter: "家单位",
    caption: "各单位数据提供情况",
    chart: "各单位提供数据量（GB）",
};
pub(super) const USAGES: ValueWords = ValueWords {
    names: "用途",
    filter: "usage",
    counter: "类用途",
    caption: "各用途数据提供情况",
    chart: "各用途提供数据量（GB）",
};
pub(super) const SATELLITES: ValueWords = ValueWords {
    names: "卫星",
    filter: "satellite",
    counter: "颗卫星",
    caption: "各卫星数据提供情况",
    chart: "各卫星提供数据量（GB）",
};

/// What was provided by these values: in words, drawn, and as a table.
pub(super) fn by_value(
    figures: &YearlyFigures,
    words: &ValueWords,
    values: &[ValueFigures],
) -> Vec<Block> {
    let Some(first) = values.first() else {
        return vec![Sentences::default().text("本年度没有提供数据。").done()];
    };
    let all: u64 = values.iter().map(|one| one.provided.bytes).sum();
    let together = all_values(figures, words);
    let of_value = |value: &str| {
        let source = query(figures, SourcePage::Registry);
        if value.is_empty() {
            return narrowed(&source, "without", words.filter);
        }
        narrowed(&source, words.filter, value)
    };
    let largest = of_value(&first.value);
    let lead = Sentences::default()
        .text("提供的数据涉及 ")
        .figure(grouped(values.len() as u64), &together)
        .text(format!(
            " {}，数据量最大的是{}，共 ",
            words.counter,
            named(&first.name)
        ))
        .figure(ByteCount(first.provided.bytes).with_unit(), &largest);
    let lead = match percent(first.provided.bytes, all) {
        Some(share) => lead.text("，占全部数据量的 ").figure(share, &largest),
        None => lead,
    };
    let row = |name: String, provided: Provided, source: ReportQuery| ReportRow {
        name,
        notes: Vec::new(),
        figures: vec![
            provided.deliveries,
            provided.scenes,
            provided.bytes,
            tenths_of_percent(provided.bytes, all).unwrap_or(0),
        ],
        sources: vec![source.clone(); 4],
        query: source,
    };
    let mut rows: Vec<ReportRow> = values
        .iter()
        .take(MAX_ROWS)
        .map(|one| row(named(&one.name), one.provided, of_value(&one.value)))
        .collect();
    let rest = values.get(MAX_ROWS..).unwrap_or_default();
    if !rest.is_empty() {
        let sum = rest.iter().fold(Provided::default(), |sum, one| Provided {
            deliveries: sum.deliveries + one.provided.deliveries,
            scenes: sum.scenes + one.provided.scenes,
            bytes: sum.bytes.saturating_add(one.provided.bytes),
        });
        rows.push(row(format!("其余 {} 项", rest.len()), sum, together));
    }
    let drawn = values.iter().take(MAX_DRAWN);
    let mut blocks = vec![lead.text("。").done()];
    // One column alone says nothing that the sentence does not.
    if values.len() > 1 {
        blocks.push(Block::Chart(ReportChart {
            title: words.chart.into(),
            labels: drawn.clone().map(|one| named(&one.name)).collect(),
            series: vec![Series {
                name: "数据量",
                values: drawn.map(|one| one.provided.bytes).collect(),
            }],
            kind: ColumnKind::Gigabytes,
        }));
    }
    blocks.push(Block::Table(ReportTable {
        caption: words.caption.into(),
        names: words.names,
        columns: vec![DELIVERIES, SCENES, VOLUME, SHARE],
        rows,
    }));
    blocks
}

/// Where all values are seen together: the list of them, which is of all units; of one unit its deliveries.
fn all_values(figures: &YearlyFigures, words: &ValueWords) -> ReportQuery {
    match figures.unit {
        Some(_) => query(figures, SourcePage::Registry),
        None => values_of(figures, words.filter),
    }
}

/// What was provided by unit, usage or satellite.
pub(super) fn values_of(figures: &YearlyFigures, by: &str) -> ReportQuery {
    let mut source = query(figures, SourcePage::RegistryFigures);
    source.filters = vec![("by", by.to_owned())];
    source
}

/// What a value is called that a form left empty.
fn named(value: &str) -> String {
    if value.is_empty() {
        return "（未填写）".into();
    }
    value.to_owned()
}
