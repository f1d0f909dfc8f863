//! Targets that administrators stop: nothing goes there, and nothing is lost.

use chrono::TimeDelta;
use domain::push_bounds::PushHold;
use domain::subscription::{Standing, SubscriptionCriteria, day_begin};
use domain::task::ErrorClass;
use storage::db::subscriptions::{self, SubscriptionQuery};
use storage::db::{Page, push_targets};
use storage::lifecycle::pushes::{TargetFailure, fail_target};

use super::pushes::{
    DELIVERED, WAITING, add, claimed, deliver, matched, subscribed, target, tested,
};
use super::world::{World, broken};

async fn standing(world: &World) -> Standing {
    let query = SubscriptionQuery::default();
    let times = (world.now, day_begin(world.now));
    let page = Page::new(None, None);
    let found = subscriptions::list(&mut *world.db().await, query, times, page).await;
    found.unwrap().items[0].standing()
}

async fn only_target(world: &World) -> push_targets::PushTarget {
    let page = Page::new(None, None);
    let day = day_begin(world.now);
    let found = push_targets::list(&mut *world.db().await, (None, None), day, page).await;
    found.unwrap().items.remove(0)
}

#[tokio::test]
async fn nothing_goes_to_a_target_that_is_stopped_until_it_is_let_go_on() {
    let world = World::new(0).await;
    subscribed(&world, SubscriptionCriteria::default()).await;
    add(&world, &["a", "b", "c"]).await;
    matched(&world).await;
    let under_way = claimed(&world).await;
    assert_eq!(under_way.len(), 2);
    let id = only_target(&world).await.id;
    let stop = push_targets::stop(&mut *world.db().await, id, "对方要求", world.now).await;
    assert!(stop.unwrap());
    let stopped = only_target(&world).await;
    assert_eq!(
        (stopped.hold, &*stopped.stop_reason),
        (Some(PushHold::Stopped), "对方要求")
    );
    for task in under_way {
        deliver(&world, task).await;
    }
    assert!(claimed(&world).await.is_empty());
    assert_eq!(standing(&world).await, Standing::TargetStopped);
    add(&world, &["d"]).await;
    assert_eq!(matched(&world).await.matched, 1, "what comes in waits");
    assert_eq!(world.count(WAITING).await, 2);

    let resumed = push_targets::resume(&mut *world.db().await, id).await;
    assert!(resumed.unwrap());
    let again = push_targets::resume(&mut *world.db().await, id).await;
    assert!(!again.unwrap(), "it is not stopped");
    for task in claimed(&world).await {
        deliver(&world, task).await;
    }
    assert_eq!(world.count(DELIVERED).await, 4);
    assert_eq!(standing(&world).await, Standing::Running);
}

#[tokio::test]
async fn a_target_that_was_tried_out_is_sent_to_at_once() {
    let mut world = World::new(0).await;
    subscribed(&world, SubscriptionCriteria::default()).await;
    add(&world, &["a"]).await;
    matched(&world).await;
    let why = broken("away");
    let before = tested(&world).await;
    let failed = TargetFailure {
        class: ErrorClass::TransientIo,
        is_stranger: true,
        is_denial: false,
        tested: before,
        why: &why,
    };
    let task = claimed(&world).await[0];
    fail_target(&world.pool, task, failed, world.now)
        .await
        .unwrap();
    assert_eq!(standing(&world).await, Standing::TargetDown);
    assert!(claimed(&world).await.is_empty(), "it rests");
    let id = only_target(&world).await.id;
    let earlier = before - TimeDelta::seconds(1);
    push_targets::note_trial(&mut *world.db().await, id, earlier)
        .await
        .unwrap();
    assert_eq!(
        standing(&world).await,
        Standing::TargetDown,
        "another one was tried"
    );
    push_targets::note_trial(&mut *world.db().await, id, before)
        .await
        .unwrap();
    world.now += TimeDelta::seconds(1);
    let tasks = claimed(&world).await;
    assert_eq!(tasks.len(), 1);
    deliver(&world, tasks[0]).await;
    // Nobody else's target is stopped by anybody's id.
    let other = target(&world).await;
    let nothing = push_targets::resume(&mut *world.db().await, other).await;
    assert!(!nothing.unwrap());
}
