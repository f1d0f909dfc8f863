//! The head of the audit log's chain, as running workers keep it in the object store.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chrono::TimeDelta;
use domain::audit_log::{AuditAction, AuditOutcome};
use storage::audit_head::{self, HeadStanding};
use storage::clock;
use storage::db::audit_log::{self, NewAuditEntry};
use storage::db::audit_seals;
use testkit::builders::server_key;
use workers::reconcile::orphans;

use super::store::{Hook, broken};
use super::world::World;

const UNSEALED: &str = "SELECT count(*) FROM audit_unsealed";

async fn write(world: &World, name: &str) {
    let entry = NewAuditEntry {
        at: clock::now(),
        by: None,
        action: AuditAction::ChangeSetting,
        subject_id: "sysName",
        subject_name: name,
        outcome: AuditOutcome::Done,
        reason: "",
        changes: &[],
        client_ip: "127.0.0.1",
        agent: "test",
    };
    audit_log::insert(&mut *world.db().await, &entry)
        .await
        .unwrap();
}

async fn standing(world: &World) -> HeadStanding {
    let objects = world.objects();
    audit_head::look(world.pool(), &*objects.store, &server_key())
        .await
        .unwrap()
}

/// Waits until the head outside the database is where the chain ends; its position.
async fn until_kept(world: &World) -> i64 {
    let caught_up = async {
        let mut ticks = tokio::time::interval(Duration::from_millis(20));
        loop {
            ticks.tick().await;
            // Asked first: an entry that is chained after the chain was read would end the waiting one entry early.
            if world.count(UNSEALED).await != 0 {
                continue;
            }
            let head = audit_seals::head(&mut *world.db().await).await.unwrap();
            if let HeadStanding::Held(written) = standing(world).await
                && written.head == head
            {
                return head.position;
            }
        }
    };
    let caught_up = tokio::time::timeout(Duration::from_mins(1), caught_up).await;
    caught_up.expect("the head is not kept")
}

/// As somebody with the database alone does it, while the workers run: they chain what is left with the real key.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_rewritten_beside_running_workers_stays_found() {
    let world = World::new(&[10]).await;
    for name in ["one", "two", "three"] {
        write(&world, name).await;
    }
    let crew = world.work("w", 1, world.objects());
    let position = until_kept(&world).await;
    assert!(position >= 3);
    sqlx::raw_sql(
        "ALTER TABLE audit_seal DISABLE TRIGGER ALL; ALTER TABLE audit_entry DISABLE TRIGGER ALL; \
         UPDATE audit_entry SET subject_name = 'other' WHERE subject_name = 'two'; DELETE FROM audit_seal; \
         INSERT INTO audit_unsealed (entry_id) SELECT id FROM audit_entry; \
         ALTER TABLE audit_seal ENABLE TRIGGER ALL; ALTER TABLE audit_entry ENABLE TRIGGER ALL",
    )
    .execute(world.pool())
    .await
    .unwrap();
    write(&world, "later").await;
    world.until(UNSEALED, 0).await;
    let found = standing(&world).await;
    assert!(
        matches!(found, HeadStanding::Missing(written) if written.head.position == position),
        "{found:?}"
    );
    crew.stop().await;
    assert_eq!(
        standing(&world).await,
        found,
        "no worker has overwritten it"
    );
}

/// No row names it, and a killed process may leave it half written.
#[tokio::test]
async fn a_sweep_leaves_the_head_and_removes_what_was_to_become_one() {
    let world = World::new(&[10]).await;
    let folder = world.objects_folder().join("audit");
    std::fs::create_dir(&folder).unwrap();
    for name in ["head", "head#1"] {
        std::fs::write(folder.join(name), b"{}").unwrap();
    }
    let later = clock::now() + TimeDelta::hours(1);
    let swept = orphans::sweep(world.pool(), &world.objects(), later)
        .await
        .unwrap();
    assert_eq!((swept.objects, swept.leftovers), (0, 1));
    assert!(folder.join("head").exists() && !folder.join("head#1").exists());
}

/// An object store without room for the head keeps no entry out of the chain; the head catches up.
#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_is_away_delays_the_head_and_not_the_chain() {
    let world = World::new(&[10]).await;
    let is_away = Arc::new(AtomicBool::new(true));
    let away = Arc::clone(&is_away);
    let hook: Hook = Arc::new(move |_, path| {
        let fails = path.starts_with("audit/") && away.load(Ordering::SeqCst);
        Box::pin(async move { if fails { Err(broken()) } else { Ok(()) } })
    });
    let crew = world.work("w", 1, world.hooked(hook));
    for name in ["one", "two"] {
        write(&world, name).await;
        world.until(UNSEALED, 0).await;
    }
    assert_eq!(standing(&world).await, HeadStanding::NotBegun);
    is_away.store(false, Ordering::SeqCst);
    write(&world, "three").await;
    assert!(until_kept(&world).await >= 3);
    crew.stop().await;
}
