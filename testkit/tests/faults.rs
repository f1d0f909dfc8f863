//! Black box: the real binary on full disks and unreadable archives, stopped and killed in the middle, and started
//! where it must not start.

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use serde_json::{Value, json};
use tempfile::TempDir;
use testkit::archive::{Archive, sha256_of};
use testkit::client::Person;
use testkit::server::{Launch, Server};

const MIB: usize = 1 << 20;
/// Longest wait for a process to end, or to come so far.
const TOO_LONG: Duration = Duration::from_mins(1);
const TICK: Duration = Duration::from_millis(10);

/// A server on a fresh folder with two people and an archive in its catalogue.
struct Site {
    folder: TempDir,
    launch: Launch,
    server: Server,
    archive: Archive,
    applicant: Person,
    admin: Person,
}

impl Site {
    async fn with(sizes: &[usize], settings: &[(&str, &str)]) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let archive = Archive::make(&folder.path().join("archive"), sizes)?;
        let mut launch = launch(&folder).env("ARCHIVE_ROOTS", &archive.folder);
        for (name, value) in settings {
            launch = launch.env(name, value);
        }
        let server = launch.start()?;
        launch.create_user("applicant", "applicant")?;
        launch.create_user("admin", "admin")?;
        launch.run(&["ingest", &archive.items.to_string_lossy()], "")?;
        let applicant = Person::sign_in(&server.http, "applicant").await?;
        let admin = Person::sign_in(&server.http, "admin").await?;
        Ok(Self {
            folder,
            launch,
            server,
            archive,
            applicant,
            admin,
        })
    }

    /// An order of everything, approved.
    async fn approved(&self) -> anyhow::Result<String> {
        let id = self.applicant.order(&self.archive.dataids()).await?;
        self.admin.approve(&id).await?;
        Ok(id)
    }

    /// Starts the server again, in which everybody is still signed in.
    fn restart(&mut self) -> anyhow::Result<()> {
        self.server = self.launch.start()?;
        self.applicant = self.applicant.at(&self.server.http);
        self.admin = self.admin.at(&self.server.http);
        Ok(())
    }

    /// Why each scene is not there.
    async fn flogs(&self, id: &str) -> anyhow::Result<Vec<String>> {
        let scenes = self
            .applicant
            .get(&format!("/api/orders/{id}/scenes"))
            .await?;
        let items = scenes["items"].as_array().context("no items")?;
        Ok(items
            .iter()
            .map(|scene| scene["flog"].as_str().unwrap_or_default().to_owned())
            .collect())
    }

    /// The delivered scenes are the archive's, each once.
    async fn check_delivery(&self, id: &str) -> anyhow::Result<()> {
        let delivery = self
            .applicant
            .get(&format!("/api/orders/{id}/delivery"))
            .await?;
        let files = delivery["files"].as_array().context("no files")?;
        ensure!(files.len() == self.archive.scenes.len() + 2, "{delivery}");
        for scene in &self.archive.scenes {
            let name = format!("scenes/{}", scene.file_name);
            let file = files
                .iter()
                .find(|file| file["name"] == name.as_str())
                .with_context(|| format!("{name} is missing"))?;
            ensure!(file["sha256"] == scene.sha256.as_str(), "{file}");
            let escaped = name.replace(' ', "%20").replace('#', "%23");
            let bytes = self
                .applicant
                .bytes(&format!("/api/orders/{id}/files/{escaped}"))
                .await?;
            let path = self.folder.path().join("one");
            std::fs::write(&path, bytes)?;
            ensure!(sha256_of(&path)? == scene.sha256, "{name}");
        }
        Ok(())
    }
}

fn launch(folder: &TempDir) -> Launch {
    Launch::new("serve", &folder.path().join("data"))
}

/// A small file system of its own, gone when dropped.
struct Disk {
    at: PathBuf,
}

impl Disk {
    fn mount(at: PathBuf, size: &str) -> anyhow::Result<Self> {
        std::fs::create_dir_all(&at)?;
        let options = format!("size={size},mode=0777");
        let place = at.to_string_lossy();
        run_as_root("mount", &["-t", "tmpfs", "-o", &options, "tmpfs", &place])?;
        Ok(Self { at })
    }

