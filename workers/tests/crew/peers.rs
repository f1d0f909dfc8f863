//! Copies of another installation, which answers as a test says.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path as FilePath, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use domain::ids::ReceiveTaskId;
use domain::receive::SourceKind;
use futures::StreamExt as _;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::receives::{OVER, SCENES, desk, figures, form};
use super::world::World;

/// A server that stands for another installation.
#[derive(Clone, Default)]
struct Peer {
    address: Arc<Mutex<String>>,
    /// Files by scene.
    files: Arc<Mutex<HashMap<String, Vec<u8>>>>,
    /// Token of each call.
    tokens: Arc<Mutex<Vec<Option<String>>>>,
    /// Parts that were asked for.
    ranges: Arc<Mutex<Vec<Option<String>>>>,
    /// Answers to asking for files that say "waiting".
    waits: Arc<AtomicUsize>,
    /// Bytes after which the next answers break off.
    cuts: Arc<Mutex<Vec<usize>>>,
    /// Where the other side keeps what it fetches: an answer breaks off when its beginning lies there.
    received: Arc<Mutex<PathBuf>>,
    /// Whether no files are handed out.
    is_closed: Arc<Mutex<bool>>,
    /// Whether what is sent is another thing than what was announced.
    is_false: Arc<Mutex<bool>>,
    /// Whether the search leads to another host.
    elsewhere: Arc<Mutex<Option<String>>>,
    /// Scenes that it took out of its catalogue, each with the reason.
    withdrawn: Arc<Mutex<Vec<(String, String)>>>,
}

impl Peer {
    async fn start(&self) -> String {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        self.address.lock().unwrap().clone_from(&base);
        let app = Router::new()
            .route("/stac", get(landing))
            .route("/stac/search", get(search))
            .route("/api/scene-files", post(prepare))
            .route("/api/scene-files/{id}", get(file))
            .route("/api/withdrawn-scenes", get(withdrawals).post(reasons))
            .with_state(self.clone());
        tokio::spawn(async move { axum::serve(listener, app).await });
        format!("{base}/stac")
    }

    fn add(&self, id: &str, bytes: &[u8]) {
        self.files.lock().unwrap().insert(id.into(), bytes.to_vec());
    }

    fn withdraw(&self, id: &str, reason: &str) {
        self.files.lock().unwrap().remove(id);
        let withdrawal = (id.to_owned(), reason.to_owned());
        self.withdrawn.lock().unwrap().push(withdrawal);
    }

    fn note(&self, headers: &HeaderMap) {
        let token = headers.get(header::AUTHORIZATION);
        let token = token.map(|token| token.to_str().unwrap().to_owned());
        self.tokens.lock().unwrap().push(token);
    }
}

fn sum(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

async fn landing(State(peer): State<Peer>, headers: HeaderMap) -> Json<Value> {
    peer.note(&headers);
    Json(json!({"type": "Catalog", "conformsTo": [],
        "links": [{"rel": "search", "href": "./stac/search", "type": "application/geo+json"}]}))
}

async fn search(State(peer): State<Peer>, headers: HeaderMap) -> Response {
    peer.note(&headers);
    if let Some(elsewhere) = peer.elsewhere.lock().unwrap().clone() {
        return Redirect::temporary(&elsewhere).into_response();
    }
    let base = peer.address.lock().unwrap().clone();
    let files = peer.files.lock().unwrap();
    let mut ids: Vec<_> = files.keys().cloned().collect();
    ids.sort();
    let items: Vec<Value> = ids
        .iter()
        .map(|id| {
            json!({"type": "Feature", "stac_version": "1.0.0", "id": id, "collection": "peer",
                "geometry": {"type": "Polygon", "coordinates": [[[100, 30], [101, 30], [101, 31], [100, 31], [100, 30]]]},
                "properties": {"datetime": "2026-07-01T00:00:00Z", "updated": "2026-07-02T00:00:00Z", "title": id},
                "links": [], "assets": {"data": {"href": format!("{base}/api/scene-files/{id}"), "roles": ["data"],
                    "title": format!("{id}.tif"), "file:size": files[id].len(), "scenedock:file_tag": sum(&files[id])}}})
        })
        .collect();
    Json(json!({"type": "FeatureCollection", "features": items, "links": []})).into_response()
}

async fn prepare(
    State(peer): State<Peer>,
    headers: HeaderMap,
    Json(asked): Json<Value>,
) -> Json<Value> {
    peer.note(&headers);
    let waits = peer
        .waits
        .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| {
            left.checked_sub(1)
        });
    let state = if waits.is_ok() { "waiting" } else { "ready" };
    let files = peer.files.lock().unwrap();
    let ids = asked["dataIds"].as_array().unwrap().iter();
    let items: Vec<Value> = ids
        .map(|id| {
            let bytes = &files[id.as_str().unwrap()];
            json!({"dataId": id, "state": state, "tag": sum(bytes), "name": "x", "size": bytes.len(), "sha256": sum(bytes),
                "errorClass": null, "text": "", "message": null})
        })
        .collect();
    Json(json!({"items": items, "missing": [], "later": [], "retryAfter": 1}))
}

