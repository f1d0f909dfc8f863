//! An installation at scale: API, two workers and FTP gateway, each in a process of its own with its own folder.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use tempfile::TempDir;
use testkit::archive::Archive;
use testkit::ceph::Ceph;
use testkit::client::Person;
use testkit::postgres::TestDatabase;
use testkit::redis::Redis;
use testkit::server::{Launch, Server};

/// Bucket of the objects.
pub const BUCKET: &str = "scenedock-test";
/// Every process needs the same one; of no worth outside this test.
pub const SERVER_KEY: &str = "000102030405060708090a0b0c0d0e0f";
/// How long the workers run between two looks.
const BETWEEN_LOOKS: Duration = Duration::from_millis(25);
/// Longest wait until a worker works and the queue holds more.
const BUSY: Duration = Duration::from_mins(3);

/// Kind, state, attempt, worker and error of a task.
type Unfinished = (String, String, i32, Option<String>, Option<String>);

pub struct Site {
    pub api: Server,
    workers: Vec<Server>,
    _ftp: Server,
    launch: Launch,
    pub redis: Redis,
    pub ceph: Ceph,
    database: TestDatabase,
    home: TempDir,
}

impl Site {
    pub async fn start() -> anyhow::Result<Self> {
        let home = tempfile::tempdir()?;
        std::fs::create_dir(home.path().join("archive"))?;
        let database = TestDatabase::new().await;
        let redis = Redis::start()?;
        let ceph = Ceph::start(&[BUCKET])?;
        let shared = shared_settings(&home.path().join("archive"), &database, &redis, &ceph);
        let launch = |part: &str, name: &str| Launch {
            env: shared.clone(),
            ..Launch::new(part, &home.path().join(name))
        };
        let ftp = launch("ftp", "ftp").start()?;
        let (host, port) = ftp.ftp.rsplit_once(':').context("no port")?;
        let near_ftp = |launch: Launch| {
            let launch = launch.env("FTP_PUBLIC_HOST", host);
            launch.env("FTP_PUBLIC_PORT", port)
        };
        let api = near_ftp(launch("api", "api")).start()?;
        let workers = ["worker-1", "worker-2"]
            .map(|name| near_ftp(launch("worker", name)).env("WORKER_SLOTS", "2"))
            .iter()
            .map(Launch::start)
            .collect::<Result<_, _>>()?;
        Ok(Self {
            api,
            workers,
            launch: launch("admin", "admin"),
            _ftp: ftp,
            redis,
            ceph,
            database,
            home,
        })
    }

    pub fn home(&self) -> &Path {
        self.home.path()
    }

    pub fn archive(&self) -> PathBuf {
        self.home().join("archive")
    }

    /// What a client must trust to encrypt.
    pub fn ftp_certificate(&self) -> PathBuf {
        self.home().join("ftp/ftp-cert.pem")
    }

    /// The archive in the catalogue; an applicant and an administrator, signed in.
    pub async fn people(&self, archive: &Archive) -> anyhow::Result<(Person, Person)> {
        let items = archive.items.to_string_lossy();
        self.launch.run(&["ingest", &items], "")?;
        self.launch.create_user("applicant", "applicant")?;
        self.launch.create_user("admin", "admin")?;
        Ok((
            Person::sign_in(&self.api.http, "applicant").await?,
            Person::sign_in(&self.api.http, "admin").await?,
        ))
    }

