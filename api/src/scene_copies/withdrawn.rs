//! `GET /api/withdrawn-scenes`, `POST /api/withdrawn-scenes`

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::subscription::MAX_WITHDRAWN;
use serde::{Deserialize, Serialize};
use storage::db::scene_withdrawals;
use texts::FieldText;
use utoipa::{IntoParams, ToSchema};

use crate::caller::MaybeCaller;
use crate::context::Context;
use crate::json::{Json, Query};
use crate::problem::{Problem, ProblemBody};

/// Withdrawals that are told at once.
const AT_ONCE: i64 = 1000;

/// Place in the list of withdrawals.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct WithdrawnQuery {
    /// `until` of the part before; left out: from the beginning.
    #[serde(default)]
    after: i64,
}

/// A scene that was taken out of the catalogue.
#[derive(Debug, Serialize, ToSchema)]
struct WithdrawnDigest {
    /// SHA-256 of its public id, in hexadecimal digits: whoever has the scene knows it by that, and nobody else.
    digest: String,
}

/// A part of the list of withdrawals.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WithdrawnPage {
    /// In the order in which they were withdrawn, without those that are in the catalogue again.
    items: Vec<WithdrawnDigest>,
    /// Number of the last withdrawal listed: the next request goes on after it.
    until: i64,
    /// Whether there is more.
    more: bool,
}

/// Scenes that somebody has a copy of.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WithdrawnScenesForm {
    /// Public ids, 1000 at most.
    data_ids: Vec<String>,
}

/// Why a scene was taken out of the catalogue.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SceneWithdrawalView {
    data_id: String,
    withdrawn_at: DateTime<Utc>,
    reason: String,
}

/// Scenes that were taken out of the catalogue.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SceneWithdrawals {
    items: Vec<SceneWithdrawalView>,
}

/// Scenes that were taken out of the catalogue, for other systems that keep a copy, in the order in which that was done. They are told
/// the digest of each id. Guests are told nothing.
#[utoipa::path(get, path = "/api/withdrawn-scenes", tag = "sceneFiles", operation_id = "listWithdrawnScenes",
    params(WithdrawnQuery), responses((status = 200, body = WithdrawnPage), (status = 400, body = ProblemBody)))]
pub(super) async fn list(
    State(context): State<Context>,
    MaybeCaller(caller): MaybeCaller,
    Query(query): Query<WithdrawnQuery>,
) -> Result<Json<WithdrawnPage>, Problem> {
    let listed = if caller.is_some() {
        let mut db = context.connection().await?;
        scene_withdrawals::behind(&mut db, query.after, AT_ONCE).await?
    } else {
        Vec::new()
    };
    let until = listed.last().map_or(query.after, |last| last.number);
    let more = i64::try_from(listed.len()).unwrap_or(i64::MAX) >= AT_ONCE;
    let gone = listed.into_iter().filter(|one| !one.is_back);
    let items = gone.map(|one| WithdrawnDigest {
        digest: hex::encode(one.digest),
    });
    Ok(Json(WithdrawnPage {
        items: items.collect(),
        until,
        more,
    }))
}

/// When and why scenes were taken out of the catalogue, by their ids. Those that are in it, or never were, are left out. Guests are told
/// nothing.
#[utoipa::path(post, path = "/api/withdrawn-scenes", tag = "sceneFiles", operation_id = "getSceneWithdrawals",
    request_body = WithdrawnScenesForm,
    responses((status = 200, body = SceneWithdrawals), (status = 400, body = ProblemBody)))]
pub(super) async fn of_scenes(
    State(context): State<Context>,
    MaybeCaller(caller): MaybeCaller,
    Json(form): Json<WithdrawnScenesForm>,
) -> Result<Json<SceneWithdrawals>, Problem> {
    if form.data_ids.len() > MAX_WITHDRAWN {
        let most = MAX_WITHDRAWN as u64;
        let text = FieldText::TooManyToWithdraw { most };
        return Err(Problem::invalid_field("dataIds", text));
    }
    let found = if caller.is_some() {
        let mut db = context.connection().await?;
        scene_withdrawals::of_scenes(&mut db, &form.data_ids).await?
    } else {
        Vec::new()
    };
    let items = found.into_iter().map(|one| SceneWithdrawalView {
        data_id: one.dataid,
        withdrawn_at: one.withdrawn,
        reason: one.reason,
    });
    Ok(Json(SceneWithdrawals {
        items: items.collect(),
    }))
}