/// One withdrawal a part, each with its place.
async fn withdrawals(
    State(peer): State<Peer>,
    headers: HeaderMap,
    Query(query): Query<HashMap<String, usize>>,
) -> Json<Value> {
    peer.note(&headers);
    let list = peer.withdrawn.lock().unwrap();
    let after = query["after"].min(list.len());
    let next = list[after..].first();
    let items: Vec<_> = next
        .map(|(id, _)| json!({"digest": sum(id.as_bytes())}))
        .into_iter()
        .collect();
    let until = after + items.len();
    Json(json!({"items": items, "until": until, "more": until < list.len()}))
}

async fn reasons(
    State(peer): State<Peer>,
    headers: HeaderMap,
    Json(asked): Json<Value>,
) -> Json<Value> {
    peer.note(&headers);
    let list = peer.withdrawn.lock().unwrap();
    let ids = asked["dataIds"].as_array().unwrap();
    let mut items: Vec<_> = list
        .iter()
        .filter(|(id, _)| ids.contains(&json!(id)))
        .map(|(id, reason)| json!({"dataId": id, "reason": reason, "withdrawnAt": "2026-07-03T00:00:00Z"}))
        .collect();
    // Nobody is made to remove what was not asked about.
    items.push(json!({"dataId": "p3", "reason": "x", "withdrawnAt": "2026-07-03T00:00:00Z"}));
    Json(json!({"items": items}))
}

async fn file(State(peer): State<Peer>, Path(id): Path<String>, headers: HeaderMap) -> Response {
    peer.note(&headers);
    if *peer.is_closed.lock().unwrap() {
        return StatusCode::FORBIDDEN.into_response();
    }
    let found = peer.files.lock().unwrap().get(&id).cloned();
    let Some(all) = found else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let range = headers.get(header::RANGE);
    let range = range.map(|range| range.to_str().unwrap().to_owned());
    peer.ranges.lock().unwrap().push(range.clone());
    let tag = format!("\"{}\"", sum(&all));
    let begin = range.as_deref().and_then(|range| {
        let begin = range.strip_prefix("bytes=")?.strip_suffix('-')?;
        begin.parse::<usize>().ok()
    });
    let (status, from) = match begin {
        Some(from) => (StatusCode::PARTIAL_CONTENT, from),
        None => (StatusCode::OK, 0),
    };
    let mut bytes = all[from..].to_vec();
    if *peer.is_false.lock().unwrap() {
        bytes.fill(b'!');
    }
    let span = format!("bytes {from}-{}/{}", all.len() - 1, all.len());
    let length = bytes.len().to_string();
    let cut = peer.cuts.lock().unwrap().pop_if(|cut| *cut < bytes.len());
    let body = match cut {
        Some(cut) => {
            bytes.truncate(cut);
            let folder = peer.received.lock().unwrap().clone();
            let first = futures::stream::iter([Ok(bytes)]);
            let end = futures::stream::once(async move {
                while !holds_part(&folder, cut as u64) {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
                Err(std::io::Error::other("cut"))
            });
            Body::from_stream(first.chain(end))
        }
        None => Body::from(bytes),
    };
    let headers = [
        (header::ETAG, tag),
        (header::CONTENT_RANGE, span),
        (header::CONTENT_LENGTH, length),
    ];
    (status, headers, body).into_response()
}

/// Whether a file of so many bytes lies below the folder.
fn holds_part(folder: &FilePath, size: u64) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.into_iter().any(|entry| match entry.metadata() {
        Ok(facts) if facts.is_dir() => holds_part(&entry.path(), size),
        Ok(facts) => facts.len() == size,
        Err(_) => false,
    })
}

