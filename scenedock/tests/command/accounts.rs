//! Accounts that are made while no server runs.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use testkit::postgres::TestDatabase;

/// What a command prints, and whether it did what it was asked for.
pub fn run(url: &str, folder: &Path, arguments: &[&str], input: &str) -> (bool, String) {
    run_with((url, &[]), folder, arguments, input)
}

/// The same with further settings.
pub fn run_with(
    (url, settings): (&str, &[(&str, &str)]),
    folder: &Path,
    arguments: &[&str],
    input: &str,
) -> (bool, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_scenedock"))
        .env_remove("QUEUE_URL")
        .env_remove("OBJECT_STORE_URL")
        .env_remove("SCENEDOCK_DEMO")
        .envs(settings.iter().copied())
        .env("DATABASE_URL", url)
        .env("SCENEDOCK_DATA", folder.join("data"))
        .current_dir(folder)
        .arg("admin")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // Whoever needs no input may have ended already.
    stdin.write_all(input.as_bytes()).ok();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let both = [&output.stdout[..], &output.stderr].concat();
    let text = String::from_utf8_lossy(&both).into_owned();
    (output.status.success(), text)
}

#[tokio::test]
async fn passwords_follow_the_rule_of_the_forms() {
    let database = TestDatabase::new().await;
    let folder = tempfile::tempdir().unwrap();
    let create = ["create-user", "director", "--role", "admin"];
    for (password, why) in [
        ("a password\n", "6 to 20"),
        ("Password1\n", "easy to guess"),
        ("\n", "enter a password"),
    ] {
        let (done, text) = run(&database.url, folder.path(), &create, password);
        assert!(
            !done && text.to_lowercase().contains(why),
            "{password}: {text}"
        );
    }
    let (done, text) = run(&database.url, folder.path(), &create, "Zk7qfR\n");
    assert!(done, "{text}");
}

/// Entries wait for a worker to be chained: where none runs, the check chains them.
#[tokio::test]
async fn entries_that_no_worker_has_chained_are_no_fault_and_slipped_in_ones_are() {
    let database = TestDatabase::new().await;
    let folder = tempfile::tempdir().unwrap();
    let create = ["create-user", "director", "--role", "admin"];
    let (done, text) = run(&database.url, folder.path(), &create, "Zk7qfR\n");
    assert!(done, "{text}");
    let sql = async |statement: &'static str| {
        sqlx::raw_sql(statement)
            .execute(&database.pool)
            .await
            .unwrap();
    };
    // As if an hour went by.
    sql("ALTER TABLE audit_entry DISABLE TRIGGER USER; UPDATE audit_entry SET at = at - interval '1 hour'; \
         ALTER TABLE audit_entry ENABLE TRIGGER USER")
    .await;
    let verify = || run(&database.url, folder.path(), &["verify-audit"], "");
    let (done, text) = verify();
    assert!(done && !text.starts_with("0 entries"), "{text}");
    sql("ALTER TABLE audit_entry DISABLE TRIGGER USER; \
         INSERT INTO audit_entry (at, by_name, subject, action, subject_id, subject_name, outcome) \
         VALUES (now(), 'x', 'setting', 'change', 'x', 'x', 'done'); ALTER TABLE audit_entry ENABLE TRIGGER USER")
    .await;
    let (done, text) = verify();
    assert!(!done && text.contains("is not in the chain"), "{text}");
}
