//! `POST /api/attachments/reuse`

use axum::extract::State;
use domain::ids::AttachmentId;
use serde::Deserialize;
use storage::lifecycle::papers;
use utoipa::ToSchema;

use super::upload::Uploaded;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};

/// The paper to use again.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ReuseAttachment)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReuseRequest {
    #[schema(value_type = uuid::Uuid)]
    attachment_id: AttachmentId,
}

/// Makes a paper of an earlier order of one's own ready for another order, as if it had just been uploaded for the same
/// slot. The bytes are shared, not copied; the earlier order keeps its paper, and may be deleted.
#[utoipa::path(post, path = "/api/attachments/reuse", tag = "attachments", operation_id = "reuseAttachment",
    request_body = ReuseRequest,
    responses((status = 200, body = Uploaded), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(super) async fn reuse(
    State(context): State<Context>,
    caller: Caller,
    Json(request): Json<ReuseRequest>,
) -> Result<Json<Uploaded>, Problem> {
    let paper = papers::reuse(
        &context.pool,
        &*context.objects,
        (caller.id, request.attachment_id),
        &context.settings.quotas,
        context.now(),
    )
    .await?;
    Ok(Json(paper.into()))
}
