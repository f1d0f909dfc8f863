//! Subscriptions in the ledger: what comes in is matched once, goes out in order and within bounds, and is never lost.

use std::collections::BTreeSet;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::{PushTargetId, SubscriptionId};
use domain::push_target::PATIENCE;
use domain::role::Role;
use domain::subscription::{
    Delay, Standing, SubscriptionAction, SubscriptionActor, SubscriptionCriteria,
    SubscriptionRefusal, SubscriptionState, day_begin,
};
use domain::task::ErrorClass;
use storage::db::subscriptions::{self, SubscriptionForm, SubscriptionQuery};
use storage::db::tasks::{self, Claimed, Failure, PushTask};
use storage::db::{Page, push_targets};
use storage::lifecycle::preparation;
use storage::lifecycle::pushes::{
    MatchReport, SubscriptionShelf, TargetFailure, fail, fail_target, match_arrivals, note_whole,
    publish, release_due, settle_used_up,
};
use storage::lifecycle::subscriptions::SubscriptionError;
use testkit::builders::subscription::{desk, push_target, running_subscription, subscription_form};
use testkit::builders::worker::LONG;
use testkit::builders::{add_scenes, scene, square};

use super::world::{World, broken};

const MATCHES: &str = "SELECT count(*) FROM subscription_match";
pub(super) const WAITING: &str = "SELECT count(*) FROM subscription_match WHERE state = 'waiting'";
pub(super) const DELIVERED: &str =
    "SELECT count(*) FROM subscription_match WHERE state = 'delivered'";
pub(super) const TASKS: &str = "SELECT count(*) FROM task WHERE kind = 'push_scene'";

pub(super) async fn target(world: &World) -> PushTargetId {
    push_target(&world.pool, world.owner, "ftp://example.cn/", world.now).await
}

pub(super) async fn subscribed(world: &World, criteria: SubscriptionCriteria) -> SubscriptionId {
    let form = subscription_form(target(world).await, criteria, world.now);
    let people = (world.owner, world.admin);
    running_subscription(&world.pool, people, &form, world.now).await
}

pub(super) async fn add(world: &World, dataids: &[&str]) {
    let batch: Vec<_> = dataids.iter().map(|dataid| scene(dataid)).collect();
    add_scenes(&world.pool, &batch).await;
}

pub(super) async fn matched(world: &World) -> MatchReport {
    let shelf = SubscriptionShelf::default();
    match_arrivals(&world.pool, &shelf, world.now)
        .await
        .unwrap()
}

pub(super) async fn claimed(world: &World) -> Vec<PushTask> {
    release_due(&world.pool, world.now).await.unwrap();
    let mut claimed = Vec::new();
    for id in world.release(1000).await {
        match tasks::claim(&mut *world.db().await, id, "played", LONG).await {
            Ok(Some(Claimed::Push(task))) => claimed.push(task),
            other => panic!("{other:?}"),
        }
    }
    claimed
}

pub(super) async fn deliver(world: &World, task: PushTask) {
    assert!(note_whole(&world.pool, task, 10, &[7; 32]).await.unwrap());
    assert!(publish(&world.pool, task, world.now).await.unwrap());
}

pub(super) async fn standing(world: &World, id: SubscriptionId) -> Standing {
    let query = SubscriptionQuery {
        id: Some(id),
        ..SubscriptionQuery::default()
    };
    let times = (world.now, day_begin(world.now));
    let page = Page::new(None, None);
    let found = subscriptions::list(&mut *world.db().await, query, times, page).await;
    found.unwrap().items[0].standing()
}