    /// At a moment when a worker works on something and the queue holds more: empties the queue and kills that worker.
    /// How many tasks it was working on.
    pub async fn flush_and_kill(&mut self) -> anyhow::Result<i64> {
        let until = Instant::now() + BUSY;
        let mut looks = tokio::time::interval(BETWEEN_LOOKS);
        looks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            looks.tick().await;
            // Stopped only for a moment worth it: on a busy machine a look takes longer than the time between two, and
            // workers that stood still for each of them would never get anywhere.
            if self.busiest().await?.is_some()
                && let Some(interrupted) = self.flush_and_kill_now().await?
            {
                return Ok(interrupted);
            }
            ensure!(
                Instant::now() < until,
                "no worker was seen at work while the queue held more:\n{}",
                self.explain().await
            );
        }
    }

    /// Stops the workers and looks once more; `None`, and they go on, where the moment has passed.
    async fn flush_and_kill_now(&mut self) -> anyhow::Result<Option<i64>> {
        self.signal_workers("STOP")?;
        let moment = self
            .busiest()
            .await?
            .filter(|_| self.redis.keys().is_ok_and(|keys| keys > 0));
        if let Some((worker, _)) = moment {
            self.redis.flush_all()?;
            self.workers.remove(worker).kill()?;
        }
        self.signal_workers("CONT")?;
        Ok(moment.map(|(_, working)| working))
    }

    /// The worker with the most tasks, and how many; `None` where none works or the queue is empty.
    async fn busiest(&self) -> anyhow::Result<Option<(usize, i64)>> {
        let queued: i64 = sqlx::query_scalar("SELECT count(*) FROM task WHERE state = 'released'")
            .fetch_one(&self.database.pool)
            .await?;
        let mut busiest = None;
        for (number, worker) in self.workers.iter().enumerate() {
            // A worker's name holds its process id.
            let name = format!("%-{}-%", worker.pid());
            let working: i64 = sqlx::query_scalar(
                "SELECT count(*) FROM task WHERE state = 'running' AND worker LIKE $1",
            )
            .bind(name)
            .fetch_one(&self.database.pool)
            .await?;
            if working > busiest.map_or(0, |(_, most)| most) {
                busiest = Some((number, working));
            }
        }
        Ok(busiest.filter(|_| queued > 0))
    }

    /// Tasks that were claimed more than once.
    pub async fn repeated_tasks(&self) -> anyhow::Result<i64> {
        let count = sqlx::query_scalar("SELECT count(*) FROM task WHERE attempt > 1");
        Ok(count.fetch_one(&self.database.pool).await?)
    }

    /// What the ledger holds that is not done, and what the processes logged: for a test that fails.
    pub async fn explain(&self) -> String {
        let rows: Vec<Unfinished> = sqlx::query_as(
            "SELECT kind, state, attempt, worker, error_text FROM task WHERE state <> 'done'",
        )
        .fetch_all(&self.database.pool)
        .await
        .unwrap_or_default();
        let logs = ["api", "worker-1", "worker-2", "ftp"].map(|name| {
            let log = self.home().join(name).with_extension("log");
            format!(
                "-- {name}\n{}",
                std::fs::read_to_string(log).unwrap_or_default()
            )
        });
        format!("{rows:#?}\n{}", logs.join("\n"))
    }

    fn signal_workers(&self, signal: &str) -> anyhow::Result<()> {
        let pids = self.workers.iter().map(|worker| worker.pid().to_string());
        let sent = Command::new("kill")
            .arg(format!("-{signal}"))
            .args(pids)
            .status()?;
        ensure!(sent.success(), "kill -{signal}");
        Ok(())
    }
}

fn shared_settings(
    archive: &Path,
    database: &TestDatabase,
    redis: &Redis,
    ceph: &Ceph,
) -> Vec<(String, String)> {
    let mut settings: Vec<(String, String)> = [
        ("DATABASE_URL", database.url.clone()),
        ("QUEUE_URL", redis.url()),
        ("OBJECT_STORE_URL", format!("s3://{BUCKET}")),
        ("SCENEDOCK_SECRET_KEY", SERVER_KEY.to_owned()),
        ("ARCHIVE_ROOTS", archive.to_string_lossy().into_owned()),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into();
    let s3 = ceph.environment();
    settings.extend(s3.map(|(name, value)| (name.to_owned(), value.to_owned())));
    settings
}
