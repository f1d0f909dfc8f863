//! The audit log against a real Postgres: what is written is chained, and nobody changes it unseen.

use domain::audit_log::{AuditAction, AuditOutcome};
use storage::audit_chain::ChainHead;
use storage::db::audit_log::{self, NewAuditEntry};
use storage::db::audit_seals::{self, ChainCheck, ChainFault};
use storage::{PgConnection, PgPool, clock};
use testkit::builders::server_key;
use testkit::postgres::TestDatabase;

async fn write(db: &mut PgConnection, name: &str) {
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
    audit_log::insert(db, &entry).await.unwrap();
}

async fn seal(pool: &PgPool) {
    let mut tx = pool.begin().await.unwrap();
    assert!(!audit_seals::seal(&mut tx, &server_key()).await.unwrap());
    tx.commit().await.unwrap();
}

async fn check(db: &mut PgConnection, known: Option<ChainHead>) -> ChainCheck {
    audit_seals::check(db, &server_key(), known).await.unwrap()
}

async fn written(entries: usize) -> (TestDatabase, PgPool) {
    let database = TestDatabase::new().await;
    let pool = database.pool.clone();
    let mut db = pool.acquire().await.unwrap();
    for number in 0..entries {
        write(&mut db, &format!("name {number}")).await;
    }
    drop(db);
    seal(&pool).await;
    (database, pool)
}

/// As somebody who owns the database could: the triggers rest meanwhile, and everything is undone after.
async fn tampered(pool: &PgPool, statement: &str) -> Vec<ChainFault> {
    let mut tx = pool.begin().await.unwrap();
    for table in ["audit_entry", "audit_seal", "audit_unsealed"] {
        run(&mut tx, &format!("ALTER TABLE {table} DISABLE TRIGGER ALL")).await;
    }
    run(&mut tx, statement).await;
    let found = check(&mut tx, None).await.faults;
    tx.rollback().await.unwrap();
    found
}

async fn run(db: &mut PgConnection, statement: &str) {
    sqlx::raw_sql(sqlx::AssertSqlSafe(statement))
        .execute(db)
        .await
        .unwrap_or_else(|error| panic!("{statement}: {error}"));
}

#[tokio::test]
async fn a_log_that_nobody_touched_is_whole_and_goes_on() {
    let (_database, pool) = written(3).await;
    let mut db = pool.acquire().await.unwrap();
    let first = check(&mut db, None).await;
    assert_eq!((first.links, first.head.position), (3, 3));
    assert_eq!(first.faults, []);
    write(&mut db, "later").await;
    // Written and not chained yet: nothing to complain of within a minute.
    assert_eq!(check(&mut db, Some(first.head)).await.faults, []);
    seal(&pool).await;
    let second = check(&mut db, Some(first.head)).await;
    assert_eq!((second.links, second.faults.len()), (4, 0));
    assert_eq!(audit_seals::head(&mut db).await.unwrap(), second.head);
}

#[tokio::test]
async fn every_column_of_every_entry_is_guarded() {
    let (_database, pool) = written(3).await;
    let texts = [
        "by_name",
        "subject",
        "action",
        "subject_id",
        "subject_name",
        "outcome",
        "reason",
        "client_ip",
        "agent",
    ];
    let mut changes: Vec<String> = texts
        .iter()
        .map(|column| match *column {
            "outcome" => "outcome = 'refused'".to_owned(),
            _ => format!("{column} = {column} || 'x'"),
        })
        .collect();
    changes.push("at = at + interval '1 microsecond'".to_owned());
    changes.push("changes = '[{}]'".to_owned());
    // Nobody looks whether there is such an account while the triggers rest.
    changes.push("by_id = gen_random_uuid()".to_owned());
    for change in changes {
        let found = tampered(
            &pool,
            &format!("UPDATE audit_entry SET {change} WHERE subject_name = 'name 1'"),
        )
        .await;
        assert!(
            matches!(found[..], [ChainFault::Broken { position: 2, .. }]),
            "{change}: {found:?}"
        );
    }
}

