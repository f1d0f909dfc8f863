//! `GET` and `POST /api/orders/{id}/pushes`: a finished order goes to a target of its owner's.

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::ids::{DeliveryId, OrderId, PushTargetId};
use domain::push_target::{MAX_TARGETS, TargetKind};
use domain::subscription::{day_begin, order_file_path};
use serde::{Deserialize, Serialize};
use storage::PgConnection;
use storage::db::account_events::FieldChange;
use storage::db::order_pushes::{self, NewOrderFile, NewOrderPush, OrderPush, PushedFile};
use storage::db::{Page, deliveries, handles, push_targets};
use texts::{Detail, FieldText};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{DeliveryAccess, no_download, open};
use crate::audit_log::{self, Audited};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::message::MessageBody;
use crate::orders::{codes, visible_with_papers};
use crate::problem::{Problem, ProblemBody};
use crate::subscriptions::MatchWord;

/// The push target for an order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderPushForm {
    /// A target of the order's owner.
    target_id: Uuid,
}

/// A push target of the caller's, and whether it can take an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OrderPushTarget {
    id: Uuid,
    name: String,
    #[schema(value_type = codes::TargetKind)]
    kind: TargetKind,
    /// Why it fails at the moment; null: it works.
    #[schema(required)]
    failure: Option<String>,
    #[schema(required)]
    failure_message: Option<MessageBody>,
}

/// A file of an order, and whether it is there.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OrderPushFile {
    /// Path in the delivery.
    file: String,
    /// Path below the target's folder.
    path: String,
    size: i64,
    state: MatchWord,
    /// Whether it is being sent now.
    is_sending: bool,
    /// When it was delivered or given up.
    #[schema(required)]
    ended_at: Option<DateTime<Utc>>,
    /// Why it was given up, or failed last.
    #[schema(required)]
    failure: Option<String>,
    #[schema(required)]
    failure_message: Option<MessageBody>,
}

/// An order on its way to a target.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OrderPushView {
    id: Uuid,
    target_name: String,
    /// Null: it was removed since.
    #[schema(required)]
    target_id: Option<Uuid>,
    created_at: DateTime<Utc>,
    /// Who pushed it, by name.
    pushed_by: String,
    /// Whether it is of what is open for download now: pushed again, what was given up is tried again.
    is_current: bool,
    files: Vec<OrderPushFile>,
}

/// Where an order went and can go.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderPushes {
    /// Whether it can be pushed now: it is prepared, and what was prepared is open for download.
    is_open: bool,
    /// Files that a push takes to a target; 0 while there can be none.
    file_count: usize,
    /// Bytes of all files together.
    byte_count: i64,
    /// The owner's targets.
    targets: Vec<OrderPushTarget>,
    /// Newest first.
    items: Vec<OrderPushView>,
}

impl From<PushedFile> for OrderPushFile {
    fn from(file: PushedFile) -> Self {
        Self {
            file: file.file,
            path: file.path,
            size: file.size,
            state: MatchWord::parse(&file.state),
            is_sending: file.is_sending,
            ended_at: file.ended,
            failure: file.failure.as_ref().map(Detail::chinese),
            failure_message: file.failure.and_then(MessageBody::from_detail),
        }
    }
}

impl OrderPushView {
    fn new(push: OrderPush, current: Option<DeliveryId>) -> Self {
        Self {
            id: push.id,
            target_name: push.target_name,
            target_id: push.target.map(|target| target.0),
            created_at: push.created,
            pushed_by: push.by,
            is_current: current == Some(push.delivery),
            files: push.files.into_iter().map(Into::into).collect(),
        }
    }
}

/// Where an order was pushed to, every file with what became of it, and where it can be pushed.
#[utoipa::path(get, path = "/api/orders/{id}/pushes", tag = "delivery", operation_id = "orderPushList",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = OrderPushes), (status = 404, body = ProblemBody)))]
pub(super) async fn list(
    State(context): State<Context>,
    caller: Caller,
    Path(id): Path<OrderId>,
) -> Result<Json<OrderPushes>, Problem> {
    let mut db = context.connection().await?;
    Ok(Json(read(&context, &mut db, &caller, id).await?))
}

