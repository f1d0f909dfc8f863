//! The head of the audit log's chain outside the database: what somebody with the database alone rewrites is found by it, and
//! workers never lead it astray.

use std::sync::Arc;

use domain::audit_log::{AuditAction, AuditOutcome};
use object_store::memory::InMemory;
use object_store::{ObjectStore, ObjectStoreExt as _};
use storage::audit_chain::ChainHead;
use storage::audit_head::{self, HeadStanding, OutsideHead};
use storage::db::audit_log::{self, NewAuditEntry};
use storage::db::audit_seals;
use storage::objects::ObjectKey;
use storage::sealed::ServerKey;
use storage::{PgPool, clock};
use testkit::builders::server_key;
use testkit::postgres::TestDatabase;

/// A database whose workers write the head into this store.
struct Site {
    database: TestDatabase,
    store: Arc<dyn ObjectStore>,
}

impl Site {
    async fn with_entries(entries: usize) -> Self {
        let site = Self {
            database: TestDatabase::new().await,
            store: Arc::new(InMemory::new()),
        };
        for number in 0..entries {
            write(site.pool(), &format!("name {number}")).await;
        }
        seal(site.pool()).await;
        site
    }

    fn pool(&self) -> &PgPool {
        &self.database.pool
    }

    async fn keep(&self) -> HeadStanding {
        audit_head::keep(self.pool(), &*self.store, &server_key(), clock::now())
            .await
            .unwrap()
    }

    async fn look(&self) -> HeadStanding {
        audit_head::look(self.pool(), &*self.store, &server_key())
            .await
            .unwrap()
    }

    /// Where the head in the store stands.
    async fn position(&self) -> i64 {
        let outside = audit_head::read(&*self.store, &server_key()).await;
        match outside.unwrap() {
            OutsideHead::Written(written) => written.head.position,
            OutsideHead::Absent => 0,
            OutsideHead::Foreign => panic!("not the server's"),
        }
    }

    async fn head(&self) -> ChainHead {
        let mut db = self.pool().acquire().await.unwrap();
        audit_seals::head(&mut db).await.unwrap()
    }

    /// What somebody with the database's password does; its triggers keep nobody from it who owns the tables.
    async fn attack(&self, statements: &str) {
        let tables = ["audit_entry", "audit_seal", "audit_unsealed", "audit_head"];
        let switch = |how: &str| {
            tables
                .map(|table| format!("ALTER TABLE {table} {how} TRIGGER ALL; "))
                .concat()
        };
        let all = format!("{}{statements}; {}", switch("DISABLE"), switch("ENABLE"));
        sqlx::raw_sql(sqlx::AssertSqlSafe(all))
            .execute(self.pool())
            .await
            .unwrap();
    }
}

async fn write(pool: &PgPool, name: &str) {
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
    let mut db = pool.acquire().await.unwrap();
    audit_log::insert(&mut db, &entry).await.unwrap();
}

async fn seal(pool: &PgPool) {
    let mut tx = pool.begin().await.unwrap();
    audit_seals::seal(&mut tx, &server_key()).await.unwrap();
    tx.commit().await.unwrap();
}

/// Whether the chain itself says that nothing was changed.
async fn is_whole(pool: &PgPool) -> bool {
    let mut db = pool.acquire().await.unwrap();
    let check = audit_seals::check(&mut db, &server_key(), None).await;
    check.unwrap().faults.is_empty()
}

#[tokio::test]
async fn the_head_goes_along_with_the_chain() {
    let site = Site::with_entries(0).await;
    assert_eq!(site.keep().await, HeadStanding::NotBegun);
    assert_eq!(site.position().await, 0);
    for position in [1, 2] {
        write(site.pool(), "name").await;
        seal(site.pool()).await;
        let HeadStanding::Held(written) = site.keep().await else {
            panic!("it is whole");
        };
        assert_eq!(written.head, site.head().await);
        assert_eq!(site.position().await, position);
    }
    // Nothing was chained since: what stands there stays, its time too.
    let before = site.look().await;
    assert_eq!(site.keep().await, before);
    assert_eq!(site.look().await, before);
}

