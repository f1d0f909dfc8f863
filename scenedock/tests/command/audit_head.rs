//! What `verify-audit` finds of somebody who has the database's password and nothing else, and how a restored database is
//! accepted. No server runs here: the command chains and keeps the head itself.

use std::path::PathBuf;

use tempfile::TempDir;
use testkit::postgres::TestDatabase;

use super::accounts::run;

struct Office {
    database: TestDatabase,
    folder: TempDir,
}

impl Office {
    /// With two accounts, whose making is in the log, and a head outside the database.
    async fn new() -> Self {
        let office = Self {
            database: TestDatabase::new().await,
            folder: tempfile::tempdir().unwrap(),
        };
        for name in ["director", "auditor"] {
            let create = ["create-user", name, "--role", "admin"];
            let (done, text) = run(
                &office.database.url,
                office.folder.path(),
                &create,
                "Zk7qfR\n",
            );
            assert!(done, "{text}");
            office.is_whole(&[]);
        }
        office
    }

    fn verify(&self, options: &[&str]) -> (bool, String) {
        let arguments = [&["verify-audit"], options].concat();
        run(&self.database.url, self.folder.path(), &arguments, "")
    }

    fn is_whole(&self, options: &[&str]) -> String {
        let (done, text) = self.verify(options);
        assert!(done, "{text}");
        text
    }

    /// Each time, however often.
    fn is_refused(&self, why: &str) {
        for _ in 0..2 {
            let (done, text) = self.verify(&[]);
            assert!(!done && text.contains(why), "{text}");
        }
    }

    fn head(&self) -> PathBuf {
        self.folder.path().join("data/objects/audit/head")
    }

    async fn attack(&self, statements: &str) {
        sqlx::raw_sql(while_triggers_rest(statements))
            .execute(&self.database.pool)
            .await
            .unwrap();
    }

    /// What `verify-audit` says when this happens once it waits for a lock that somebody else holds.
    async fn verify_during(&self, lock: &'static str, statements: &str) -> (bool, String) {
        let mut holder = self.database.pool.begin().await.unwrap();
        for statement in ["SET LOCAL idle_in_transaction_session_timeout = 0", lock] {
            sqlx::raw_sql(statement)
                .execute(&mut *holder)
                .await
                .unwrap();
        }
        let (url, folder) = (self.database.url.clone(), self.folder.path().to_owned());
        let verifying =
            tokio::task::spawn_blocking(move || run(&url, &folder, &["verify-audit"], ""));
        let waiting = "SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database \
                       WHERE NOT l.granted AND d.datname = current_database()";
        while self.count(waiting).await == 0 {
            assert!(!verifying.is_finished(), "it does not wait");
            tokio::task::yield_now().await;
        }
        sqlx::raw_sql(while_triggers_rest(statements))
            .execute(&mut *holder)
            .await
            .unwrap();
        holder.commit().await.unwrap();
        verifying.await.unwrap()
    }

    async fn count(&self, statement: &'static str) -> i64 {
        sqlx::query_scalar(statement)
            .fetch_one(&self.database.pool)
            .await
            .unwrap()
    }
}

fn while_triggers_rest(statements: &str) -> sqlx::AssertSqlSafe<String> {
    let tables = ["audit_entry", "audit_seal", "audit_unsealed"];
    let switch = |how: &str| {
        tables
            .map(|table| format!("ALTER TABLE {table} {how} TRIGGER ALL; "))
            .concat()
    };
    sqlx::AssertSqlSafe(format!(
        "{}{statements}; {}",
        switch("DISABLE"),
        switch("ENABLE")
    ))
}

/// An entry is changed, and all wait for being chained again.
const REWRITE: &str = "UPDATE audit_entry SET subject_name = 'nobody' WHERE subject_name = 'director'; \
                       DELETE FROM audit_seal; INSERT INTO audit_unsealed (entry_id) SELECT id FROM audit_entry";

