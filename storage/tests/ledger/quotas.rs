//! What one person may hold, and what goes when it is dropped.

use chrono::TimeDelta;
use domain::attachment::AttachmentKind;
use domain::ids::OrderId;
use domain::quota::QuotaMet;
use storage::db::attachments::{self, Attachment};
use storage::db::retention;
use storage::lifecycle::{LifecycleError, papers};
use testkit::builders;

use super::world::World;

/// A paper of the slot 6 as it comes from an upload.
fn paper(world: &World, size: i64) -> Attachment {
    Attachment {
        size,
        ..builders::paper(world.owner, AttachmentKind::TaskSource, world.now)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_orders_at_once_so_many_are_made_as_one_person_may_have() {
    let mut world = World::new(1).await;
    world.quotas.open_orders = 5;
    let mut sets = Vec::new();
    for _ in 0..12 {
        sets.push(world.papers(world.owner).await);
    }
    let making = sets
        .iter()
        .map(|papers| world.create(world.owner, 1, papers, None));
    let made = futures::future::join_all(making).await;
    let refused = made
        .iter()
        .filter(|made| matches!(made, Err(LifecycleError::Quota(QuotaMet::OpenOrders(5)))))
        .count();
    assert_eq!(
        (made.iter().filter(|made| made.is_ok()).count(), refused),
        (5, 7)
    );
    // What an administrator has decided makes room, and so does somebody else.
    let order = made.iter().find_map(|made| made.as_ref().ok()).unwrap().id;
    world.admin().reject(order).await.unwrap();
    world.submitted(world.owner, 1).await;
    world.submitted(world.other, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn papers_count_until_an_administrator_accepts_their_order() {
    let mut world = World::new(1).await;
    world.quotas.paper_bytes = 100;
    let keep = async |size| papers::keep(&world.pool, &paper(&world, size), &world.quotas).await;
    // Four papers of nine bytes.
    let order = world.submitted(world.owner, 1).await;
    keep(64).await.unwrap();
    let refused = keep(1).await;
    assert!(matches!(
        refused,
        Err(LifecycleError::Quota(QuotaMet::PaperBytes(100)))
    ));
    world.admin().approve(order).await.unwrap();
    keep(36).await.unwrap();
    let (a, b, c) = tokio::join!(keep(1), keep(1), keep(1));
    assert!([a, b, c].iter().all(Result::is_err));
    let mut db = world.db().await;
    let later = world.now + TimeDelta::hours(25);
    assert_eq!(attachments::forget_unused(&mut db, later).await.unwrap(), 2);
    let (a, b, c) = tokio::join!(keep(50), keep(50), keep(50));
    let kept = [a, b, c].iter().filter(|kept| kept.is_ok()).count();
    assert_eq!(kept, 2, "of three at once two fit");
}

async fn papers_of(world: &World, order: OrderId) -> i64 {
    sqlx::query_scalar("SELECT count(*) FROM attachment WHERE order_id = $1")
        .bind(order.0)
        .fetch_one(&world.pool)
        .await
        .unwrap()
}

async fn scenes_of(world: &World, order: OrderId) -> i64 {
    sqlx::query_scalar("SELECT count(*) FROM order_scene WHERE order_id = $1")
        .bind(order.0)
        .fetch_one(&world.pool)
        .await
        .unwrap()
}

#[tokio::test]
async fn what_a_dropped_draft_held_goes_and_what_was_decided_stays() {
    let world = World::new(2).await;
    let states = [
        // Deleted drafts: one never handed in, one withdrawn.
        (
            "UPDATE orders SET state = -2, submitted_at = NULL WHERE id = $1",
            0,
            0,
        ),
        ("UPDATE orders SET state = -2 WHERE id = $1", 0, 2),
        // Looked at by an administrator, then deleted.
        (
            "UPDATE orders o SET state = -2, auditor_id = u.id FROM app_user u JOIN user_role h ON h.user_id = u.id WHERE h.role_id = 'admin' AND o.id = $1",
            4,
            2,
        ),
        // In review, and a draft one of whose papers was replaced long ago.
        ("UPDATE orders SET state = 0 WHERE id = $1", 4, 2),
        ("UPDATE orders SET state = -1 WHERE id = $1", 3, 2),
    ];
    let mut orders = Vec::new();
    for (state, ..) in states {
        let order = world.submitted(world.owner, 2).await;
        world.sql(state, order).await;
        orders.push(order);
    }
    let long_ago =
        "UPDATE attachment SET replaced_at = '2026-01-01' WHERE order_id = $1 AND kind = 6";
    world.sql(long_ago, orders[4]).await;
    let mut db = world.db().await;
    for _ in 0..2 {
        retention::forget_dropped_drafts(&mut db, world.now)
            .await
            .unwrap();
    }
    for (order, (state, papers, scenes)) in orders.into_iter().zip(states) {
        assert_eq!(papers_of(&world, order).await, papers, "{state}");
        assert_eq!(scenes_of(&world, order).await, scenes, "{state}");
    }
}
