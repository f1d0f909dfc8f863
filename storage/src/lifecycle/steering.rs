//! What people do to tasks one by one, or to all that match a filter. Each order's tasks are one change of that order, with
//! its event: what is done to ten thousand tasks stands in the audit log once for each order.

use chrono::{DateTime, Utc};
use domain::ids::{OrderId, TaskId};
use domain::order::rules;
use domain::steering::TaskAct;
use domain::task::{ErrorClass, TaskKind};
use rand::seq::SliceRandom as _;
use sqlx::PgPool;
use texts::{EventText, FailureText, Message};

use super::guard::LockedOrder;
use super::scope::{ApplicantScopes, check_order};
use super::{By, LifecycleError, preparation};
use crate::StorageError;
use crate::db::task_acts::{self, SteeredTask};
use crate::db::task_listing::{self, MAX_ORDERS, OrderTasks, TaskFilter};
use crate::db::tasks::{self, NewTasks, Task};
use crate::db::{handles, order_scenes};
use crate::objects::Claim;

/// Tasks of one order that one act touches at most: more than an order holds.
const MAX_PER_ORDER: i64 = 1_000_000;
/// Orders whose tasks one act tries again at most: it looks at all scenes of each.
const MAX_RETRIED: usize = 100;

/// How many tasks of how many orders the act changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Steered {
    /// Tasks that were touched.
    pub tasks: u64,
    /// Number of orders that the tasks belong to.
    pub orders: u64,
    /// Orders that refused: their state changed meanwhile, they are the caller's own, or what is to be tried again is out of their
    /// applicant's scope.
    pub refused: u64,
    /// Whether orders are left: there were too many for one act.
    pub more: bool,
}

/// An act with what it needs.
#[derive(Debug, Clone, Copy)]
pub struct TaskSteering {
    pub act: TaskAct,
    /// The new priority, of [`TaskAct::SetPriority`].
    pub priority: i32,
}

