//! What is pushed stays within its bounds, whoever decides at the same time; and what waits for one says so.

use std::time::{Duration, Instant};

use chrono::TimeDelta;
use domain::ids::{PushTargetId, SubscriptionId, UserId};
use domain::push_bounds::PushHold;
use domain::setting::PushCap;
use domain::subscription::{Standing, SubscriptionCriteria, day_begin};
use storage::db::subscriptions::SubscriptionForm;
use storage::db::tasks::PushTask;
use storage::db::{push_pace, push_targets, settings};
use storage::lifecycle::pushes::{BegunPush, begin, note_whole, publish, release_due};
use testkit::builders::subscription::{push_target, running_subscription, subscription_form};
use testkit::builders::{add_scenes, person, scene};

use super::pushes::{
    DELIVERED, TASKS, WAITING, add, claimed, deliver, matched, standing, subscribed, target,
};
use super::world::World;

/// A subscription that may send so much a day.
async fn bounded(world: &World, to: PushTargetId, daily_bytes: i64) -> SubscriptionId {
    let form = SubscriptionForm {
        daily_bytes: Some(daily_bytes),
        ..subscription_form(to, SubscriptionCriteria::default(), world.now)
    };
    running_subscription(&world.pool, (world.owner, world.admin), &form, world.now).await
}

async fn cap(world: &World, cap: PushCap, most: Option<i64>) {
    let mut db = world.db().await;
    let set = settings::set_push_cap(&mut db, (cap, most), world.admin, world.now).await;
    set.unwrap();
}

async fn hold(world: &World, owner: UserId, id: PushTargetId) -> Option<PushHold> {
    let day = day_begin(world.now);
    let mut db = world.db().await;
    let found = push_targets::find(&mut db, (Some(owner), id), day).await;
    found.unwrap().unwrap().hold
}

/// Scenes of these sizes come in, one after the other.
async fn arrive(world: &mut World, sizes: &[(&str, i64)]) {
    for (name, size) in sizes {
        let mut one = scene(name);
        one.size = *size;
        add_scenes(&world.pool, &[one]).await;
        matched(world).await;
        world.now += TimeDelta::seconds(1);
    }
}

/// Sends all that goes today; the sizes of what went together, round by round.
async fn send_today(world: &World) -> Vec<Vec<i64>> {
    let mut rounds = Vec::new();
    loop {
        let tasks = claimed(world).await;
        if tasks.is_empty() {
            return rounds;
        }
        let mut sizes = Vec::new();
        for task in tasks {
            let size: i64 = sqlx::query_scalar("SELECT size FROM subscription_match WHERE id = $1")
                .bind(task.matched.0)
                .fetch_one(&world.pool)
                .await
                .unwrap();
            let whole = size.unsigned_abs();
            let noted = note_whole(&world.pool, task, whole, &[7; 32]).await;
            assert!(noted.unwrap());
            assert!(publish(&world.pool, task, world.now).await.unwrap());
            sizes.push(size);
        }
        sizes.sort_unstable();
        rounds.push(sizes);
    }
}

#[tokio::test]
async fn a_day_is_never_gone_beyond_and_a_file_that_is_larger_goes_alone() {
    let mut world = World::new(0).await;
    let to = target(&world).await;
    let id = bounded(&world, to, 25).await;
    world.run("UPDATE push_target SET most_parallel = 16").await;
    let files = [("a", 10), ("b", 10), ("c", 10), ("giant", 30), ("d", 1)];
    arrive(&mut world, &files).await;
    assert_eq!(
        send_today(&world).await,
        [vec![10, 10]],
        "at once, and no third"
    );
    assert_eq!(standing(&world, id).await, Standing::VolumeUsedUp);
    world.now += TimeDelta::days(1);
    // The giant does not fit behind the third, and nothing passes it.
    assert_eq!(send_today(&world).await, [vec![10]]);
    assert_eq!(standing(&world, id).await, Standing::VolumeUsedUp);
    world.now += TimeDelta::days(1);
    assert_eq!(send_today(&world).await, [vec![30]]);
    assert_eq!(standing(&world, id).await, Standing::VolumeUsedUp);
    world.now += TimeDelta::days(1);
    assert_eq!(send_today(&world).await, [vec![1]]);
    assert_eq!(standing(&world, id).await, Standing::Running);
    assert_eq!(world.count(DELIVERED).await, 5);
}

#[tokio::test]
async fn what_is_on_its_way_at_midnight_counts_for_the_day_on_which_it_arrives() {
    let mut world = World::new(0).await;
    let to = target(&world).await;
    bounded(&world, to, 25).await;
    arrive(&mut world, &[("a", 20), ("b", 10)]).await;
    let under_way = claimed(&world).await;
    assert_eq!(under_way.len(), 1);
    world.now += TimeDelta::days(1);
    assert!(claimed(&world).await.is_empty());
    deliver(&world, under_way[0]).await;
    // It says that it was 10 bytes after all.
    assert_eq!(send_today(&world).await, [vec![10]]);
}

