//! Black box: one installation copies catalogue and files of another, over a line that breaks, and is killed while it does.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::archive::{Archive, sha256_of};
use testkit::client::Person;
use testkit::faulty_line::FaultyLine;
use testkit::server::{Launch, Server};
use testkit::site::Site;

/// Large enough to be cut in the middle.
const SIZES: [usize; 4] = [6 << 20, 1, 70_000, 3 << 20];
/// Where the line is cut: in the middle of the large file, twice.
const CUTS: [u32; 2] = [2 << 20, 3 << 20];
/// What may come besides the files: all that the killed copier got before the first cut, the catalogue, and heads of
/// answers. Without going on where it ended, all that came before the second cut would come again too.
const MAX_REPEATED_BYTES: u64 = (2 << 20) + (1 << 20);
const BYTES: usize = (6 << 20) + 1 + 70_000 + (3 << 20);
const PATIENCE: Duration = Duration::from_mins(2);

/// The installation that copies: it has scenes of its own, and hosts it may call.
struct Copier {
    launch: Launch,
    server: Server,
    admin: Person,
    received: std::path::PathBuf,
}

impl Copier {
    async fn start(home: &Path, env: &[(&str, &str)]) -> anyhow::Result<Self> {
        let received = home.join("received");
        let launch = Launch::new("serve", &home.join("copier"))
            .env("ARCHIVE_HOSTS", "127.0.0.1")
            .env("RECEIVE_DIR", &received);
        let launch = env
            .iter()
            .fold(launch, |launch, (name, value)| launch.env(name, value));
        let server = launch.start()?;
        launch.create_user("admin", "admin")?;
        Ok(Self {
            admin: Person::sign_in(&server.http, "admin").await?,
            launch,
            server,
            received,
        })
    }

    fn restart(&mut self) -> anyhow::Result<()> {
        self.server = self.launch.start()?;
        self.admin = self.admin.at(&self.server.http);
        Ok(())
    }

    async fn task(&self, name: &str, stac: &str, more: Value) -> anyhow::Result<String> {
        let mut definition =
            json!({"kind": "scenedock", "location": stac, "verification": "checksum"});
        for (key, value) in more.as_object().context("no object")? {
            definition[key] = value.clone();
        }
        let form = json!({"name": name, "definition": definition, "everyMinutes": 1});
        let made = self.admin.post("/api/receive-tasks", &form).await?;
        Ok(made["id"].as_str().context("no id")?.to_owned())
    }

    /// Waits until what the task is answers `is`, running it again whenever a run is over.
    async fn until(&self, task: &str, is: impl Fn(&Value) -> bool) -> anyhow::Result<Value> {
        let path = format!("/api/receive-tasks/{task}");
        let until = Instant::now() + PATIENCE;
        loop {
            let state = self.admin.get(&path).await?;
            if is(&state) {
                return Ok(state);
            }
            if state["liveRun"].is_null() {
                let runs = format!("{path}/runs");
                let nothing = json!({});
                let asked = self.admin.ask(Method::POST, &runs, Some(&nothing));
                let _: (StatusCode, Value) = asked.await?;
            }
            ensure!(Instant::now() < until, "{state}\n{}", self.launch.log());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    async fn scene(&self, id: &str) -> anyhow::Result<Value> {
        self.admin.get(&format!("/stac/search?ids={id}")).await
    }
}

/// A token of a client system of this installation that may fetch files.
pub async fn token(site: &Site) -> anyhow::Result<String> {
    let role = json!({"name": "同步", "permissions": ["/scene/file", "/scene/all"]});
    let role = site.admin.post("/api/roles", &role).await?;
    let account = json!({"loginName": "peer1", "password": "Peer-Secret-1", "name": "省级节点", "unit": "省地质院",
        "phoneMobile": "13800000000", "email": "peer@example.org", "roleIds": [role["id"]]});
    site.admin.post("/api/users", &account).await?;
    let system = json!({"loginName": "peer1", "note": "省级节点同步"});
    let system = site.admin.post("/api/client-systems", &system).await?;
    let path = format!(
        "/api/client-systems/{}/tokens",
        system["id"].as_str().context("no id")?
    );
    let made = json!({"name": "同步", "validDays": 30});
    let made = site.admin.post(&path, &made).await?;
    Ok(made["token"].as_str().context("no token")?.to_owned())
}

async fn used(site: &Site) -> anyhow::Result<Value> {
    let systems = site.admin.get("/api/client-systems").await?;
    Ok(systems["items"][0]["today"].clone())
}

fn is_complete(state: &Value) -> bool {
    state["liveRun"].is_null()
        && state["lastRunFailed"] == false
        && state["received"] == SIZES.len()
}

/// Every file that lies in the folder, by its name.
fn files(folder: &Path) -> anyhow::Result<Vec<std::path::PathBuf>> {
    let (mut folders, mut files) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                folders.push(entry.path());
            } else {
                files.push(entry.path());
            }
        }
    }
    Ok(files)
}

fn check_files(archive: &Archive, received: &Path) -> anyhow::Result<()> {
    let mut sums: Vec<String> = Vec::new();
    for file in files(received)? {
        sums.push(sha256_of(&file)?);
    }
    sums.sort();
    let mut wanted: Vec<String> = archive
        .scenes
        .iter()
        .map(|scene| scene.sha256.clone())
        .collect();
    wanted.sort();
    ensure!(sums == wanted, "{sums:?}");
    Ok(())
}