/// Links are cut off, what they sealed is changed, and the running workers chain it with the real key.
#[tokio::test]
async fn entries_that_workers_chained_anew_are_found() {
    let site = Site::with_entries(4).await;
    site.keep().await;
    let honest = site.look().await;
    let HeadStanding::Held(known) = honest else {
        panic!("{honest:?}");
    };
    site.attack(
        "DELETE FROM audit_seal WHERE position > 1; UPDATE audit_entry SET by_name = 'x' WHERE subject_name = 'name 2'; \
         DELETE FROM audit_entry WHERE subject_name = 'name 1'; INSERT INTO audit_unsealed (entry_id) \
         SELECT id FROM audit_entry e WHERE NOT EXISTS (SELECT FROM audit_seal s WHERE s.entry_id = e.id)",
    )
    .await;
    let missing = HeadStanding::Missing(known);
    assert_eq!(site.look().await, missing, "before it is chained anew");
    seal(site.pool()).await;
    assert!(is_whole(site.pool()).await, "alone the chain tells nothing");
    assert_eq!(site.look().await, missing);
    // Also when the new chain has grown beyond it, however often a worker looks.
    for _ in 0..3 {
        write(site.pool(), "later").await;
        seal(site.pool()).await;
        assert_eq!(site.keep().await, missing);
    }
    assert_eq!(site.position().await, 4, "it stays");
    assert!(site.head().await.position > 4, "chaining goes on");
}

/// The same, while the written head's code is put back in front of the new links, so that it stands in the chain whenever a worker
/// looks; afterwards the chain is whole without it. Meanwhile workers can be kept from looking with a lock on `audit_head`.
#[tokio::test]
async fn a_head_that_is_shown_in_a_chain_made_anew_is_not_moved_into_it() {
    let site = Site::with_entries(4).await;
    let HeadStanding::Held(known) = site.keep().await else {
        panic!("it is whole");
    };
    site.attack(
        "DELETE FROM audit_seal WHERE position > 2; UPDATE audit_entry SET by_name = 'x' WHERE subject_name = 'name 2'; \
         INSERT INTO audit_unsealed (entry_id) \
         SELECT id FROM audit_entry e WHERE NOT EXISTS (SELECT FROM audit_seal s WHERE s.entry_id = e.id)",
    )
    .await;
    write(site.pool(), "later").await;
    seal(site.pool()).await;
    assert_eq!(site.head().await.position, 5);
    let made_anew: String =
        sqlx::query_scalar("SELECT encode(code, 'hex') FROM audit_seal WHERE position = 4")
            .fetch_one(site.pool())
            .await
            .unwrap();
    let show = async |code: &str| {
        let statement =
            format!("UPDATE audit_seal SET code = decode('{code}', 'hex') WHERE position = 4");
        site.attack(&statement).await;
    };
    show(&hex::encode(known.head.code)).await;
    let missing = HeadStanding::Missing(known);
    assert_eq!(site.look().await, missing);
    assert_eq!(site.keep().await, missing);
    show(&made_anew).await;
    assert!(is_whole(site.pool()).await, "alone the chain tells nothing");
    assert_eq!(site.keep().await, missing);
    assert_eq!(site.position().await, 4, "it stays");
}

/// A store that is away leaves the head behind the chain's end.
#[tokio::test]
async fn what_was_changed_behind_the_head_keeps_it_where_it_is() {
    for change in [
        "UPDATE audit_entry SET by_name = 'x' WHERE subject_name = 'behind'",
        "DELETE FROM audit_entry WHERE subject_name = 'behind'",
        "DELETE FROM audit_seal WHERE position = 3",
        "UPDATE audit_seal SET code = sha256(code) WHERE position = 3",
    ] {
        let site = Site::with_entries(2).await;
        assert!(!site.keep().await.is_fault());
        for name in ["behind", "last"] {
            write(site.pool(), name).await;
        }
        seal(site.pool()).await;
        assert!(!site.look().await.is_fault(), "it is behind, and no more");
        site.attack(change).await;
        let found = site.look().await;
        assert!(matches!(found, HeadStanding::Missing(_)), "{change}");
        assert_eq!(site.keep().await, found, "{change}");
        assert_eq!(site.position().await, 2, "{change}");
    }
}

/// As a check of the whole chain sees it, whatever stood there when the head was compared.
#[tokio::test]
async fn a_head_that_was_held_a_moment_ago_is_looked_for_again() {
    let site = Site::with_entries(2).await;
    let held = site.keep().await;
    let HeadStanding::Held(known) = held else {
        panic!("it is whole");
    };
    let mut db = site.pool().acquire().await.unwrap();
    assert_eq!(audit_head::within(&mut db, held).await.unwrap(), held);
    site.attack("UPDATE audit_seal SET code = sha256(code) WHERE position = 2")
        .await;
    let missing = HeadStanding::Missing(known);
    assert_eq!(audit_head::within(&mut db, held).await.unwrap(), missing);
}

