//! Scenes that were there before a subscription: matched once, whatever dies in between, behind what comes in, and given up when
//! their owner says so.

use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::{BackfillId, SubscriptionId};
use domain::role::Role;
use domain::subscription::{
    BackfillBasis, BackfillRange, BackfillState, SubscriptionAction, SubscriptionActor,
    SubscriptionCriteria, SubscriptionRefusal,
};
use storage::db::scenes::SceneIndex;
use storage::db::subscriptions::{self, Backfill};
use storage::db::tasks::PushTask;
use storage::lifecycle::backfills::{end_of_over, find, match_next, search_next};
use storage::lifecycle::pushes::{SubscriptionShelf, match_arrivals, release_due};
use storage::lifecycle::subscriptions::SubscriptionError;
use testkit::builders::subscription::{
    desk, push_target, running_subscription, subscription_form, with_papers,
};
use testkit::builders::{add_scenes, scene};

use super::pushes::{WAITING, claimed, deliver};
use super::world::World;

const MATCHES: &str = "SELECT count(*) FROM subscription_match";
const MISSED: &str = "SELECT count(*) FROM subscription_match WHERE state = 'missed' AND error_class = 'cancelled' \
    AND error_detail->>'code' = 'failure.backfill_cancelled'";

/// As the audit log has the range.
const ALWAYS: &str = "1970-01-01T00:00:00+00:00 / 2069-12-07T00:00:00+00:00";

fn always(basis: BackfillBasis) -> BackfillRange {
    let from = DateTime::UNIX_EPOCH;
    BackfillRange::new(basis, from, from + TimeDelta::days(36500)).unwrap()
}

/// With so many scenes in the catalogue, and a subscription to all of them that came later.
async fn subscribed(scenes: usize) -> (World, SubscriptionId) {
    let world = World::new(0).await;
    add(
        &world,
        &(0..scenes).map(|n| format!("old{n}")).collect::<Vec<_>>(),
    )
    .await;
    let target = push_target(&world.pool, world.owner, "ftp://example.cn/", world.now).await;
    let form = subscription_form(target, SubscriptionCriteria::default(), world.now);
    let people = (world.owner, world.admin);
    let id = running_subscription(&world.pool, people, &form, world.now).await;
    (world, id)
}

async fn add(world: &World, dataids: &[String]) {
    let batch: Vec<_> = dataids.iter().map(|dataid| scene(dataid)).collect();
    add_scenes(&world.pool, &batch).await;
}

async fn ask(
    world: &World,
    id: SubscriptionId,
    range: BackfillRange,
) -> Result<(), SubscriptionError> {
    desk(&world.pool, (world.owner, Role::Applicant), world.now)
        .backfill(id, range)
        .await
}

async fn cancel(
    world: &World,
    id: SubscriptionId,
    backfill: BackfillId,
) -> Result<(), SubscriptionError> {
    desk(&world.pool, (world.owner, Role::Applicant), world.now)
        .cancel_backfill(id, backfill)
        .await
}

async fn search(world: &World) -> bool {
    search_next(&world.pool, None, world.now).await.unwrap()
}

async fn match_some(world: &World) -> bool {
    match_next(&world.pool, &SubscriptionShelf::default(), world.now)
        .await
        .unwrap()
}

async fn match_all(world: &World) {
    while search(world).await {}
    while match_some(world).await {}
}

/// What the audit log says of which scenes were asked for, or taken back.
async fn logged(world: &World, action: &str, side: &str) -> Vec<String> {
    let statement = "SELECT changes->0->>$2 FROM audit_entry WHERE subject = 'subscription' AND action = $1 \
        AND changes->0->>'field' = 'acquired' AND jsonb_array_length(changes) = 1";
    let query = sqlx::query_scalar(statement).bind(action).bind(side);
    query.fetch_all(&world.pool).await.unwrap()
}

async fn backfills(world: &World, id: SubscriptionId) -> Vec<Backfill> {
    subscriptions::backfills(&mut *world.db().await, id)
        .await
        .unwrap()
}

async fn dataname(world: &World, task: PushTask) -> String {
    sqlx::query_scalar("SELECT dataname FROM subscription_match WHERE id = $1")
        .bind(task.matched.0)
        .fetch_one(&world.pool)
        .await
        .unwrap()
}

