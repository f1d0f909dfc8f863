//! Scenes that come in by themselves: from a folder that somebody writes into, and from a STAC API on a real port.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};

use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use domain::ids::ReceiveTaskId;
use domain::receive::{ReceiveDefinition, Schedule, SourceKind, Verification};
use domain::role::Role;
use serde_json::{Value, json};
use storage::clock;
use storage::db::receive_runs::{self, RunFigures};
use storage::db::receive_tasks::ReceiveTaskForm;
use storage::lifecycle::receive_desk::ReceiveDesk;
use storage::lifecycle::receives::{self, DryDefinition};
use storage::sealed::ServerKey;
use testkit::archive::sha256_of;
use testkit::builders::{acting, server_key};
use tokio::sync::Notify;

use super::world::World;

pub const OVER: &str = "SELECT count(*) FROM receive_run WHERE state <> 'live'";
pub const SCENES: &str = "SELECT count(*) FROM scene";

pub fn form(kind: SourceKind, location: &str, settle_seconds: i32) -> ReceiveTaskForm {
    ReceiveTaskForm {
        name: "来源".into(),
        definition: ReceiveDefinition {
            verification: Verification::Checksum,
            settle_seconds,
            ..ReceiveDefinition::plain(kind, location)
        },
        schedule: Schedule::Every(60),
        cron: None,
        secret: None,
    }
}

pub fn desk(world: &World) -> ReceiveDesk<'_> {
    static KEY: LazyLock<ServerKey> = LazyLock::new(server_key);
    ReceiveDesk {
        pool: world.pool(),
        key: &KEY,
        by: acting(world.admin, Role::Admin),
        now: clock::now(),
    }
}

fn dry_definition(form: &ReceiveTaskForm) -> DryDefinition<'_> {
    DryDefinition {
        definition: &form.definition,
        secret: None,
    }
}

/// A task, whose first run begins with the first round of a crew.
pub async fn task(world: &World, form: &ReceiveTaskForm) -> ReceiveTaskId {
    desk(world).create(form).await.unwrap().id
}

/// The figures of the newest run that is over, once `runs` are.
pub async fn figures(world: &World, runs: i64) -> RunFigures {
    world.until(OVER, runs).await;
    let page = storage::db::Page::new(Some(1), Some(1));
    let query = receive_runs::RunQuery::default();
    let listed = receive_runs::list(&mut *world.db().await, query, page).await;
    listed.unwrap().items[0].figures
}

/// What became of items, with the reason, by name.
pub async fn outcomes(world: &World) -> HashMap<String, String> {
    let rows: Vec<(String, String, Option<String>)> = sqlx::query_as(
        "SELECT name, outcome, reason FROM receive_file WHERE run_id = \
         (SELECT id FROM receive_run ORDER BY created_at DESC, id DESC LIMIT 1)",
    )
    .fetch_all(world.pool())
    .await
    .unwrap();
    let spelled = |outcome: String, reason: Option<String>| match reason {
        Some(reason) => format!("{outcome}: {reason}"),
        None => outcome,
    };
    let named = rows.into_iter();
    named
        .map(|(name, outcome, reason)| (name, spelled(outcome, reason)))
        .collect()
}

pub fn item(id: &str, data: &Value, updated: &str) -> Value {
    json!({"type": "Feature", "stac_version": "1.1.0", "id": id, "collection": "c", "links": [],
        "geometry": {"type": "Polygon", "coordinates": [[[100, 30], [101, 30], [101, 31], [100, 31], [100, 30]]]},
        "properties": {"datetime": "2026-07-01T10:00:00Z", "updated": updated, "platform": "GF-2"},
        "assets": if data.is_null() { json!({}) } else { json!({"data": data}) }})
}

fn put_item(folder: &Path, id: &str, data: &Value) {
    let text = item(id, data, "2026-07-02T00:00:00Z").to_string();
    std::fs::write(folder.join(format!("{id}.json")), text).unwrap();
}

/// A file in the folder, and what an Item says of it.
fn put_file(folder: &Path, name: &str, bytes: &[u8]) -> Value {
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    let sum = sha256_of(&path).unwrap();
    json!({"href": format!("./{name}"), "file:size": bytes.len(), "file:checksum": format!("1220{sum}")})
}

fn watched(world: &World) -> PathBuf {
    let folder = world.archive.folder.join("incoming");
    std::fs::create_dir(&folder).unwrap();
    folder
}