#[tokio::test]
async fn a_cut_off_end_is_found_until_somebody_accepts_it() {
    let site = Site::with_entries(4).await;
    site.keep().await;
    site.attack(
        "DELETE FROM audit_seal WHERE position > 2; \
         DELETE FROM audit_entry e WHERE NOT EXISTS (SELECT FROM audit_seal s WHERE s.entry_id = e.id)",
    )
    .await;
    assert!(is_whole(site.pool()).await, "alone the chain tells nothing");
    assert!(
        matches!(site.keep().await, HeadStanding::Missing(written) if written.head.position == 4)
    );
    let key = server_key();
    let restored = audit_head::keep_restored(site.pool(), &*site.store, &key, clock::now()).await;
    assert!(restored.unwrap().is_fault(), "a restore accepts nothing");
    let accepted = audit_head::accept(site.pool(), &*site.store, &key, clock::now()).await;
    assert!(!accepted.unwrap().is_fault());
    assert_eq!(site.position().await, 2);
    assert!(!site.keep().await.is_fault());
}

/// Whoever has the store alone gains nothing, and is found too.
#[tokio::test]
async fn a_head_that_was_removed_or_forged_is_found() {
    let site = Site::with_entries(2).await;
    site.keep().await;
    let path = ObjectKey::AuditHead.path();
    let genuine = site.store.get(&path).await.unwrap().bytes().await.unwrap();
    let text = String::from_utf8(genuine.to_vec()).unwrap();
    let forged = text.replace("\"position\":2", "\"position\":1");
    assert_ne!(forged, text);
    for foreign in [forged, String::new(), "{}".to_owned(), "x".repeat(10_000)] {
        site.store.put(&path, foreign.into()).await.unwrap();
        assert_eq!(site.keep().await, HeadStanding::Foreign);
    }
    // Of another server.
    let other = ServerKey::parse(&"0".repeat(32)).unwrap();
    audit_head::accept(site.pool(), &*site.store, &other, clock::now())
        .await
        .unwrap();
    assert_eq!(site.look().await, HeadStanding::Foreign);

    site.store.delete(&path).await.unwrap();
    assert_eq!(site.keep().await, HeadStanding::Lost);
    assert_eq!(site.look().await, HeadStanding::Lost, "nothing is written");
    // A restore has a store that never had one.
    let (pool, key) = (site.pool(), server_key());
    let restored = audit_head::keep_restored(pool, &*site.store, &key, clock::now()).await;
    assert!(matches!(restored.unwrap(), HeadStanding::Held(written) if written.head.position == 2));
}

/// Once there was one, only who has database and store at once makes it look as if there had been none.
#[tokio::test]
async fn the_database_refuses_to_forget_that_there_was_a_head() {
    let site = Site::with_entries(1).await;
    site.keep().await;
    for statement in ["DELETE FROM audit_head", "TRUNCATE audit_head"] {
        let refused = sqlx::query(statement).execute(site.pool()).await;
        assert!(refused.is_err(), "{statement}");
    }
    site.attack("DELETE FROM audit_head").await;
    assert!(!site.look().await.is_fault(), "it is there");
    site.attack("DELETE FROM audit_seal").await;
    assert!(site.look().await.is_fault());
}

/// Several processes chain and write the head; whoever looks sees it go forward only.
#[tokio::test(flavor = "multi_thread")]
async fn of_several_writers_none_takes_the_head_back() {
    let site = Arc::new(Site::with_entries(0).await);
    let writers = (0..3).map(|_| {
        let site = Arc::clone(&site);
        tokio::spawn(async move {
            for number in 0..15 {
                write(site.pool(), &format!("name {number}")).await;
                seal(site.pool()).await;
                assert!(!site.keep().await.is_fault());
            }
        })
    });
    let writers: Vec<_> = writers.collect();
    let mut last = 0;
    while writers.iter().any(|writer| !writer.is_finished()) {
        let now = site.position().await;
        assert!(now >= last, "{now} after {last}");
        last = now;
        tokio::task::yield_now().await;
    }
    for writer in writers {
        writer.await.unwrap();
    }
    seal(site.pool()).await;
    assert!(matches!(site.keep().await, HeadStanding::Held(_)));
    assert_eq!(site.position().await, 45);
}
