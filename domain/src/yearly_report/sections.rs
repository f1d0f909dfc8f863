//! What a report says, section by section.

use chrono::{Datelike as _, Months, NaiveDate};

use super::numbers::{change, grouped, hours, percent};
use super::{
    Block, ColumnKind, MonthlyFigures, NoteSubject, Ordered, Piece, Provided, ReportChart,
    ReportContent, ReportDocument, ReportQuery, ReportRow, ReportTable, Section, Series,
    SourcePage, YearlyFigures,
};
use crate::order::get_method::GetMethod;
use crate::size::ByteCount;
use by_value::{SATELLITES, UNITS, USAGES, by_value, values_of};
use wording::{DELIVERIES, Sentences, VOLUME, column, narrowed, query};

mod by_value;
mod wording;

/// Numbers of sections.
const NUMBERS: [&str; 8] = ["一", "二", "三", "四", "五", "六", "七", "八"];

/// The whole report.
pub(super) fn document(content: &ReportContent) -> ReportDocument {
    let figures = &content.figures;
    let mut parts = vec![("概况", overview(figures)), ("月度情况", by_month(content))];
    if figures.unit.is_none() {
        parts.push(("服务单位", by_value(figures, &UNITS, &figures.units)));
    }
    parts.push(("数据用途", by_value(figures, &USAGES, &figures.usages)));
    parts.push((
        "卫星数据",
        by_value(figures, &SATELLITES, &figures.satellites),
    ));
    parts.push(("服务质量", service(figures)));
    parts.push(("附注", notes(content)));
    let sections = parts.into_iter().zip(NUMBERS);
    ReportDocument {
        title: format!("{}年度卫星遥感数据分发服务报告", figures.year),
        subtitle: subtitle(figures),
        sections: sections
            .map(|((heading, blocks), number)| Section {
                heading: format!("{number}、{heading}"),
                blocks,
            })
            .collect(),
    }
}

fn subtitle(figures: &YearlyFigures) -> String {
    let whom = figures.unit.as_deref().unwrap_or("全部单位");
    let until = figures.until;
    if (until.month(), until.day()) == (12, 31) {
        return whom.to_owned();
    }
    format!("{whom}（截至{}月{}日）", until.month(), until.day())
}

/// Orders that are handed out so.
fn by_method(source: &ReportQuery, method: GetMethod) -> ReportQuery {
    narrowed(source, "getMethod", &method.code().to_string())
}

fn year_before(query: &ReportQuery) -> ReportQuery {
    let before = |day: NaiveDate| day - Months::new(12);
    ReportQuery {
        first: before(query.first),
        last: before(query.last),
        ..query.clone()
    }
}

fn overview(figures: &YearlyFigures) -> Vec<Block> {
    vec![ordered(figures), provided(figures)]
}

fn against(
    sentences: Sentences,
    now: u64,
    before: u64,
    unit: &str,
    source: &ReportQuery,
) -> Sentences {
    match change(now, before) {
        None => sentences.text("，上年同期无记录"),
        Some(change) => sentences
            .text("，较上年同期（")
            .figure(grouped(before), &year_before(source))
            .text(format!(" {unit}）"))
            .figure(change, source),
    }
}

fn ordered(figures: &YearlyFigures) -> Block {
    let source = query(figures, SourcePage::Orders);
    let now = figures.ordered();
    let lead = Sentences::default()
        .text(format!("{}年共受理数据订单 ", figures.year))
        .figure(grouped(now.orders()), &source)
        .text(" 个，其中在线下载 ")
        .figure(
            grouped(now.online),
            &by_method(&source, GetMethod::OnlineDownload),
        )
        .text(" 个、离线拷贝 ")
        .figure(
            grouped(now.offline),
            &by_method(&source, GetMethod::OfflineCopy),
        )
        .text(" 个");
    against(
        lead,
        now.orders(),
        figures.ordered_before.orders(),
        "个",
        &source,
    )
    .text("；订购影像 ")
    .figure(grouped(now.scenes), &source)
    .text(" 景、数据量 ")
    .figure(ByteCount(now.bytes).with_unit(), &source)
    .text("。")
    .done()
}