#[tokio::test]
async fn what_comes_in_is_matched_once_and_a_correction_is_another_file() {
    let world = World::new(1).await;
    subscribed(&world, SubscriptionCriteria::default()).await;
    assert_eq!(
        matched(&world).await,
        MatchReport::default(),
        "it was there before"
    );
    add(&world, &["new1", "new2"]).await;
    // Two workers look at once: one of them finds nothing left.
    let (one, other) = tokio::join!(matched(&world), matched(&world));
    assert_eq!(one.matched + other.matched, 2);
    // Told of again, with the same file, it is no news.
    world.run("UPDATE scene SET cloud = 5").await;
    add(&world, &["new1"]).await;
    assert_eq!(matched(&world).await.arrived, 0);
    world.run("INSERT INTO scene_arrival (did, revision) SELECT did, revision FROM subscription_match").await;
    let again = matched(&world).await;
    assert_eq!((again.arrived, again.matched), (2, 0), "never twice");
    world
        .run("UPDATE scene SET size = 11 WHERE dataid = 'new1'")
        .await;
    assert_eq!(matched(&world).await.matched, 1);
    let paths: Vec<String> = sqlx::query_scalar(
        "SELECT path FROM subscription_match WHERE dataname = 'GF1_new1' ORDER BY round",
    )
    .fetch_all(&world.pool)
    .await
    .unwrap();
    let distinct: BTreeSet<_> = paths.iter().collect();
    assert!(
        paths[1].ends_with("_r2.tif") && distinct.len() == 2,
        "{paths:?}"
    );
}

#[tokio::test]
async fn scenes_are_matched_by_what_is_searched_and_by_what_their_subscriber_may_see() {
    let world = World::new(0).await;
    let here = SubscriptionCriteria {
        area: Some(square(10.2, 20.2)),
        ..SubscriptionCriteria::default()
    };
    let other_satellite = SubscriptionCriteria {
        satellites: vec!["GF2".into()],
        ..SubscriptionCriteria::default()
    };
    let ids = [
        subscribed(&world, here.clone()).await,
        subscribed(&world, other_satellite).await,
        subscribed(
            &world,
            SubscriptionCriteria {
                node_ids: vec![1],
                ..here
            },
        )
        .await,
    ];
    let mut inside = scene("inside");
    inside.footprint = square(10.0, 20.0).parse().unwrap();
    add_scenes(&world.pool, &[inside, scene("outside")]).await;
    assert_eq!(matched(&world).await.matched, 2);
    let count = |id: SubscriptionId| {
        let pool = world.pool.clone();
        async move {
            let found: i64 = sqlx::query_scalar(
                "SELECT count(*) FROM subscription_match WHERE subscription_id = $1",
            )
            .bind(id.0)
            .fetch_one(&pool)
            .await
            .unwrap();
            found
        }
    };
    assert_eq!(
        (
            count(ids[0]).await,
            count(ids[1]).await,
            count(ids[2]).await
        ),
        (1, 0, 1)
    );
    // What everybody was granted is taken back: nothing is seen any more, and nothing matches.
    world.run("DELETE FROM scope_grant").await;
    world.run("UPDATE scene SET size = 12").await;
    let hidden = matched(&world).await;
    assert_eq!((hidden.arrived, hidden.matched), (2, 0));
}

#[tokio::test]
async fn paused_and_suspended_miss_nothing_and_ended_ones_want_nothing() {
    use SubscriptionActor::{Approver, Owner};
    let world = World::new(0).await;
    let id = subscribed(&world, SubscriptionCriteria::default()).await;
    let act = |action, (user, role), actor| {
        let pool = &world.pool;
        let now = world.now;
        async move {
            desk(pool, (user, role), now)
                .act(id, (action, actor), "理由")
                .await
        }
    };
    let owner = (world.owner, Role::Applicant);
    let admin = (world.admin, Role::Admin);
    act(SubscriptionAction::Pause, owner, Owner).await.unwrap();
    add(&world, &["while paused"]).await;
    assert_eq!(matched(&world).await.matched, 1);
    assert!(claimed(&world).await.is_empty());
    act(SubscriptionAction::Suspend, admin, Approver)
        .await
        .unwrap();
    assert_eq!(standing(&world, id).await, Standing::Suspended);
    let refused = act(SubscriptionAction::Resume, owner, Owner).await;
    assert!(matches!(
        refused,
        Err(SubscriptionError::Refused(SubscriptionRefusal::WrongState(
            SubscriptionState::Suspended
        )))
    ));
    let stranger = (world.other, Role::Applicant);
    let unknown = act(SubscriptionAction::End, stranger, Owner).await;
    assert!(matches!(unknown, Err(SubscriptionError::Unknown)));
    act(SubscriptionAction::Lift, admin, Approver)
        .await
        .unwrap();
    let tasks = claimed(&world).await;
    assert_eq!(tasks.len(), 1);
    deliver(&world, tasks[0]).await;
    act(SubscriptionAction::End, owner, Owner).await.unwrap();
    add(&world, &["after its end"]).await;
    assert_eq!(world.count("SELECT count(*) FROM scene_arrival").await, 0);
    assert_eq!(world.count(MATCHES).await, 1);
    let logged = "SELECT count(*) FROM audit_entry WHERE subject = 'subscription'";
    assert_eq!(
        world.count(logged).await,
        6,
        "made, approved, and four steps"
    );
}

