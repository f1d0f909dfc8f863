//! `scenedock import` as a process: what it prints, what it ends with, and that a killed one loses nothing.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use testkit::postgres::TestDatabase;

fn command(url: &str, folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_scenedock"));
    for name in ["QUEUE_URL", "OBJECT_STORE_URL", "SCENEDOCK_DEMO"] {
        command.env_remove(name);
    }
    command
        .env("DATABASE_URL", url)
        .env("SCENEDOCK_DATA", folder.join("data"))
        .current_dir(folder)
        .arg("import")
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn words(output: &Output) -> String {
    let both = [&output.stdout[..], &output.stderr].concat();
    String::from_utf8_lossy(&both).into_owned()
}

fn lines(from: usize, to: usize) -> String {
    let line = |n: usize| {
        let row = json!({"id": format!("b{n}"), "kind": 2, "at": "2020-01-02T03:04:05+08:00", "detailUrl": format!("/{n}")});
        format!("{row}\n")
    };
    (from..to).map(line).collect()
}

#[tokio::test]
async fn a_killed_import_goes_on_with_the_same_command() {
    let database = TestDatabase::new().await;
    let folder = tempfile::tempdir().unwrap();
    let count = async || -> i64 {
        let counted = sqlx::query_scalar("SELECT count(*) FROM behaviour");
        counted.fetch_one(&database.pool).await.unwrap()
    };
    let mut killed = command(&database.url, folder.path(), &["behaviour", "-"]);
    let mut killed = killed.stdin(Stdio::piped()).spawn().unwrap();
    let mut input = killed.stdin.take().unwrap();
    // A whole batch, and a part of the next: its end never comes.
    input.write_all(lines(0, 1300).as_bytes()).unwrap();
    let mut ticks = tokio::time::interval(Duration::from_millis(50));
    let begun = async {
        while count().await == 0 {
            ticks.tick().await;
        }
    };
    tokio::time::timeout(Duration::from_mins(2), begun)
        .await
        .unwrap();
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!(count().await, 1000);
    std::fs::write(folder.path().join("rows.ndjson"), lines(0, 2500)).unwrap();
    for expected in [
        "1500 new, 1000 as before, 0 refused",
        "0 new, 2500 as before, 0 refused",
    ] {
        let mut again = command(&database.url, folder.path(), &["behaviour", "rows.ndjson"]);
        let done = again.output().unwrap();
        assert!(done.status.success(), "{}", words(&done));
        assert!(words(&done).contains(expected), "{}", words(&done));
    }
    let summed = sqlx::query_scalar("SELECT sum(times)::bigint FROM behaviour_figure");
    let summed: i64 = summed.fetch_one(&database.pool).await.unwrap();
    assert_eq!((count().await, summed), (2500, 2500));
}

#[tokio::test]
async fn refused_rows_are_written_down_with_both_languages() {
    let database = TestDatabase::new().await;
    let folder = tempfile::tempdir().unwrap();
    let file = "{\"loginName\": \"wangwu\", \"name\": \"王五\", \"unit\": \"局/院\", \"phone\": \"13800000000\"}\nno row\n{\"loginName\": \"x\"}\n";
    std::fs::write(folder.path().join("users.ndjson"), file).unwrap();
    let arguments = ["users", "users.ndjson", "--rejects", "refused.ndjson"];
    let run = |more: &[&str]| {
        let mut all = arguments.to_vec();
        all.extend(more);
        command(&database.url, folder.path(), &all)
            .output()
            .unwrap()
    };
    let dry = run(&["--dry-run"]);
    assert!(
        words(&dry).contains("nothing was written"),
        "{}",
        words(&dry)
    );
    let done = run(&[]);
    assert!(!done.status.success());
    assert!(
        words(&done).contains("1 new, 0 as before, 2 refused"),
        "{}",
        words(&done)
    );
    let refused = std::fs::read_to_string(folder.path().join("refused.ndjson")).unwrap();
    let refused: Vec<Value> = refused
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(refused.len(), 2);
    assert_eq!(
        (&refused[0]["line"], &refused[0]["code"]),
        (&json!(2), &json!("import.line_unreadable"))
    );
    assert_eq!(refused[0]["row"], json!("no row"));
    assert_eq!(
        (&refused[1]["field"], &refused[1]["code"]),
        (&json!("loginName"), &json!("field.login_name_wrong"))
    );
    assert_eq!(refused[1]["row"], json!({"loginName": "x"}));
    assert!(!refused[1]["zh-CN"].as_str().unwrap().is_ascii());
    assert!(refused[1]["en"].as_str().unwrap().is_ascii());
    let orders = command(
        &database.url,
        folder.path(),
        &["orders", "users.ndjson", "--roles", "管理员"],
    );
    let orders = { orders }.output().unwrap();
    assert!(
        words(&orders).contains("--roles is for users"),
        "{}",
        words(&orders)
    );
}