fn provided(figures: &YearlyFigures) -> Block {
    let source = query(figures, SourcePage::Registry);
    let now = figures.provided();
    let whom = match &figures.unit {
        Some(unit) => Sentences::default().text(format!("全年向{unit}提供数据 ")),
        None => Sentences::default()
            .text("全年向 ")
            .figure(
                grouped(figures.units.len() as u64),
                &values_of(figures, "unit"),
            )
            .text(" 家单位提供数据 "),
    };
    let lead = whom
        .figure(grouped(now.deliveries), &source)
        .text(" 次，影像 ")
        .figure(grouped(now.scenes), &source)
        .text(" 景");
    against(
        lead,
        now.scenes,
        figures.provided_before.scenes,
        "景",
        &source,
    )
    .text("；数据量 ")
    .figure(ByteCount(now.bytes).with_unit(), &source)
    .text("。")
    .done()
}

/// First and last day of a month, the last at most `until`.
fn days_of(figures: &YearlyFigures, month: u32) -> (NaiveDate, NaiveDate) {
    let first = NaiveDate::from_ymd_opt(figures.year.number(), month, 1).unwrap_or(figures.until);
    let last = first + Months::new(1) - chrono::Days::new(1);
    (first, last.min(figures.until))
}

fn of_month(figures: &YearlyFigures, page: SourcePage, month: u32) -> ReportQuery {
    let (first, last) = days_of(figures, month);
    ReportQuery {
        first,
        last,
        ..query(figures, page)
    }
}

/// Where the notes of a month stand in the list of all, from 1.
fn note_numbers(content: &ReportContent, month: u32) -> Vec<usize> {
    let numbered = content.notes.iter().zip(1..);
    numbered
        .filter(|(note, _)| note.month == month)
        .map(|(_, number)| number)
        .collect()
}

fn by_month(content: &ReportContent) -> Vec<Block> {
    let figures = &content.figures;
    let mut blocks = vec![peaks(content)];
    let labels: Vec<String> = figures
        .months
        .iter()
        .map(|month| format!("{}月", month.month))
        .collect();
    let values = |value: fn(&MonthlyFigures) -> u64| figures.months.iter().map(value).collect();
    blocks.push(Block::Chart(ReportChart {
        title: "各月订单数（个）".into(),
        labels: labels.clone(),
        series: vec![
            Series {
                name: "在线下载",
                values: values(|month| month.ordered.online),
            },
            Series {
                name: "离线拷贝",
                values: values(|month| month.ordered.offline),
            },
        ],
        kind: ColumnKind::Count,
    }));
    blocks.push(Block::Chart(ReportChart {
        title: "各月提供数据量（GB）".into(),
        labels,
        series: vec![Series {
            name: "数据量",
            values: values(|month| month.provided.bytes),
        }],
        kind: ColumnKind::Gigabytes,
    }));
    blocks.push(Block::Table(monthly_table(content)));
    blocks
}

fn peaks(content: &ReportContent) -> Block {
    let figures = &content.figures;
    let busiest = figures
        .months
        .iter()
        .filter(|month| month.ordered.orders() > 0)
        .max_by_key(|month| (month.ordered.orders(), std::cmp::Reverse(month.month)));
    let Some(busiest) = busiest else {
        return Sentences::default().text("本年度没有订单。").done();
    };
    let source = of_month(figures, SourcePage::Orders, busiest.month);
    let mut sentences = Sentences::default()
        .text("订单最多的月份是 ")
        .figure(format!("{} 月", busiest.month), &source)
        .text("，受理 ")
        .figure(grouped(busiest.ordered.orders()), &source)
        .text(" 个");
    for number in note_numbers(content, busiest.month) {
        sentences.0.push(Piece::NoteMark(number));
    }
    let most = figures
        .months
        .iter()
        .filter(|month| month.provided.bytes > 0)
        .max_by_key(|month| (month.provided.bytes, std::cmp::Reverse(month.month)));
    if let Some(most) = most {
        let source = of_month(figures, SourcePage::Registry, most.month);
        sentences = sentences
            .text("；提供数据量最大的月份是 ")
            .figure(format!("{} 月", most.month), &source)
            .text("，共 ")
            .figure(ByteCount(most.provided.bytes).with_unit(), &source);
    }
    sentences.text("。").done()
}

