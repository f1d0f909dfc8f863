//! Orders made at the same moment.

use std::collections::{BTreeSet, HashSet};

use domain::attachment::AttachmentKind;
use domain::ids::AttachmentId;
use futures::{StreamExt as _, stream};
use storage::db::attachments;
use storage::lifecycle::LifecycleError;
use storage::lifecycle::application::Idempotency;

use super::world::World;

/// Orders that are made at the same time.
const AT_ONCE: usize = 8;

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_orders_of_one_millisecond_have_a_hundred_numbers() {
    let world = World::new(1).await;
    let mut papers = Vec::new();
    for _ in 0..100 {
        papers.push(world.papers(world.owner).await);
    }
    let creations = papers
        .iter()
        .map(|papers| world.create(world.owner, 1, papers, None));
    // No more than have a connection: on a busy machine the last of a hundred waits for one longer than the pool lets it.
    let made: Vec<_> = stream::iter(creations)
        .buffer_unordered(AT_ONCE)
        .collect()
        .await;
    let numbers: BTreeSet<String> = made
        .into_iter()
        .map(|order| order.unwrap().number.as_str().to_owned())
        .collect();
    assert_eq!(numbers.len(), 100);
    // The next free millisecond each, and none skipped.
    let numbers: Vec<_> = numbers.into_iter().collect();
    let time = |number: &String| number[10..].parse::<u64>().unwrap();
    assert!(numbers[0].starts_with("20261121WP"), "{}", numbers[0]);
    assert_eq!(time(&numbers[99]) - time(&numbers[0]), 99);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idempotency_key_makes_one_order_however_often_it_is_sent() {
    for _ in 0..5 {
        let world = World::new(2).await;
        let papers = world.papers(world.owner).await;
        let key = Idempotency {
            key: "the-same-key",
            request: b"digest",
        };
        let made = futures::future::join_all(
            (0..8).map(|_| world.create(world.owner, 2, &papers, Some(key))),
        )
        .await;
        let orders: HashSet<_> = made.into_iter().map(|order| order.unwrap().id).collect();
        assert_eq!(orders.len(), 1);
        assert_eq!(world.count("SELECT count(*) FROM orders").await, 1);
        let created = "SELECT count(*) FROM order_event";
        assert_eq!(world.count(created).await, 1);
        let again = world
            .create(world.owner, 2, &papers, Some(key))
            .await
            .unwrap();
        assert!(orders.contains(&again.id), "and later");
    }
}

#[tokio::test]
async fn a_key_belongs_to_one_request_and_one_person() {
    let world = World::new(2).await;
    let key = |request| Some(Idempotency { key: "k", request });
    let papers = world.papers(world.owner).await;
    let first = world
        .create(world.owner, 1, &papers, key(b"one"))
        .await
        .unwrap();
    let reused = world.create(world.owner, 1, &papers, key(b"other")).await;
    assert!(matches!(reused, Err(LifecycleError::KeyReused)));
    let papers = world.papers(world.other).await;
    let others = world
        .create(world.other, 1, &papers, key(b"one"))
        .await
        .unwrap();
    assert_ne!(first.id, others.id);
}

/// A paper is in one order, whoever is quicker; the other order is refused and loses nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_paper_goes_into_one_order() {
    for _ in 0..5 {
        let world = World::new(1).await;
        let papers = world.papers(world.owner).await;
        let made =
            futures::future::join_all((0..6).map(|_| world.create(world.owner, 1, &papers, None)))
                .await;
        let (won, lost): (Vec<_>, Vec<_>) = made.into_iter().partition(Result::is_ok);
        assert_eq!(won.len(), 1, "{lost:?}");
        let unusable =
            |result: &Result<_, _>| matches!(result, Err(LifecycleError::UnusablePapers));
        assert!(lost.iter().all(unusable), "{lost:?}");
        let order = won.into_iter().next().unwrap().unwrap();
        let held = attachments::of_order(&mut *world.db().await, order.id)
            .await
            .unwrap();
        let held: Vec<(AttachmentKind, AttachmentId)> =
            held.iter().map(|paper| (paper.kind, paper.id)).collect();
        assert_eq!(held, papers);
    }
}