#[tokio::test]
async fn catalogue_and_files_arrive_whole_over_a_line_that_breaks_and_a_copier_that_is_killed()
-> anyhow::Result<()> {
    let site = Site::start(&SIZES).await?;
    let line = FaultyLine::to(site.server.http.trim_start_matches("http://").parse()?).await;
    let token = token(&site).await?;
    let mut copier = Copier::start(site.home.path(), &[]).await?;
    line.cut_after_returned(CUTS[0].into());
    let stac = format!("http://{}/stac", line.address);
    let more = json!({"withFiles": true, "secret": token});
    let task = copier.task("同步", &stac, more).await?;
    let until = Instant::now() + PATIENCE;
    while !line.is_cut() {
        ensure!(
            Instant::now() < until,
            "nothing is fetched: {}",
            copier.launch.log()
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    copier.server.kill()?;
    line.mend();
    line.cut_after_returned(CUTS[1].into());
    copier.restart()?;
    copier.until(&task, |_| line.is_cut()).await?;
    line.mend();
    copier.until(&task, is_complete).await?;
    check_files(&site.archive, &copier.received)?;
    let used = used(&site).await?;
    let bytes = used["bytes"].as_u64().context("no bytes")?;
    ensure!(bytes >= BYTES as u64, "{used}");
    // Nothing that had come was sent again, but what the copier that was killed had not yet written.
    let again = line.returned().saturating_sub(BYTES as u64);
    ensure!(
        again < MAX_REPEATED_BYTES,
        "{again} bytes more than there are"
    );

    // What was copied can be ordered here.
    copier.launch.create_user("applicant", "applicant")?;
    let applicant = Person::sign_in(&copier.server.http, "applicant").await?;
    let order = applicant.order(&site.archive.dataids()).await?;
    copier.admin.approve(&order).await?;
    applicant.wait_prepared(&order).await?;

    // Looking at everything again copies nothing again.
    let path = format!("/api/receive-tasks/{task}");
    copier
        .admin
        .post(&format!("{path}/start-over"), &json!({}))
        .await?;
    copier
        .until(&task, |state| {
            state["liveRun"].is_null() && !state["updatedUntil"].is_null()
        })
        .await?;
    let runs = copier.admin.get(&format!("{path}/runs")).await?;
    let last = &runs["items"][0];
    ensure!(
        last["same"] == SIZES.len() && last["updated"] == 0 && last["added"] == 0,
        "{last}"
    );
    let after = self::used(&site).await?;
    ensure!(after["bytes"] == used["bytes"], "{after}");
    Ok(())
}

#[tokio::test]
async fn the_catalogue_alone_comes_without_files_and_a_token_that_is_over_ends_it()
-> anyhow::Result<()> {
    let site = Site::start(&[10, 20]).await?;
    let token = token(&site).await?;
    let copier = Copier::start(site.home.path(), &[]).await?;
    let stac = format!("{}/stac", site.server.http);
    let form = json!({"kind": "scenedock", "location": stac, "verification": "checksum", "secret": token, "withFiles": true});
    let dry = copier.admin.post("/api/receive-dry-runs", &form).await?;
    let path = format!("/api/receive-runs/{}", dry["id"].as_str().context("no id")?);
    let until = Instant::now() + PATIENCE;
    let dry = loop {
        let run = copier.admin.get(&path).await?;
        if run["state"] != "live" {
            break run;
        }
        ensure!(Instant::now() < until, "{run}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    ensure!(dry["added"] == 2 && dry["state"] == "done", "{dry}");
    ensure!(
        used(&site).await?["bytes"] == 0,
        "a dry run fetches nothing"
    );

    let task = copier.task("目录", &stac, json!({"secret": token})).await?;
    copier
        .until(&task, |state| {
            state["liveRun"].is_null() && state["received"] == 2
        })
        .await?;
    for scene in &site.archive.scenes {
        let found = copier.scene(&scene.dataid).await?;
        ensure!(found["numberMatched"] == 1, "{found}");
    }
    ensure!(files(&copier.received)?.is_empty());
    // Nobody but those who may is told of files.
    let shown = site.applicant.get("/stac/search").await?;
    ensure!(
        shown["features"][0]["assets"].get("data").is_none(),
        "{shown}"
    );
    let form = json!({"dataIds": ["x"]});
    let asking = &site.applicant;
    let refused = asking.ask(Method::POST, "/api/scene-files", Some(&form));
    let (status, _): (StatusCode, Value) = refused.await?;
    ensure!(status == StatusCode::FORBIDDEN);

    let systems = site.admin.get("/api/client-systems").await?;
    let id = systems["items"][0]["id"].as_str().context("no id")?;
    let path = format!("/api/client-systems/{id}");
    let gone = site.admin.ask(Method::DELETE, &path, None);
    let (status, _): (StatusCode, Value) = gone.await?;
    ensure!(status == StatusCode::NO_CONTENT);
    let ended = copier.until(&task, |state| {
        state["failure"]["class"] == "sign_in_refused"
    });
    ended.await?;
    Ok(())
}