/// Columns of orders lead to orders, the others to deliveries.
fn sources_of_month(orders: &ReportQuery, deliveries: &ReportQuery) -> Vec<ReportQuery> {
    let orders = [
        by_method(orders, GetMethod::OnlineDownload),
        by_method(orders, GetMethod::OfflineCopy),
        orders.clone(),
    ];
    let deliveries = std::iter::repeat_n(deliveries.clone(), 3);
    orders.into_iter().chain(deliveries).collect()
}

fn monthly_table(content: &ReportContent) -> ReportTable {
    let figures = &content.figures;
    let cells = |ordered: Ordered, provided: Provided| {
        vec![
            ordered.online,
            ordered.offline,
            ordered.scenes,
            provided.deliveries,
            provided.scenes,
            provided.bytes,
        ]
    };
    let mut rows: Vec<ReportRow> = figures
        .months
        .iter()
        .map(|month| ReportRow {
            name: format!("{}月", month.month),
            notes: note_numbers(content, month.month),
            figures: cells(month.ordered, month.provided),
            query: of_month(figures, SourcePage::Registry, month.month),
            sources: sources_of_month(
                &of_month(figures, SourcePage::Orders, month.month),
                &of_month(figures, SourcePage::Registry, month.month),
            ),
        })
        .collect();
    rows.push(ReportRow {
        name: "合计".into(),
        notes: Vec::new(),
        figures: cells(figures.ordered(), figures.provided()),
        query: query(figures, SourcePage::Registry),
        sources: sources_of_month(
            &query(figures, SourcePage::Orders),
            &query(figures, SourcePage::Registry),
        ),
    });
    ReportTable {
        caption: "各月订单与数据提供情况".into(),
        names: "月份",
        columns: vec![
            column("在线订单（个）", ColumnKind::Count),
            column("离线订单（个）", ColumnKind::Count),
            column("订购影像（景）", ColumnKind::Count),
            DELIVERIES,
            column("提供影像（景）", ColumnKind::Count),
            VOLUME,
        ],
        rows,
    }
}

fn service(figures: &YearlyFigures) -> Vec<Block> {
    let service = figures.service;
    let deliveries = figures.provided().deliveries;
    let entries = query(figures, SourcePage::Registry);
    let first = narrowed(&entries, "first", "true");
    let mut sentences = Sentences::default();
    if service.prepared > 0 {
        sentences = sentences
            .text("从审核通过到数据就绪，半数订单用时不超过 ")
            .figure(hours(service.median_seconds), &first)
            .text("，百分之九十五不超过 ")
            .figure(hours(service.p95_seconds), &first)
            .text("。");
    }
    if let Some(share) = percent(service.fetched, deliveries) {
        let fetched = narrowed(&entries, "fetched", "fetched");
        sentences = sentences
            .text("已有 ")
            .figure(grouped(service.fetched), &fetched)
            .text(" 次提供的数据被下载或领取，占 ")
            .figure(share, &fetched)
            .text("。");
    }
    sentences = match percent(service.satisfied, service.ratings) {
        Some(share) => sentences
            .text("收到服务评价 ")
            .figure(grouped(service.ratings), &narrowed(&first, "rated", "true"))
            .text(" 份，其中非常满意和满意占 ")
            .figure(share, &narrowed(&first, "satisfied", "true"))
            .text("。"),
        None => sentences.text("本年度没有收到服务评价。"),
    };
    vec![sentences.done()]
}

fn notes(content: &ReportContent) -> Vec<Block> {
    let mut blocks: Vec<Block> = content
        .notes
        .iter()
        .zip(1..)
        .map(|(note, number)| {
            let subject = match note.subject {
                NoteSubject::Orders => "订单",
                NoteSubject::Provided => "数据提供",
            };
            let mut pieces = vec![Piece::NoteMark(number)];
            pieces.push(Piece::Text(format!(
                " {}月{subject}：{}",
                note.month, note.text
            )));
            Block::Paragraph(pieces)
        })
        .collect();
    blocks.push(
        Sentences::default()
            .text(
                "统计口径：订单以创建日期所在月份为准，提交后被驳回或取消的也计入；数据提供以交付开通日期为准，重新开通另计一次；\
                 一景数据多次提供的，每次计入；日期为北京时间；1 GB 为 1024 MB。",
            )
            .done(),
    );
    blocks
}