#[tokio::test]
async fn a_folder_is_taken_in_item_by_item_with_a_reason_for_each() {
    let world = World::new(&[10]).await;
    let folder = watched(&world);
    put_item(&folder, "good", &put_file(&folder, "good.tif", b"good"));
    let mut wrong = put_file(&folder, "wrong.tif", b"wrong");
    wrong["file:checksum"] = json!(format!("1220{}", "0".repeat(64)));
    put_item(&folder, "wrong", &wrong);
    put_item(
        &folder,
        "short",
        &json!({"href": "./good.tif", "file:size": 99}),
    );
    put_item(&folder, "late", &json!({"href": "./late.tif"}));
    let other = &world.archive.scenes[0].file_name;
    for (id, slash) in [("elsewhere", "/"), ("hidden", "%2F")] {
        put_item(&folder, id, &json!({"href": format!("./..{slash}{other}")}));
    }
    std::fs::write(folder.join("broken.json"), "{\"type\": \"Feature\"").unwrap();
    std::fs::write(folder.join("half.json.part"), "{").unwrap();
    let id = task(
        &world,
        &form(SourceKind::ItemFolder, folder.to_str().unwrap(), 0),
    )
    .await;
    let crew = world.work("w1", 2, world.objects());

    let first = figures(&world, 1).await;
    assert_eq!(
        (first.added, first.refused, first.waiting, first.bytes),
        (1, 5, 1, 4)
    );
    let expected = [
        ("good.json", "new"),
        ("wrong.json", "refused: checksum_differs"),
        ("short.json", "refused: size_differs"),
        ("late.json", "waiting: file_missing"),
        ("elsewhere.json", "refused: not_allowed"),
        ("hidden.json", "refused: not_allowed"),
        ("broken.json", "refused: malformed"),
    ];
    let expected = expected.map(|(name, word)| (name.to_owned(), word.to_owned()));
    assert_eq!(outcomes(&world).await, HashMap::from(expected));

    // The file has come, an Item was written anew, and the others are as they were.
    put_file(&folder, "late.tif", b"late");
    let mut changed = put_file(&folder, "good.tif", b"better");
    changed["type"] = json!("image/tiff");
    put_item(&folder, "good", &changed);
    desk(&world).run_now(id).await.unwrap();
    let second = figures(&world, 2).await;
    assert_eq!((second.added, second.updated, second.known), (1, 1, 5));
    desk(&world).run_now(id).await.unwrap();
    let third = figures(&world, 3).await;
    assert_eq!(
        third,
        RunFigures {
            known: 7,
            ..RunFigures::default()
        }
    );
    crew.stop().await;
    assert_eq!(world.count(SCENES).await, 3);
    assert_eq!(world.count("SELECT count(*) FROM task").await, 0);
}

#[tokio::test]
async fn what_is_still_written_is_left_and_a_dry_run_leaves_everything() {
    let world = World::new(&[10]).await;
    let folder = watched(&world);
    put_item(&folder, "a", &put_file(&folder, "a.tif", b"a"));
    let form = form(SourceKind::ItemFolder, folder.to_str().unwrap(), 60);
    let crew = world.work("w1", 2, world.objects());
    let dry = receives::begin_dry(
        world.pool(),
        dry_definition(&form),
        world.admin,
        clock::now(),
    );
    dry.await.unwrap().unwrap();
    assert_eq!(figures(&world, 1).await.added, 1, "what would come");
    let nodes = "SELECT count(*) FROM catalogue_node WHERE collection = 'c'";
    assert_eq!(
        (world.count(SCENES).await, world.count(nodes).await),
        (1, 0)
    );

    let id = task(&world, &form).await;
    assert_eq!(figures(&world, 2).await.waiting, 1);
    // It grows: the time begins anew.
    world
        .sql("UPDATE receive_seen SET since = since - interval '1 hour'")
        .await;
    let mut grown = std::fs::read(folder.join("a.json")).unwrap();
    grown.push(b'\n');
    std::fs::write(folder.join("a.json"), grown).unwrap();
    desk(&world).run_now(id).await.unwrap();
    assert_eq!(figures(&world, 3).await.waiting, 1);
    world
        .sql("UPDATE receive_seen SET since = since - interval '1 hour'")
        .await;
    desk(&world).run_now(id).await.unwrap();
    assert_eq!(figures(&world, 4).await.added, 1);
    crew.stop().await;
}

