//! Black box: scenes are received from another installation, an FTP server, a bucket and a folder while workers, sources, lines and
//! the database die and the disk is full; none is missing, and none comes twice.
//!
//! The small form, six faults without a bucket, takes most of half a minute. `COPY_FAULTS=60` and `COPY_SOURCES=peer,ftp,folder,s3`
//! make it longer, `COPY_SEED` repeats one.

mod folder;
mod origin;

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use rand::rngs::SmallRng;
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;
use testkit::faulty_line::LineState;
use testkit::small_disk::SmallDisk;

use self::folder::Received;
use self::origin::Origin;
use crate::pushed::desk::{Desk, WORKERS};
use crate::pushed::setting;

/// Faults of the small form.
const FAULTS: usize = 6;
const SOURCES: &str = "peer,ftp,folder";
/// Longest wait for everything to be here.
const PATIENCE: Duration = Duration::from_mins(6);
/// Longest wait for a line to be cut by what comes over it.
const CUT: Duration = Duration::from_secs(2);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    WorkerKilled,
    SourceKilled,
    LineCut,
    LineSilent,
    DiskFull,
    DatabaseSessionsEnded,
}

const ALL: [Fault; 6] = [
    Fault::WorkerKilled,
    Fault::SourceKilled,
    Fault::LineCut,
    Fault::LineSilent,
    Fault::DiskFull,
    Fault::DatabaseSessionsEnded,
];

/// The receiving side, and where it receives from.
struct Run {
    desk: Desk,
    origins: Vec<Origin>,
    /// Addresses of the receive tasks, one an origin.
    tasks: Vec<String>,
    /// One STAC item a line, of every scene of the archive.
    items: Vec<String>,
    received: Received,
    disk: Option<SmallDisk>,
    random: SmallRng,
    _home: TempDir,
}

impl Run {
    /// A large and a small scene come in at each source.
    fn put_more(&mut self) -> anyhow::Result<()> {
        let mut next: usize = self.origins.iter().map(|one| one.scenes.len()).sum();
        for origin in &mut self.origins {
            for _ in 0..2 {
                let item = self.items.get(next).context("no scene is left")?;
                origin.put(&self.desk.archive, (next, item.as_str()))?;
                next += 1;
            }
        }
        Ok(())
    }

    /// Looks at every source again, unless that is under way.
    async fn look_again(&self) -> anyhow::Result<()> {
        for task in &self.tasks {
            let path = format!("{task}/runs");
            let nothing = json!({});
            let asked = self.desk.admin.ask(Method::POST, &path, Some(&nothing));
            let _: (StatusCode, Value) = asked.await?;
        }
        Ok(())
    }

    /// What comes instead where there is none of it.
    fn possible(&self, at: usize, fault: Fault) -> Fault {
        let has_line = self.origins[at].line.is_some();
        match fault {
            Fault::SourceKilled | Fault::LineCut | Fault::LineSilent if !has_line => {
                Fault::WorkerKilled
            }
            Fault::DiskFull if self.disk.is_none() => Fault::WorkerKilled,
            other => other,
        }
    }

    async fn strike(&mut self, at: usize, fault: Fault) -> anyhow::Result<()> {
        let while_it_lasts = Duration::from_millis(self.random.random_range(100..800));
        let origin = &mut self.origins[at];
        match (fault, &origin.line, &self.disk) {
            (Fault::WorkerKilled, ..) => {
                let worker = self.random.random_range(0..WORKERS);
                self.desk.kill_worker(worker)?;
                tokio::time::sleep(while_it_lasts).await;
                self.desk.start_worker(worker)?;
            }
            (Fault::SourceKilled, ..) => {
                origin.kill()?;
                tokio::time::sleep(while_it_lasts).await;
                origin.start_again()?;
            }
            (Fault::LineCut, Some(line), _) => {
                if origin.gives_over_line() {
                    line.cut_after_returned(self.random.random_range(1..400_000));
                    let until = Instant::now() + CUT;
                    while !line.is_cut() && Instant::now() < until {
                        tokio::time::sleep(Duration::from_millis(10)).await;
                    }
                }
                line.set(LineState::Cut);
                tokio::time::sleep(while_it_lasts).await;
                line.mend();
            }
            (Fault::LineSilent, Some(line), _) => {
                line.set(LineState::Silent);
                tokio::time::sleep(while_it_lasts).await;
                if self.random.random_bool(0.5) {
                    line.set(LineState::Cut);
                    tokio::time::sleep(while_it_lasts).await;
                }
                line.mend();
            }
            (Fault::DiskFull, _, Some(disk)) => {
                disk.fill_up(self.random.random_range(0..100_000))?;
                tokio::time::sleep(while_it_lasts).await;
                disk.empty_ballast()?;
            }
            (Fault::DatabaseSessionsEnded, ..) => {
                let ended = self.desk.end_database_sessions().await?;
                ensure!(ended > 0, "no process has a session with the database");
            }
            (Fault::LineCut | Fault::LineSilent | Fault::DiskFull, ..) => {}
        }
        Ok(())
    }

