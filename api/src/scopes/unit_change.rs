//! `POST /api/units/tree`, `PUT /api/units/{id}`

use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::UnitId;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::desk;
use super::units::UnitNodeView;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};
use crate::units::checked_name;

/// A unit to create, with its parent.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewUnitNode {
    /// 1 to 100 characters, and no other unit's.
    #[schema(min_length = 1, max_length = 100)]
    name: String,
    /// The unit above it; null: none.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    parent_id: Option<Uuid>,
}

/// Makes a unit below another one, or at the top.
#[utoipa::path(post, path = "/api/units/tree", tag = "scopes", operation_id = "addUnitNode", request_body = NewUnitNode,
    responses((status = 201, body = UnitNodeView), (status = 400, body = ProblemBody)))]
pub(super) async fn add(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(new): Json<NewUnitNode>,
) -> Result<(StatusCode, Json<UnitNodeView>), Problem> {
    let name = checked_name(&new.name)?;
    let desk = desk(&context, &caller, &client);
    let made = desk.add_unit(name, new.parent_id.map(UnitId)).await?;
    Ok((StatusCode::CREATED, Json(made.into())))
}

/// What a unit is to be called.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct UnitName {
    /// 1 to 100 characters, and no other unit's.
    #[schema(min_length = 1, max_length = 100)]
    name: String,
}

/// Gives a unit another name; accounts that name it follow. Orders keep what was written in them.
#[utoipa::path(put, path = "/api/units/{id}", tag = "scopes", operation_id = "renameUnit",
    params(("id" = Uuid, Path)), request_body = UnitName,
    responses((status = 204), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody)))]
pub(super) async fn rename(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<UnitId>,
    Json(body): Json<UnitName>,
) -> Result<StatusCode, Problem> {
    let name = checked_name(&body.name)?;
    let desk = desk(&context, &caller, &client);
    desk.rename_unit(id, name).await?;
    Ok(StatusCode::NO_CONTENT)
}
