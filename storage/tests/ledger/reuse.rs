//! Papers of earlier orders, used again.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use domain::attachment::AttachmentKind;
use domain::ids::{AttachmentId, OrderId, UserId};
use domain::order::state::Refusal;
use domain::quota::QuotaMet;
use object_store::memory::InMemory;
use object_store::{ObjectStoreExt as _, PutPayload};
use storage::db::attachments::{self, Attachment, EarlierFilter};
use storage::db::{Page, deliveries, retention};
use storage::lifecycle::{LifecycleError, papers};
use testkit::builders;

use super::world::World;

/// An order with one paper of `size` bytes in the slot 6, whose content is told by `content`.
async fn order_with(world: &World, owner: UserId, content: u8, size: i64) -> (OrderId, Attachment) {
    let paper = Attachment {
        stored_name: "0123456789012345678任务书.pdf".into(),
        size,
        sha256: vec![content; 32],
        ..builders::paper(owner, AttachmentKind::TaskSource, world.now)
    };
    papers::keep(&world.pool, &paper, &world.quotas)
        .await
        .unwrap();
    let mut set = world.papers(owner).await;
    set.retain(|(kind, _)| *kind != AttachmentKind::TaskSource);
    set.push((AttachmentKind::TaskSource, paper.id));
    let order = world.create(owner, 1, &set, None).await.unwrap().id;
    (order, paper)
}

fn earlier_filter(owner: UserId) -> EarlierFilter {
    EarlierFilter {
        owner,
        kind: Some(AttachmentKind::TaskSource),
        except: None,
    }
}

async fn listed(world: &World, filter: EarlierFilter) -> Vec<AttachmentId> {
    let mut db = world.db().await;
    let found = attachments::earlier(&mut db, filter, Page::new(None, Some(100)))
        .await
        .unwrap();
    assert_eq!(usize::try_from(found.total).unwrap(), found.items.len());
    found.items.iter().map(|earlier| earlier.paper.id).collect()
}

async fn store_with(paper: &Attachment) -> InMemory {
    let store = InMemory::new();
    let path = paper.object_key.as_str().into();
    store
        .put(&path, PutPayload::from_static(b"%PDF-"))
        .await
        .unwrap();
    store
}

#[tokio::test]
async fn a_person_finds_the_papers_of_their_own_orders_once_each() {
    let world = World::new(1).await;
    let (first, paper) = order_with(&world, world.owner, 7, 9).await;
    let (_, second) = order_with(&world, world.owner, 8, 9).await;
    // The same file again, and somebody else's.
    let (third, same) = order_with(&world, world.owner, 7, 9).await;
    order_with(&world, world.other, 9, 9).await;
    let found: BTreeSet<_> = listed(&world, earlier_filter(world.owner))
        .await
        .into_iter()
        .collect();
    assert_eq!(found.len(), 2);
    assert!(found.contains(&second.id));
    assert!(found.contains(&paper.id) || found.contains(&same.id));
    let but_third = EarlierFilter {
        except: Some(third),
        ..earlier_filter(world.owner)
    };
    let found: BTreeSet<_> = listed(&world, but_third).await.into_iter().collect();
    assert_eq!(found, BTreeSet::from([paper.id, second.id]));
    let letters = EarlierFilter {
        kind: Some(AttachmentKind::IntroductionLetter),
        ..earlier_filter(world.owner)
    };
    assert_eq!(listed(&world, letters).await.len(), 1);
    // What left its slot, and what is deleted, is not offered.
    let sql = "UPDATE attachment SET replaced_at = now() WHERE order_id = $1 AND kind = 6";
    world.sql(sql, third).await;
    let sql = "UPDATE orders SET state = -2 WHERE id = $1";
    world.sql(sql, first).await;
    assert_eq!(
        listed(&world, earlier_filter(world.owner)).await,
        [second.id]
    );
}