#[tokio::test]
async fn entries_that_are_chained_anew_are_found_each_time() {
    let office = Office::new().await;
    office.attack(REWRITE).await;
    office.is_refused("written anew");
    assert_eq!(
        office.count("SELECT count(*) FROM audit_unsealed").await,
        0,
        "the command has chained them itself"
    );
}

#[tokio::test]
async fn a_cut_off_end_is_found_without_being_asked_for_and_a_restore_is_accepted() {
    let office = Office::new().await;
    office
        .attack(
            "DELETE FROM audit_seal WHERE position > 1; \
             DELETE FROM audit_entry e WHERE NOT EXISTS (SELECT FROM audit_seal s WHERE s.entry_id = e.id)",
        )
        .await;
    office.is_refused("the entries after 1 are missing");
    let accepted = office.is_whole(&["--new-head"]);
    assert!(accepted.contains("are missing"), "{accepted}");
    assert!(
        accepted.contains("the head outside the database is 2:"),
        "{accepted}"
    );
    office.is_whole(&[]);
    let kept = "SELECT count(*) FROM audit_entry e JOIN audit_seal s ON s.entry_id = e.id WHERE e.subject_name = 'audit_head' \
                AND e.changes->0->>'before' <> ''";
    assert_eq!(office.count(kept).await, 1);
    // Where nothing is wrong, there is nothing to accept.
    office.is_whole(&["--new-head"]);
    assert_eq!(office.count(kept).await, 1);
}

#[tokio::test]
async fn a_head_that_is_gone_or_somebody_elses_is_found() {
    let office = Office::new().await;
    let genuine = std::fs::read_to_string(office.head()).unwrap();
    std::fs::remove_file(office.head()).unwrap();
    office.is_refused("no head outside the database");
    assert!(!office.head().exists(), "it is not written anew by itself");
    let position = genuine.replace("\"position\":", "\"position\":1");
    assert_ne!(position, genuine);
    std::fs::write(office.head(), position).unwrap();
    office.is_refused("was not written with this server's key");
    office.is_whole(&["--new-head"]);
    office.is_whole(&[]);
}

/// The head was held when it was compared; the command itself chains the rest with the real key, and finds the chain whole.
#[tokio::test]
async fn what_is_rewritten_between_comparison_and_check_is_found() {
    let office = Office::new().await;
    let lock = "LOCK TABLE audit_unsealed IN ACCESS EXCLUSIVE MODE";
    let (done, text) = office.verify_during(lock, REWRITE).await;
    assert!(!done && text.contains("written anew"), "{text}");
    office.is_refused("written anew");
}

/// The lock is the one of whoever writes the head outside the database.
#[tokio::test]
async fn what_is_rewritten_before_the_last_comparison_is_found() {
    let office = Office::new().await;
    let lock = "SELECT pg_advisory_xact_lock(x'617564697468'::bigint)";
    let change = "UPDATE audit_seal SET code = sha256(code)";
    let (done, text) = office.verify_during(lock, change).await;
    assert!(!done && text.contains("written anew"), "{text}");
}

#[tokio::test]
async fn without_the_object_store_the_chain_is_followed_and_its_head_named() {
    let office = Office::new().await;
    let folder = office.head().parent().unwrap().to_owned();
    let elsewhere = folder.with_extension("elsewhere");
    std::fs::rename(&folder, &elsewhere).unwrap();
    // Neither a head nor the lack of one: no path leads through a file.
    std::fs::write(&folder, "").unwrap();
    let (done, text) = office.verify(&[]);
    assert!(
        !done && text.contains("entries; head ") && text.contains("cannot be compared"),
        "{text}"
    );
    std::fs::remove_file(&folder).unwrap();
    std::fs::rename(&elsewhere, &folder).unwrap();
    office.is_whole(&[]);

    office
        .attack("UPDATE audit_entry SET subject_name = 'nobody' WHERE subject_name = 'director'")
        .await;
    std::fs::rename(&folder, &elsewhere).unwrap();
    std::fs::write(&folder, "").unwrap();
    let (done, text) = office.verify(&[]);
    assert!(
        !done && text.contains("was changed") && text.contains("cannot be compared"),
        "{text}"
    );
}
