//! From approval to a delivery that is verified: the tasks of an order, and what their results do to it.

use chrono::{DateTime, Utc};
use domain::ids::{DeliveryId, OrderId};
use domain::order::rules::{AfterExtraction, after_extraction};
use domain::order::state::{Action, OrderState};
use domain::task::{ErrorClass, TaskKind};
use sqlx::{PgConnection, PgPool};
use texts::{Detail, FailureText, Message};

use super::guard::{EventNote, LockedOrder};
use super::{By, LifecycleError, Scope};
use crate::StorageError;
use crate::db::deliveries::{self, DeliveryFile, HandOver, NewDelivery};
use crate::db::order_scenes::{self, Extracted};
use crate::db::orders::Order;
use crate::db::registry;
use crate::db::service_figures::note_failure;
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

/// Begins anew what failed for good after the extraction: the package, or the scenes where not one is there.
pub(super) async fn retry(db: &mut PgConnection, order: &Order) -> Result<(), StorageError> {
    if order_scenes::tally(db, order.id).await?.extracted > 0 {
        return reopen(db, order).await;
    }
    deliveries::end_of_order(db, order.id).await?;
    extract(db, order, Scope::Failed, order.priority).await
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
    // Two last scenes cannot both miss being last: the second waits here.
    let mut locked = LockedOrder::lock(pool, task.order, By::System, now).await?;
    let (db, order) = locked.parts();
    if !tasks::finish(db, task.claim).await? {
        return Ok(false);
    }
    order_scenes::publish(db, order.id, did, extracted, now).await?;
    package_when_all_are_in(&mut locked).await?;
    locked.notify().await?;
    locked.commit().await?;
    Ok(true)
}

/// Begins packaging where no scene is missing any more (see [`after_extraction`]).
async fn package_when_all_are_in(locked: &mut LockedOrder<'_>) -> Result<(), LifecycleError> {
    let (db, order) = locked.parts();
    let tally = order_scenes::tally(db, order.id).await?;
    match after_extraction(order.state, tally) {
        AfterExtraction::Wait => return Ok(()),
        AfterExtraction::FinishAndPackage => {
            locked.act(Action::FinishExtraction).await?;
        }
        AfterExtraction::Package => {}
    }
    let (db, order) = locked.parts();
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
    pub files: &'a [DeliveryFile],
}

/// Writes the delivery and begins its verification; false when the claim is no longer the worker's.
pub async fn publish_package(
    pool: &PgPool,
    task: Task,
    packaged: &Packaged<'_>,
    now: DateTime<Utc>,
) -> Result<bool, LifecycleError> {
    let mut locked = LockedOrder::lock(pool, task.order, By::System, now).await?;
    let (db, order) = locked.parts();
    if !tasks::finish(db, task.claim).await? {
        return Ok(false);
    }
    deliveries::end_of_order(db, order.id).await?;
    let new = NewDelivery {
        id: packaged.delivery,
        order: order.id,
        task: task.claim.task,
        hand_out: packaged.hand_out,
        created: now,
        expires: packaged.expires,
    };
    deliveries::insert(db, &new, packaged.files).await?;
    let verify = new_tasks(order, TaskKind::VerifyDelivery, order.priority);
    tasks::insert_for_order(db, verify).await?;
    locked.notify().await?;
    locked.commit().await?;
    Ok(true)
}

/// Shows the verified delivery to the applicant and enters it in the registry: the order is prepared. False when the claim, or the
/// delivery, is no longer the one that was verified.
pub async fn publish_verified(
    pool: &PgPool,
    task: Task,
    delivery: DeliveryId,
    now: DateTime<Utc>,
) -> Result<bool, LifecycleError> {
    let mut locked = LockedOrder::lock(pool, task.order, By::System, now).await?;
    let (db, _) = locked.parts();
    if !tasks::finish(db, task.claim).await? || !deliveries::activate(db, delivery).await? {
        return Ok(false);
    }
    registry::enter(db, delivery, now).await?;
    locked.act(Action::FinishPreparation).await?;
    locked.commit().await?;
    Ok(true)
}

/// Ends a claim as failed. The scene says why with `flog`, also while it is tried again; one whose class
/// has no patience left is marked failed, and the order waits for the administrator.
pub async fn fail(
    pool: &PgPool,
    task: Task,
    class: ErrorClass,
    flog: &Message,
    now: DateTime<Utc>,
) -> Result<Failure, LifecycleError> {
    let mut locked = LockedOrder::lock(pool, task.order, By::System, now).await?;
    let (db, order) = locked.parts();
    let failure = tasks::fail(db, task.claim, class, flog).await?;
    match (failure, task.did) {
        (Failure::Final, _) => settle(&mut locked, task, class, flog).await?,
        (Failure::Retried(_), Some(did)) => {
            order_scenes::note(db, order.id, did, flog).await?;
            locked.notify().await?;
        }
        _ => {}
    }
    locked.commit().await?;
    Ok(failure)
}

/// Ends the leases that ran out and settles the tasks that have no attempt left.
pub async fn expire_leases(pool: &PgPool, now: DateTime<Utc>) -> Result<(), LifecycleError> {
    let mut db = pool.acquire().await?;
    tasks::expire_leases(&mut db).await?;
    let used_up = tasks::orders_with_used_up(&mut db).await?;
    drop(db);
    for id in used_up {
        let mut locked = LockedOrder::lock(pool, id, By::System, now).await?;
        let (db, _) = locked.parts();
        for task in tasks::end_used_up(db, id).await? {
            let flog = FailureText::WorkersDied.into();
            settle(&mut locked, task, ErrorClass::Bug, &flog).await?;
        }
        locked.commit().await?;
    }
    Ok(())
}

pub(super) async fn settle(
    locked: &mut LockedOrder<'_>,
    task: Task,
    class: ErrorClass,
    failure: &Message,
) -> Result<(), LifecycleError> {
    let now = locked.now();
    let (db, order) = locked.parts();
    note_failure(db, task, class, failure, now).await?;
    if let (TaskKind::ExtractScene, Some(did)) = (task.kind, task.did) {
        order_scenes::mark_failed(db, order.id, did, failure).await?;
        if order.state == OrderState::PendingPackaging {
            package_when_all_are_in(locked).await?;
        }
        locked.notify().await?;
    } else {
        let lost_or_changed =
            matches!(class, ErrorClass::SourceMissing | ErrorClass::SourceCorrupt);
        if task.kind == TaskKind::PackageOrder && lost_or_changed {
            // Of what was extracted: a retry would only find the same.
            order_scenes::forget_objects(db, order.id).await?;
        }
        let note = EventNote {
            reason_code: class.as_str(),
            detail: Detail::Message(failure.clone()),
            ..EventNote::default()
        };
        locked
            .record_failure(Action::FinishPreparation, note)
            .await?;
    }
    Ok(())
}

/// Closes what expired, and forgets what nothing that is open holds; the orders concerned.
pub async fn expire_deliveries(
    pool: &PgPool,
    now: DateTime<Utc>,
) -> Result<Vec<OrderId>, LifecycleError> {
    let orders = super::expiry::close_due(pool, now).await?;
    let mut tx = pool.begin().await?;
    deliveries::forget_ended(&mut tx, now).await?;
    tx.commit().await?;
    Ok(orders)
}