#[tokio::test]
async fn a_paper_outlives_the_order_it_came_from() {
    let world = World::new(1).await;
    let (order, paper) = order_with(&world, world.owner, 7, 9).await;
    let store = store_with(&paper).await;
    let reuse = async |user, id| {
        papers::reuse(&world.pool, &store, (user, id), &world.quotas, world.now).await
    };
    let stranger = reuse(world.other, paper.id).await;
    assert!(matches!(
        stranger,
        Err(LifecycleError::Refused(Refusal::Invisible))
    ));
    let again = reuse(world.owner, paper.id).await.unwrap();
    assert_ne!(again.id, paper.id);
    assert_eq!(
        (
            &again.object_key,
            again.order,
            again.kind,
            &again.stored_name
        ),
        (&paper.object_key, None, paper.kind, &paper.stored_name)
    );
    // An order takes it; the earlier one is deleted before anybody decided about it.
    let mut set = world.papers(world.owner).await;
    set.retain(|(kind, _)| *kind != AttachmentKind::TaskSource);
    set.push((again.kind, again.id));
    let later = world.create(world.owner, 1, &set, None).await.unwrap().id;
    world
        .sql("UPDATE orders SET state = -2 WHERE id = $1", order)
        .await;
    let mut db = world.db().await;
    let swept = world.now + TimeDelta::days(2);
    retention::forget_dropped_drafts(&mut db, swept)
        .await
        .unwrap();
    let keys = [paper.object_key.clone()];
    assert_eq!(attachments::find(&mut db, paper.id).await.unwrap(), None);
    assert!(
        deliveries::orphans(&mut db, &keys)
            .await
            .unwrap()
            .is_empty()
    );
    let gone = reuse(world.owner, paper.id).await;
    assert!(matches!(
        gone,
        Err(LifecycleError::Refused(Refusal::Invisible))
    ));
    world
        .sql("UPDATE orders SET state = -2 WHERE id = $1", later)
        .await;
    retention::forget_dropped_drafts(&mut db, swept)
        .await
        .unwrap();
    assert_eq!(deliveries::orphans(&mut db, &keys).await.unwrap(), keys);
}

#[tokio::test]
async fn a_shared_paper_counts_once_and_again_after_its_order_was_accepted() {
    let mut world = World::new(1).await;
    world.quotas.paper_bytes = 150;
    let (order, paper) = order_with(&world, world.owner, 7, 100).await;
    let store = store_with(&paper).await;
    let reuse = async |world: &World| {
        let who = (world.owner, paper.id);
        papers::reuse(&world.pool, &store, who, &world.quotas, world.now).await
    };
    reuse(&world).await.unwrap();
    let mut db = world.db().await;
    let day = world.now + TimeDelta::days(2);
    attachments::forget_unused(&mut db, day).await.unwrap();
    world.admin().approve(order).await.unwrap();
    world.quotas.paper_bytes = 99;
    let refused = reuse(&world).await;
    assert!(matches!(
        refused,
        Err(LifecycleError::Quota(QuotaMet::PaperBytes(99)))
    ));
    assert_eq!(
        world
            .count("SELECT count(*) FROM attachment WHERE order_id IS NULL")
            .await,
        0
    );
    world.quotas.paper_bytes = 100;
    reuse(&world).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_of_one_paper_are_bounded_and_a_lost_object_is_said() {
    let world = World::new(1).await;
    let (_, paper) = order_with(&world, world.owner, 7, 9).await;
    let store = store_with(&paper).await;
    let reuse = || {
        let who = (world.owner, paper.id);
        papers::reuse(&world.pool, &store, who, &world.quotas, world.now)
    };
    let made = futures::future::join_all((0..20).map(|_| reuse())).await;
    let rows: BTreeSet<_> = made.into_iter().map(|made| made.unwrap().id).collect();
    assert_eq!(rows.len(), 8);
    store
        .delete(&paper.object_key.as_str().into())
        .await
        .unwrap();
    assert!(matches!(reuse().await, Err(LifecycleError::UnusablePapers)));
}
