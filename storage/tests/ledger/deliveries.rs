//! Deliveries that end, and objects that nobody names.

use chrono::TimeDelta;
use domain::attachment::AttachmentKind;
use domain::ids::DeliveryId;
use domain::order::state::OrderState;
use storage::db::deliveries::{self, DeliveryState, HandOver};
use storage::db::{attachments, staged};
use storage::lifecycle::preparation;
use storage::lifecycle::preparation::Packaged;
use storage::objects::Claim;
use testkit::builders::worker::{package_key, scene_key};

use super::world::World;

#[tokio::test]
async fn a_delivery_ends_at_its_time_and_its_bytes_with_it() {
    let world = World::new(2).await;
    let order = world.prepared(world.owner, 2).await;
    let id = world.delivery(order).await;
    let mut db = world.db().await;
    let delivery = deliveries::find(&mut db, id).await.unwrap().unwrap();
    let end = delivery.expires;
    let second = TimeDelta::seconds(1);

    let before = preparation::expire_deliveries(&world.pool, end - second)
        .await
        .unwrap();
    assert_eq!(before, []);
    assert!(delivery.is_open(end - second) && !delivery.is_open(end));
    assert!(
        deliveries::is_open(&mut db, id, end - second)
            .await
            .unwrap()
    );
    // Nobody gets in at its end even when no sweeper has run.
    assert!(!deliveries::is_open(&mut db, id, end).await.unwrap());
    assert_eq!(
        deliveries::active_of(&mut db, &[order], end).await.unwrap(),
        []
    );
    let keys = named_keys(&world).await;
    assert_eq!(keys.len(), 3);
    assert_eq!(
        deliveries::orphans(&mut db, &keys).await.unwrap(),
        Vec::<String>::new()
    );

    assert_eq!(
        preparation::expire_deliveries(&world.pool, end)
            .await
            .unwrap(),
        [order]
    );
    assert_eq!(
        preparation::expire_deliveries(&world.pool, end)
            .await
            .unwrap(),
        [],
        "once"
    );
    let ended = deliveries::find(&mut db, id).await.unwrap().unwrap();
    assert_eq!(ended.state, DeliveryState::Ended);
    let mut swept = deliveries::orphans(&mut db, &keys).await.unwrap();
    swept.sort();
    assert_eq!(swept, keys, "scenes and package go");
    assert_eq!(
        deliveries::files(&mut db, id).await.unwrap().len(),
        1,
        "the list stays for the record"
    );
    assert_eq!(
        world.state(order).await,
        OrderState::Prepared,
        "whether it is overdue is for people to say"
    );
}

/// Every key that a row names, sorted; papers left out.
async fn named_keys(world: &World) -> Vec<String> {
    sqlx::query_scalar(
        "SELECT object_key FROM order_scene WHERE object_key IS NOT NULL \
         UNION SELECT object_key FROM delivery_file ORDER BY 1",
    )
    .fetch_all(&world.pool)
    .await
    .unwrap()
}

#[tokio::test]
async fn expiry_does_not_touch_an_order_that_is_being_prepared_again() {
    let world = World::new(1).await;
    let order = world.prepared(world.owner, 1).await;
    world.admin().mark_overdue(order).await.unwrap();
    world.admin().reopen(order).await.unwrap();
    // The old delivery is forgotten now; the new package reads the scene.
    preparation::expire_deliveries(&world.pool, world.now)
        .await
        .unwrap();
    let keys = named_keys(&world).await;
    let orphans = deliveries::orphans(&mut *world.db().await, &keys)
        .await
        .unwrap();
    assert_eq!(orphans.len(), 1);
    assert!(
        orphans[0].contains("/packages/"),
        "only the old package: {orphans:?}"
    );
    world.work().await;
    assert_eq!(world.state(order).await, OrderState::Prepared);
}

