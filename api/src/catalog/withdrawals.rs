//! `POST /api/catalog/withdrawals/preview`, `POST /api/catalog/withdrawals`

use std::collections::HashSet;

use axum::extract::State;
use domain::permission::Permission;
use domain::subscription::{MAX_WITHDRAWN, withdrawal_reason};
use serde::{Deserialize, Serialize};
use texts::FieldText;
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::directory::desk;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};
use crate::router::{RouteAccess, Routes};

pub(super) fn declare(routes: &mut Routes) {
    let manage = RouteAccess::Needs(Permission::ManageCatalogue);
    routes.add(manage, routes!(preview));
    routes.add(manage, routes!(withdraw));
}

/// Scenes that may be taken out of the catalogue.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PlannedWithdrawal {
    /// Public ids, 1 to 1000.
    data_ids: Vec<String>,
}

/// Scenes that are taken out of the catalogue.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WithdrawalForm {
    /// Public ids, 1 to 1000.
    data_ids: Vec<String>,
    /// Why, in up to 500 characters: subscribers read it, and it lies beside where their files lay.
    reason: String,
}

/// What a withdrawal would touch.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WithdrawalPreview {
    /// Scenes that would leave the catalogue.
    scenes: usize,
    /// Public ids of those that would stay, because orders have them.
    ordered: Vec<String>,
    /// Orders that have them.
    orders: i64,
    /// Public ids of which the catalogue has no scene, or none that is the caller's to change.
    unknown: Vec<String>,
    /// Subscriptions to which scenes that would go were sent, or are to be.
    subscriptions: i64,
    /// Files of theirs at targets, which would be removed there or told of.
    to_tell: i64,
    /// Files of theirs that wait, and would not be sent.
    waiting: i64,
}

/// What became of a withdrawal.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WithdrawalResult {
    /// Scenes that have left the catalogue.
    scenes: usize,
    /// Public ids of those that stay, because orders have them.
    ordered: Vec<String>,
    /// Public ids of which the catalogue had no scene, or none that is the caller's to change.
    unknown: Vec<String>,
    /// Files of subscriptions at targets, which are removed there or told of.
    to_tell: i64,
}

/// What the withdrawal of scenes would touch. Nothing is written.
#[utoipa::path(post, path = "/api/catalog/withdrawals/preview", tag = "catalogue", operation_id = "previewWithdrawal",
    request_body = PlannedWithdrawal,
    responses((status = 200, body = WithdrawalPreview), (status = 400, body = ProblemBody)))]
async fn preview(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(planned): Json<PlannedWithdrawal>,
) -> Result<Json<WithdrawalPreview>, Problem> {
    let ids = checked(planned.data_ids)?;
    let desk = desk(&context, &caller, &client);
    let effect = desk.preview_withdrawal(&ids).await?;
    Ok(Json(WithdrawalPreview {
        scenes: effect.withdrawn.len(),
        unknown: without(ids, [&effect.withdrawn, &effect.ordered]),
        ordered: effect.ordered,
        orders: effect.orders,
        subscriptions: effect.subscriptions,
        to_tell: effect.to_tell,
        waiting: effect.waiting,
    }))
}

/// Takes scenes out of the catalogue, with a reason. Those that orders have stay: an order says for good what was provided. Where a
/// subscription has sent a file of one, the file goes and a note comes in its place.
#[utoipa::path(post, path = "/api/catalog/withdrawals", tag = "catalogue", operation_id = "withdrawScenes",
    request_body = WithdrawalForm,
    responses((status = 200, body = WithdrawalResult), (status = 400, body = ProblemBody), (status = 409, body = ProblemBody)))]
async fn withdraw(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(form): Json<WithdrawalForm>,
) -> Result<Json<WithdrawalResult>, Problem> {
    let ids = checked(form.data_ids)?;
    let reason = withdrawal_reason(&form.reason)
        .ok_or_else(|| Problem::invalid_field("reason", FieldText::DecisionReasonMissing))?;
    let desk = desk(&context, &caller, &client);
    let done = desk.withdraw_scenes(&ids, reason).await?;
    Ok(Json(WithdrawalResult {
        scenes: done.withdrawn.len(),
        unknown: without(ids, [&done.withdrawn, &done.ordered]),
        ordered: done.ordered,
        to_tell: done.to_tell,
    }))
}

/// Each once, without what is blank.
fn checked(ids: Vec<String>) -> Result<Vec<String>, Problem> {
    let mut ids: Vec<String> = ids.into_iter().map(|id| id.trim().to_owned()).collect();
    ids.retain(|id| !id.is_empty());
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() {
        return Err(Problem::invalid_field("dataIds", FieldText::DataIdsMissing));
    }
    if ids.len() > MAX_WITHDRAWN {
        let most = MAX_WITHDRAWN as u64;
        let text = FieldText::TooManyToWithdraw { most };
        return Err(Problem::invalid_field("dataIds", text));
    }
    Ok(ids)
}

fn without(mut ids: Vec<String>, known: [&Vec<String>; 2]) -> Vec<String> {
    let known: HashSet<&String> = known.into_iter().flatten().collect();
    ids.retain(|id| !known.contains(id));
    ids
}

#[cfg(test)]
mod tests;