/// Pushes a finished order to a target of its owner's. Asked again, what was given up is tried again, and nothing goes twice.
#[utoipa::path(post, path = "/api/orders/{id}/pushes", tag = "delivery", operation_id = "orderPushSend",
    params(("id" = Uuid, Path)), request_body = OrderPushForm,
    responses((status = 200, body = OrderPushes), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody)))]
pub(super) async fn send(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<OrderId>,
    Json(form): Json<OrderPushForm>,
) -> Result<Json<OrderPushes>, Problem> {
    let mut tx = context.begin().await?;
    let open = open(&context, &mut tx, &caller, id).await?;
    let DeliveryAccess::Download { .. } = open.way else {
        return Err(no_download());
    };
    let no_target = || Problem::invalid_field("targetId", FieldText::NoSuchTarget);
    let (target, day) = (PushTargetId(form.target_id), day_begin(context.now()));
    let target = push_targets::find(&mut tx, (Some(open.order.owner), target), day).await?;
    let target = target.ok_or_else(no_target)?;
    let new = NewOrderPush {
        order: id,
        delivery: open.delivery.id,
        target: target.id,
        target_name: &target.name,
        owner: open.order.owner,
        by: caller.id,
    };
    let number = open.order.number.to_string();
    let waiting = put(&context, &mut tx, new, &number).await?;
    let waiting = waiting.ok_or_else(no_target)?;
    if waiting > 0 {
        let change = FieldChange {
            field: "target".to_owned(),
            before: String::new(),
            after: target.name,
        };
        let audited = Audited {
            by: Some(caller.id),
            action: AuditAction::OpenDelivery,
            subject: (&id.to_string(), &number),
            outcome: AuditOutcome::Done,
            reason: "",
            changes: &[change],
        };
        audit_log::record(&context, &mut tx, &client, &audited).await?;
    }
    let pushes = read(&context, &mut tx, &caller, id).await?;
    handles::commit(tx).await?;
    Ok(Json(pushes))
}

async fn put(
    context: &Context,
    db: &mut PgConnection,
    new: NewOrderPush<'_>,
    number: &str,
) -> Result<Option<u64>, Problem> {
    let ordinal = order_pushes::ordinal(db, new.delivery).await?;
    let files = deliveries::files(db, new.delivery).await?;
    let stored = files.iter().filter(|file| file.object_key.is_some());
    let placed: Vec<_> = stored
        .map(|file| (file, order_file_path(number, ordinal, &file.path)))
        .collect();
    let files: Vec<_> = placed
        .iter()
        .map(|(file, path)| NewOrderFile {
            file: &file.path,
            path,
            size: file.size,
        })
        .collect();
    Ok(order_pushes::put(db, new, &files, context.now()).await?)
}

async fn read(
    context: &Context,
    db: &mut PgConnection,
    caller: &Caller,
    id: OrderId,
) -> Result<OrderPushes, Problem> {
    let order = visible_with_papers(db, caller, id).await?;
    let current = match open(context, db, caller, id).await {
        Ok(open) if matches!(open.way, DeliveryAccess::Download { .. }) => Some(open.delivery.id),
        _ => None,
    };
    let sizes = sizes(db, current).await?;
    let page = Page::new(Some(1), Some(MAX_TARGETS));
    let day = day_begin(context.now());
    let targets = push_targets::list(db, (Some(order.owner), None), day, page).await?;
    let targets = targets.items.into_iter().map(|target| OrderPushTarget {
        id: target.id.0,
        name: target.name,
        kind: target.kind,
        failure: target.failure.as_ref().map(Detail::chinese),
        failure_message: target.failure.and_then(MessageBody::from_detail),
    });
    let pushes = order_pushes::list(db, id).await?.into_iter();
    Ok(OrderPushes {
        is_open: current.is_some(),
        file_count: sizes.len(),
        byte_count: sizes.iter().sum(),
        targets: targets.collect(),
        items: pushes
            .map(|push| OrderPushView::new(push, current))
            .collect(),
    })
}

/// Bytes of each file that a push takes.
async fn sizes(db: &mut PgConnection, delivery: Option<DeliveryId>) -> Result<Vec<i64>, Problem> {
    let Some(delivery) = delivery else {
        return Ok(Vec::new());
    };
    let files = deliveries::files(db, delivery).await?.into_iter();
    let stored = files.filter(|file| file.object_key.is_some());
    Ok(stored.map(|file| file.size).collect())
}