/// What a row names, or a running claim may be writing, stays; the rest goes.
#[tokio::test]
async fn orphans_are_what_no_row_names_and_no_claim_writes() {
    let world = World::new(3).await;
    let order = world.approved(world.owner, 3).await;
    let claimed = world.claim_all().await;
    assert!(world.publish(claimed[0]).await.unwrap());
    let published = scene_key(claimed[0]);
    let running = scene_key(claimed[1]);
    // Its worker died and its lease was ended: the second attempt writes elsewhere.
    let died = claimed[2];
    let lost = scene_key(died);
    sqlx::query("UPDATE task SET lease_until = now() - interval '1 hour' WHERE id = $1")
        .bind(died.claim.task.0)
        .execute(&world.pool)
        .await
        .unwrap();
    preparation::expire_leases(&world.pool, world.now)
        .await
        .unwrap();
    world.release(9).await;
    let again = world.claim(died.claim.task).await.unwrap();
    let papers = attachments::of_order(&mut *world.db().await, order)
        .await
        .unwrap();
    let paper = papers
        .iter()
        .find(|paper| paper.kind == AttachmentKind::IdCard)
        .unwrap();
    let keep = [
        published,
        running,
        scene_key(again),
        package_key(claimed[1]),
        paper.object_key.clone(),
    ];
    let go = [
        format!("attachments/{}", domain::ids::AttachmentId::fresh()),
        lost,
        format!("orders/{order}/scenes/7/unknown"),
    ];
    let asked: Vec<_> = keep.iter().chain(&go).cloned().collect();
    let mut found = deliveries::orphans(&mut *world.db().await, &asked)
        .await
        .unwrap();
    found.sort();
    assert_eq!(found, go);
}

#[tokio::test]
async fn an_order_has_one_live_delivery() {
    let world = World::new(1).await;
    let order = world.prepared(world.owner, 1).await;
    let first = world.delivery(order).await;
    world.admin().mark_overdue(order).await.unwrap();
    let mut db = world.db().await;
    assert!(
        !deliveries::is_open(&mut db, first, world.now)
            .await
            .unwrap(),
        "overdue closes it"
    );
    world.admin().reopen(order).await.unwrap();
    world.work().await;
    assert_eq!(
        world
            .count("SELECT count(*) FROM delivery WHERE state <> 'ended'")
            .await,
        1
    );
    assert!(
        !deliveries::activate(&mut db, first).await.unwrap(),
        "it never comes back"
    );
}

/// What is in somebody's place is theirs as long as its delivery is not over; a folder that is written belongs to its
/// claim.
#[tokio::test]
async fn a_staged_folder_is_over_when_its_delivery_is() {
    let world = World::new(1).await;
    let order = world.approved(world.owner, 1).await;
    for task in world.claim_all().await {
        assert!(world.publish(task).await.unwrap());
    }
    let packaging = world.claim_all().await[0];
    let number = {
        let found = storage::db::orders::find(&mut *world.db().await, order).await;
        found.unwrap().unwrap().number
    };
    let over = async || {
        let mut tx = world.pool.begin().await.unwrap();
        let over = staged::lock_ended(&mut tx, &number).await.unwrap();
        tx.commit().await.unwrap();
        over
    };
    let written = async |claim| {
        let mut db = world.db().await;
        staged::is_written(&mut db, claim).await.unwrap()
    };
    let earlier = Claim {
        attempt: packaging.claim.attempt - 1,
        ..packaging.claim
    };
    assert!(written(packaging.claim).await && !written(earlier).await);
    assert!(over().await, "nothing is in its place yet");
    let hand_out = HandOver::Staged(format!("/srv/offline/{number}"));
    let packaged = Packaged {
        delivery: DeliveryId::fresh(),
        hand_out: &hand_out,
        expires: world.now + TimeDelta::days(7),
        files: &[],
    };
    let (pool, now) = (&world.pool, world.now);
    let published = preparation::publish_package(pool, packaging, &packaged, now).await;
    assert!(published.unwrap());
    let kept = deliveries::latest(&mut *world.db().await, order).await;
    let kept = kept.unwrap().unwrap();
    assert_eq!((&kept.hand_out, kept.made_by), (&hand_out, packaging.claim));
    assert!(written(packaging.claim).await, "it waits for its place");
    assert!(!over().await);
    let mut tx = world.pool.begin().await.unwrap();
    let delivery = packaged.delivery;
    assert!(staged::lock_verifying(&mut tx, delivery).await.unwrap());
    // Somebody holds the order: the sweeper passes it over.
    assert!(!over().await);
    tx.commit().await.unwrap();

    world.work().await;
    let mut tx = world.pool.begin().await.unwrap();
    let verifying = staged::lock_verifying(&mut tx, delivery).await.unwrap();
    assert!(!verifying, "it is verified");
    tx.commit().await.unwrap();
    assert!(!over().await);
    world.admin().mark_overdue(order).await.unwrap();
    assert!(over().await && !written(packaging.claim).await);
}
