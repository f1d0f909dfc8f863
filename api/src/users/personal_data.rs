//! `POST /api/users/{id}/personal-data`

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::ids::UserId;
use serde::Serialize;
use storage::db::{handles, people};
use utoipa::ToSchema;

use crate::audit_log::{self, Audited};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// What is masked everywhere else.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PersonalData {
    /// Mobile telephone, or empty.
    phone_mobile: String,
    /// Telephone at work, or empty.
    phone_work: String,
    /// 证件号码, or empty.
    id_number: String,
}

/// Somebody's telephone and identity numbers, whole. That they were looked at is kept in the audit log.
#[utoipa::path(post, path = "/api/users/{id}/personal-data", tag = "users", operation_id = "openPersonalData",
    params(("id" = Uuid, Path)), responses((status = 200, body = PersonalData), (status = 404, body = ProblemBody)))]
pub(super) async fn open(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<UserId>,
) -> Result<impl IntoResponse, Problem> {
    let mut tx = context.begin().await?;
    let found = people::find(&mut tx, &context.server_key, id, context.now()).await?;
    let person = found.ok_or_else(Problem::not_found)?;
    let audited = Audited {
        by: Some(caller.id),
        action: AuditAction::OpenPersonalData,
        subject: (&id.to_string(), &person.login_name),
        outcome: AuditOutcome::Done,
        reason: "",
        changes: &[],
    };
    audit_log::record(&context, &mut tx, &client, &audited).await?;
    handles::commit(tx).await?;
    let data = PersonalData {
        phone_mobile: person.profile.phone,
        phone_work: person.profile.phone_work,
        id_number: person.profile.id_number,
    };
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(data)))
}
