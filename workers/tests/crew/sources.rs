//! Scenes that are fetched from real servers: once, whole, and with a reason where they are not.

use std::fs;
use std::path::PathBuf;

use domain::push_target::TargetKind;
use domain::receive::{ReceiveDefinition, Schedule, SourceContents, SourceKind, Verification};
use serde_json::{Value, json};
use storage::clock;
use storage::db::receive_runs::RunFigures;
use storage::db::receive_tasks::ReceiveTaskForm;
use storage::lifecycle::receives::{self, DryDefinition};
use testkit::archive::sha256_of;
use testkit::builders::server_key;
use testkit::builders::subscription::TargetAccess;
use testkit::faulty_line::FaultyLine;
use testkit::ftp_server::FtpServer;
use workers::crew::CrewSettings;

use super::pushes::receiver::Receiver;
use super::receives::{OVER, SCENES, desk, figures, item, outcomes, task};
use super::world::{RunningCrew, World, files};

fn form(access: &TargetAccess, contents: SourceContents) -> ReceiveTaskForm {
    let kind = match access.kind {
        TargetKind::S3 => SourceKind::S3,
        TargetKind::Ftps => SourceKind::Ftps,
        TargetKind::Ftp | TargetKind::Sftp | TargetKind::Shelf => SourceKind::Ftp,
    };
    ReceiveTaskForm {
        name: "来源".into(),
        definition: ReceiveDefinition {
            kind,
            location: access.address.clone(),
            collections: Vec::new(),
            verification: Verification::Checksum,
            settle_seconds: 0,
            contents: Some(contents),
            region: String::new(),
            login_name: access.login_name.clone(),
            with_files: false,
            area: None,
            taken_from: None,
            taken_until: None,
        },
        schedule: Schedule::Every(60),
        cron: None,
        secret: Some(access.secret.clone()),
    }
}

fn crew(world: &World, giver: &Receiver) -> RunningCrew {
    let settings = CrewSettings {
        push: giver.config(),
        ..world.settings("w1", 2)
    };
    let (pool, queue) = (world.pool().clone(), world.queue.clone());
    RunningCrew::start(pool, queue, world.objects(), settings)
}

/// A file at the source, and the Item that names it.
fn put_scene(giver: &Receiver, path: &str, bytes: &[u8]) {
    let data = put_data(giver, path, bytes);
    put_item(giver, path, &data);
}

fn put_data(giver: &Receiver, path: &str, bytes: &[u8]) -> Value {
    giver.put(&format!("{path}.tif"), bytes);
    let copy = tempfile::NamedTempFile::new().unwrap();
    fs::write(copy.path(), bytes).unwrap();
    let sum = sha256_of(copy.path()).unwrap();
    let name = path.rsplit('/').next().unwrap();
    json!({"href": format!("./{name}.tif"), "file:size": bytes.len(), "file:checksum": format!("1220{sum}")})
}

fn put_item(giver: &Receiver, path: &str, data: &Value) {
    let name = path.rsplit('/').next().unwrap();
    let text = item(name, data, "2026-07-02T00:00:00Z").to_string();
    giver.put(&format!("{path}.json"), text.as_bytes());
}

/// Where the file of a scene is kept.
async fn kept_file(world: &World, dataid: &str) -> PathBuf {
    let address: String = sqlx::query_scalar("SELECT archive_url FROM scene WHERE dataid = $1")
        .bind(dataid)
        .fetch_one(world.pool())
        .await
        .unwrap();
    url::Url::parse(&address).unwrap().to_file_path().unwrap()
}

/// Class and reason of the last failure.
async fn failure(world: &World) -> (String, Value) {
    sqlx::query_as("SELECT failure_class, failure_detail FROM receive_task")
        .fetch_one(world.pool())
        .await
        .unwrap()
}