    fn resize(&self, size: &str) -> anyhow::Result<()> {
        let options = format!("remount,size={size}");
        run_as_root("mount", &["-o", &options, &self.at.to_string_lossy()])
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        run_as_root("umount", &["--lazy", &self.at.to_string_lossy()]).ok();
    }
}

/// Runs it as it is, else through `sudo` without asking.
fn run_as_root(program: &str, arguments: &[&str]) -> anyhow::Result<()> {
    let direct = Command::new(program).args(arguments).output()?;
    if direct.status.success() {
        return Ok(());
    }
    let sudo = Command::new("sudo")
        .args(["-n", program])
        .args(arguments)
        .output();
    if sudo.is_ok_and(|done| done.status.success()) {
        return Ok(());
    }
    bail!(
        "this test fills a small disk of its own, and `{program}` is not allowed: run it as root, or as somebody who \
         may use sudo without a password, on a machine that may mount tmpfs: {}",
        String::from_utf8_lossy(&direct.stderr)
    );
}

fn files(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found
}

/// Waits until `is`.
fn until(what: &str, mut is: impl FnMut() -> bool) -> anyhow::Result<()> {
    let until = Instant::now() + TOO_LONG;
    while !is() {
        ensure!(Instant::now() < until, "never: {what}");
        std::thread::sleep(TICK);
    }
    Ok(())
}

fn signal(name: &str, target: &str) -> anyhow::Result<()> {
    let sent = Command::new("kill")
        .args(["-s", name, "--", target])
        .status()?;
    ensure!(sent.success(), "kill -s {name} {target}");
    Ok(())
}

/// Enough is extracted for the order to be in the middle, and enough is left.
async fn until_in_the_middle(site: &Site, id: &str) -> anyhow::Result<()> {
    let order = site
        .admin
        .wait(id, |order| order["dataPercent"]["isin"].as_u64() >= Some(2))
        .await?;
    ensure!(order["sstatus"] == 1, "it was too quick: {order}");
    Ok(())
}

const MANY: [usize; 16] = [6 * MIB; 16];
const ONE_SLOT: [(&str, &str); 1] = [("WORKER_SLOTS", "1")];

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_named_and_when_there_is_room_the_order_goes_on() {
    let home = tempfile::tempdir().unwrap();
    let disk = Disk::mount(home.path().join("objects"), "14m").unwrap();
    let store = format!("file://{}", disk.at.display());
    let sizes = [3 * MIB; 6];
    let site = Site::with(&sizes, &[("OBJECT_STORE_URL", &store)])
        .await
        .unwrap();
    let id = site.approved().await.unwrap();
    let mut ticks = tokio::time::interval(TICK);
    let deadline = Instant::now() + TOO_LONG;
    loop {
        ticks.tick().await;
        let flogs = site.flogs(&id).await.unwrap();
        if flogs.iter().any(|flog| flog.starts_with("存储空间不足")) {
            break;
        }
        assert!(
            Instant::now() < deadline,
            "{flogs:?}\n{}",
            site.launch.log()
        );
    }
    // What is visible is whole: papers, and scenes of their size.
    let order = site.admin.get(&format!("/api/orders/{id}")).await.unwrap();
    assert_eq!(order["sstatus"], 1, "the order waits: {order}");
    let whole = files(&disk.at)
        .into_iter()
        .filter(|path| !path.to_string_lossy().contains('#'))
        .filter(|path| path.to_string_lossy().contains("/scenes/"));
    for path in whole {
        assert_eq!(
            path.metadata().unwrap().len(),
            3 * MIB as u64,
            "{}",
            path.display()
        );
    }
    disk.resize("100m").unwrap();
    site.applicant.wait_prepared(&id).await.unwrap();
    site.check_delivery(&id).await.unwrap();
    let left: Vec<_> = files(&disk.at)
        .into_iter()
        .filter(|path| path.to_string_lossy().contains('#'))
        .collect();
    assert!(left.is_empty(), "unfinished writes are left: {left:?}");
    assert_eq!(site.flogs(&id).await.unwrap(), vec![String::new(); 6]);
}