async fn begun(world: &World, address: &str, with_files: bool) -> ReceiveTaskId {
    let mut form = form(SourceKind::Scenedock, address, 0);
    form.definition.with_files = with_files;
    form.secret = Some("sdk_secret".into());
    desk(world).create(&form).await.unwrap().id
}

const FILES: &str = "SELECT count(*) FROM scene WHERE dataid LIKE 'p%' AND archive_url LIKE 'file://%' AND sha256 IS NOT NULL";

#[tokio::test]
async fn files_are_gone_on_with_where_they_broke_off_and_each_call_is_signed() {
    let world = World::new(&[10]).await;
    let peer = Peer::default();
    let address = peer.start().await;
    peer.add("p1", &vec![7; 50_000]);
    peer.add("p2", b"small");
    peer.waits.store(2, Ordering::SeqCst);
    *peer.cuts.lock().unwrap() = vec![1000];
    *peer.received.lock().unwrap() = world.received();
    let id = begun(&world, &address, true).await;
    let crew = world.work("w1", 2, world.objects());
    assert_eq!(figures(&world, 1).await.added, 2);
    assert_eq!(world.count(FILES).await, 2);
    let tokens = peer.tokens.lock().unwrap().clone();
    assert!(
        tokens
            .iter()
            .all(|token| token.as_deref() == Some("Bearer sdk_secret")),
        "{tokens:?}"
    );
    // The one that was cut, gone on with; the other at once.
    let ranges = peer.ranges.lock().unwrap().clone();
    assert_eq!(ranges.len(), 3);
    assert!(ranges.contains(&Some("bytes=1000-".into())), "{ranges:?}");
    desk(&world).start_over(id).await.unwrap();
    let again = figures(&world, 2).await;
    assert_eq!((again.same, again.updated, again.added), (2, 0, 0));
    assert_eq!(
        peer.ranges.lock().unwrap().len(),
        3,
        "nothing is fetched twice"
    );
    // Another file of the same scene.
    peer.add("p2", b"other");
    desk(&world).start_over(id).await.unwrap();
    let other = figures(&world, 3).await;
    assert_eq!((other.same, other.updated), (1, 1));
    crew.stop().await;
}

#[tokio::test]
async fn files_come_no_faster_than_their_peer_may_be_read() {
    let world = World::new(&[10]).await;
    let peer = Peer::default();
    let address = peer.start().await;
    for id in ["p1", "p2"] {
        peer.add(id, &vec![7; 600_000]);
    }
    sqlx::query("INSERT INTO archive_source (name, bytes_per_second) VALUES ($1, 400000)")
        .bind(address.strip_suffix("/stac").unwrap())
        .execute(world.pool())
        .await
        .unwrap();
    begun(&world, &address, true).await;
    let since = Instant::now();
    let crew = world.work("w1", 2, world.objects());
    assert_eq!(figures(&world, 1).await.added, 2);
    let seconds = since.elapsed().as_secs_f64();
    assert!(seconds > 2.5, "three, but for the first bytes: {seconds}");
    crew.stop().await;
}

#[tokio::test]
async fn what_is_not_what_was_announced_is_refused() {
    let world = World::new(&[10]).await;
    let peer = Peer::default();
    let address = peer.start().await;
    peer.add("p1", &[7; 500]);
    *peer.is_false.lock().unwrap() = true;
    begun(&world, &address, true).await;
    let crew = world.work("w1", 2, world.objects());
    assert_eq!(figures(&world, 1).await.refused, 1);
    let reason =
        "SELECT count(*) FROM receive_file WHERE reason = 'checksum_differs' AND dataid = 'p1'";
    assert_eq!(world.count(reason).await, 1);
    assert_eq!(world.count(SCENES).await, 1);
    crew.stop().await;
}