async fn take_in_what_is_new_once(giver: Receiver) {
    let world = World::new(&[10]).await;
    put_scene(&giver, "影像 一", b"first");
    let large = vec![7; 300_000];
    put_scene(&giver, "d/e/b", &large);
    giver.put("half.json.part", b"{");
    giver.put("note.txt", b"not looked at");
    let form = form(&giver.access(), SourceContents::Items);
    let id = task(&world, &form).await;
    let crew = crew(&world, &giver);
    assert_eq!(figures(&world, 1).await.added, 2);
    let first = kept_file(&world, "影像 一").await;
    assert_eq!(fs::read(&first).unwrap(), b"first");
    assert!(first.starts_with(fs::canonicalize(world.received()).unwrap()));
    assert_eq!(fs::read(kept_file(&world, "b").await).unwrap(), large);

    // Nothing is new: nothing is fetched, not even what is gone here.
    fs::remove_file(kept_file(&world, "b").await).unwrap();
    desk(&world).run_now(id).await.unwrap();
    let nothing = RunFigures {
        known: 2,
        ..RunFigures::default()
    };
    assert_eq!(figures(&world, 2).await, nothing);
    assert!(!kept_file(&world, "b").await.exists());

    // Replaced by one of another size; and one that is not what its Item says leaves the earlier one where it is.
    put_scene(&giver, "影像 一", b"a second one");
    let mut wrong = put_data(&giver, "d/e/b", b"others");
    wrong["file:checksum"] = json!(format!("1220{}", "0".repeat(64)));
    fs::write(kept_file(&world, "b").await, &large).unwrap();
    put_item(&giver, "d/e/b", &wrong);
    desk(&world).run_now(id).await.unwrap();
    let third = figures(&world, 3).await;
    assert_eq!((third.updated, third.refused, third.known), (1, 1, 0));
    assert_eq!(
        outcomes(&world).await["d/e/b.json"],
        "refused: checksum_differs"
    );
    assert_eq!(fs::read(&first).unwrap(), b"a second one");
    assert_eq!(fs::read(kept_file(&world, "b").await).unwrap(), large);
    crew.stop().await;
    assert_eq!(world.count(SCENES).await, 3);
    let parts = files(&world.received());
    assert!(
        parts.iter().all(|name| !name.contains(".part")),
        "{parts:?}"
    );
    let secrets = "SELECT count(*) FROM receive_task t, receive_run r WHERE t.secret_sealed IS NOT NULL \
        AND r.secret_sealed IS NULL AND t.definition::text || r.definition::text NOT LIKE '%secret%'";
    assert_eq!(world.count(secrets).await, 3);
}

async fn leave_what_still_grows(giver: Receiver) {
    const LATER: &str = "UPDATE receive_seen SET since = since - interval '1 hour'";
    let world = World::new(&[10]).await;
    let raster = fs::read("tests/data/NE-SR_110000.tif").unwrap();
    giver.put("grows.tif", &raster[..raster.len() / 2]);
    giver.put("broken.tif", b"no image");
    let mut form = form(&giver.access(), SourceContents::Rasters);
    form.definition.settle_seconds = 60;
    form.definition.collections = vec!["c".into()];
    let id = task(&world, &form).await;
    let crew = crew(&world, &giver);
    assert_eq!(figures(&world, 1).await.waiting, 2);
    world.sql(LATER).await;
    giver.put("grows.tif", &raster);
    desk(&world).run_now(id).await.unwrap();
    let second = figures(&world, 2).await;
    assert_eq!((second.waiting, second.refused), (1, 1));
    assert_eq!(outcomes(&world).await["broken.tif"], "refused: malformed");
    world.sql(LATER).await;
    desk(&world).run_now(id).await.unwrap();
    let third = figures(&world, 3).await;
    assert_eq!((third.added, third.known), (1, 1));
    crew.stop().await;
    assert_eq!(fs::read(kept_file(&world, "grows").await).unwrap(), raster);
    let kept = files(&world.received());
    assert_eq!(kept.len(), 1, "{kept:?}");
}

async fn try_out_and_leave_nothing(giver: &Receiver) {
    let world = World::new(&[10]).await;
    put_scene(giver, "a", b"a");
    let form = form(&giver.access(), SourceContents::Items);
    let key = server_key();
    let asked = DryDefinition {
        definition: &form.definition,
        secret: form.secret.as_deref().map(|secret| (secret, &key)),
    };
    let begun = receives::begin_dry(world.pool(), asked, world.admin, clock::now());
    begun.await.unwrap().unwrap();
    let crew = crew(&world, giver);
    assert_eq!(figures(&world, 1).await.added, 1, "what would come");
    crew.stop().await;
    assert_eq!(world.count(SCENES).await, 1);
    assert!(files(&world.received()).is_empty());
    let secrets = "SELECT count(*) FROM receive_run WHERE secret_sealed IS NOT NULL";
    assert_eq!(world.count(secrets).await, 0);
}