/// Works as root as well, whom permissions do not stop: a folder where a file should be, and a file where the
/// archive's folder should be.
#[tokio::test(flavor = "multi_thread")]
async fn an_unreadable_archive_fails_its_scenes_with_a_reason_and_comes_back() {
    let site = Site::with(&[1000, 2000], &[]).await.unwrap();
    let (first, aside) = (
        &site.archive.scenes[0].path,
        site.folder.path().join("aside"),
    );
    std::fs::rename(first, &aside).unwrap();
    std::fs::create_dir(first).unwrap();
    let id = site.approved().await.unwrap();
    let settled = |order: &Value| order["dataPercent"]["doing"] == 0;
    let order = site.admin.wait(&id, settled).await.unwrap();
    assert_eq!(
        (
            &order["dataPercent"]["failed"],
            &order["dataPercent"]["isin"]
        ),
        (&json!(1), &json!(1))
    );
    let flogs = site.flogs(&id).await.unwrap();
    assert!(
        flogs
            .iter()
            .any(|flog| flog.contains("无法读取") && flog.contains("是目录")),
        "{flogs:?}"
    );

    std::fs::remove_dir(first).unwrap();
    std::fs::rename(&aside, first).unwrap();
    std::fs::rename(&site.archive.folder, &aside).unwrap();
    std::fs::write(&site.archive.folder, "a file").unwrap();
    let reextract = format!("/api/orders/{id}/reextract");
    let all = json!({"scope": "all", "priority": 0});
    site.admin.post(&reextract, &all).await.unwrap();
    site.admin
        .wait(&id, |order| order["dataPercent"]["failed"] == 2)
        .await
        .unwrap();
    let flogs = site.flogs(&id).await.unwrap();
    assert!(
        flogs.iter().all(|flog| flog.contains("不存在")),
        "{flogs:?}"
    );
    let folder = site.archive.folder.to_string_lossy();
    assert!(!flogs.concat().contains(&*folder), "{flogs:?}");

    std::fs::remove_file(&site.archive.folder).unwrap();
    std::fs::rename(&aside, &site.archive.folder).unwrap();
    let failed = json!({"scope": "failed", "priority": 0});
    site.admin.post(&reextract, &failed).await.unwrap();
    site.applicant.wait_prepared(&id).await.unwrap();
    site.check_delivery(&id).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn stopped_in_the_middle_an_order_goes_on_after_the_next_start() {
    let mut site = Site::with(&MANY, &ONE_SLOT).await.unwrap();
    let id = site.approved().await.unwrap();
    until_in_the_middle(&site, &id).await.unwrap();
    site.server.stop().unwrap();
    let objects = files(&site.launch.data.join("objects"));
    let half = objects
        .iter()
        .filter(|path| path.to_string_lossy().contains('#'));
    assert_eq!(
        half.count(),
        0,
        "a clean stop leaves no half object: {objects:?}"
    );
    site.restart().unwrap();
    let order = site.admin.get(&format!("/api/orders/{id}")).await.unwrap();
    assert_eq!(order["sstatus"], 1, "it was stopped in the middle: {order}");
    site.applicant.wait_prepared(&id).await.unwrap();
    site.check_delivery(&id).await.unwrap();
    site.server.stop().unwrap();
}

/// A server started as a shell starts it: Ctrl-C goes to everything in its process group.
struct Foreground {
    child: Child,
}

impl Foreground {
    fn start(launch: &Launch) -> anyhow::Result<Self> {
        let log = std::fs::File::options()
            .create(true)
            .append(true)
            .open(launch.data.with_extension("log"))?;
        let mut child = launch
            .command(&["serve"])?
            .process_group(0)
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()?;
        let out = child.stdout.take().context("no stdout")?;
        let started = BufReader::new(out)
            .lines()
            .map_while(Result::ok)
            .any(|line| line.starts_with("data"));
        ensure!(started, "did not start:\n{}", launch.log());
        Ok(Self { child })
    }

    fn press_ctrl_c(&mut self) -> anyhow::Result<()> {
        signal("INT", &format!("-{}", self.child.id()))?;
        let mut status = None;
        until("it ends", || {
            status = self.child.try_wait().ok().flatten();
            status.is_some()
        })?;
        let status = status.context("no status")?;
        ensure!(status.success(), "{status}");
        Ok(())
    }
}

impl Drop for Foreground {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ctrl_c_in_the_middle_stops_everything_and_the_order_goes_on_after_the_next_start() {
    let mut site = Site::with(&MANY, &ONE_SLOT).await.unwrap();
    site.server.stop().unwrap();
    // Its address must be known, so it is one that was free a moment ago.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let http = port.local_addr().unwrap().to_string();
    drop(port);
    let launch = site.launch.clone().env("HTTP_ADDR", &http);
    let mut server = Foreground::start(&launch).unwrap();
    let http = format!("http://{http}");
    (site.applicant, site.admin) = (site.applicant.at(&http), site.admin.at(&http));
    let id = site.approved().await.unwrap();
    until_in_the_middle(&site, &id).await.unwrap();
    let postmaster = postmaster(&site.launch.data).expect("a private Postgres");
    server.press_ctrl_c().unwrap();
    assert!(
        !Path::new(&format!("/proc/{postmaster}")).exists(),
        "Postgres runs on"
    );
    site.restart().unwrap();
    site.applicant.wait_prepared(&id).await.unwrap();
    site.check_delivery(&id).await.unwrap();
}

/// The process id of the private Postgres, once it has one.
fn postmaster(data: &Path) -> Option<u32> {
    let file = files(&data.join("postgres"))
        .into_iter()
        .find(|path| path.ends_with("postmaster.pid"))?;
    std::fs::read_to_string(file)
        .ok()?
        .lines()
        .next()?
        .parse()
        .ok()
}

/// Killed while it makes its database, while that starts, and while everything runs.
#[test]
fn a_killed_start_does_not_stop_the_next_one() {
    type Stage = (&'static str, fn(&Path) -> bool);
    let stages: [Stage; 4] = [
        ("the data folder", |data| data.join("lock").exists()),
        ("files of a database", |data| {
            files(&data.join("postgres")).len() > 20
        }),
        ("a database that starts", |data| postmaster(data).is_some()),
        ("a server key", |data| {
            files(data).iter().any(|file| file.ends_with("secret.key"))
        }),
    ];
    let folder = tempfile::tempdir().unwrap();
    for (what, reached) in stages {
        let launch = Launch::new("serve", &folder.path().join(what));
        let mut child = launch
            .command(&["serve"])
            .unwrap()
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let came = until(what, || reached(&launch.data));
        child.kill().unwrap();
        child.wait().unwrap();
        came.unwrap();
        let mut server = launch.start().unwrap();
        server.kill().unwrap();
        let mut server = launch.start().unwrap();
        server.stop().unwrap();
    }
}

/// Whoever kills the database under the server finds both ended, and both back after the next start.
#[test]
fn a_killed_database_ends_the_server_and_both_start_again() {
    let folder = tempfile::tempdir().unwrap();
    let launch = launch(&folder);
    let mut server = Foreground::start(&launch).unwrap();
    let postmaster = postmaster(&launch.data).expect("a private Postgres");
    signal("KILL", &postmaster.to_string()).unwrap();
    until("the server ends with its database", || {
        server.child.try_wait().is_ok_and(|status| status.is_some())
    })
    .unwrap();
    let mut again = launch.start().unwrap();
    again.stop().unwrap();
}

fn refused(launch: &Launch) -> String {
    let Output { status, stderr, .. } = launch.command(&["serve"]).unwrap().output().unwrap();
    let said = String::from_utf8_lossy(&stderr).into_owned();
    assert!(!status.success(), "{status}: {said}");
    said
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_server_on_the_same_folder_is_refused_and_the_first_works_on() {
    let site = Site::with(&[1000], &[]).await.unwrap();
    let said = refused(&site.launch);
    let data = site.launch.data.to_string_lossy();
    assert!(said.contains(&*data), "which folder: {said}");
    assert!(
        said.contains(&site.server.pid().to_string()),
        "who has it: {said}"
    );
    assert!(!said.contains("panicked"), "{said}");
    let id = site.approved().await.unwrap();
    site.applicant.wait_prepared(&id).await.unwrap();
}

#[test]
fn the_demo_is_refused_on_a_public_address() {
    let folder = tempfile::tempdir().unwrap();
    for address in ["HTTP_ADDR", "FTP_ADDR"] {
        for public in ["0.0.0.0:0", "[::]:0", "192.0.2.1:80"] {
            let launch = launch(&folder)
                .env("SCENEDOCK_DEMO", "1")
                .env(address, public);
            let said = refused(&launch);
            assert!(
                said.contains("SCENEDOCK_DEMO"),
                "{address}={public}: {said}"
            );
            assert!(!launch.data.exists(), "nothing was begun");
        }
    }
}