#[tokio::test]
async fn every_byte_of_the_chain_is_guarded() {
    let (_database, pool) = written(2).await;
    for byte in 0..32 {
        let found = tampered(
            &pool,
            &format!(
                "UPDATE audit_seal SET code = set_byte(code, {byte}, get_byte(code, {byte}) # 1) WHERE position = 1"
            ),
        )
        .await;
        let positions: Vec<i64> = found
            .iter()
            .map(|fault| match fault {
                ChainFault::Broken { position, .. } => *position,
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(positions, [1, 2], "byte {byte}");
    }
}

#[tokio::test]
async fn what_is_removed_added_or_swapped_is_found() {
    let (_database, pool) = written(4).await;
    let gone = "DELETE FROM audit_seal WHERE position = 2; DELETE FROM audit_entry WHERE subject_name = 'name 1'";
    assert_eq!(
        tampered(&pool, gone).await,
        [ChainFault::Gap { position: 3 }]
    );
    // Also the newest one: its code stands, and what it seals is gone.
    for (name, position) in [("name 1", 2), ("name 3", 4)] {
        let entry_gone = format!("DELETE FROM audit_entry WHERE subject_name = '{name}'");
        let found = tampered(&pool, &entry_gone).await;
        assert!(
            matches!(found[..], [ChainFault::Broken { position: at, .. }] if at == position),
            "{name}: {found:?}"
        );
    }
    let swapped = "UPDATE audit_seal s SET entry_id = o.entry_id FROM (SELECT entry_id + 0 AS entry_id FROM audit_seal \
                   WHERE position = 3) o WHERE s.position = 2 AND false; \
                   ALTER TABLE audit_seal DROP CONSTRAINT audit_seal_entry_id_key; \
                   UPDATE audit_seal s SET entry_id = (SELECT o.entry_id FROM audit_seal o WHERE o.position = 5 - s.position) \
                   WHERE s.position IN (2, 3)";
    let found = tampered(&pool, swapped).await;
    assert!(
        matches!(
            found[..],
            [
                ChainFault::Broken { position: 2, .. },
                ChainFault::Broken { position: 3, .. }
            ]
        ),
        "{found:?}"
    );
    let slipped_in = "INSERT INTO audit_entry (at, by_name, subject, action, subject_id, subject_name, outcome) \
                      VALUES (now(), 'x', 'setting', 'change', 'x', 'x', 'done')";
    let found = tampered(&pool, slipped_in).await;
    assert!(
        matches!(found[..], [ChainFault::Unsealed { .. }]),
        "{found:?}"
    );
}

#[tokio::test]
async fn an_end_that_was_cut_off_is_found_by_whoever_kept_the_head() {
    let (_database, pool) = written(4).await;
    let mut tx = pool.begin().await.unwrap();
    let kept = check(&mut tx, None).await.head;
    for table in ["audit_entry", "audit_seal"] {
        run(&mut tx, &format!("ALTER TABLE {table} DISABLE TRIGGER ALL")).await;
    }
    run(&mut tx, "DELETE FROM audit_seal WHERE position > 2").await;
    run(
        &mut tx,
        "DELETE FROM audit_entry e WHERE NOT EXISTS (SELECT FROM audit_seal s WHERE s.entry_id = e.id)",
    )
    .await;
    assert_eq!(check(&mut tx, None).await.faults, []);
    assert_eq!(
        check(&mut tx, Some(kept)).await.faults,
        [ChainFault::HeadMissing { position: 4 }]
    );
}

#[tokio::test]
async fn the_database_refuses_to_change_what_is_written() {
    let (_database, pool) = written(1).await;
    for statement in [
        "UPDATE audit_entry SET reason = 'x'",
        "DELETE FROM audit_entry",
        "TRUNCATE audit_entry CASCADE",
        "UPDATE audit_seal SET position = 9",
        "DELETE FROM audit_seal",
    ] {
        let refused = sqlx::raw_sql(sqlx::AssertSqlSafe(statement))
            .execute(&pool)
            .await;
        assert!(refused.is_err(), "{statement}");
    }
}

/// Two processes chain at once; writers write meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn chaining_processes_do_not_hinder_one_another() {
    let (_database, pool) = written(0).await;
    let writers = (0..4).map(|_| {
        let pool = pool.clone();
        tokio::spawn(async move {
            for number in 0..25 {
                let mut db = pool.acquire().await.unwrap();
                write(&mut db, &format!("name {number}")).await;
            }
        })
    });
    let sealers = (0..2).map(|_| {
        let pool = pool.clone();
        tokio::spawn(async move {
            for _ in 0..50 {
                let mut tx = pool.begin().await.unwrap();
                audit_seals::seal(&mut tx, &server_key()).await.unwrap();
                tx.commit().await.unwrap();
            }
        })
    });
    let all: Vec<_> = writers.chain(sealers).collect();
    for one in all {
        one.await.unwrap();
    }
    seal(&pool).await;
    let mut db = pool.acquire().await.unwrap();
    let checked = check(&mut db, None).await;
    assert_eq!((checked.links, checked.faults.len()), (100, 0));
}