#[tokio::test]
async fn however_many_look_at_the_schedule_there_is_one_run() {
    let world = World::new(&[10]).await;
    let folder = watched(&world);
    task(
        &world,
        &form(SourceKind::ItemFolder, folder.to_str().unwrap(), 0),
    )
    .await;
    world
        .sql("INSERT INTO worker (name, slots, seen_at) VALUES ('w', 64, now())")
        .await;
    let looks = (0..16).map(|_| receives::begin_due(world.pool(), clock::now()));
    let begun = futures::future::join_all(looks).await;
    let begun: u64 = begun.into_iter().map(Result::unwrap).sum();
    assert_eq!(begun, 1);
    assert_eq!(
        world
            .count("SELECT count(*) FROM task WHERE kind = 'receive_run'")
            .await,
        1
    );
}

/// A STAC API with pages of two items that says what a test tells it.
#[derive(Clone, Default)]
struct Catalogue {
    items: Arc<Mutex<Vec<Value>>>,
    pages: Arc<AtomicUsize>,
    filters: Arc<Mutex<Vec<String>>>,
    is_down: Arc<AtomicBool>,
    /// The page from which on the next call waits for ever.
    hangs_at: Arc<Mutex<Option<usize>>>,
    hangs: Arc<Notify>,
}

impl Catalogue {
    async fn start(&self) -> String {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/stac", listener.local_addr().unwrap());
        let app = Router::new()
            .route("/stac", get(landing))
            .route("/stac/search", get(search))
            .with_state(self.clone());
        tokio::spawn(async move { axum::serve(listener, app).await });
        address
    }

    fn add(&self, id: &str, updated: &str) {
        self.items
            .lock()
            .unwrap()
            .push(item(id, &Value::Null, updated));
    }
}

async fn landing() -> Json<Value> {
    Json(json!({"type": "Catalog", "conformsTo": [
        "https://api.stacspec.org/v1.0.0/item-search#filter", "http://www.opengis.net/spec/cql2/1.0/conf/cql2-text"],
        "links": [{"rel": "search", "href": "./stac/search", "type": "application/geo+json"}]}))
}

async fn search(
    State(catalogue): State<Catalogue>,
    Query(query): Query<HashMap<String, String>>,
) -> Result<Json<Value>, StatusCode> {
    if catalogue.is_down.load(Ordering::SeqCst) {
        return Err(StatusCode::SERVICE_UNAVAILABLE);
    }
    let at: usize = query.get("at").map_or(0, |at| at.parse().unwrap());
    let hanging = catalogue
        .hangs_at
        .lock()
        .unwrap()
        .take_if(|page| *page == at);
    if hanging.is_some() {
        catalogue.hangs.notify_one();
        std::future::pending::<()>().await;
    }
    catalogue.pages.fetch_add(1, Ordering::SeqCst);
    let filter = query.get("filter").cloned().unwrap_or_default();
    catalogue.filters.lock().unwrap().push(filter.clone());
    let since = filter.split('\'').nth(1).unwrap_or_default().to_owned();
    let all = catalogue.items.lock().unwrap().clone();
    let is_new = |item: &&Value| item["properties"]["updated"].as_str().unwrap() >= since.as_str();
    let left: Vec<&Value> = all.iter().filter(is_new).skip(at).collect();
    let page: Vec<&Value> = left.iter().take(2).copied().collect();
    let next = json!({"rel": "next", "href": format!("/stac/search?at={}&filter={}", at + 2, filter.replace(' ', "+"))});
    let links = if left.len() > 2 { vec![next] } else { vec![] };
    Ok(Json(
        json!({"type": "FeatureCollection", "features": page, "links": links}),
    ))
}

#[tokio::test]
async fn pages_of_an_api_are_walked_and_only_what_was_updated_is_asked_for_again() {
    let world = World::new(&[10]).await;
    let catalogue = Catalogue::default();
    let address = catalogue.start().await;
    for id in ["a", "b", "c", "d", "e"] {
        catalogue.add(id, "2026-07-02T00:00:00Z");
    }
    let id = task(&world, &form(SourceKind::StacApi, &address, 0)).await;
    let crew = world.work("w1", 2, world.objects());
    assert_eq!(figures(&world, 1).await.added, 5);
    assert_eq!(catalogue.pages.load(Ordering::SeqCst), 3);
    // One with the very time stamp of those that are known, one later, and one of them changed.
    catalogue.add("f", "2026-07-02T00:00:00Z");
    catalogue.add("g", "2026-07-03T00:00:00Z");
    catalogue.items.lock().unwrap()[0]["properties"]["platform"] = json!("GF-7");
    desk(&world).run_now(id).await.unwrap();
    let second = figures(&world, 2).await;
    assert_eq!((second.added, second.updated, second.same), (2, 1, 4));
    desk(&world).run_now(id).await.unwrap();
    let third = figures(&world, 3).await;
    assert_eq!(
        (third.added, third.same),
        (0, 1),
        "only the last day is asked for"
    );
    let asked = catalogue.filters.lock().unwrap().last().cloned();
    assert_eq!(
        asked.as_deref(),
        Some("updated >= TIMESTAMP('2026-07-02T23:50:00.000000Z')")
    );
    crew.stop().await;
    assert_eq!(world.count(SCENES).await, 8);
}

