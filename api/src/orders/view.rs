//! An order as it is shown to one caller.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use domain::account::masked_phone;
use domain::ids::OrderId;
use domain::order::application::ApplicationForm;
use domain::order::feedback::Rating;
use domain::order::get_method::GetMethod;
use domain::order::progress::{Counts, Progress, Stage};
use domain::order::state::{Action, Capability, OrderState};
use serde::Serialize;
use storage::db::feedback::StoredFeedback;
use storage::db::orders::Order;
use storage::db::{attachments, deliveries, emergencies, feedback, order_scenes};
use storage::lifecycle::{By, application};
use storage::{PgConnection, StorageError};
use utoipa::ToSchema;
use uuid::Uuid;

use super::changes::{self, ChangesView};
use super::codes;
use super::emergency_view::EmergencyView;
use crate::attachments::{AttachmentView, display_name};
use crate::caller::Caller;
use crate::context::Context;
use crate::delivery::{self, DeliveryAccess, DownloadView};
use crate::json::Json;
use crate::problem::Problem;

/// An order. Field names are the specification's.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Order)]
#[serde(rename_all = "camelCase")]
pub struct OrderView {
    id: Uuid,
    /// Order number, `yyyyMMddWPHHmmssSSS`.
    ordername: String,
    /// The number of the order that it was cloned from.
    #[schema(required)]
    cloned_from: Option<String>,
    #[schema(value_type = codes::OrderStatus)]
    sstatus: i16,
    #[serde(rename = "type")]
    #[schema(value_type = codes::OrderType)]
    kind: i16,
    /// "1" archive data, anything else product data.
    data_type: String,
    applyuser: String,
    /// 联系电话. Whole for its owner, and in the detail for who audits; otherwise masked, `138****5678`.
    apply_user_phone: String,
    apply_user_unit: String,
    apply_user_used: String,
    product_name: String,
    /// As decided, not as wished; null in a draft without a wish.
    #[schema(value_type = Option<codes::GetMethod>, required)]
    get_method: Option<i16>,
    description: String,
    process_describe: String,
    extracting_elements: String,
    assignment: String,
    /// 期望完成时间 of a reprocessing order.
    #[schema(required)]
    wanted_end: Option<NaiveDate>,
    /// Why it was rejected, or its preparation cancelled.
    #[schema(required)]
    cause: Option<String>,
    /// Name of the auditor.
    #[schema(required)]
    auditor: Option<String>,
    creattime: DateTime<Utc>,
    updatetime: DateTime<Utc>,
    /// When it was handed in the last time; null of a draft that never was. A decision names what was read by it.
    #[schema(required)]
    submitted_at: Option<DateTime<Utc>>,
    #[schema(required)]
    endtime: Option<DateTime<Utc>>,
    /// Volume with a unit; null when no scene's size is known.
    #[schema(example = "1.3 GB", required)]
    data_sum: Option<String>,
    /// Volume in bytes, as far as sizes are known.
    data_size: u64,
    /// Scenes whose size nobody knows.
    unsized_count: i32,
    /// Scenes without a file in the archive (仅目录); null in lists.
    #[schema(required)]
    catalogue_only: Option<i64>,
    /// Number of scenes.
    data_count: i32,
    /// `user:password@host:port`, for owner and administrators, while the delivery is open; null for an offline copy.
    #[schema(required)]
    downlod_path_file: Option<String>,
    /// For administrators: the staged folder of an offline copy, while its delivery is open.
    #[schema(required)]
    physical_path: Option<String>,
    /// The owner's sign-in name.
    login_user: String,
    userid: Uuid,
    user_name: String,
    group_name: String,
    /// Until when the delivery was extended; null if it never was.
    #[schema(required)]
    delaytime: Option<DateTime<Utc>>,
    /// Whether the caller may change the application now.
    edit: bool,
    /// Priority, 0 to 100.
    sorder: i32,
    /// That it is an emergency, whose work goes before all other; null: it is none.
    #[schema(required)]
    emergency: Option<EmergencyView>,
    data_percent: DataPercent,
    /// When the delivery closes.
    #[schema(required)]
    expires_at: Option<DateTime<Utc>>,
    /// The zips that together hold the order, while its delivery is open online and the caller may fetch it.
    downloads: Vec<DownloadView>,
    /// Who cancelled the preparation, `owner` or `admin`, when the order has `sstatus` 2 for that; null when it was
    /// rejected.
    #[schema(required)]
    cancelled_by: Option<&'static str>,
    /// What was changed since the order was rejected, or its preparation cancelled; left out of lists, and of orders that
    /// are past that.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    changes: Option<ChangesView>,
    /// Overall rating, once feedback is given; so are the next four.
    #[schema(value_type = Option<codes::Rating>, required)]
    appraise: Option<i16>,
    #[schema(value_type = Option<codes::Rating>, required)]
    response_speed: Option<i16>,
    #[schema(value_type = Option<codes::Rating>, required)]
    service_attitude: Option<i16>,
    /// Comment of the applicant.
    #[schema(required)]
    feed_back: Option<String>,
    /// Where the document added to the feedback can be read.
    #[schema(required)]
    feed_back_upload: Option<String>,
    /// File name to display.
    #[schema(required)]
    feed_back_upload_name: Option<String>,
    /// Left out of lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    attachments: Option<Vec<AttachmentView>>,
    /// What the caller may do now.
    #[schema(value_type = Vec<codes::OrderAction>, example = json!(["approve", "reject"]))]
    actions: Vec<Action>,
}