#[tokio::test]
async fn what_was_there_is_matched_batch_by_batch_by_whoever_comes_and_never_twice() {
    let (world, id) = subscribed(1200).await;
    ask(&world, id, always(BackfillBasis::Acquired))
        .await
        .unwrap();
    let again = ask(&world, id, always(BackfillBasis::Received)).await;
    assert!(matches!(again, Err(SubscriptionError::BackfillUnderWay)));
    // Of two workers one looks for them.
    let (one, other) = tokio::join!(search(&world), search(&world));
    assert_ne!(one, other);
    assert!(match_some(&world).await);
    let half = backfills(&world, id).await[0];
    assert_eq!(
        (half.state, half.chosen, half.looked, half.waiting),
        (BackfillState::Running, 1200, 500, 500)
    );
    // Whoever dies in the middle of a batch leaves nothing of it.
    let mut dead = world.pool.begin().await.unwrap();
    sqlx::query("SELECT FROM subscription_backfill FOR UPDATE")
        .execute(&mut *dead)
        .await
        .unwrap();
    assert!(!match_some(&world).await, "another one is at it");
    drop(dead);
    tokio::join!(match_all(&world), match_all(&world));
    let done = backfills(&world, id).await[0];
    assert_eq!(
        (done.state, done.looked, done.waiting),
        (BackfillState::Done, 1200, 1200)
    );
    assert_eq!(world.count(MATCHES).await, 1200);
    // Asked for again nothing is new, and a correction is one.
    world
        .run("UPDATE scene SET size = 11 WHERE dataid = 'old7'")
        .await;
    world.run("DELETE FROM scene_arrival").await;
    ask(&world, id, always(BackfillBasis::Acquired))
        .await
        .unwrap();
    match_all(&world).await;
    assert_eq!(world.count(MATCHES).await, 1201);
    assert_eq!(backfills(&world, id).await[0].waiting, 1);
}

#[tokio::test]
async fn a_range_holds_what_was_taken_or_received_in_it_and_may_be_seen() {
    let (world, id) = subscribed(4).await;
    world
        .run("UPDATE scene SET acquired = '2020-01-01Z', received = '2021-01-01Z'")
        .await;
    world
        .run("UPDATE scene SET acquired = '2022-05-05Z' WHERE dataid = 'old1'")
        .await;
    world
        .run("UPDATE scene SET received = '2023-05-05Z' WHERE dataid = 'old2'")
        .await;
    // Known, not online.
    world.run("UPDATE scene SET archive_url = NULL, acquired = '2022-05-05Z', received = '2023-05-05Z' WHERE dataid = 'old3'").await;
    let index = SceneIndex::new(world.pool.clone());
    let criteria = SubscriptionCriteria::default();
    let found = |basis, year: &'static str| {
        let (index, criteria, world) = (&index, &criteria, &world);
        async move {
            let day = |text: String| text.parse::<DateTime<Utc>>().unwrap();
            let (from, to) = (
                format!("{year}-01-01T00:00:00Z"),
                format!("{year}-12-31T23:59:59Z"),
            );
            let range = BackfillRange::new(basis, day(from), day(to)).unwrap();
            let asked = (world.owner, criteria);
            let db = &mut *world.db().await;
            let found = find(index, db, asked, range, None, world.now).await;
            found.unwrap().total
        }
    };
    assert_eq!(found(BackfillBasis::Acquired, "2022").await, 1);
    assert_eq!(found(BackfillBasis::Acquired, "2020").await, 2);
    assert_eq!(found(BackfillBasis::Received, "2023").await, 1);
    assert_eq!(found(BackfillBasis::Received, "2021").await, 2);
    ask(&world, id, always(BackfillBasis::Acquired))
        .await
        .unwrap();
    assert!(search(&world).await);
    assert_eq!(backfills(&world, id).await[0].chosen, 3);
    // Hidden after it was looked for, it is not matched either.
    world.run("DELETE FROM scope_grant").await;
    assert_eq!(found(BackfillBasis::Received, "2021").await, 0);
    match_all(&world).await;
    assert_eq!(world.count(MATCHES).await, 0);
    assert_eq!(backfills(&world, id).await[0].state, BackfillState::Done);
}

