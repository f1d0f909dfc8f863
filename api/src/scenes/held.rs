//! `POST /api/scenes/held`

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use storage::db::held::{self, Held};
use texts::FieldText;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, List};
use crate::problem::{Problem, ProblemBody};

/// Most scenes in one call.
const MOST: usize = 5000;

/// Scenes to ask about.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Asked {
    data_ids: Vec<String>,
}

/// A scene that the caller can download already.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HeldScene {
    dataid: String,
    /// The order that it came with; of several the one that stays open longest.
    order_id: Uuid,
    ordername: String,
    /// When its delivery closes.
    expires_at: DateTime<Utc>,
}

impl From<Held> for HeldScene {
    fn from(held: Held) -> Self {
        Self {
            dataid: held.dataid,
            order_id: held.order.0,
            ordername: held.number,
            expires_at: held.expires,
        }
    }
}

/// Which of the scenes lie in an open delivery of the caller's, so that they need not be ordered again.
#[utoipa::path(post, path = "/api/scenes/held", tag = "catalogue", operation_id = "heldScenes",
    request_body = Asked,
    responses((status = 200, body = List<HeldScene>), (status = 400, body = ProblemBody)))]
pub async fn held(
    State(context): State<Context>,
    caller: Caller,
    Json(asked): Json<Asked>,
) -> Result<Json<List<HeldScene>>, Problem> {
    if asked.data_ids.len() > MOST {
        return Err(Problem::invalid_field(
            "dataIds",
            FieldText::TooManyScenesAtOnce,
        ));
    }
    let mut db = context.connection().await?;
    let found = held::of(&mut db, caller.id, &asked.data_ids, context.now()).await?;
    Ok(Json(List {
        total: i64::try_from(found.len()).unwrap_or(i64::MAX),
        items: found.into_iter().map(Into::into).collect(),
    }))
}