/// How far the preparation has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DataPercent {
    #[schema(example = "37%")]
    percent_str: String,
    /// Scenes ordered.
    all_size: u64,
    /// Scenes extracted.
    isin: u64,
    /// Scenes failed.
    failed: u64,
    /// Scenes still to be extracted.
    doing: u64,
    /// Bytes moved; every scene is moved into the store and into the package.
    bytes_done: u64,
    /// Bytes to move.
    bytes_all: u64,
    /// What is being done now: `extract`, `package` or `verify`; null before and after the preparation.
    #[schema(value_type = Option<codes::Stage>, required)]
    stage: Option<Stage>,
    /// How much of that is done, 0 to 100; null where nobody can tell.
    #[schema(required)]
    stage_percent: Option<u64>,
}

impl DataPercent {
    pub(super) fn from_counts(state: OrderState, counts: Counts) -> Self {
        let progress = Progress::of_order(state, counts);
        Self {
            percent_str: progress.percent_str,
            all_size: progress.all_size,
            isin: progress.isin,
            failed: progress.failed,
            doing: progress.doing,
            bytes_done: progress.bytes_done.0,
            bytes_all: progress.bytes_all.0,
            stage: progress.stage,
            stage_percent: progress.stage_percent,
        }
    }
}

/// What is shown of an order beside its row.
#[derive(Default)]
struct OrderSupplement {
    counts: Counts,
    way: Option<DeliveryAccess>,
    expires_at: Option<DateTime<Utc>>,
    feedback: Option<StoredFeedback>,
    attachments: Option<Vec<AttachmentView>>,
    downloads: Vec<DownloadView>,
    changes: Option<ChangesView>,
    catalogue_only: Option<i64>,
    emergency: Option<EmergencyView>,
}

/// One order with its papers, which operators do not see.
pub(super) async fn detail(
    context: &Context,
    db: &mut PgConnection,
    caller: &Caller,
    order: &Order,
) -> Result<OrderView, StorageError> {
    let mut beside = gather(context, db, caller, std::slice::from_ref(order)).await?;
    let mut beside = beside.remove(&order.id).unwrap_or_default();
    beside.catalogue_only = Some(order_scenes::catalogued(db, order.id).await?);
    let is_operator = caller.capability_for(order.owner) == Capability::Operator;
    if !is_operator {
        let papers = attachments::of_order(db, order.id).await?;
        beside.attachments = Some(papers.into_iter().map(Into::into).collect());
        beside.changes = changes::since_rejection(db, &context.server_key, order).await?;
    }
    let mut form = order.form.open(&context.server_key);
    if is_operator {
        form.phone = masked_phone(&form.phone);
    }
    Ok(show(caller, order, form, beside))
}

/// What an endpoint that changed an order answers: the order as it then is.
pub(super) async fn answer(
    context: &Context,
    caller: &Caller,
    order: &Order,
) -> Result<Json<OrderView>, Problem> {
    let mut db = context.connection().await?;
    Ok(Json(detail(context, &mut db, caller, order).await?))
}

/// Many orders, without their papers.
pub(super) async fn rows(
    context: &Context,
    db: &mut PgConnection,
    caller: &Caller,
    orders: &[Order],
) -> Result<Vec<OrderView>, StorageError> {
    let mut beside = gather(context, db, caller, orders).await?;
    Ok(orders
        .iter()
        .map(|order| {
            let mut form = order.form.open(&context.server_key);
            if caller.capability_for(order.owner) != Capability::Owner {
                form.phone = masked_phone(&form.phone);
            }
            show(
                caller,
                order,
                form,
                beside.remove(&order.id).unwrap_or_default(),
            )
        })
        .collect())
}

async fn gather(
    context: &Context,
    db: &mut PgConnection,
    caller: &Caller,
    orders: &[Order],
) -> Result<HashMap<OrderId, OrderSupplement>, StorageError> {
    let all: Vec<_> = orders.iter().map(|order| order.id).collect();
    let mut beside: HashMap<_, _> = order_scenes::counts(db, &all)
        .await?
        .into_iter()
        .map(|(id, counts)| {
            (
                id,
                OrderSupplement {
                    counts,
                    ..OrderSupplement::default()
                },
            )
        })
        .collect();
    let prepared: HashMap<_, _> = orders
        .iter()
        .filter(|order| delivery::is_prepared(order))
        .map(|order| (order.id, order))
        .collect();
    let ids: Vec<_> = prepared.keys().copied().collect();
    let mut downloads = delivery::downloads(context, db, &ids).await?;
    for found in deliveries::active_of(db, &ids, context.now()).await? {
        let way = delivery::way(context, caller, prepared[&found.order], &found)?;
        let entry = beside.entry(found.order).or_default();
        let watches = caller.capability_for(prepared[&found.order].owner) == Capability::Operator;
        entry.expires_at = (way.is_some() || watches).then_some(found.expires);
        if let Some(DeliveryAccess::Download { .. }) = way {
            entry.downloads = downloads.remove(&found.order).unwrap_or_default();
        }
        entry.way = way;
    }
    for (order, feedback) in feedback::of_orders(db, &rated(orders)).await? {
        beside.entry(order).or_default().feedback = Some(feedback);
    }
    for (order, emergency) in emergencies::of_orders(db, &all).await? {
        beside.entry(order).or_default().emergency = Some(emergency.into());
    }
    Ok(beside)
}

