//! `GET /api/inbox`

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use storage::db::Page;
use storage::db::notices::{self, Notice};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::caller::Caller;
use crate::context::Context;
use crate::delivery::{self, DownloadView};
use crate::json::{Json, Query};
use crate::message::MessageBody;
use crate::orders::codes;
use crate::problem::Problem;

/// Filters of the notices.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct NoticeQuery {
    /// Only those that are not read.
    #[serde(default)]
    unread: bool,
    /// 1-based.
    page: Option<i64>,
    /// Rows per page.
    page_size: Option<i64>,
}

/// A page of the inbox.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Inbox {
    items: Vec<NoticeView>,
    /// Notices on all pages.
    total: i64,
    /// Notices that are not read, whatever was asked for.
    unread: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Notice)]
#[serde(rename_all = "camelCase")]
struct NoticeView {
    id: i64,
    at: DateTime<Utc>,
    #[schema(value_type = codes::InboxKind)]
    kind: String,
    /// What to show, in Chinese.
    text: String,
    /// The same as a code with parameters; null: somebody's own words.
    #[schema(required)]
    message: Option<MessageBody>,
    /// Null: it is about a result of one's own, or about subscriptions.
    #[schema(required)]
    order_id: Option<Uuid>,
    /// The number of the order or the result; empty: it is about subscriptions.
    ordername: String,
    read: bool,
    /// What can be downloaded of the order now.
    downloads: Vec<DownloadView>,
}

impl NoticeView {
    fn new(notice: Notice, downloads: Vec<DownloadView>) -> Self {
        Self {
            id: notice.id,
            at: notice.at,
            kind: notice.kind,
            text: notice.detail.chinese(),
            message: MessageBody::from_detail(notice.detail),
            order_id: notice.order.map(|order| order.0),
            ordername: notice.number,
            read: notice.read,
            downloads,
        }
    }
}

/// The caller's notices, newest first.
#[utoipa::path(get, path = "/api/inbox", tag = "inbox", operation_id = "getInbox", params(NoticeQuery),
    responses((status = 200, body = Inbox)))]
pub(super) async fn list(
    State(context): State<Context>,
    caller: Caller,
    Query(query): Query<NoticeQuery>,
) -> Result<Json<Inbox>, Problem> {
    let page = Page::new(query.page, query.page_size);
    let mut db = context.connection().await?;
    let found = notices::inbox(&mut db, caller.id, query.unread, page).await?;
    let orders: Vec<_> = found
        .items
        .iter()
        .filter_map(|notice| notice.order)
        .collect();
    let open = delivery::downloads(&context, &mut db, &orders).await?;
    let items = found.items.into_iter().map(|notice| {
        let downloads = notice.order.and_then(|order| open.get(&order).cloned());
        let downloads = downloads.unwrap_or_default();
        NoticeView::new(notice, downloads)
    });
    Ok(Json(Inbox {
        items: items.collect(),
        total: found.total,
        unread: notices::count_unread(&mut db, caller.id).await?,
    }))
}
