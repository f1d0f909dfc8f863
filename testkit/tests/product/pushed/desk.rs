//! An installation of API and two workers, each a process that is killed, and an archive that comes in bit by bit.

use std::collections::VecDeque;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};
use storage::clock;
use tempfile::TempDir;
use testkit::archive::Archive;
use testkit::client::Person;
use testkit::postgres::TestDatabase;
use testkit::server::{Launch, Server};

use crate::remote_site::SERVER_KEY;

/// Workers, each a process.
pub const WORKERS: usize = 2;
/// What a test does not wait for: how long a target that failed is left alone, which is up to an hour.
const HASTENED: [&str; 3] = [
    "UPDATE push_target SET rests_until = now() - interval '1 second' WHERE rests_until > now()",
    "UPDATE subscription_match SET retry_at = NULL WHERE state = 'waiting' AND retry_at > now()",
    "UPDATE task SET run_after = now() WHERE state = 'waiting' AND run_after > now()",
];
const ENDED_SESSIONS: &str = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
    WHERE datname = current_database() AND pid <> pg_backend_pid()";

pub struct Desk {
    _api: Server,
    workers: Vec<(Launch, Server)>,
    launch: Launch,
    pub archive: Archive,
    pub applicant: Person,
    pub admin: Person,
    database: TestDatabase,
    /// Files of items that are not in the catalogue yet.
    waves: VecDeque<PathBuf>,
    _home: TempDir,
}

impl Desk {
    /// With nothing in the catalogue yet, and one scene a size that will come in, so many at a time; `more` is environment.
    pub async fn start(
        sizes: &[usize],
        at_a_time: usize,
        more: &[(&str, &str)],
    ) -> anyhow::Result<Self> {
        let home = tempfile::tempdir()?;
        let archive = Archive::make(&home.path().join("archive"), sizes)?;
        let database = TestDatabase::new().await;
        let store = home.path().join("objects");
        std::fs::create_dir(&store)?;
        let launch = |part: &str, name: &str| {
            let launch = Launch::new(part, &home.path().join(name))
                .env("DATABASE_URL", &database.url)
                .env("SCENEDOCK_SECRET_KEY", SERVER_KEY)
                .env("OBJECT_STORE_URL", format!("file://{}", store.display()))
                .env("ARCHIVE_ROOTS", &archive.folder)
                .env("PUSH_HOSTS", "127.0.0.1");
            more.iter()
                .fold(launch, |launch, (name, value)| launch.env(name, value))
        };
        let api = launch("api", "api").start()?;
        let mut workers = Vec::new();
        for number in 0..WORKERS {
            let launch = launch("worker", &format!("worker-{number}"));
            workers.push((launch.clone(), launch.start()?));
        }
        let launch = launch("admin", "admin");
        launch.create_user("applicant", "applicant")?;
        launch.create_user("admin", "admin")?;
        Ok(Self {
            applicant: Person::sign_in(&api.http, "applicant").await?,
            admin: Person::sign_in(&api.http, "admin").await?,
            waves: waves(&archive, at_a_time)?,
            _api: api,
            workers,
            launch,
            archive,
            database,
            _home: home,
        })
    }

    /// The key that an SSH server has to let in.
    pub async fn public_key(&self) -> anyhow::Result<String> {
        let key = self.applicant.get("/api/push-targets/key").await?;
        Ok(key["publicKey"].as_str().context("no key")?.to_owned())
    }

    /// Saves a target, which the product tries out; its id.
    pub async fn target(&self, form: &Value) -> anyhow::Result<Value> {
        let made = self.applicant.post("/api/push-targets", form).await?;
        Ok(made["id"].clone())
    }

    /// Subscribes with papers, and approves it; its id.
    pub async fn subscribe(&self, target: &Value, search: &Value) -> anyhow::Result<String> {
        let form = json!({"name": "汛期监测", "purpose": "防汛", "targetId": target, "search": search,
            "validUntil": clock::now() + TimeDelta::days(30), "digest": false,
            "attachments": self.applicant.papers(&[6, 7, 2, 1]).await?});
        let made = self.applicant.post("/api/subscriptions", &form).await?;
        let id = made["id"].as_str().context("no id")?.to_owned();
        let path = format!("/api/subscriptions/{id}/decision");
        let decision = json!({"decision": "approve", "version": made["version"]});
        let asked = self.admin.ask(Method::POST, &path, Some(&decision));
        let (status, answer) = asked.await?;
        ensure!(status.is_success(), "{status} {answer}");
        Ok(id)
    }

    /// The next scenes come in; false where none is left.
    pub fn enter_more(&mut self) -> anyhow::Result<bool> {
        let Some(items) = self.waves.pop_front() else {
            return Ok(false);
        };
        self.launch.run(&["ingest", &items.to_string_lossy()], "")?;
        Ok(true)
    }

    pub fn kill_worker(&mut self, number: usize) -> anyhow::Result<()> {
        self.workers[number].1.kill()
    }

    pub fn start_worker(&mut self, number: usize) -> anyhow::Result<()> {
        let (launch, server) = &mut self.workers[number];
        *server = launch.start()?;
        Ok(())
    }

    /// Ends the database's sessions with every process, whatever they are in the middle of; how many.
    pub async fn end_database_sessions(&self) -> anyhow::Result<i64> {
        let ended = sqlx::query_scalar(ENDED_SESSIONS);
        Ok(ended.fetch_one(&self.database.pool).await?)
    }

    /// What rests or waits for another try is due at once. The product may hold the same rows: then the next time.
    pub async fn hasten(&self) {
        for statement in HASTENED {
            let done = sqlx::query(statement).execute(&self.database.pool).await;
            done.ok();
        }
    }

    /// How often a target has failed in a row.
    pub async fn failures(&self, target: &Value) -> anyhow::Result<i64> {
        let targets = self.applicant.get("/api/push-targets?pageSize=100").await?;
        let mut targets = targets["items"].as_array().into_iter().flatten();
        let found = targets.find(|one| one["id"] == *target);
        found
            .and_then(|one| one["failures"].as_i64())
            .context("no such target")
    }

    /// What the ledger holds, how the targets stand, and the end of what the processes logged: for a test that fails.
    pub async fn explain(&self) -> String {
        let tasks: Vec<(String, String, i32, Option<String>)> =
            sqlx::query_as("SELECT kind, state, attempt, worker FROM task")
                .fetch_all(&self.database.pool)
                .await
                .unwrap_or_default();
        let targets = self.applicant.get("/api/push-targets?pageSize=100").await;
        let logs = self.workers.iter().map(|(launch, _)| {
            let log = launch.log();
            let lines: Vec<_> = log.lines().collect();
            lines[lines.len().saturating_sub(30)..].join("\n")
        });
        let logs: Vec<_> = logs.collect();
        format!("{tasks:#?}\n{targets:?}\n{}", logs.join("\n--\n"))
    }
}

/// Files of items of the archive, so many in each.
fn waves(archive: &Archive, at_a_time: usize) -> anyhow::Result<VecDeque<PathBuf>> {
    let items = std::fs::read_to_string(&archive.items)?;
    let lines: Vec<_> = items.lines().collect();
    let mut waves = VecDeque::new();
    for (number, some) in lines.chunks(at_a_time).enumerate() {
        let path = archive.folder.join(format!("wave-{number:03}.ndjson"));
        std::fs::write(&path, some.join("\n") + "\n")?;
        waves.push_back(path);
    }
    Ok(waves)
}
