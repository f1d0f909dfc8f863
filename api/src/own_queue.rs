//! `GET /api/queue`: what an applicant may expect of the preparation: how many are before the own orders, how long orders of
//! their size usually take, and how many promises were kept last month.

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use chrono::{DateTime, Datelike, Days, NaiveDate, TimeDelta, Utc};
use domain::calendar::china_day;
use domain::permission::Permission;
use domain::statistics::Period;
use domain::wait::{Wait, WaitReason, order_waits};
use serde::Serialize;
use storage::PgConnection;
use storage::db::order_scope::OrderScope;
use storage::db::service_figures;
use storage::db::usual_times::{self, OrderInPreparation, UsualTime};
use storage::db::waits::{self as ledger, WaitSubject};
use utoipa::ToSchema;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::caller::Caller;
use crate::context::Context;
use crate::json::Json;
use crate::orders::codes;
use crate::orders::waits::{Reading, WaitView, are_objects_away};
use crate::problem::Problem;
use crate::router::{RouteAccess, Routes};

#[cfg(test)]
mod tests;

/// Orders that are named at most; each asks where it stands.
const MAX_ORDERS: i64 = 10;
/// What became ready within so long says what is usual.
const USUAL: TimeDelta = TimeDelta::days(90);

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(RouteAccess::Needs(Permission::OwnOrders), routes!(queue));
}

/// What one may expect of the preparation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Queue)]
#[serde(rename_all = "camelCase")]
struct QueueView {
    /// The moment.
    at: DateTime<Utc>,
    /// The caller's orders that are being prepared, the one first that was made first; ten at most.
    orders: Vec<PreparingOrder>,
    /// The caller's orders in preparation, also those beyond the ten.
    total: i64,
    /// How long orders usually take, by size, the smallest first; every size.
    usual: Vec<UsualTimeView>,
    promise: LastPromises,
}

/// An order that is being prepared.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PreparingOrder {
    id: Uuid,
    ordername: String,
    #[schema(value_type = codes::OrderStatus)]
    sstatus: i16,
    #[schema(required)]
    approved_at: Option<DateTime<Utc>>,
    scenes: i32,
    /// Of those whose size is known.
    bytes: i64,
    /// Scenes whose size is not known.
    unsized_count: i32,
    /// Scenes that are extracted.
    extracted: i64,
    /// Tasks that are released before its next one; null: none of it stands in line, for it is at work or waits for something else.
    #[schema(required)]
    ahead: Option<u64>,
    /// Whether there may be more of them than that.
    ahead_or_more: bool,
    /// Every reason for which it waits.
    waits: Vec<WaitView>,
}

/// How long the preparation of orders of a size took: from approval to the opening of the first delivery.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UsualTimeView {
    /// The fewest scenes of an order of this size.
    fewest: i32,
    /// The most; null: any number.
    #[schema(required)]
    most: Option<i32>,
    /// Orders that were counted, of the newest thousand that became ready within 90 days.
    orders: u64,
    /// Seconds within which half of them were ready; null: none was counted.
    #[schema(required)]
    median_seconds: Option<u64>,
    /// Seconds within which 95 of 100 were.
    #[schema(required)]
    p95_seconds: Option<u64>,
}

/// What was promised, and how much of it was kept in the last whole month.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LastPromises {
    /// Hours from approval within which data are promised now; null: nothing is promised.
    #[schema(required)]
    hours: Option<i32>,
    /// The month in China, `2026-10`.
    month: String,
    /// Orders that became ready in it and of which a time was promised.
    promised: u64,
    /// Of these, those that were ready in time.
    kept: u64,
}

impl From<UsualTime> for UsualTimeView {
    fn from(usual: UsualTime) -> Self {
        Self {
            fewest: usual.size.fewest(),
            most: usual.size.most(),
            orders: usual.orders,
            median_seconds: usual.median_seconds,
            p95_seconds: usual.p95_seconds,
        }
    }
}

/// What the caller may expect of the preparation: where the own orders stand in line and why they wait, how long orders of a
/// size usually take, and how many promises were kept in the last month.
#[utoipa::path(get, path = "/api/queue", tag = "orders", operation_id = "getQueue",
    responses((status = 200, body = QueueView)))]
async fn queue(
    State(context): State<Context>,
    caller: Caller,
) -> Result<impl IntoResponse, Problem> {
    // Before a connection is held: it takes one of its own.
    let objects_away = are_objects_away(&context).await;
    let now = context.now();
    let mut db = context.connection().await?;
    let (own, total) = usual_times::in_preparation(&mut db, caller.id, MAX_ORDERS).await?;
    let mut orders = Vec::with_capacity(own.len());
    for order in own {
        orders.push(queued(&mut db, &caller, order, objects_away).await?);
    }
    let usual = usual_times::by_size(&mut db, now - USUAL).await?;
    let found = QueueView {
        at: now,
        orders,
        total,
        usual: usual.into_iter().map(Into::into).collect(),
        promise: promises(&mut db, now).await?,
    };
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(found)))
}

async fn queued(
    db: &mut PgConnection,
    caller: &Caller,
    order: OrderInPreparation,
    objects_away: bool,
) -> Result<PreparingOrder, Problem> {
    let mut facts = ledger::facts(db, WaitSubject::Order(order.id)).await?;
    facts.crew.objects_away = objects_away;
    let waits = (facts.order).map(|known| order_waits(&known, &facts.groups, &facts.crew));
    let waits = waits.unwrap_or_default();
    let stands = Some((order.id, order.state));
    let reading = Reading::new(db, caller, Some(caller.id), stands).await?;
    let position = waits.iter().find_map(tasks_ahead);
    Ok(PreparingOrder {
        id: order.id.0,
        ordername: order.number,
        sstatus: order.state.code(),
        approved_at: order.approved_at,
        scenes: order.scenes,
        bytes: order.bytes,
        unsized_count: order.unsized_scenes,
        extracted: order.extracted,
        ahead: position.map(|(ahead, _)| ahead),
        ahead_or_more: position.is_some_and(|(_, or_more)| or_more),
        waits: waits.iter().map(|wait| reading.view(wait)).collect(),
    })
}

/// How many, and whether there may be more.
const fn tasks_ahead(wait: &Wait) -> Option<(u64, bool)> {
    match wait.reason {
        WaitReason::Turn { ahead, at_least } => Some((ahead, at_least)),
        _ => None,
    }
}

async fn promises(db: &mut PgConnection, now: DateTime<Utc>) -> Result<LastPromises, Problem> {
    let month = month_before(china_day(now));
    // Of everybody's orders: it is a promise of the survey, and names none of them.
    let months = service_figures::preparation_by_month(db, (&OrderScope::All, month)).await?;
    let figures = months.get(&month.first()).cloned().unwrap_or_default();
    Ok(LastPromises {
        hours: service_figures::promised_hours(db, now).await?,
        month: month.first().format("%Y-%m").to_string(),
        promised: figures.kept + figures.late,
        kept: figures.kept,
    })
}

/// The whole month before the day's.
fn month_before(day: NaiveDate) -> Period {
    let last = day - Days::new(day.day().into());
    Period::new(last.with_day(1).unwrap_or(last), last)
}