#[tokio::test]
async fn a_change_of_what_is_searched_waits_for_approval_and_of_the_name_does_not() {
    let world = World::new(0).await;
    let target = target(&world).await;
    let form = subscription_form(target, SubscriptionCriteria::default(), world.now);
    let people = (world.owner, world.admin);
    let id = running_subscription(&world.pool, people, &form, world.now).await;
    let change = |form: SubscriptionForm| {
        let desk = desk(&world.pool, (world.owner, Role::Applicant), world.now);
        async move { desk.change(id, &form).await.unwrap().state }
    };
    let renamed = SubscriptionForm {
        name: "另一个名称".into(),
        delay: Delay::OneHour,
        ..form.clone()
    };
    assert_eq!(change(renamed.clone()).await, SubscriptionState::Running);
    let wider = SubscriptionForm {
        valid_until: form.valid_until + TimeDelta::days(1),
        ..renamed.clone()
    };
    assert_eq!(change(wider).await, SubscriptionState::Pending);
    let foreign = SubscriptionForm {
        target: PushTargetId::fresh(),
        ..renamed
    };
    let desk = desk(&world.pool, (world.owner, Role::Applicant), world.now);
    let refused = desk.change(id, &foreign).await;
    assert!(matches!(refused, Err(SubscriptionError::NoSuchTarget)));
}

#[tokio::test]
async fn a_target_that_fails_rests_is_probed_with_one_file_and_caught_up_in_order() {
    let mut world = World::new(0).await;
    let id = subscribed(&world, SubscriptionCriteria::default()).await;
    for name in ["a", "b", "c", "d"] {
        add(&world, &[name]).await;
        matched(&world).await;
        world.now += TimeDelta::seconds(1);
    }
    let why = broken("away");
    let mut failures = 0;
    let tested = tested(&world).await;
    while failures < PATIENCE {
        for task in claimed(&world).await {
            let failed = TargetFailure {
                class: ErrorClass::TransientIo,
                is_stranger: false,
                is_denial: false,
                tested,
                why: &why,
            };
            let outcome = fail_target(&world.pool, task, failed, world.now).await;
            assert!(matches!(outcome.unwrap(), Failure::Retried(_)));
            failures += 1;
        }
        world.now += TimeDelta::seconds(10);
    }
    assert_eq!(standing(&world, id).await, Standing::TargetDown);
    assert!(claimed(&world).await.is_empty(), "it rests");
    world.now += TimeDelta::hours(24);
    let probe = claimed(&world).await;
    assert_eq!(probe.len(), 1);
    assert!(claimed(&world).await.is_empty(), "one is enough to see");
    deliver(&world, probe[0]).await;
    world.now += TimeDelta::seconds(1);
    assert_eq!(standing(&world, id).await, Standing::Running);
    loop {
        let tasks = claimed(&world).await;
        if tasks.is_empty() {
            break;
        }
        for task in tasks {
            deliver(&world, task).await;
            world.now += TimeDelta::seconds(1);
        }
    }
    let order: Vec<String> =
        sqlx::query_scalar("SELECT dataname FROM subscription_match ORDER BY ended_at")
            .fetch_all(&world.pool)
            .await
            .unwrap();
    assert_eq!(order, ["GF1_a", "GF1_b", "GF1_c", "GF1_d"]);
    assert_eq!(world.count(TASKS).await, 0);
}

pub(super) async fn tested(world: &World) -> DateTime<Utc> {
    sqlx::query_scalar("SELECT tested_at FROM push_target")
        .fetch_one(&world.pool)
        .await
        .unwrap()
}

