//! `POST /api/inbox/read`

use axum::extract::State;
use serde::{Deserialize, Serialize};
use storage::db::notices;
use texts::FieldText;
use utoipa::ToSchema;

use crate::caller::Caller;
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};

/// Most notices in one call.
const MAX_AT_ONCE: usize = 1000;

/// The notices to mark as read.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct ReadNotices {
    /// Numbers of the notices to mark as read.
    #[serde(default)]
    ids: Vec<i64>,
    /// True marks every notice of the caller, whatever `ids` holds.
    #[serde(default)]
    all: bool,
}

/// Number of unread notices of the caller.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct UnreadCount {
    /// Notices that are still not read.
    unread: i64,
}

/// Marks notices of the caller's as read. Those that are not theirs change nothing.
#[utoipa::path(post, path = "/api/inbox/read", tag = "inbox", operation_id = "readInbox", request_body = ReadNotices,
    responses((status = 200, body = UnreadCount), (status = 400, body = ProblemBody)))]
pub(super) async fn read(
    State(context): State<Context>,
    caller: Caller,
    Json(read): Json<ReadNotices>,
) -> Result<Json<UnreadCount>, Problem> {
    if !read.all && read.ids.is_empty() {
        return Err(Problem::invalid_field("ids", FieldText::NoNoticeSelected));
    }
    if read.ids.len() > MAX_AT_ONCE {
        return Err(Problem::invalid_field("ids", FieldText::TooManyNotices));
    }
    let which = (!read.all).then_some(read.ids.as_slice());
    let mut db = context.connection().await?;
    notices::mark_read(&mut db, caller.id, which, context.now()).await?;
    Ok(Json(UnreadCount {
        unread: notices::count_unread(&mut db, caller.id).await?,
    }))
}
