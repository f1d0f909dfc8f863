//! `GET /api/result-desk/export.xlsx`

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use domain::calendar::{china_day, china_time};
use domain::research_result::{ResultKind, ResultState, number_text};
use forms::result_table::{self, ResultLine};
use storage::db::Page;
use storage::db::research_results::{self, ResearchResult};

use super::query::DeskQuery;
use crate::attachments::disposition;
use crate::context::Context;
use crate::json::Query;
use crate::problem::{Problem, ProblemBody};

/// ECMA-376.
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// Results that are read at a time.
const AT_A_TIME: i64 = 100;

/// The results that the list shows, all of them, as a workbook.
#[utoipa::path(get, path = "/api/result-desk/export.xlsx", tag = "results", operation_id = "exportResults",
    params(DeskQuery),
    responses((status = 200, content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        (status = 400, body = ProblemBody)))]
pub(super) async fn workbook(
    State(context): State<Context>,
    Query(query): Query<DeskQuery>,
) -> Result<impl IntoResponse, Problem> {
    let filter = query.filter();
    let mut lines: Vec<ResultLine> = Vec::new();
    for page in 1.. {
        let mut db = context.connection().await?;
        let page = Page::new(Some(page), Some(AT_A_TIME));
        let found = research_results::list(&mut db, &filter, page).await?;
        lines.extend(found.items.iter().map(line));
        let read = i64::try_from(lines.len()).unwrap_or(i64::MAX);
        if found.items.is_empty() || read >= found.total {
            break;
        }
    }
    let written = tokio::task::spawn_blocking(move || result_table::write(&lines)).await;
    let bytes = written
        .map_err(|error| error.to_string())
        .and_then(|written| written.map_err(|error| error.to_string()))
        .map_err(|error| {
            tracing::error!(error, "results cannot be written as a workbook");
            Problem::internal()
        })?;
    let name = format!("成果登记_{}.xlsx", china_day(context.now()));
    let headers = [
        (header::CONTENT_TYPE, XLSX.to_owned()),
        (
            header::CONTENT_DISPOSITION,
            disposition("attachment", &name),
        ),
        (header::CACHE_CONTROL, "private, no-store".to_owned()),
    ];
    Ok((headers, bytes))
}

/// The words of the workbook are Chinese, as those of the others are.
const fn kind_text(kind: ResultKind) -> &'static str {
    match kind {
        ResultKind::Paper => "论文",
        ResultKind::Report => "报告",
        ResultKind::Patent => "专利",
        ResultKind::Product => "产品",
        ResultKind::Award => "获奖",
        ResultKind::Other => "其他",
    }
}

const fn state_text(state: ResultState) -> &'static str {
    match state {
        ResultState::Reported => "待核实",
        ResultState::Checked => "已核实",
        ResultState::Refused => "未通过",
    }
}

fn line(result: &ResearchResult) -> ResultLine {
    let names = result.orders.iter().map(|order| order.ordername.as_str());
    let form = &result.form;
    [
        number_text(result.number),
        kind_text(form.kind).to_owned(),
        form.title.clone(),
        form.authors.clone(),
        form.month.format("%Y-%m").to_string(),
        form.venue.clone(),
        form.doi.clone(),
        form.link.clone(),
        result.unit.clone(),
        result.owner_name.clone(),
        names.collect::<Vec<_>>().join("、"),
        result.satellites.join("、"),
        state_text(result.state).to_owned(),
        result.reason.clone(),
        form.note.clone(),
        china_time(result.created)
            .format("%Y-%m-%d %H:%M:%S")
            .to_string(),
    ]
}
