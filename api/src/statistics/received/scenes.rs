//! `GET /api/stats/received/scenes`

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use storage::db::received::{self, ReceivedCursor, ReceivedScene};
use utoipa::{IntoParams, ToSchema};

use super::super::names;
use super::super::period::PeriodQuery;
use super::ReceivedQuery;
use crate::caller::Caller;
use crate::catalogue_scope::{scope_of, viewer};
use crate::context::Context;
use crate::json::{Json, Query};
use crate::moment::cursor;
use crate::problem::{Problem, ProblemBody};

/// Scenes on a page.
const PAGE: usize = 50;

/// Page number and size.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct PageQuery {
    /// `next` of the page before.
    #[serde(deserialize_with = "cursor")]
    #[param(value_type = Option<String>)]
    before: Option<ReceivedCursor>,
}

/// A scene that came into the archive in the period.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReceivedScene)]
#[serde(rename_all = "camelCase")]
struct ReceivedSceneView {
    did: i64,
    /// Public id of the scene.
    data_id: String,
    name: String,
    satellite: String,
    /// The satellite's Chinese name, or its code.
    satellite_label: String,
    sensor: String,
    /// The catalogue node that it lies in.
    node: i64,
    node_label: String,
    /// When the picture was taken.
    acquired: DateTime<Utc>,
    /// When it was received: as its provider states it, else when it first came into the catalogue.
    received: DateTime<Utc>,
    bytes: u64,
}

/// Scenes, the last received first.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ReceivedScenePage {
    items: Vec<ReceivedSceneView>,
    /// Where the next ones begin; null: there are none.
    #[schema(required)]
    next: Option<String>,
}

/// The scenes that the figures of the same days, satellite and node count, the last received first.
#[utoipa::path(get, path = "/api/stats/received/scenes", tag = "statistics", operation_id = "getReceivedScenes",
    params(ReceivedQuery, PeriodQuery, PageQuery),
    responses((status = 200, body = ReceivedScenePage), (status = 400, body = ProblemBody)))]
pub(super) async fn list(
    State(context): State<Context>,
    caller: Caller,
    Query(query): Query<ReceivedQuery>,
    Query(days): Query<PeriodQuery>,
    Query(page): Query<PageQuery>,
) -> Result<Json<ReceivedScenePage>, Problem> {
    let filter = query.filter(days.period(context.now()));
    let mut db = context.connection().await?;
    let scope = scope_of(&context, &mut db, viewer(Some(&caller))).await?;
    let found = received::scenes(&mut db, &scope, &filter, (page.before, PAGE)).await?;
    let satellites = names::satellites(&mut db).await?;
    let nodes = names::nodes(&mut db).await?;
    let items = found.items.into_iter().map(|scene: ReceivedScene| {
        let node = scene.node.to_string();
        let satellite = satellites.get(&scene.satellite);
        ReceivedSceneView {
            did: scene.did,
            data_id: scene.data_id,
            name: scene.name,
            satellite_label: satellite.unwrap_or(&scene.satellite).clone(),
            satellite: scene.satellite,
            sensor: scene.sensor,
            node: scene.node,
            node_label: nodes.get(&node).unwrap_or(&node).clone(),
            acquired: scene.acquired,
            received: scene.received,
            bytes: scene.bytes.0,
        }
    });
    Ok(Json(ReceivedScenePage {
        items: items.collect(),
        next: found.next.map(|next| next.to_string()),
    }))
}