async fn name_a_sign_in_that_is_refused(giver: &Receiver, access: TargetAccess) {
    let world = World::new(&[10]).await;
    let form = form(&access, SourceContents::Items);
    let id = task(&world, &form).await;
    let crew = crew(&world, giver);
    world.until(OVER, 1).await;
    let (class, why) = failure(&world).await;
    assert_eq!(class, "sign_in_refused", "{why}");
    assert_eq!(why["code"], "failure.sign_in_refused");
    assert!(!why.to_string().contains("wrong-secret"), "{why}");

    // With the right one it works.
    let right = ReceiveTaskForm {
        secret: Some(giver_secret(giver)),
        ..form
    };
    put_scene(giver, "right", b"x");
    desk(&world).change(id, &right).await.unwrap();
    desk(&world).run_now(id).await.unwrap();
    assert!(figures(&world, 2).await.added >= 1);
    crew.stop().await;
}

fn giver_secret(giver: &Receiver) -> String {
    match giver {
        Receiver::Ftp(_) | Receiver::Sftp(_) => "right-secret".to_owned(),
        Receiver::Bucket(_) => giver.access().secret,
    }
}

async fn name_a_place_that_is_not_there(giver: &Receiver, missing: &str) {
    let world = World::new(&[10]).await;
    let mut access = giver.access();
    access.address = missing.to_owned();
    task(&world, &form(&access, SourceContents::Items)).await;
    let crew = crew(&world, giver);
    world.until(OVER, 1).await;
    crew.stop().await;
    let (class, why) = failure(&world).await;
    assert_eq!(class, "source_missing", "{why}");
    assert_eq!(why["code"], "failure.source_place_missing");
    assert_eq!(why["params"]["place"], missing);
}

/// More than ten seconds where Ceph starts for it.
#[tokio::test]
async fn objects_of_a_bucket_are_taken_in_once() {
    take_in_what_is_new_once(Receiver::bucket()).await;
}

/// More than ten seconds where Ceph starts for it.
#[tokio::test]
async fn objects_of_a_bucket_that_are_replaced_before_they_settle_wait() {
    leave_what_still_grows(Receiver::bucket()).await;
}

/// More than ten seconds where Ceph starts for it.
#[tokio::test]
async fn a_bucket_is_tried_out_and_says_what_is_wrong() {
    let giver = Receiver::bucket();
    let access = TargetAccess {
        secret: "wrong-secret".into(),
        ..giver.access()
    };
    try_out_and_leave_nothing(&giver).await;
    name_a_sign_in_that_is_refused(&giver, access).await;
    let missing = giver.access().address.replace("/inbox-", "/no-bucket-");
    name_a_place_that_is_not_there(&giver, &missing).await;
}

/// The line is cut in the middle of a file; when it carries again it carries less than the whole file, and that is enough.
#[tokio::test]
async fn a_cut_in_mid_object_is_gone_on_behind() {
    let giver = Receiver::bucket();
    let line = FaultyLine::to(giver.listens()).await;
    let world = World::new(&[10]).await;
    let bytes: Vec<u8> = (0..6_000_000_u32).map(|n| n.to_le_bytes()[1]).collect();
    put_scene(&giver, "large", &bytes);
    line.cut_after_returned(4_000_000);
    let access = giver.access_over(line.address);
    let id = task(&world, &form(&access, SourceContents::Items)).await;
    let crew = crew(&world, &giver);
    world.until(OVER, 1).await;
    assert!(line.is_cut());
    assert_eq!(failure(&world).await.0, "transient_io");
    assert_eq!(world.count(SCENES).await, 1, "no half scene");
    let kept = files(&world.received());
    assert!(
        !kept.iter().any(|name| name.ends_with("large.tif")),
        "{kept:?}"
    );
    line.mend();
    line.cut_after_returned(4_000_000);
    desk(&world).run_now(id).await.unwrap();
    assert_eq!(figures(&world, 2).await.added, 1);
    crew.stop().await;
    assert_eq!(fs::read(kept_file(&world, "large").await).unwrap(), bytes);
}

#[tokio::test]
async fn files_are_taken_in_once_by_ftp() {
    take_in_what_is_new_once(Receiver::ftp()).await;
}

#[tokio::test]
async fn files_are_taken_in_once_by_ftps() {
    take_in_what_is_new_once(Receiver::ftps()).await;
}

