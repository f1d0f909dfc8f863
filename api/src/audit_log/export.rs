//! `GET /api/audit-log/export`

use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use bytes::Bytes;
use chrono::SecondsFormat;
use domain::attachment::AttachmentKind;
use domain::audit_log::{AuditAction, AuditSubject};
use domain::calendar::CHINA;
use domain::text::spreadsheet_cell;
use futures::stream;
use storage::db::audit_log::{self, AuditFilter, AuditRow};
use texts::Text as _;

use super::list::AuditQuery;
use crate::attachments::disposition;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::Query;
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::while_signed_in;
use crate::statistics::PeriodQuery;

/// Entries that are read at a time: each may hold a long text as it was and as it is.
const AT_A_TIME: i64 = 100;
/// By which spreadsheets know UTF-8.
const BYTE_ORDER_MARK: &str = "\u{feff}";
const HEADINGS: [&str; 15] = [
    "序号",
    "时间",
    "登录名",
    "姓名",
    "对象类型",
    "操作",
    "对象编号",
    "对象",
    "结果",
    "原因",
    "变更",
    "地址",
    "终端",
    "代码",
    "校验链",
];

/// The entries that the list shows, all of them, as comma-separated values (RFC 4180, UTF-8), the newest first. Times are
/// China's. The last two columns are what was done to what as the codes that the list has, and the entry's place in the chain and
/// its code, as `scenedock admin verify-audit` knows them.
#[utoipa::path(get, path = "/api/audit-log/export", tag = "system", operation_id = "exportAuditLog",
    params(PeriodQuery, AuditQuery),
    responses((status = 200, content_type = "text/csv"), (status = 400, body = ProblemBody)))]
pub(super) async fn export(
    State(context): State<Context>,
    caller: Caller,
    Query(days): Query<PeriodQuery>,
    Query(query): Query<AuditQuery>,
) -> Result<impl IntoResponse, Problem> {
    let period = days.period(context.now());
    let filter = query
        .filter(period, &caller, &mut *context.connection().await?)
        .await?;
    let name = format!("审计日志_{}_{}.csv", period.first(), period.last());
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            disposition("attachment", &name),
        ),
        (header::CACHE_CONTROL, "private, no-store".to_owned()),
    ];
    let reading = Reading {
        context: context.clone(),
        filter,
        begun: false,
        ended: false,
    };
    let pages = stream::try_unfold(reading, Reading::next);
    let body = Body::from_stream(while_signed_in(&context, &caller, pages));
    Ok((headers, body))
}

/// A table that is being written, a page of entries in memory.
struct Reading {
    context: Context,
    filter: AuditFilter,
    begun: bool,
    ended: bool,
}

impl Reading {
    /// What comes next, and the rest.
    async fn next(mut self) -> std::io::Result<Option<(Bytes, Self)>> {
        if self.ended {
            return Ok(None);
        }
        let mut db = (self.context.connection().await).map_err(std::io::Error::other)?;
        let rows = audit_log::rows(&mut db, &self.filter, AT_A_TIME)
            .await
            .map_err(std::io::Error::other)?;
        let mut out = csv::WriterBuilder::new()
            .terminator(csv::Terminator::CRLF)
            .from_writer(Vec::new());
        if !self.begun {
            out.write_record(HEADINGS)?;
        }
        for row in &rows {
            out.write_record(
                cells(row)
                    .iter()
                    .map(|cell| spreadsheet_cell(cell).into_owned()),
            )?;
        }
        let mut text = out
            .into_inner()
            .map_err(|error| std::io::Error::other(error.to_string()))?;
        if !self.begun {
            text.splice(0..0, BYTE_ORDER_MARK.bytes());
        }
        self.begun = true;
        self.ended = i64::try_from(rows.len()).unwrap_or(AT_A_TIME) < AT_A_TIME;
        self.filter.before = rows.last().map(|row| row.id);
        Ok(Some((Bytes::from(text), self)))
    }
}

/// Slots of papers by their names; other fields as requests have them.
fn field_name(field: &str) -> &str {
    let mut slots = AttachmentKind::SLOTS.into_iter();
    match slots.find(|slot| slot.text().key() == field) {
        Some(slot) => slot.name(),
        None => field,
    }
}

fn cells(row: &AuditRow) -> [String; 15] {
    let changes: Vec<String> = row
        .changes
        .iter()
        .map(|change| {
            let field = field_name(&change.field);
            format!("{field}: {} → {}", change.before, change.after)
        })
        .collect();
    let codes = [
        row.subject.text(AuditSubject::as_str),
        row.action.text(AuditAction::as_str),
    ];
    let at = row.at.with_timezone(&CHINA);
    let seal = row
        .seal
        .map(|(position, code)| format!("{position}:{}", hex::encode(code)));
    [
        row.id.to_string(),
        at.to_rfc3339_opts(SecondsFormat::Millis, false),
        row.by_login_name.clone(),
        row.by_name.clone(),
        row.subject.text(AuditSubject::name).to_owned(),
        row.action.text(AuditAction::name).to_owned(),
        row.subject_id.clone(),
        row.subject_name.clone(),
        row.outcome.name().to_owned(),
        row.reason.clone(),
        changes.join("\n"),
        row.client_ip.clone(),
        row.agent.clone(),
        codes.join(" "),
        seal.unwrap_or_default(),
    ]
}