    /// Waits until every task has received everything and its last look at the source did not fail.
    async fn wait(&self) -> anyhow::Result<()> {
        let until = Instant::now() + PATIENCE;
        loop {
            let mut left = Vec::new();
            for (task, origin) in self.tasks.iter().zip(&self.origins) {
                let state = self.desk.admin.get(task).await?;
                let is_over = state["liveRun"].is_null() && state["lastRunFailed"] == false;
                if !is_over || state["received"] != origin.scenes.len() {
                    left.push(state);
                }
            }
            if left.is_empty() {
                return Ok(());
            }
            ensure!(
                Instant::now() < until,
                "{left:?}\n{}",
                self.desk.explain().await
            );
            self.desk.hasten().await;
            self.look_again().await?;
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
    }

    /// The catalogue has what the sources have and no more, and each file lies here once.
    async fn check(&mut self) -> anyhow::Result<()> {
        self.received.look()?;
        let archive = &self.desk.archive;
        let mut sums = Vec::new();
        let mut scenes = 0;
        for origin in &self.origins {
            for at in &origin.scenes {
                let scene = &archive.scenes[*at];
                let found = self
                    .scenes_matching(&format!("ids={}", scene.dataid))
                    .await?;
                ensure!(found == 1, "{}: {found} times", scene.dataid);
                scenes += 1;
                if origin.is_fetched() {
                    sums.push(scene.sha256.clone());
                }
            }
        }
        let found = self.scenes_matching("limit=1").await?;
        ensure!(found == scenes, "{found} scenes instead of {scenes}");
        sums.sort();
        let received = self.received.sums()?;
        ensure!(
            received == sums,
            "{} files of {}: {received:?}",
            received.len(),
            sums.len()
        );
        Ok(())
    }

    /// How many scenes of the catalogue there are.
    async fn scenes_matching(&self, query: &str) -> anyhow::Result<u64> {
        let path = format!("/stac/search?{query}");
        let answer = self.desk.admin.get(&path).await?;
        answer["numberMatched"].as_u64().context("no number")
    }
}

async fn start(faults: usize, mut random: SmallRng) -> anyhow::Result<Run> {
    let names = setting("COPY_SOURCES").unwrap_or_else(|| SOURCES.to_owned());
    let names: Vec<&str> = names.split(',').collect();
    let large = if faults > FAULTS {
        6_000_000
    } else {
        3_000_000
    };
    let mut sizes = Vec::new();
    for _ in 0..(faults + 1) * names.len() {
        sizes.push(random.random_range(500_000..large));
        sizes.push(random.random_range(1..5000));
    }
    let home = tempfile::tempdir()?;
    let received = home.path().join("received");
    // All of it, the halves, and room to spare.
    let capacity = 2 * sizes.iter().sum::<usize>() + (32 << 20);
    let small_disk = match SmallDisk::mount(received.clone(), &capacity.to_string()) {
        Ok(disk) => Some(disk),
        Err(error) => {
            println!("the disk is never full here: {error}");
            None
        }
    };
    let root = received.join("files");
    std::fs::create_dir_all(&root)?;
    let receive_dir = root.to_string_lossy().into_owned();
    let more = [
        ("ARCHIVE_HOSTS", "127.0.0.1"),
        ("RECEIVE_DIR", receive_dir.as_str()),
    ];
    let desk = Desk::start(&sizes, sizes.len(), &more).await?;
    let items = std::fs::read_to_string(&desk.archive.items)?;
    let mut origins = Vec::new();
    let mut tasks = Vec::new();
    for name in names {
        let origin = Origin::start(name, &desk.archive).await?;
        let form = json!({"name": name, "definition": origin.definition()?, "everyMinutes": 1});
        let made = desk.admin.post("/api/receive-tasks", &form).await?;
        let id = made["id"].as_str().context("no id")?;
        tasks.push(format!("/api/receive-tasks/{id}"));
        origins.push(origin);
    }
    Ok(Run {
        received: Received::new(&root),
        items: items.lines().map(str::to_owned).collect(),
        desk,
        origins,
        tasks,
        disk: small_disk,
        random,
        _home: home,
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn copies_miss_and_double_nothing() -> anyhow::Result<()> {
    let faults: usize = match setting("COPY_FAULTS") {
        Some(count) => count.parse()?,
        None => FAULTS,
    };
    let seed: u64 = match setting("COPY_SEED") {
        Some(seed) => seed.parse()?,
        None => rand::random(),
    };
    println!("seed {seed}");
    let mut run = start(faults, SmallRng::seed_from_u64(seed)).await?;
    let mut midway = 0;
    let mut kinds = Vec::new();
    while kinds.len() < faults {
        let mut some = ALL;
        some.shuffle(&mut run.random);
        kinds.extend(some);
    }
    for (number, fault) in kinds.into_iter().take(faults).enumerate() {
        run.put_more()?;
        run.look_again().await?;
        // In turn, but no source with the same kinds only.
        let at = (number + number / ALL.len()) % run.origins.len();
        let fault = run.possible(at, fault);
        let is_midway = run.received.is_midway().await;
        midway += usize::from(is_midway);
        println!("{fault:?} at {}, midway: {is_midway}", run.origins[at].name);
        run.strike(at, fault).await?;
        run.received.look()?;
        run.desk.hasten().await;
    }
    run.put_more()?;
    run.wait().await?;
    run.check().await?;
    let is_fetched = run.origins.iter().any(Origin::is_fetched);
    ensure!(
        midway > 0 || !is_fetched,
        "no fault fell into the middle of a file"
    );
    println!("{midway} of {faults} faults were seen to fall into the middle of a file");
    println!("proof: {faults} faults");
    Ok(())
}