/// Does this to every task that matches and that it can be done to.
pub async fn steer(
    pool: &PgPool,
    filter: &TaskFilter,
    steering: TaskSteering,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<Steered, LifecycleError> {
    let Some(caller) = by.user() else {
        return Ok(Steered::default());
    };
    let mut db = handles::connection(pool).await?;
    let matching = task_listing::counts_by_order(&mut db, filter, caller).await?;
    drop(db);
    let (orders, more) = lot(&matching, steering.act);
    let mut steered = Steered {
        more,
        ..Steered::default()
    };
    let only_one = orders.len() == 1;
    let mut applicants = ApplicantScopes::default();
    for (order, is_touched) in orders {
        let hidden = if is_touched && steering.act == TaskAct::Retry {
            // Before anything is locked: looking at its scenes may take long.
            let mut db = handles::connection(pool).await?;
            Some(applicants.hidden_of(&mut db, order, now).await?)
        } else {
            None
        };
        match steer_order(pool, (order, filter, hidden), steering, by, now).await {
            Ok(0) => {}
            Ok(tasks) => {
                steered.tasks += tasks;
                steered.orders += 1;
            }
            Err(LifecycleError::Refused(_) | LifecycleError::Unmet(_)) if !only_one => {
                steered.refused += 1;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(steered)
}

/// The orders of one act, each with whether it would change something there, and whether there are more of those. Which ones are tried
/// again is drawn by lot, so that those that refuse do not keep the others waiting for ever.
fn lot(matching: &[OrderTasks], act: TaskAct) -> (Vec<(OrderId, bool)>, bool) {
    let most = if act == TaskAct::Retry {
        MAX_RETRIED
    } else {
        MAX_ORDERS
    };
    let orders = matching
        .iter()
        .filter_map(|found| Some((found.order?, found.counts.touched_by(act) > 0)));
    let (mut orders, untouched): (Vec<_>, Vec<_>) = orders.partition(|(_, is_touched)| *is_touched);
    let more = orders.len() > most;
    if more && act == TaskAct::Retry {
        orders.shuffle(&mut rand::rng());
    }
    orders.extend(untouched);
    orders.truncate(most);
    (orders, more)
}

/// `hidden`: how many of its scenes its applicant may not see, where that was looked at.
async fn steer_order(
    pool: &PgPool,
    (id, filter, hidden): (OrderId, &TaskFilter, Option<u64>),
    steering: TaskSteering,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<u64, LifecycleError> {
    let mut order = LockedOrder::lock(pool, id, by, now).await?;
    let step = order.ask(steering.act.action())?;
    let filter = TaskFilter {
        order: Some(id),
        ..filter.clone()
    };
    let (db, _) = order.parts();
    let matching = task_listing::page(db, &filter, None, MAX_PER_ORDER).await?;
    let ids: Vec<TaskId> = matching.into_iter().map(|task| task.id).collect();
    let mut touched = task_acts::lock(db, id, &ids).await?;
    touched.retain(|task| steering.act.touches(&task.standing));
    if touched.is_empty() {
        return Ok(0);
    }
    if steering.act == TaskAct::Retry {
        let (db, row) = order.parts();
        match hidden {
            Some(hidden) => rules::must_be_in_scope(hidden)?,
            None => check_order(db, row, now).await?,
        }
    }
    apply(&mut order, steering, &touched).await?;
    let count = touched.len().to_string();
    let to = steering.priority.to_string();
    let text = match steering.act {
        TaskAct::SetPriority => EventText::TaskPriorityChanged { count, to },
        TaskAct::Pause | TaskAct::Resume | TaskAct::Retry | TaskAct::Cancel => {
            EventText::TasksTouched { count }
        }
    };
    order.record(step, text.into()).await?;
    order.commit().await?;
    Ok(u64::try_from(touched.len()).unwrap_or(u64::MAX))
}

async fn apply(
    order: &mut LockedOrder<'_>,
    steering: TaskSteering,
    touched: &[SteeredTask],
) -> Result<(), LifecycleError> {
    let ids: Vec<_> = touched.iter().map(|task| task.id).collect();
    let by = order.by().user();
    let (db, _) = order.parts();
    match steering.act {
        TaskAct::Pause => {
            if let Some(by) = by {
                task_acts::pause(db, &ids, by).await?;
            }
        }
        TaskAct::Resume => task_acts::resume(db, &ids).await?,
        TaskAct::SetPriority => task_acts::set_priority(db, &ids, steering.priority).await?,
        TaskAct::Retry => {
            task_acts::hurry(db, &ids).await?;
            begin_anew(order, touched).await?;
        }
        TaskAct::Cancel => {
            task_acts::cancel(db, &ids).await?;
            give_up(order, touched).await?;
        }
    }
    Ok(())
}

/// New tasks for what ended for good: the old ones stay, as what happened.
async fn begin_anew(
    order: &mut LockedOrder<'_>,
    touched: &[SteeredTask],
) -> Result<(), StorageError> {
    let (db, row) = order.parts();
    let new = |kind| NewTasks {
        kind,
        order: row.id,
        owner: row.owner,
        priority: row.priority,
    };
    let over = || touched.iter().filter(|task| task.standing.unresolved);
    let dids: Vec<i64> = over().filter_map(|task| task.did).collect();
    if !dids.is_empty() {
        order_scenes::begin_extraction(db, row.id, &dids).await?;
        tasks::insert_for_scenes(db, new(TaskKind::ExtractScene), &dids).await?;
    }
    for task in over().filter(|task| task.is_of_whole_order()) {
        tasks::insert_for_order(db, new(task.standing.kind)).await?;
    }
    Ok(())
}

/// What a cancelled task was for has failed: somebody decides how the order goes on.
async fn give_up(
    order: &mut LockedOrder<'_>,
    touched: &[SteeredTask],
) -> Result<(), LifecycleError> {
    let id = order.order().id;
    let reason = Message::from(FailureText::Cancelled);
    for task in touched {
        let ended = Task {
            claim: Claim {
                task: task.id,
                attempt: task.attempt,
            },
            kind: task.standing.kind,
            order: id,
            did: task.did,
        };
        preparation::settle(order, ended, ErrorClass::Cancelled, &reason).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::task_listing::TaskCounts;

    fn matching(count: usize, retry: i64) -> Vec<OrderTasks> {
        let counts = TaskCounts {
            total: 1,
            retry,
            pause: 1,
            ..TaskCounts::default()
        };
        let orders = (0..count).map(|_| OrderTasks {
            order: Some(OrderId::fresh()),
            counts,
        });
        orders.collect()
    }

    #[test]
    fn one_act_tries_few_orders_again_and_goes_on_with_those_that_are_left() {
        let done = matching(MAX_RETRIED, 0);
        for (left, more) in [(MAX_RETRIED + 1, true), (MAX_RETRIED, false)] {
            let all = [done.clone(), matching(left, 1)].concat();
            let (orders, are_left) = lot(&all, TaskAct::Retry);
            assert_eq!((orders.len(), are_left), (MAX_RETRIED, more));
            assert!(orders.iter().all(|(_, is_touched)| *is_touched));
            let (paused, are_left) = lot(&all, TaskAct::Pause);
            assert_eq!((paused.len(), are_left), (all.len(), false));
        }
        let (orders, are_left) = lot(&done, TaskAct::Retry);
        assert_eq!((orders.len(), are_left), (MAX_RETRIED, false));
        assert!(orders.iter().all(|(_, is_touched)| !is_touched));
    }
}
