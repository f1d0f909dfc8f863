//! `GET /api/orders/{id}/forms/{type}` and `POST /api/forms/{type}`: blank papers to print, filled in from an order or from
//! an application that is not kept yet.

use std::collections::HashMap;

use axum::extract::State;
use axum::response::IntoResponse;
use chrono::{DateTime, Utc};
use domain::calendar::china_day;
use domain::ids::OrderId;
use domain::order::application::ApplicationForm;
use domain::order::kind::OrderKind;
use domain::size::ByteCount;
use forms::facts::{OrderFacts, PaperFacts, PaperSubject, SceneFacts};
use serde::Deserialize;
use storage::db::scenes::{self, Scene};
use storage::db::{Page, catalogue, order_scenes};
use storage::{PgConnection, StorageError};
use utoipa::ToSchema;

use super::access::visible_with_papers;
use super::payload::{self, FormPayload};
use crate::blank_form::{BlankFormQuery, written};
use crate::caller::Caller;
use crate::catalogue_scope::{viewer, without_hidden};
use crate::context::Context;
use crate::json::{Json, Path, Query};
use crate::problem::{Problem, ProblemBody};

/// An application that is not kept yet; anything may be empty.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = BlankFormFacts)]
#[serde(rename_all = "camelCase")]
pub(super) struct UnsavedApplication {
    #[serde(rename = "type", default)]
    #[schema(value_type = super::codes::OrderType)]
    kind: i16,
    /// The order that is being changed, whose number stands on the paper; none for a new one.
    #[serde(default)]
    #[schema(value_type = Option<uuid::Uuid>)]
    order_id: Option<OrderId>,
    #[serde(default)]
    form: FormPayload,
    /// `dataid` of every scene; those that the caller does not see are left out, as those that there are not.
    #[serde(default)]
    data_ids: Vec<String>,
}

/// The blank paper of a slot (6, 7, 2 or 1), filled in from the order.
#[utoipa::path(get, path = "/api/orders/{id}/forms/{type}", tag = "orders", operation_id = "getBlankForm",
    params(("id" = Uuid, Path), ("type" = i16, Path, description = "6, 7, 2 or 1"), BlankFormQuery),
    responses((status = 200, content_type = "application/octet-stream"), (status = 404, body = ProblemBody)))]
pub(super) async fn of_order(
    State(context): State<Context>,
    caller: Caller,
    Path((id, kind)): Path<(OrderId, i16)>,
    Query(query): Query<BlankFormQuery>,
) -> Result<impl IntoResponse, Problem> {
    let (order, total, listed) = {
        let mut db = context.connection().await?;
        let order = visible_with_papers(&mut db, &caller, id).await?;
        let most = i64::try_from(OrderFacts::MAX_SCENES).ok();
        let listed = order_scenes::list(&mut db, id, Page::new(None, most)).await?;
        let scenes = listed.items.into_iter().map(|row| row.scene).collect();
        (order, listed.total, with_nodes(&mut db, scenes).await?)
    };
    let form = order.form.open(&context.server_key);
    let ordered = OrderFacts {
        scene_count: usize::try_from(total).unwrap_or_default(),
        volume: order.volume,
        unsized_scenes: usize::try_from(order.unsized_scenes).unwrap_or_default(),
        ..ordered(&form, order.kind, &listed)
    };
    let number = Some(order.number.to_string());
    let facts = facts(form, number, ordered, context.now());
    written(&context, kind, &facts, query).await
}

/// The blank paper of a slot (6, 7, 2 or 1), filled in from an application that is not kept yet.
#[utoipa::path(post, path = "/api/forms/{type}", tag = "orders", operation_id = "fillBlankForm",
    params(("type" = i16, Path, description = "6, 7, 2 or 1"), BlankFormQuery), request_body = UnsavedApplication,
    responses((status = 200, content_type = "application/octet-stream"), (status = 400, body = ProblemBody),
        (status = 404, body = ProblemBody)))]
pub(super) async fn of_application(
    State(context): State<Context>,
    caller: Caller,
    Path(kind): Path<i16>,
    Query(query): Query<BlankFormQuery>,
    Json(application): Json<UnsavedApplication>,
) -> Result<impl IntoResponse, Problem> {
    let order_kind = payload::kind(application.kind)?;
    let form = payload::form(application.form)?;
    let ids = payload::scenes(&application.data_ids)?;
    let (number, scenes) = {
        let mut db = context.connection().await?;
        let number = match application.order_id {
            Some(id) => Some(
                visible_with_papers(&mut db, &caller, id)
                    .await?
                    .number
                    .to_string(),
            ),
            None => None,
        };
        let looking = viewer(Some(&caller));
        let visible = without_hidden(&context, &mut db, looking, ids.to_vec()).await?;
        let scenes = scenes::by_data_ids(&mut db, &visible).await?;
        (number, with_nodes(&mut db, scenes).await?)
    };
    let ordered = ordered(&form, order_kind, &scenes);
    let facts = facts(form, number, ordered, context.now());
    written(&context, kind, &facts, query).await
}

/// The scenes, each with the name of the catalogue node it lies in: that is what people know it by, whatever a satellite
/// is called in the item.
async fn with_nodes(
    db: &mut PgConnection,
    scenes: Vec<Scene>,
) -> Result<Vec<(Scene, String)>, StorageError> {
    let nodes = catalogue::nodes(db).await?;
    let labels: HashMap<_, _> = nodes
        .into_iter()
        .map(|node| (node.id, node.label))
        .collect();
    let label = |scene: &Scene| labels.get(&scene.nodeid).cloned().unwrap_or_default();
    Ok(scenes
        .into_iter()
        .map(|scene| {
            let label = label(&scene);
            (scene, label)
        })
        .collect())
}

fn facts(
    form: ApplicationForm,
    number: Option<String>,
    ordered: OrderFacts,
    now: DateTime<Utc>,
) -> PaperFacts {
    PaperFacts {
        number,
        applicant: form.applyuser,
        phone: form.phone,
        unit: form.unit,
        project: form.project,
        usage: form.usage,
        description: form.description,
        day: china_day(now),
        subject: PaperSubject::Order(ordered),
    }
}

fn ordered(form: &ApplicationForm, kind: OrderKind, scenes: &[(Scene, String)]) -> OrderFacts {
    OrderFacts {
        kind,
        get_method: form.get_method,
        process_describe: form.process_describe.clone(),
        extracting_elements: form.extracting_elements.clone(),
        assignment: form.assignment.clone(),
        wanted_end: form.wanted_end,
        scene_count: scenes.len(),
        volume: scenes.iter().filter_map(|(scene, _)| size(scene)).sum(),
        unsized_scenes: scenes.iter().filter(|(scene, _)| scene.size == 0).count(),
        scenes: scenes
            .iter()
            .take(OrderFacts::MAX_SCENES)
            .map(scene)
            .collect(),
    }
}

fn scene((scene, node): &(Scene, String)) -> SceneFacts {
    SceneFacts {
        name: scene.dataname.clone(),
        node: node.clone(),
        acquired: china_day(scene.acquired),
        size: size(scene),
    }
}

fn size(scene: &Scene) -> Option<ByteCount> {
    (scene.size > 0).then_some(ByteCount(scene.size.unsigned_abs()))
}
