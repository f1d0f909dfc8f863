//! `GET /api/client-systems/{id}/use`

use axum::extract::State;
use chrono::Days;
use domain::calendar::china_day;
use domain::ids::UserId;
use serde::{Deserialize, Serialize};
use storage::db::client_systems;
use utoipa::{IntoParams, ToSchema};

use super::view::DayView;
use crate::context::Context;
use crate::json::{Json, Path, Query};
use crate::problem::{Problem, ProblemBody};

/// Days of use that are answered by default; [`MAX_DAYS`] at most.
const DAYS: u32 = 30;
const MAX_DAYS: u32 = 400;

/// Length of the answer in days.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct UseQuery {
    /// Up to today, 30 if left out.
    days: Option<u32>,
}

/// What a client system took, by day.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ClientUseDays)]
pub(super) struct DaysView {
    /// Days on which something was taken, in order.
    items: Vec<DayView>,
}

/// What a client system took on each day of China's calendar.
#[utoipa::path(get, path = "/api/client-systems/{id}/use", tag = "clientSystems", operation_id = "getClientUse",
    params(("id" = Uuid, Path), UseQuery),
    responses((status = 200, body = DaysView), (status = 404, body = ProblemBody)))]
pub(super) async fn days(
    State(context): State<Context>,
    Path(id): Path<UserId>,
    Query(query): Query<UseQuery>,
) -> Result<Json<DaysView>, Problem> {
    let today = china_day(context.now());
    let back = query.days.unwrap_or(DAYS).clamp(1, MAX_DAYS) - 1;
    let first = today.checked_sub_days(Days::new(back.into()));
    let mut db = context.connection().await?;
    let found = client_systems::find(&mut db, id, today).await?;
    found.ok_or_else(Problem::not_found)?;
    let days = client_systems::days(&mut db, id, (first.unwrap_or(today), today)).await?;
    Ok(Json(DaysView {
        items: days.into_iter().map(Into::into).collect(),
    }))
}
