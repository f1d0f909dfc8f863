//! `POST /api/scenes/held`

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use storage::db::delivered_scenes::{self, DeliveredScene};
use texts::FieldText;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, List};
use crate::problem::{Problem, ProblemBody};

/// Most scenes in one call.
const MOST: usize = 5000;

/// Public ids of the scenes that the caller asks about.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveredScenesRequest {
    data_ids: Vec<String>,
}

/// A scene that the caller can download already.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveredSceneView {
    dataid: String,
    /// The order that it came with; of several the one that stays open longest.
    order_id: Uuid,
    ordername: String,
    /// When its delivery closes.
    expires_at: DateTime<Utc>,
}

impl From<DeliveredScene> for DeliveredSceneView {
    fn from(scene: DeliveredScene) -> Self {
        Self {
            dataid: scene.dataid,
            order_id: scene.order.0,
            ordername: scene.number,
            expires_at: scene.expires,
        }
    }
}

/// Which of the scenes lie in an open delivery of the caller's, so that they need not be ordered again.
#[utoipa::path(post, path = "/api/scenes/held", tag = "catalogue", operation_id = "heldScenes",
    request_body = DeliveredScenesRequest,
    responses((status = 200, body = List<DeliveredSceneView>), (status = 400, body = ProblemBody)))]
pub async fn delivered_scenes(
    State(context): State<Context>,
    caller: Caller,
    Json(request): Json<DeliveredScenesRequest>,
) -> Result<Json<List<DeliveredSceneView>>, Problem> {
    if request.data_ids.len() > MOST {
        return Err(Problem::invalid_field(
            "dataIds",
            FieldText::TooManyScenesAtOnce,
        ));
    }
    let mut db = context.connection().await?;
    let found =
        delivered_scenes::delivered_to(&mut db, caller.id, &request.data_ids, context.now())
            .await?;
    Ok(Json(List {
        total: i64::try_from(found.len()).unwrap_or(i64::MAX),
        items: found.into_iter().map(Into::into).collect(),
    }))
}