#[tokio::test]
async fn a_worker_that_loses_its_claim_between_two_pages_is_followed_by_one_that_goes_on() {
    let world = World::new(&[10]).await;
    let catalogue = Catalogue::default();
    let address = catalogue.start().await;
    for number in 0..6 {
        catalogue.add(&format!("s{number}"), "2026-07-02T00:00:00Z");
    }
    *catalogue.hangs_at.lock().unwrap() = Some(2);
    task(&world, &form(SourceKind::StacApi, &address, 0)).await;
    let crew = world.work("w1", 2, world.objects());
    catalogue.hangs.notified().await;
    world.until("SELECT count(*) FROM receive_file", 2).await;
    // As when its lease has run out.
    world
        .sql("UPDATE task SET state = 'waiting', worker = NULL, lease_until = NULL, released_at = NULL")
        .await;
    let all = figures(&world, 1).await;
    crew.stop().await;
    assert_eq!((all.added, all.same), (6, 0));
    assert_eq!(
        catalogue.pages.load(Ordering::SeqCst),
        3,
        "no page was asked for twice"
    );
    assert_eq!(world.count(SCENES).await, 7);
    assert_eq!(world.count("SELECT count(*) FROM receive_file").await, 6);
}

#[tokio::test]
async fn a_source_that_is_down_rests_and_loses_nothing() {
    let world = World::new(&[10]).await;
    let catalogue = Catalogue::default();
    let address = catalogue.start().await;
    catalogue.is_down.store(true, Ordering::SeqCst);
    catalogue.add("a", "2026-07-02T00:00:00Z");
    let id = task(&world, &form(SourceKind::StacApi, &address, 0)).await;
    let crew = world.work("w1", 2, world.objects());
    world.until(OVER, 1).await;
    for runs in 2..=3 {
        desk(&world).run_now(id).await.unwrap();
        world.until(OVER, runs).await;
    }
    let rests = "SELECT count(*) FROM receive_task WHERE failures = 3 AND rests_until > now() \
        AND failure_class = 'transient_io' AND updated_until IS NULL";
    assert_eq!(world.count(rests).await, 1);
    catalogue.is_down.store(false, Ordering::SeqCst);
    desk(&world).run_now(id).await.unwrap();
    assert_eq!(figures(&world, 4).await.added, 1);
    let well = "SELECT count(*) FROM receive_task WHERE failures = 0 AND rests_until IS NULL AND failure_class IS NULL";
    assert_eq!(world.count(well).await, 1);
    crew.stop().await;
}

#[tokio::test]
async fn a_watched_folder_that_is_not_there_is_named() {
    let world = World::new(&[10]).await;
    let none = format!("{}/none", world.archive.folder.display());
    task(&world, &form(SourceKind::ItemFolder, &none, 0)).await;
    let crew = world.work("w1", 2, world.objects());
    let named = "SELECT count(*) FROM receive_task WHERE failure_detail->>'code' = 'failure.watched_folder_missing' AND failure_detail->'params'->>'path' LIKE '%/none'";
    world.until(named, 1).await;
    crew.stop().await;
}

#[tokio::test]
async fn nothing_is_received_from_where_nothing_may_be_read() {
    let world = World::new(&[10]).await;
    let crew = world.work("w1", 2, world.objects());
    let outside = tempfile::tempdir().unwrap();
    let folder = form(
        SourceKind::RasterFolder,
        outside.path().to_str().unwrap(),
        0,
    );
    let api = form(SourceKind::StacApi, "http://127.0.0.2:9/stac", 0);
    for (runs, form) in [(1, folder), (2, api)] {
        let dry = receives::begin_dry(
            world.pool(),
            dry_definition(&form),
            world.admin,
            clock::now(),
        );
        dry.await.unwrap().unwrap();
        world.until(OVER, runs).await;
    }
    let refused = "SELECT count(*) FROM receive_run WHERE state = 'failed' AND error_class = 'source_refused'";
    assert_eq!(world.count(refused).await, 2);
    crew.stop().await;
}
