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

    /// While the triggers rest.
    async fn attack(&self, statements: &str) {
        let tables = ["audit_entry", "audit_seal", "audit_unsealed"];
        let switch = |how: &str| {
            tables
                .map(|table| format!("ALTER TABLE {table} {how} TRIGGER ALL; "))
                .concat()
        };
        let all = format!("{}{statements}; {}", switch("DISABLE"), switch("ENABLE"));
        sqlx::raw_sql(sqlx::AssertSqlSafe(all))
            .execute(&self.database.pool)
            .await
            .unwrap();
    }

    async fn count(&self, statement: &'static str) -> i64 {
        sqlx::query_scalar(statement)
            .fetch_one(&self.database.pool)
            .await
            .unwrap()
    }
}

#[tokio::test]
async fn entries_that_are_chained_anew_are_found_each_time() {
    let office = Office::new().await;
    office
        .attack(
            "UPDATE audit_entry SET subject_name = 'nobody' WHERE subject_name = 'director'; DELETE FROM audit_seal; \
             INSERT INTO audit_unsealed (entry_id) SELECT id FROM audit_entry",
        )
        .await;
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