#[tokio::test]
async fn whoever_decides_at_the_same_time_takes_no_more_than_there_is() {
    let world = World::new(0).await;
    let to = target(&world).await;
    for _ in 0..4 {
        bounded(&world, to, 1000).await;
    }
    world
        .run("UPDATE push_target SET most_parallel = 16, daily_bytes = 75")
        .await;
    add(&world, &["a", "b", "c", "d"]).await;
    matched(&world).await;
    assert_eq!(world.count(WAITING).await, 16);
    let rounds = (0..8).map(|_| release_due(&world.pool, world.now));
    for released in futures::future::join_all(rounds).await {
        released.unwrap();
    }
    assert_eq!(world.count(TASKS).await, 7, "of ten bytes each");
    assert_eq!(
        hold(&world, world.owner, to).await,
        Some(PushHold::TargetVolume)
    );
}

#[tokio::test]
async fn a_target_whose_day_is_used_up_says_so_for_its_subscriptions() {
    let mut world = World::new(0).await;
    let id = subscribed(&world, SubscriptionCriteria::default()).await;
    world.run("UPDATE push_target SET daily_bytes = 15").await;
    arrive(&mut world, &[("a", 10), ("b", 10)]).await;
    assert_eq!(send_today(&world).await, [vec![10]]);
    assert_eq!(standing(&world, id).await, Standing::TargetVolumeUsedUp);
    world.run("UPDATE push_target SET daily_bytes = NULL").await;
    assert_eq!(send_today(&world).await, [vec![10]]);
    assert_eq!(standing(&world, id).await, Standing::Running);
    let held = "SELECT count(*) FROM push_target WHERE hold IS NOT NULL";
    assert_eq!(world.count(held).await, 0);
}

#[tokio::test]
async fn the_installation_sends_so_many_at_once_and_no_line_takes_every_place() {
    let mut world = World::new(0).await;
    let mut targets = Vec::new();
    for _ in 0..3 {
        let to = target(&world).await;
        bounded(&world, to, 1000).await;
        targets.push(to);
    }
    world.run("UPDATE push_target SET most_parallel = 16").await;
    cap(&world, PushCap::MostParallel, Some(2)).await;
    add(&world, &["a", "b", "c", "d"]).await;
    matched(&world).await;
    let mut served: Vec<PushTargetId> = Vec::new();
    for _ in 0..3 {
        let tasks = claimed(&world).await;
        assert_eq!(tasks.len(), 2);
        assert!(claimed(&world).await.is_empty());
        let mut held = 0;
        for to in &targets {
            held += usize::from(hold(&world, world.owner, *to).await.is_some());
        }
        assert!(held <= 1, "{held} get nothing although two are served");
        for task in tasks {
            served.push(sent_to(&world, task).await);
            deliver(&world, task).await;
        }
        world.now += TimeDelta::seconds(1);
    }
    for to in targets {
        let times = served.iter().filter(|one| **one == to).count();
        assert_eq!(times, 2, "each as often as the others");
    }
}

async fn sent_to(world: &World, task: PushTask) -> PushTargetId {
    let id = sqlx::query_scalar("SELECT sent_to FROM subscription_match WHERE id = $1")
        .bind(task.matched.0)
        .fetch_one(&world.pool)
        .await
        .unwrap();
    PushTargetId(id)
}

#[tokio::test]
async fn the_installation_sends_so_much_a_day_to_all_targets_together() {
    let mut world = World::new(0).await;
    let ids = [
        subscribed(&world, SubscriptionCriteria::default()).await,
        subscribed(&world, SubscriptionCriteria::default()).await,
    ];
    cap(&world, PushCap::DailyBytes, Some(35)).await;
    arrive(&mut world, &[("a", 10), ("b", 10)]).await;
    let went: i64 = send_today(&world).await.iter().flatten().sum();
    assert_eq!(went, 30, "a fourth would be too much");
    let standings = [
        standing(&world, ids[0]).await,
        standing(&world, ids[1]).await,
    ];
    assert!(
        standings.contains(&Standing::TotalVolumeUsedUp),
        "{standings:?}"
    );
    // One that is larger than a whole day goes alone, and lets nothing pass until then.
    arrive(&mut world, &[("giant", 50)]).await;
    for size in [50, 10, 50] {
        world.now += TimeDelta::days(1);
        assert_eq!(send_today(&world).await, [vec![size]]);
    }
    assert_eq!(world.count(WAITING).await, 0);
}

/// No worker gets what waits of them, so that it would have its place for ever.
#[tokio::test]
async fn what_waits_of_somebody_who_is_switched_off_keeps_nobody_waiting() {
    let world = World::new(0).await;
    let off = person("lisi_off").create(&world.pool, world.now).await;
    let to = push_target(&world.pool, off, "ftp://off.example.cn/", world.now).await;
    let form = subscription_form(to, SubscriptionCriteria::default(), world.now);
    running_subscription(&world.pool, (off, world.admin), &form, world.now).await;
    cap(&world, PushCap::MostParallel, Some(1)).await;
    add(&world, &["a"]).await;
    matched(&world).await;
    assert_eq!(release_due(&world.pool, world.now).await.unwrap(), 1);
    world
        .run("UPDATE app_user SET disabled_at = now() WHERE login_name = 'lisi_off'")
        .await;
    let id = subscribed(&world, SubscriptionCriteria::default()).await;
    add(&world, &["b"]).await;
    matched(&world).await;
    let tasks = claimed(&world).await;
    assert_eq!(tasks.len(), 1, "{:?}", standing(&world, id).await);
    deliver(&world, tasks[0]).await;
    world.run("UPDATE app_user SET disabled_at = NULL").await;
    for _ in ["a", "b"] {
        let tasks = claimed(&world).await;
        assert_eq!(sent_to(&world, tasks[0]).await, to);
        deliver(&world, tasks[0]).await;
    }
    assert_eq!(world.count(WAITING).await, 0);
}

