//! Black box: somebody's own cron runs receive tasks with `scenedock receive --once`.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::{Value, json};
use testkit::archive::Archive;
use testkit::client::Person;
use testkit::server::Launch;

const PATIENCE: Duration = Duration::from_mins(2);
const SIZES: [usize; 3] = [70_000, 1, 12_000];

/// A task that looks at `folder` when it is told to; its first run, which found nothing, is over.
async fn paused_task(admin: &Person, name: &str, folder: &Path) -> anyhow::Result<String> {
    let definition = json!({"kind": "item_folder", "location": folder, "verification": "checksum", "settleSeconds": 0});
    let form = json!({"name": name, "definition": definition, "everyMinutes": 1440});
    let made = admin.post("/api/receive-tasks", &form).await?;
    let path = format!(
        "/api/receive-tasks/{}",
        made["id"].as_str().context("no id")?
    );
    let until = Instant::now() + PATIENCE;
    loop {
        let runs = admin.get(&format!("{path}/runs")).await?;
        if runs["items"][0]["endedAt"].is_string() {
            break;
        }
        ensure!(Instant::now() < until, "{runs}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    admin.post(&format!("{path}/pause"), &json!({})).await?;
    Ok(path)
}

/// Scenes with a file an item, as a sender leaves them.
fn send(folder: &Path) -> anyhow::Result<Archive> {
    let archive = Archive::make(folder, &SIZES)?;
    let items = fs::read_to_string(&archive.items)?;
    fs::remove_file(&archive.items)?;
    for line in items.lines() {
        let item: Value = serde_json::from_str(line)?;
        let name = item["id"].as_str().context("no id")?;
        fs::write(folder.join(format!("{name}.json")), line)?;
    }
    Ok(archive)
}

#[tokio::test]
async fn a_command_runs_receive_tasks_once_and_fails_where_a_source_does() -> anyhow::Result<()> {
    let home = tempfile::tempdir()?;
    let root = home.path().canonicalize()?.join("archive");
    let incoming = root.join("incoming");
    fs::create_dir_all(&incoming)?;
    let launch = Launch::new("serve", &home.path().join("data")).env("ARCHIVE_ROOTS", &root);
    let server = launch.start()?;
    launch.create_user("admin", "admin")?;
    let admin = Person::sign_in(&server.http, "admin").await?;
    let task = paused_task(&admin, "来料", &incoming).await?;
    let archive = send(&incoming)?;

    let all = launch.run(&["receive", "--once"], "")?;
    ensure!(all.is_empty(), "a paused task ran: {all}");
    let received = launch.run(&["receive", "--once", "来料"], "")?;
    let runs = admin.get(&format!("{task}/runs")).await?;
    let run = runs["items"][0]["id"].as_str().context("no run")?;
    let files = admin.get(&format!("/api/receive-runs/{run}/files")).await?;
    ensure!(
        received.starts_with("来料: 3 new, 0 changed, 0 as before, 0 refused"),
        "{received}{files}"
    );
    for dataid in archive.dataids() {
        let found = admin.get(&format!("/stac/search?ids={dataid}")).await?;
        ensure!(found["features"][0]["id"] == *dataid, "{found}");
    }
    let again = launch.run(&["receive", "--once", "来料"], "")?;
    ensure!(again.starts_with("来料: 0 new, 0 changed"), "{again}");
    let state = admin.get(&task).await?;
    ensure!(
        (&state["standing"], &state["received"]) == (&json!("paused"), &json!(SIZES.len())),
        "{state}"
    );

    fs::rename(&incoming, root.join("elsewhere"))?;
    let failed = launch.run(&["receive", "--once", "来料"], "");
    let failed = failed.err().context("a folder that is gone")?.to_string();
    ensure!(
        failed.contains("来料: failed (") && failed.contains("1 sources failed"),
        "{failed}"
    );
    let unknown = launch.run(&["receive", "--once", "没有"], "");
    let unknown = unknown.err().context("an unknown name")?.to_string();
    ensure!(
        unknown.contains("there is no receive task \"没有\""),
        "{unknown}"
    );
    Ok(())
}