#[tokio::test]
async fn what_comes_in_goes_before_what_was_there() {
    let (world, id) = subscribed(3).await;
    ask(&world, id, always(BackfillBasis::Acquired))
        .await
        .unwrap();
    match_all(&world).await;
    add(&world, &["new".to_owned()]).await;
    match_arrivals(&world.pool, &SubscriptionShelf::default(), world.now)
        .await
        .unwrap();
    world.run("UPDATE push_target SET most_parallel = 1").await;
    let mut order = Vec::new();
    loop {
        let tasks = claimed(&world).await;
        let Some(task) = tasks.first() else { break };
        assert_eq!(tasks.len(), 1);
        order.push(dataname(&world, *task).await);
        deliver(&world, *task).await;
    }
    assert_eq!(order.len(), 4);
    assert_eq!(order[0], "GF1_new");
    let one = backfills(&world, id).await[0];
    assert_eq!((one.delivered, one.waiting), (3, 0));
}

#[tokio::test]
async fn a_cancelled_one_gives_up_what_is_not_on_its_way_and_a_later_one_takes_it_up() {
    let (world, id) = subscribed(5).await;
    ask(&world, id, always(BackfillBasis::Acquired))
        .await
        .unwrap();
    match_all(&world).await;
    world.run("UPDATE push_target SET most_parallel = 2").await;
    let under_way = claimed(&world).await;
    assert_eq!(under_way.len(), 2);
    let backfill = backfills(&world, id).await[0].id;
    let stranger = desk(&world.pool, (world.other, Role::Applicant), world.now);
    let refused = stranger.cancel_backfill(id, backfill).await;
    assert!(matches!(refused, Err(SubscriptionError::Unknown)));
    cancel(&world, id, backfill).await.unwrap();
    let over = cancel(&world, id, backfill).await;
    assert!(matches!(over, Err(SubscriptionError::Unknown)));
    assert_eq!(logged(&world, "backfill", "after").await, [ALWAYS]);
    assert_eq!(logged(&world, "cancel_backfill", "before").await, [ALWAYS]);
    release_due(&world.pool, world.now).await.unwrap();
    assert_eq!(
        (world.count(MISSED).await, world.count(WAITING).await),
        (3, 2)
    );
    for task in under_way {
        deliver(&world, task).await;
    }
    ask(&world, id, always(BackfillBasis::Acquired))
        .await
        .unwrap();
    match_all(&world).await;
    assert_eq!(
        (world.count(MATCHES).await, world.count(WAITING).await),
        (5, 3)
    );
    let all = backfills(&world, id).await;
    assert_eq!((all[0].waiting, all[0].delivered), (3, 0));
    assert_eq!(
        (all[1].state, all[1].delivered, all[1].was_taken_back),
        (BackfillState::Cancelled, 2, true)
    );
}

#[tokio::test]
async fn it_waits_for_approval_and_ends_with_its_subscription() {
    let world = World::new(0).await;
    add(&world, &["old".to_owned()]).await;
    let target = push_target(&world.pool, world.owner, "ftp://example.cn/", world.now).await;
    let form = subscription_form(target, SubscriptionCriteria::default(), world.now);
    let owner = desk(&world.pool, (world.owner, Role::Applicant), world.now);
    let form = with_papers(&world.pool, world.owner, &form, world.now).await;
    let id = owner.create(&form).await.unwrap().id;
    ask(&world, id, always(BackfillBasis::Acquired))
        .await
        .unwrap();
    assert!(!search(&world).await, "nobody has approved it");
    let approve = (SubscriptionAction::Approve, SubscriptionActor::Approver);
    desk(&world.pool, (world.admin, Role::Admin), world.now)
        .act(id, approve, "")
        .await
        .unwrap();
    assert!(search(&world).await);
    // What is searched became something else: it waits again, and then is matched as it is.
    let mut narrower = form.clone();
    narrower.criteria.satellites = vec!["GF2".into()];
    owner.change(id, &narrower).await.unwrap();
    assert!(!match_some(&world).await);
    desk(&world.pool, (world.admin, Role::Admin), world.now)
        .act(id, approve, "")
        .await
        .unwrap();
    assert!(match_some(&world).await);
    assert_eq!(world.count(MATCHES).await, 0, "no longer wanted");
    ask(&world, id, always(BackfillBasis::Acquired))
        .await
        .unwrap();
    let end = (SubscriptionAction::End, SubscriptionActor::Owner);
    owner.act(id, end, "").await.unwrap();
    assert_eq!(end_of_over(&world.pool, world.now).await.unwrap(), 1);
    assert_eq!(
        backfills(&world, id).await[0].state,
        BackfillState::Cancelled
    );
    let late = ask(&world, id, always(BackfillBasis::Acquired)).await;
    assert!(matches!(
        late,
        Err(SubscriptionError::Refused(SubscriptionRefusal::WrongState(
            _
        )))
    ));
}
