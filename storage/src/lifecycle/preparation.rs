//! From approval to a delivery that is verified: the tasks of an order, and what their results do to it.

use chrono::{DateTime, Utc};
use domain::ids::{DeliveryId, OrderId};
use domain::order::state::{Action, OrderState, transition};
use domain::task::{ErrorClass, TaskKind};
use sqlx::{Connection, PgConnection, PgPool};

use super::{By, LifecycleError, Scope, advance, locked};
use crate::StorageError;
use crate::db::deliveries::{self, DeliveryFile, HandOver, NewDelivery};
use crate::db::order_events::{self, NewEvent};
use crate::db::order_scenes::{self, Extracted};
use crate::db::orders::{self, Change, Order};
use crate::db::tasks::{self, Failure, NewTasks, Task};

fn new_tasks(order: &Order, kind: TaskKind, priority: i32) -> NewTasks {
    NewTasks {
        kind,
        order: order.id,
        owner: order.owner,
        priority,
    }
}

/// Begins the extraction of every scene, or of those that failed; whatever was being extracted of
/// them stops.
pub(super) async fn extract(
    db: &mut PgConnection,
    order: &Order,
    scope: Scope,
    priority: i32,
) -> Result<(), StorageError> {
    let dids = match scope {
        Scope::All => order_scenes::dids(db, order.id).await?,
        Scope::Failed => order_scenes::failed_dids(db, order.id).await?,
    };
    tasks::cancel(db, order.id, Some(&dids)).await?;
    order_scenes::begin_extraction(db, order.id, &dids).await?;
    tasks::set_priority(db, order.id, priority).await?;
    let new = new_tasks(order, TaskKind::ExtractScene, priority);
    tasks::insert_for_scenes(db, new, &dids).await
}

/// Begins packaging.
pub(super) async fn package(db: &mut PgConnection, order: &Order) -> Result<(), StorageError> {
    let new = new_tasks(order, TaskKind::PackageOrder, order.priority);
    tasks::insert_for_order(db, new).await
}

/// Stops all work for the order and closes what it handed out.
pub(super) async fn cancel(db: &mut PgConnection, order: &Order) -> Result<(), StorageError> {
    tasks::cancel(db, order.id, None).await?;
    order_scenes::forget_extraction(db, order.id).await?;
    deliveries::end_of_order(db, order.id).await
}

/// Makes a fresh delivery: from the scenes that are still in the object store, and from the archive
/// for those that were removed with the old delivery.
pub(super) async fn reopen(db: &mut PgConnection, order: &Order) -> Result<(), StorageError> {
    deliveries::end_of_order(db, order.id).await?;
    let gone = order_scenes::gone_dids(db, order.id).await?;
    if gone.is_empty() {
        return package(db, order).await;
    }
    order_scenes::begin_extraction(db, order.id, &gone).await?;
    let new = new_tasks(order, TaskKind::ExtractScene, order.priority);
    tasks::insert_for_scenes(db, new, &gone).await
}

/// Publishes an extracted scene, and when it was the last one, moves the order on to packaging. False
/// when the claim is no longer the worker's: then nothing changed, and its object is an orphan.
pub async fn publish_scene(
    pool: &PgPool,
    task: Task,
    did: i64,
    extracted: &Extracted,
    now: DateTime<Utc>,
) -> Result<bool, LifecycleError> {
    let mut tx = pool.begin().await?;
    // The order's lock comes first everywhere: two last scenes cannot both miss being last.
    let order = locked(&mut tx, task.order).await?;
    if !tasks::finish(&mut tx, task.claim).await? {
        return Ok(false);
    }
    order_scenes::publish(&mut tx, order.id, did, extracted, now).await?;
    package_when_all_are_in(&mut tx, &order, now).await?;
    orders::notify(&mut tx, order.id).await?;
    tx.commit().await?;
    Ok(true)
}

/// Moves an approved order on when every scene is in; with failed ones the administrator decides. An
/// order that is reopened has had that decision, and goes on without what can no longer be had.
async fn package_when_all_are_in(
    db: &mut PgConnection,
    order: &Order,
    now: DateTime<Utc>,
) -> Result<(), LifecycleError> {
    let tally = order_scenes::tally(db, order.id).await?;
    if tally.extracting > 0 || tally.extracted == 0 {
        return Ok(());
    }
    if order.state == OrderState::Approved {
        if tally.failed > 0 {
            return Ok(());
        }
        let action = Action::FinishExtraction;
        let to = transition(Some(order.state), action, By::System.actor(order.owner))?;
        advance(db, order, to, action, By::System, &Change::default(), now).await?;
    }
    package(db, order).await?;
    Ok(())
}

/// A delivery that packaging has made.
#[derive(Debug, Clone)]
pub struct Packaged<'a> {
    /// The delivery's id.
    pub delivery: DeliveryId,
    /// How it reaches the applicant.
    pub hand_out: &'a HandOver,
    /// When it closes.
    pub expires: DateTime<Utc>,
    /// What it holds.
    pub files: &'a [DeliveryFile],
}