#[tokio::test]
async fn files_that_still_grow_wait_by_ftp() {
    leave_what_still_grows(Receiver::ftp()).await;
}

#[tokio::test]
async fn a_server_is_tried_out_and_says_what_is_wrong_by_ftp() {
    let giver = Receiver::ftp();
    try_out_and_leave_nothing(&giver).await;
    let missing = giver.access().address.replace("/inbox", "/none");
    name_a_place_that_is_not_there(&giver, &missing).await;
    let closed = Receiver::Ftp(FtpServer::start_closed("right-secret").unwrap());
    let access = TargetAccess {
        secret: "wrong-secret".into(),
        ..closed.access()
    };
    name_a_sign_in_that_is_refused(&closed, access).await;
}

/// The session ends in the middle of a file.
#[tokio::test]
async fn a_cut_in_mid_file_by_ftp_is_gone_on_behind() {
    let server = FtpServer::start_slow(1 << 20).unwrap();
    let giver = Receiver::Ftp(server);
    let world = World::new(&[10]).await;
    let bytes: Vec<u8> = (0..4_000_000_u32).map(|n| n.to_le_bytes()[1]).collect();
    put_scene(&giver, "large", &bytes);
    let id = task(&world, &form(&giver.access(), SourceContents::Items)).await;
    let crew = crew(&world, &giver);
    let part = loop {
        world.until("SELECT count(*) FROM receive_run", 1).await;
        let begun = part_of_large(&world).filter(|(_, length)| *length > 0);
        if let Some((path, _)) = begun {
            break path;
        }
    };
    if let Receiver::Ftp(server) = &giver {
        server.end_sessions();
    }
    world.until(OVER, 1).await;
    assert_eq!(failure(&world).await.0, "transient_io");
    assert_eq!(world.count(SCENES).await, 1, "no half scene");
    let length = usize::try_from(fs::metadata(&part).unwrap().len()).unwrap();
    assert!(length > 0 && length < bytes.len(), "{length}");
    // What is left is gone on with: were it fetched anew, its beginning would be another.
    let mut marked = fs::read(&part).unwrap();
    marked[0] ^= 1;
    fs::write(&part, &marked).unwrap();
    desk(&world).run_now(id).await.unwrap();
    let second = figures(&world, 2).await;
    assert_eq!((second.added, second.refused), (0, 1));
    assert_eq!(
        outcomes(&world).await["large.json"],
        "refused: checksum_differs"
    );
    crew.stop().await;
    assert_eq!(part_of_large(&world), None);
}

/// The part of the file and its length.
fn part_of_large(world: &World) -> Option<(PathBuf, u64)> {
    let received = world.received();
    if !received.is_dir() {
        return None;
    }
    let name = files(&received)
        .into_iter()
        .find(|name| name.contains(".large.tif.part/"))?;
    let path = received.join(name);
    let length = fs::metadata(&path).ok()?.len();
    Some((path, length))
}

#[tokio::test]
async fn a_server_that_is_away_or_not_allowed_is_not_the_same() {
    let giver = Receiver::ftp();
    for (host, class) in [
        ("127.0.0.1:9", "transient_io"),
        ("127.0.0.2:9", "source_refused"),
    ] {
        let world = World::new(&[10]).await;
        let mut access = giver.access();
        access.address = format!("ftp://{host}/inbox");
        task(&world, &form(&access, SourceContents::Items)).await;
        let crew = crew(&world, &giver);
        world.until(OVER, 1).await;
        crew.stop().await;
        assert_eq!(failure(&world).await.0, class);
    }
}

/// What comes from elsewhere hands out no file of ours, even where nobody looks whether it is there.
#[tokio::test]
async fn an_item_from_elsewhere_names_no_local_file() {
    let giver = Receiver::ftp();
    let world = World::new(&[10]).await;
    let ours = &world.archive.scenes[0].file_name;
    let ours = url::Url::from_file_path(world.archive.folder.join(ours)).unwrap();
    put_item(&giver, "a", &json!({"href": ours.as_str()}));
    let mut form = form(&giver.access(), SourceContents::Items);
    form.definition.verification = Verification::Declared;
    task(&world, &form).await;
    let crew = crew(&world, &giver);
    assert_eq!(figures(&world, 1).await.refused, 1);
    crew.stop().await;
    assert_eq!(outcomes(&world).await["a.json"], "refused: not_allowed");
}
