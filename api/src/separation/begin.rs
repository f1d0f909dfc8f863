//! `PUT /api/separation`

use axum::extract::State;
use domain::ids::UserId;
use serde::Deserialize;
use storage::lifecycle::separation::{self, Appointed};
use utoipa::ToSchema;

use super::view::{Separation, read};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};

/// Who is to be which administrator. A kind may be left empty only where somebody has its own role already.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct AppointedAdministrators {
    #[schema(required, value_type = Vec<uuid::Uuid>)]
    system: Vec<UserId>,
    #[schema(required, value_type = Vec<uuid::Uuid>)]
    security: Vec<UserId>,
    #[schema(required, value_type = Vec<uuid::Uuid>)]
    audit: Vec<UserId>,
}

/// Keeps administrators apart from now on. Roles that combine them lose what makes an administrator; each kind gets a role of its
/// own and these people, whose sessions end. Only the command line undoes it.
#[utoipa::path(put, path = "/api/separation", tag = "roles", operation_id = "separateAdministrators",
    request_body = AppointedAdministrators,
    responses((status = 200, body = Separation), (status = 400, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn begin(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(form): Json<AppointedAdministrators>,
) -> Result<Json<Separation>, Problem> {
    let appointed = Appointed {
        system: form.system,
        security: form.security,
        audit: form.audit,
    };
    separation::begin(&context.pool, &appointed, caller.by(&client), context.now()).await?;
    Ok(Json(read(&mut *context.connection().await?).await?))
}
