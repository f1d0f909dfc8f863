//! `GET /api/orders/{id}/scenes`

use axum::extract::State;
use domain::ids::OrderId;
use domain::order::scene_state::SceneState;
use domain::order::state::Capability;
use serde::Serialize;
use storage::db::order_scenes::{self, OrderScene};
use storage::db::scene_files;
use texts::Detail;
use utoipa::ToSchema;

use super::access::visible;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, List, PageQuery, Path, Query};
use crate::message::MessageBody;
use crate::problem::{Problem, ProblemBody};
use crate::scenes::SceneBody;

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OrderScene)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderSceneView {
    #[serde(flatten)]
    scene: SceneBody,
    did: i64,
    /// Null before preparation begins.
    #[schema(value_type = Option<super::codes::SceneState>, required)]
    sstatus: Option<i16>,
    /// Why extraction failed, in Chinese.
    #[schema(required)]
    flog: Option<String>,
    /// The same as a code with parameters; null: nothing failed, or for no reason of the catalogue of texts.
    #[schema(required)]
    flog_message: Option<MessageBody>,
    /// Bytes extracted.
    bytes_done: i64,
    /// SHA-256 of the extracted bytes, hexadecimal.
    #[schema(required)]
    sha256: Option<String>,
    /// Where its bytes can be fetched, once it is extracted; orders for online download only.
    #[schema(required)]
    file_url: Option<String>,
}

impl OrderSceneView {
    fn new(order: OrderId, handed_out: bool, row: OrderScene) -> Self {
        Self {
            file_url: (handed_out && row.kept)
                .then(|| format!("/api/orders/{order}/scenes/{}/file", row.scene.did)),
            did: row.scene.did,
            scene: row.scene.into(),
            sstatus: row.state.map(SceneState::code),
            flog: row.flog.as_ref().map(Detail::chinese),
            flog_message: row.flog.and_then(MessageBody::from_detail),
            bytes_done: row.bytes_done,
            sha256: row.sha256.as_deref().map(hex::encode),
        }
    }
}

/// A page of the order's scenes, in the order in which they were chosen.
#[utoipa::path(get, path = "/api/orders/{id}/scenes", tag = "orders", operation_id = "getagrsListOfSate",
    params(("id" = Uuid, Path), PageQuery),
    responses((status = 200, body = List<OrderSceneView>), (status = 404, body = ProblemBody)))]
pub(super) async fn scenes(
    State(context): State<Context>,
    caller: Caller,
    Path(id): Path<OrderId>,
    Query(page): Query<PageQuery>,
) -> Result<Json<List<OrderSceneView>>, Problem> {
    let mut db = context.connection().await?;
    let order = visible(&mut db, &caller, id).await?;
    let found = order_scenes::list(&mut db, order.id, page.page()).await?;
    let handed_out = caller.capability_for(order.owner) != Capability::Operator
        && scene_files::are_handed_out(&mut db, order.id, context.now()).await?;
    Ok(Json(List::from_rows(found, |row| {
        OrderSceneView::new(order.id, handed_out, row)
    })))
}