#[tokio::test]
async fn the_token_follows_no_redirect_to_another_place() {
    let world = World::new(&[10]).await;
    let (peer, other) = (Peer::default(), Peer::default());
    let address = peer.start().await;
    let elsewhere = other.start().await;
    *peer.elsewhere.lock().unwrap() = Some(format!("{elsewhere}/search"));
    other.add("p1", b"x");
    begun(&world, &address, false).await;
    let crew = world.work("w1", 2, world.objects());
    world.until(OVER, 1).await;
    let told = other.tokens.lock().unwrap().clone();
    assert_eq!(told, [None], "it was asked, and told nothing");
    crew.stop().await;
}

#[tokio::test]
async fn a_scene_with_a_file_of_its_own_keeps_it() {
    let world = World::new(&[10]).await;
    let peer = Peer::default();
    let address = peer.start().await;
    let own = world.archive.dataids()[0].clone();
    peer.add(&own, b"theirs");
    peer.add("p1", b"new");
    let id = begun(&world, &address, true).await;
    let crew = world.work("w1", 2, world.objects());
    let first = figures(&world, 1).await;
    assert_eq!((first.added, first.refused), (1, 1));
    let kept = "SELECT count(*) FROM receive_file WHERE reason = 'own_file_stays'";
    assert_eq!(world.count(kept).await, 1);
    let theirs = "SELECT count(*) FROM scene WHERE archive_url LIKE '%/archive/%'";
    assert_eq!(world.count(theirs).await, 1);
    // Without files: what was copied stays.
    let mut form = form(SourceKind::Scenedock, &address, 0);
    form.secret = Some("sdk_secret".into());
    desk(&world).change(id, &form).await.unwrap();
    desk(&world).run_now(id).await.unwrap();
    let second = figures(&world, 2).await;
    assert_eq!((second.same, second.updated, second.refused), (1, 0, 1));
    assert_eq!(world.count(FILES).await, 1);
    crew.stop().await;
}

#[tokio::test]
async fn a_token_that_opens_no_files_is_told_of_where_files_are_to_be_copied() {
    let world = World::new(&[10]).await;
    let peer = Peer::default();
    let address = peer.start().await;
    peer.add("p1", b"x");
    *peer.is_closed.lock().unwrap() = true;
    begun(&world, &address, true).await;
    let crew = world.work("w1", 2, world.objects());
    world.until(OVER, 1).await;
    let refused = "SELECT count(*) FROM receive_run WHERE state = 'failed' AND error_class = 'sign_in_refused'";
    assert_eq!(world.count(refused).await, 1);
    assert_eq!(
        world.count(SCENES).await,
        1,
        "nothing comes without its file"
    );
    crew.stop().await;
}

#[tokio::test]
async fn what_the_other_side_took_out_is_taken_out_here_unless_it_is_ours_or_ordered() {
    let world = World::new(&[10]).await;
    let peer = Peer::default();
    let address = peer.start().await;
    let own = world.archive.dataids()[0].clone();
    for id in ["p1", "p2", "p3", &own] {
        peer.add(id, id.as_bytes());
    }
    let id = begun(&world, &address, true).await;
    let crew = world.work("w1", 2, world.objects());
    assert_eq!(figures(&world, 1).await.added, 3);
    // Without a file of its own here, as one that only the catalogue has.
    world
        .sql("UPDATE scene SET archive_url = NULL, size = 0, sha256 = NULL WHERE dataid = 'p2'")
        .await;
    for withdrawn in ["p1", "never here", &own, "p2"] {
        peer.withdraw(withdrawn, "定位超差");
    }
    desk(&world).run_now(id).await.unwrap();
    figures(&world, 2).await;
    let left: Vec<String> = sqlx::query_scalar("SELECT dataid FROM scene")
        .fetch_all(world.pool())
        .await
        .unwrap();
    assert_eq!(
        BTreeSet::from_iter(left),
        BTreeSet::from([own, "p3".into()])
    );
    let reported =
        "SELECT count(*) FROM receive_file WHERE reason = 'withdrawn' AND dataid IN ('p1', 'p2')";
    assert_eq!(world.count(reported).await, 2);
    let logged =
        "SELECT count(*) FROM audit_entry WHERE action = 'withdraw_scenes' AND reason = '定位超差'";
    assert_eq!(world.count(logged).await, 2, "one a part of the list");
    let followed = "SELECT followed_until FROM receive_task";
    assert_eq!(world.count(followed).await, 4);
    crew.stop().await;
}