#[tokio::test]
async fn who_met_a_target_before_it_was_saved_anew_does_not_make_it_rest() {
    let world = World::new(0).await;
    let id = subscribed(&world, SubscriptionCriteria::default()).await;
    add(&world, &["a"]).await;
    matched(&world).await;
    let why = broken("another host");
    let mut failed = TargetFailure {
        class: ErrorClass::TransientIo,
        is_stranger: true,
        is_denial: false,
        tested: tested(&world).await,
        why: &why,
    };
    sqlx::query("UPDATE push_target SET tested_at = tested_at + interval '1 second'")
        .execute(&world.pool)
        .await
        .unwrap();
    let stale = claimed(&world).await;
    assert_eq!(stale.len(), 1);
    let outcome = fail_target(&world.pool, stale[0], failed, world.now).await;
    assert!(matches!(outcome.unwrap(), Failure::Retried(Duration::ZERO)));
    assert_eq!(standing(&world, id).await, Standing::Running);
    let again = claimed(&world).await;
    assert_eq!(again.len(), 1, "it is due at once");
    failed.tested = tested(&world).await;
    let outcome = fail_target(&world.pool, again[0], failed, world.now).await;
    assert!(matches!(outcome.unwrap(), Failure::Retried(rest) if rest > Duration::ZERO));
    assert_eq!(standing(&world, id).await, Standing::TargetDown);
}

#[tokio::test]
async fn volumes_of_a_day_and_files_at_once_are_bounded() {
    let mut world = World::new(0).await;
    let target = target(&world).await;
    let form = SubscriptionForm {
        daily_bytes: Some(25),
        ..subscription_form(target, SubscriptionCriteria::default(), world.now)
    };
    let people = (world.owner, world.admin);
    let id = running_subscription(&world.pool, people, &form, world.now).await;
    add(&world, &["a", "b", "c", "d", "e"]).await;
    matched(&world).await;
    let mut sent = 0;
    loop {
        let tasks = claimed(&world).await;
        assert!(tasks.len() <= 2);
        if tasks.is_empty() {
            break;
        }
        for task in tasks {
            deliver(&world, task).await;
            sent += 1;
        }
    }
    assert_eq!(sent, 2, "files of 10 bytes");
    assert_eq!(standing(&world, id).await, Standing::VolumeUsedUp);
    world.now += TimeDelta::days(1);
    assert!(!claimed(&world).await.is_empty(), "another day");
    let limits = (1, Some(5), None);
    let done = push_targets::set_limits(&mut *world.db().await, target, limits).await;
    assert!(done.unwrap());
}

#[tokio::test]
async fn every_match_ends_delivered_or_with_a_reason() {
    let world = World::new(0).await;
    subscribed(&world, SubscriptionCriteria::default()).await;
    add(&world, &["missing", "gone", "deadly", "good"]).await;
    matched(&world).await;
    world.run("DELETE FROM scene WHERE dataid = 'gone'").await;
    world.run("UPDATE push_target SET most_parallel = 16").await;
    let name = |task: PushTask| {
        let pool = world.pool.clone();
        async move {
            let name: String =
                sqlx::query_scalar("SELECT dataname FROM subscription_match WHERE id = $1")
                    .bind(task.matched.0)
                    .fetch_one(&pool)
                    .await
                    .unwrap();
            name
        }
    };
    let why = broken("no such file");
    for task in claimed(&world).await {
        match &*name(task).await {
            "GF1_missing" => {
                let failed = (ErrorClass::SourceMissing, &why);
                let outcome = fail(&world.pool, task, failed, world.now).await.unwrap();
                assert_eq!(outcome, Failure::Final);
                let late = publish(&world.pool, task, world.now).await.unwrap();
                assert!(!late, "it is over");
            }
            "GF1_deadly" => {
                world
                    .run("UPDATE task SET attempt = 12, lease_until = now() - interval '1 hour' \
                          WHERE match_id IN (SELECT id FROM subscription_match WHERE dataname = 'GF1_deadly')")
                    .await;
                preparation::expire_leases(&world.pool, world.now)
                    .await
                    .unwrap();
                settle_used_up(&world.pool, world.now).await.unwrap();
                assert!(!publish(&world.pool, task, world.now).await.unwrap());
            }
            _ => deliver(&world, task).await,
        }
    }
    assert_eq!(world.count(WAITING).await, 0);
    assert_eq!(world.count(DELIVERED).await, 1);
    let reasons = "SELECT count(*) FROM subscription_match WHERE state = 'missed' AND error_detail IS NOT NULL";
    assert_eq!(world.count(reasons).await, 3);
}
