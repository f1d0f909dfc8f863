//! `GET /api/orders/{id}/attachments/history`

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use serde::Serialize;
use storage::db::attachments::{self as papers, Attachment};
use utoipa::ToSchema;

use super::access::visible_with_papers;
use crate::attachments::AttachmentView;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// The papers that were in an order's slots before.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PaperHistory {
    /// All of them in one zip; null when there are none.
    #[schema(required)]
    url: Option<String>,
    items: Vec<ReplacedPaper>,
    total: usize,
}

/// A paper that was replaced or removed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReplacedAttachment)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReplacedPaper {
    #[serde(flatten)]
    paper: AttachmentView,
    #[schema(required)]
    replaced_at: Option<DateTime<Utc>>,
}

impl From<Attachment> for ReplacedPaper {
    fn from(paper: Attachment) -> Self {
        Self {
            replaced_at: paper.replaced,
            paper: paper.into(),
        }
    }
}

/// Papers of an order that were replaced or removed, the newest first.
#[utoipa::path(get, path = "/api/orders/{id}/attachments/history", tag = "orders", operation_id = "getOrderOldFile",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = PaperHistory), (status = 404, body = ProblemBody)))]
pub(super) async fn history(
    State(context): State<Context>,
    caller: Caller,
    Path(id): Path<OrderId>,
) -> Result<Json<PaperHistory>, Problem> {
    let mut db = context.connection().await?;
    let order = visible_with_papers(&mut db, &caller, id).await?;
    let found = papers::history(&mut db, order.id).await?;
    Ok(Json(PaperHistory {
        url: (!found.is_empty()).then(|| format!("/api/orders/{id}/papers.zip?history=true")),
        total: found.len(),
        items: found.into_iter().map(Into::into).collect(),
    }))
}
