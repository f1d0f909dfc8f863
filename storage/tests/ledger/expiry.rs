//! The end of a delivery: said in time, moved on request, kept.

use chrono::TimeDelta;
use domain::ids::OrderId;
use domain::order::rules::Unmet;
use domain::order::state::{OrderState, Refusal};
use domain::role::Role;
use storage::db::order_events;
use storage::db::{deliveries, expiry as rows};
use storage::lifecycle::{LifecycleError, expiry, preparation};
use testkit::builders::acting;

use super::world::World;

/// Reason codes of what was said of the order's expiry, in order.
async fn recorded_stages(world: &World, order: OrderId) -> Vec<String> {
    let events = order_events::list(&mut *world.db().await, order)
        .await
        .unwrap();
    events
        .into_iter()
        .filter(|event| event.action == "note_expiry")
        .map(|event| event.reason_code)
        .collect()
}

#[tokio::test]
async fn each_stage_is_said_once_and_again_when_the_end_has_moved() {
    let world = World::new(1).await;
    let order = world.prepared(world.owner, 1).await;
    let id = world.delivery(order).await;
    let end = deliveries::find(&mut *world.db().await, id)
        .await
        .unwrap()
        .unwrap()
        .expires;
    let note = async |before: TimeDelta| {
        // Two processes at once, and again.
        let at = end - before;
        let (a, b) = tokio::join!(
            expiry::note_near(&world.pool, at),
            expiry::note_near(&world.pool, at)
        );
        a.unwrap();
        b.unwrap();
        expiry::note_near(&world.pool, at).await.unwrap();
        recorded_stages(&world, order).await
    };
    assert_eq!(note(TimeDelta::hours(73)).await, [""; 0]);
    assert_eq!(note(TimeDelta::hours(71)).await, ["expires_in_3_days"]);
    assert_eq!(
        note(TimeDelta::hours(23)).await,
        ["expires_in_3_days", "expires_in_1_day"]
    );
    let admin = acting(world.admin, Role::Admin);
    let at = end - TimeDelta::hours(22);
    expiry::extend(&world.pool, order, 2, admin, at)
        .await
        .unwrap();
    assert_eq!(
        note(TimeDelta::hours(21)).await.len(),
        3,
        "the new end is within three days"
    );
    let new_end = end + TimeDelta::days(2);
    assert_eq!(
        preparation::expire_deliveries(&world.pool, end)
            .await
            .unwrap(),
        []
    );
    for _ in 0..2 {
        preparation::expire_deliveries(&world.pool, new_end)
            .await
            .unwrap();
        expiry::note_near(&world.pool, new_end).await.unwrap();
    }
    assert_eq!(
        recorded_stages(&world, order).await[2..],
        ["expires_in_3_days", "expired"]
    );
    assert_eq!(world.state(order).await, OrderState::Prepared);
}

#[tokio::test]
async fn a_completed_order_is_warned_too_and_a_closed_delivery_is_not() {
    let world = World::new(1).await;
    let completed = world.prepared(world.owner, 1).await;
    world.admin().complete(completed).await.unwrap();
    let overdue = world.prepared(world.owner, 1).await;
    world.admin().mark_overdue(overdue).await.unwrap();
    expiry::note_near(&world.pool, world.now + TimeDelta::days(5))
        .await
        .unwrap();
    assert_eq!(
        recorded_stages(&world, completed).await,
        ["expires_in_3_days"]
    );
    preparation::expire_deliveries(&world.pool, world.now + TimeDelta::days(9))
        .await
        .unwrap();
    assert_eq!(recorded_stages(&world, completed).await.len(), 2);
    assert_eq!(recorded_stages(&world, overdue).await, [""; 0]);
    assert_eq!(world.state(completed).await, OrderState::Completed);
}

#[tokio::test]
async fn more_time_is_asked_for_by_the_owner_and_given_by_an_administrator() {
    let world = World::new(1).await;
    let order = world.prepared(world.owner, 1).await;
    let owner = acting(world.owner, Role::Applicant);
    let other = acting(world.other, Role::Applicant);
    let admin = acting(world.admin, Role::Admin);
    let ask =
        async |by, reason, at| expiry::request_extension(&world.pool, order, reason, by, at).await;
    let now = world.now;
    assert!(matches!(
        ask(other, "请延期", now).await,
        Err(LifecycleError::Refused(Refusal::Invisible))
    ));
    assert!(matches!(
        ask(admin, "请延期", now).await,
        Err(LifecycleError::Refused(Refusal::NotAllowed))
    ));
    assert!(matches!(
        ask(owner, " ", now).await,
        Err(LifecycleError::Unmet(Unmet::CauseMissing))
    ));
    ask(owner, " 网络太慢 ", now).await.unwrap();
    assert!(matches!(
        ask(owner, "再次", now + TimeDelta::hours(23)).await,
        Err(LifecycleError::Unmet(Unmet::AlreadyAsked))
    ));
    ask(owner, "再次", now + TimeDelta::hours(25))
        .await
        .unwrap();
    assert!(matches!(
        expiry::extend(&world.pool, order, 7, owner, now).await,
        Err(LifecycleError::Refused(Refusal::NotAllowed))
    ));
    let before = rows::open_until(&mut *world.db().await, order, now)
        .await
        .unwrap()
        .unwrap();
    expiry::extend(&world.pool, order, 7, admin, now)
        .await
        .unwrap();
    let after = rows::open_until(&mut *world.db().await, order, now)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(after - before, TimeDelta::days(7));
    let events = order_events::list(&mut *world.db().await, order)
        .await
        .unwrap();
    let told: Vec<_> = events
        .iter()
        .skip_while(|event| event.action != "request_extension")
        .map(|event| (event.action.as_str(), event.detail.chinese()))
        .collect();
    assert_eq!(
        told,
        [
            ("request_extension", "网络太慢".to_owned()),
            ("request_extension", "再次".to_owned()),
            ("extend", "延长7天，至2026-12-05 10:00".to_owned())
        ]
    );
}

#[tokio::test]
async fn what_is_closed_gets_no_more_time() {
    let world = World::new(1).await;
    let order = world.prepared(world.owner, 1).await;
    let (owner, admin) = (
        acting(world.owner, Role::Applicant),
        acting(world.admin, Role::Admin),
    );
    // Also before any sweeper has come by.
    let late = world.now + TimeDelta::days(7);
    for _ in 0..2 {
        assert!(matches!(
            expiry::extend(&world.pool, order, 1, admin, late).await,
            Err(LifecycleError::Unmet(Unmet::NoOpenDelivery))
        ));
        assert!(matches!(
            expiry::request_extension(&world.pool, order, "请延期", owner, late).await,
            Err(LifecycleError::Unmet(Unmet::NoOpenDelivery))
        ));
        preparation::expire_deliveries(&world.pool, late)
            .await
            .unwrap();
    }
    world.admin().mark_overdue(order).await.unwrap();
    assert!(matches!(
        expiry::extend(&world.pool, order, 1, admin, world.now).await,
        Err(LifecycleError::Refused(Refusal::WrongState { .. }))
    ));
}