#[tokio::test]
async fn nobody_waits_for_a_day_of_its_own_of_a_file_whose_target_fails() {
    let mut world = World::new(0).await;
    subscribed(&world, SubscriptionCriteria::default()).await;
    cap(&world, PushCap::DailyBytes, Some(35)).await;
    arrive(&mut world, &[("a", 10)]).await;
    assert_eq!(send_today(&world).await, [vec![10]]);
    arrive(&mut world, &[("giant", 50)]).await;
    world.run("UPDATE push_target SET failures = 1").await;
    subscribed(&world, SubscriptionCriteria::default()).await;
    arrive(&mut world, &[("b", 10)]).await;
    assert_eq!(send_today(&world).await, [vec![10]], "to the other target");
    world.run("UPDATE push_target SET failures = 0").await;
    arrive(&mut world, &[("c", 10)]).await;
    let nothing: [Vec<i64>; 0] = [];
    assert_eq!(
        send_today(&world).await,
        nothing,
        "it works: it is waited for"
    );
    world.now += TimeDelta::days(1);
    assert_eq!(send_today(&world).await, [vec![50]]);
}

/// It was let go to a target that its subscription has no more: there it has counted nothing.
#[tokio::test]
async fn a_file_whose_subscription_has_another_target_by_now_is_let_go_anew() {
    let world = World::new(0).await;
    subscribed(&world, SubscriptionCriteria::default()).await;
    let other = target(&world).await;
    add(&world, &["a"]).await;
    matched(&world).await;
    let stale = claimed(&world).await;
    sqlx::query("UPDATE subscription SET target_id = $1")
        .bind(other.0)
        .execute(&world.pool)
        .await
        .unwrap();
    let begun = begin(&world.pool, stale[0], world.now).await.unwrap();
    assert_eq!(begun, BegunPush::NotOurs);
    assert_eq!(world.count(TASKS).await, 0);
    let again = claimed(&world).await;
    assert_eq!(sent_to(&world, again[0]).await, other);
    let begun = begin(&world.pool, again[0], world.now).await.unwrap();
    assert!(matches!(begun, BegunPush::Send(_)));
}

/// Many who send at once get bytes for which so much time has passed, and no more, whichever rate is the slower one.
#[tokio::test]
async fn all_who_send_together_are_no_faster_than_what_was_set() {
    const RATE: i64 = 4000;
    let world = World::new(0).await;
    let (one, other) = (target(&world).await, target(&world).await);
    let take = async |to| {
        let mut db = world.db().await;
        push_pace::take(&mut db, to, u64::MAX).await.unwrap()
    };
    assert_eq!(take(one).await, None, "nobody has set anything");
    sqlx::query(
        "UPDATE push_target SET bytes_per_second = $1, most_bytes_per_second = $2 WHERE id = $3",
    )
    .bind(RATE * 10)
    .bind(RATE)
    .bind(one.0)
    .execute(&world.pool)
    .await
    .unwrap();
    assert_eq!(take(other).await, None, "another one's rate is not its");
    let took = async |targets: &[PushTargetId]| {
        let begun = Instant::now();
        let grants = targets.iter().map(|to| take(*to));
        let grants = futures::future::join_all(grants).await;
        let bytes: u64 = grants.iter().flatten().map(|grant| grant.bytes).sum();
        let waits = grants.iter().flatten().map(|grant| grant.wait);
        let last = waits.max().unwrap_or(Duration::ZERO) + begun.elapsed();
        (bytes, last.as_secs_f64())
    };
    let rate = 4000.0;
    let fits = |(bytes, seconds): (u64, f64)| {
        // What is granted last takes a quarter of a second from when it may begin.
        let most = rate * (seconds + 0.26);
        let bytes = f64::from(u32::try_from(bytes).unwrap());
        assert!(bytes > 0.0 && bytes <= most, "{bytes} in {seconds} s");
    };
    fits(took(&[one; 12]).await);
    // The installation's is shared by both.
    world
        .run("UPDATE push_target SET bytes_per_second = NULL, most_bytes_per_second = NULL")
        .await;
    cap(&world, PushCap::BytesPerSecond, Some(RATE)).await;
    fits(took(&[one, other, one, other, one, other, one, other]).await);
    assert_eq!(
        world.count("SELECT count(*) FROM push_pace").await,
        2,
        "the line of one target, and of the installation"
    );
}