fn rated(orders: &[Order]) -> Vec<OrderId> {
    orders
        .iter()
        .filter(|order| order.state == OrderState::FeedbackGiven)
        .map(|order| order.id)
        .collect()
}

fn show(
    caller: &Caller,
    order: &Order,
    form: ApplicationForm,
    beside: OrderSupplement,
) -> OrderView {
    let actions = actions(caller, order, beside.counts, beside.expires_at.is_some());
    let feedback = beside.feedback.as_ref().map(|given| &given.feedback);
    let document = beside
        .feedback
        .as_ref()
        .and_then(|given| given.document.as_ref());
    let (address, physical_path) = match beside.way {
        Some(DeliveryAccess::Download { address }) => (Some(address), None),
        Some(DeliveryAccess::PickUp { physical_path }) => (None, physical_path),
        None => (None, None),
    };
    OrderView {
        id: order.id.0,
        ordername: order.number.to_string(),
        cloned_from: order.cloned_from.clone(),
        sstatus: order.state.code(),
        kind: order.kind.code(),
        data_type: order.data_type.clone(),
        applyuser: form.applyuser,
        apply_user_phone: form.phone,
        apply_user_unit: form.unit,
        apply_user_used: form.usage,
        product_name: form.project,
        get_method: form.get_method.map(GetMethod::code),
        description: form.description,
        process_describe: form.process_describe,
        extracting_elements: form.extracting_elements,
        assignment: form.assignment,
        wanted_end: form.wanted_end,
        cause: Some(order.cause.clone()).filter(|cause| !cause.is_empty()),
        auditor: order.auditor.clone(),
        creattime: order.created,
        updatetime: order.updated,
        submitted_at: order.submitted,
        endtime: order.ended,
        data_sum: volume(order),
        data_size: order.volume.0,
        unsized_count: order.unsized_scenes,
        catalogue_only: beside.catalogue_only,
        data_count: order.scenes,
        downlod_path_file: address,
        physical_path,
        login_user: order.owner_login.clone(),
        userid: order.owner.0,
        user_name: order.owner_name.clone(),
        group_name: order.owner_unit.clone(),
        delaytime: order.delayed_until,
        sorder: order.priority,
        emergency: beside.emergency,
        data_percent: DataPercent::from_counts(order.state, beside.counts),
        expires_at: beside.expires_at,
        downloads: beside.downloads,
        cancelled_by: order.cancelled_by.map(Capability::as_str),
        changes: beside.changes,
        appraise: feedback.map(|rated| rated.overall.code()),
        response_speed: feedback.and_then(|rated| rated.response_speed.map(Rating::code)),
        service_attitude: feedback.and_then(|rated| rated.service_attitude.map(Rating::code)),
        feed_back: feedback.map(|rated| rated.content.clone()),
        // Who only watches does not get the file.
        feed_back_upload: document
            .filter(|_| caller.capability_for(order.owner) != Capability::Operator)
            .map(|(id, _)| format!("/api/attachments/{id}")),
        feed_back_upload_name: document.map(|(_, name)| display_name(name)),
        attachments: beside.attachments,
        edit: actions.contains(&Action::Save),
        actions,
    }
}

/// Its volume with a unit; `None` where no scene's size is known.
fn volume(order: &Order) -> Option<String> {
    let is_known = order.volume.0 > 0 || order.unsized_scenes == 0;
    is_known.then(|| order.volume.with_unit())
}

/// What is offered as a button: what the life cycle would take now, as far as there is an endpoint for it.
fn actions(caller: &Caller, order: &Order, counts: Counts, is_open: bool) -> Vec<Action> {
    let by = By::Person {
        user: caller.id,
        permissions: caller.permissions,
        epoch: caller.epoch,
        client_ip: "",
        agent: "",
    };
    let unfinished = counts.scenes > counts.extracted + counts.failed;
    application::offered(order, by)
        .into_iter()
        .filter(|action| match action {
            Action::ContinueWithoutFailed => {
                !unfinished && counts.extracted > 0 && counts.failed > 0
            }
            Action::RetryPreparation => counts.is_stuck,
            Action::RequestExtension | Action::Extend => is_open,
            other => codes::OFFERED.contains(other),
        })
        .collect()
}
