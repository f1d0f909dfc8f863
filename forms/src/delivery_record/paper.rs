//! A record as people read it.

use chrono::{DateTime, Utc};
use domain::attachment::AttachmentKind;
use domain::calendar::china_time;
use domain::order::get_method::GetMethod;
use domain::size::ByteCount;

use super::record::{DeliveryRecord, RecordScene};
use crate::document::{Align, Block, Cell, Document, FormRow, Paragraph, Table};
use crate::signing::RecordKey;

const LINE: f32 = 24.0;
/// Scenes that are listed; all of them stand in the attached file.
const MAX_SCENES: usize = 200;
/// Font size of digests.
const SMALL: f32 = 7.5;
const NONE: &str = "—";

pub(super) fn document(record: &DeliveryRecord, keys: &[RecordKey]) -> Document {
    let keys = keys.iter();
    let keys = keys.map(|key| format!("{}（{}）", key.id, key.algorithm));
    let keys = keys.collect::<Vec<_>>().join("、");
    let mut blocks = vec![
        Block::Ends(
            format!("登记号：{}", record.number),
            format!("订单号：{}", record.order_number),
        ),
        Block::Table(facts(record)),
        Block::Gap(10.0),
        Block::Table(papers(record)),
        Block::Gap(10.0),
        Block::Table(scenes(record)),
        Block::Gap(6.0),
    ];
    for note in [
        format!("出具单位：{}。签名密钥：{keys}。", record.issuer),
        "本记录由系统签名，附件中的 JSON 文件列出全部景、文件和下载情况及其 SHA-256。".to_owned(),
        "真伪可在本系统门户的“签名文件核验”页面（/verify）查验，也可运行 scenedock verify。"
            .to_owned(),
    ] {
        blocks.push(Block::Paragraph(Paragraph::note(note)));
    }
    Document {
        title: "卫星遥感数据交付记录".to_owned(),
        blocks,
    }
}

fn pair(left: &str, value: impl Into<String>, right: &str, other: impl Into<String>) -> FormRow {
    let cells = [
        Cell::label(left),
        Cell::value(value),
        Cell::label(right),
        Cell::value(other),
    ];
    FormRow::new(LINE, cells)
}

fn whole(label: &str, cell: Cell) -> FormRow {
    FormRow::new(LINE, [Cell::label(label), cell.over(3)])
}

fn facts(record: &DeliveryRecord) -> Table {
    let method = GetMethod::try_from(record.get_method).map(|method| match method {
        GetMethod::OnlineDownload => "在线下载",
        GetMethod::OfflineCopy => "离线拷贝",
    });
    let total = bytes(record.scenes.iter().map(|scene| scene.size));
    let fetched = record.fetched.iter().filter(|fetch| fetch.times > 0);
    let sent = bytes(record.fetched.iter().map(|fetch| fetch.bytes));
    let completed = record.completed_at.as_deref();
    let last = record.fetched.iter().map(|fetch| fetch.last_at.as_str());
    let licence = record.licence_sha256.as_deref().unwrap_or(NONE);
    Table {
        columns: vec![17.0, 36.0, 17.0, 30.0],
        rows: vec![
            whole("申请单位", Cell::value(&record.unit)),
            pair("申请人", &record.applicant, "账号", &record.login_name),
            whole("项目名称", Cell::value(&record.project)),
            pair(
                "数据用途",
                &record.usage,
                "获取方式",
                method.unwrap_or(NONE),
            ),
            pair(
                "交付时间",
                moment(&record.opened_at),
                "交付次序",
                format!("第 {} 次", record.round),
            ),
            pair(
                "数据量",
                format!("{} 景，{total}", record.scenes.len()),
                "文件",
                format!("{} 个", record.files.len()),
            ),
            pair(
                "已下载",
                format!("{} 个文件，{sent}", fetched.count()),
                "最近下载",
                last.max().map_or_else(|| NONE.to_owned(), moment),
            ),
            pair(
                "完成时间",
                completed.map_or_else(|| NONE.to_owned(), moment),
                "记录时点",
                moment(&record.as_of),
            ),
            whole("备注", Cell::value(&record.description)),
            whole("许可依据", Cell::value(licence).sized(SMALL)),
        ],
    }
}

fn papers(record: &DeliveryRecord) -> Table {
    let mut rows = vec![FormRow {
        cells: ["材料", "上传时间", "SHA-256"].map(Cell::label).into(),
        height: 22.0,
    }];
    for paper in &record.papers {
        let kind = AttachmentKind::try_from(paper.r#type);
        let cells = [
            Cell::value(kind.map_or(NONE, AttachmentKind::name)),
            Cell::value(moment(&paper.uploaded_at)).sized(9.0),
            Cell::value(&paper.sha256).sized(SMALL),
        ];
        rows.push(FormRow::new(20.0, cells));
    }
    Table {
        columns: vec![20.0, 22.0, 58.0],
        rows,
    }
}

fn scenes(record: &DeliveryRecord) -> Table {
    let head = ["序号", "数据名称", "卫星", "获取日期", "数据量"];
    let mut rows = vec![FormRow {
        cells: head.map(Cell::label).into(),
        height: 22.0,
    }];
    let listed = record.scenes.iter().take(MAX_SCENES);
    rows.extend(listed.zip(1..).map(|(scene, at)| line(at, scene)));
    let rest = record.scenes.len().saturating_sub(MAX_SCENES);
    if rest > 0 {
        let text = format!("其余 {rest} 景见附件中的 JSON 文件");
        rows.push(FormRow::new(
            20.0,
            [Cell::value(text).over(5).at(Align::Center)],
        ));
    }
    Table {
        columns: vec![8.0, 46.0, 18.0, 15.0, 13.0],
        rows,
    }
}

fn line(at: usize, scene: &RecordScene) -> FormRow {
    let cells = [
        Cell::value(at.to_string()).at(Align::Center).sized(9.0),
        Cell::value(&scene.data_name).sized(9.0),
        Cell::value(format!("{} {}", scene.satellite, scene.sensor).trim()).sized(9.0),
        Cell::value(moment(&scene.acquired).chars().take(10).collect::<String>())
            .at(Align::Center)
            .sized(9.0),
        Cell::value(bytes([scene.size])).at(Align::Right).sized(9.0),
    ];
    FormRow::new(20.0, cells)
}

fn bytes(sizes: impl IntoIterator<Item = i64>) -> String {
    let sizes = sizes.into_iter().map(|size| ByteCount(size.unsigned_abs()));
    sizes.sum::<ByteCount>().with_unit()
}

/// As clocks in China show it.
fn moment(text: &str) -> String {
    text.parse::<DateTime<Utc>>().map_or_else(
        |_| text.to_owned(),
        |at| china_time(at).format("%Y-%m-%d %H:%M").to_string(),
    )
}
