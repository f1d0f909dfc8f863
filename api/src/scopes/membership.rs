//! `PUT /api/users/{id}/unit`

use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::{UnitId, UserId};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::desk;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Whose grants a person shares.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Membership {
    /// The unit; null: none.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    unit_id: Option<Uuid>,
}

/// Makes a person a member of a unit, or of none. The person shares the grants to the unit and to the units above it, all of
/// which the caller must see. What people write about themselves as their unit gives them nothing.
#[utoipa::path(put, path = "/api/users/{id}/unit", tag = "scopes", operation_id = "setUnitMember",
    params(("id" = Uuid, Path)), request_body = Membership,
    responses((status = 204), (status = 400, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn set(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<UserId>,
    Json(membership): Json<Membership>,
) -> Result<StatusCode, Problem> {
    let unit = membership.unit_id.map(UnitId);
    let permit = context.geometry.admit(Some(&caller), &client).await?;
    let set = async {
        let desk = desk(&context, &caller, &client);
        Ok::<_, Problem>(desk.set_member(id, unit, permit.budget()).await?)
    };
    permit.within(set).await?;
    Ok(StatusCode::NO_CONTENT)
}