/// Writes the delivery and begins its verification; false when the claim is no longer the worker's.
pub async fn publish_package(
    pool: &PgPool,
    task: Task,
    packaged: &Packaged<'_>,
    now: DateTime<Utc>,
) -> Result<bool, LifecycleError> {
    let mut tx = pool.begin().await?;
    let order = locked(&mut tx, task.order).await?;
    if !tasks::finish(&mut tx, task.claim).await? {
        return Ok(false);
    }
    deliveries::end_of_order(&mut tx, order.id).await?;
    let new = NewDelivery {
        id: packaged.delivery,
        order: order.id,
        task: task.claim.task,
        hand_out: packaged.hand_out,
        created: now,
        expires: packaged.expires,
    };
    deliveries::insert(&mut tx, &new, packaged.files).await?;
    let verify = new_tasks(&order, TaskKind::VerifyDelivery, order.priority);
    tasks::insert_for_order(&mut tx, verify).await?;
    orders::notify(&mut tx, order.id).await?;
    tx.commit().await?;
    Ok(true)
}

/// Shows the verified delivery to the applicant: the order is prepared. False when the claim, or the
/// delivery, is no longer the one that was verified.
pub async fn publish_verified(
    pool: &PgPool,
    task: Task,
    delivery: DeliveryId,
    now: DateTime<Utc>,
) -> Result<bool, LifecycleError> {
    let mut tx = pool.begin().await?;
    let order = locked(&mut tx, task.order).await?;
    let action = Action::FinishPreparation;
    if !tasks::finish(&mut tx, task.claim).await?
        || !deliveries::activate(&mut tx, delivery).await?
    {
        return Ok(false);
    }
    let to = transition(Some(order.state), action, By::System.actor(order.owner))?;
    advance(
        &mut tx,
        &order,
        to,
        action,
        By::System,
        &Change::default(),
        now,
    )
    .await?;
    tx.commit().await?;
    Ok(true)
}

/// Ends a claim as failed. The scene says why with `flog`, also while it is tried again; one whose class
/// has no patience left is marked failed, and the order waits for the administrator.
pub async fn fail(
    pool: &PgPool,
    task: Task,
    class: ErrorClass,
    flog: &str,
    now: DateTime<Utc>,
) -> Result<Failure, LifecycleError> {
    let mut tx = pool.begin().await?;
    let order = locked(&mut tx, task.order).await?;
    let failure = tasks::fail(&mut tx, task.claim, class, flog).await?;
    match (failure, task.did) {
        (Failure::Final, _) => settle(&mut tx, &order, task, class, flog, now).await?,
        (Failure::Retried(_), Some(did)) => {
            order_scenes::note(&mut tx, order.id, did, flog).await?;
            orders::notify(&mut tx, order.id).await?;
        }
        _ => {}
    }
    tx.commit().await?;
    Ok(failure)
}

/// Ends the leases that ran out and settles the tasks that have no attempt left.
pub async fn expire_leases(pool: &PgPool, now: DateTime<Utc>) -> Result<(), LifecycleError> {
    let mut db = pool.acquire().await?;
    tasks::expire_leases(&mut db).await?;
    for id in tasks::orders_with_used_up(&mut db).await? {
        let mut tx = db.begin().await?;
        // The order's lock comes before its tasks' here as well: whoever publishes holds it.
        let order = locked(&mut tx, id).await?;
        for task in tasks::end_used_up(&mut tx, id).await? {
            let flog = "处理该数据的工作进程多次异常退出，请联系运维人员";
            settle(&mut tx, &order, task, ErrorClass::Bug, flog, now).await?;
        }
        tx.commit().await?;
    }
    Ok(())
}

async fn settle(
    db: &mut PgConnection,
    order: &Order,
    task: Task,
    class: ErrorClass,
    text: &str,
    now: DateTime<Utc>,
) -> Result<(), LifecycleError> {
    if let (TaskKind::ExtractScene, Some(did)) = (task.kind, task.did) {
        order_scenes::mark_failed(db, order.id, did, text).await?;
        if order.state == OrderState::PendingPackaging {
            package_when_all_are_in(db, order, now).await?;
        }
    } else {
        // The order stays where it is; its time line says why it does not go on.
        let event = NewEvent {
            order: order.id,
            at: now,
            role: "system",
            user: None,
            action: Action::FinishPreparation,
            from: Some(order.state),
            to: order.state,
            reason_code: class.as_str(),
            text,
            client_ip: "",
        };
        order_events::insert(db, &event).await?;
    }
    orders::notify(db, order.id).await?;
    Ok(())
}

/// Closes what expired, and forgets what nothing that is open holds; the orders concerned.
pub async fn expire_deliveries(
    pool: &PgPool,
    now: DateTime<Utc>,
) -> Result<Vec<OrderId>, StorageError> {
    let orders = super::expiry::close_due(pool, now).await?;
    let mut tx = pool.begin().await?;
    deliveries::forget_ended(&mut tx, now).await?;
    tx.commit().await?;
    Ok(orders)
}
