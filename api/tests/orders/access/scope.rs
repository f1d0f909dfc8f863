//! Nothing of a scene is told to somebody whose scope is elsewhere, by any route.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;

use axum::body::Body;
use axum::http::{HeaderValue, Method, Request, header};
use domain::permission::{Permission, PermissionSet};
use serde_json::{Value, json};
use storage::db::scenes::NewScene;
use testkit::builders::{add_nodes, add_scenes, node, scene, square};

use super::{count_figures, harmless, holder, path_of, query_of, table};
use crate::world::{Person, World, id, request};

/// What is asked for by its id.
const HIDDEN: &str = "hidden-one";
/// The node that holds it.
const NODE: &str = "1077";
/// What nobody elsewhere names, and nobody elsewhere is told: another scene, satellite, sensor and node.
const UNTOLD: [&str; 4] = ["hidden-two", "HIDSAT", "HIDSEN", "隐藏的目录"];
/// Routes whose answer repeats what somebody asked for: the address in a link, what is not there, and what people searched for.
const ECHO: [&str; 5] = [
    "POST /api/catalog/withdrawals",
    "POST /api/catalog/withdrawals/preview",
    "GET /stac/search",
    "POST /api/scene-files",
    "GET /api/behaviours",
];

/// Routes that tell an order's owner of its scenes.
pub(super) const OWN_ORDER: [&str; 4] = [
    "GET /api/orders/{id}/forms/{type}",
    "GET /api/orders/{id}/records/{number}",
    "GET /api/orders/{id}/scenes",
    "POST /api/scenes/held",
];
/// What is answered to its owner alone: nothing comes into an order that is completed.
pub(super) const OWNED: [(&str, u16); 1] = [("POST /api/orders/{id}/scenes", 409)];

/// A body that asks for the hidden scene wherever one can.
fn asking_body(method: &Method, route: &str, application: &Value) -> Value {
    let area = square(50.0, 50.0);
    match (method.as_str(), route) {
        (
            _,
            "/api/cart"
            | "/api/scenes/held"
            | "/api/scene-files"
            | "/api/orders/{id}/scenes"
            | "/api/withdrawn-scenes"
            | "/api/catalog/withdrawals/preview",
        ) => json!({"dataIds": [HIDDEN]}),
        (_, "/api/catalog/withdrawals") => json!({"dataIds": [HIDDEN], "reason": "重复"}),
        ("POST", "/api/orders" | "/api/forms/{type}") => application.clone(),
        (_, "/api/subscriptions/forms/{type}") => {
            json!({"search": {"nodeIds": [NODE.parse::<i64>().unwrap()]}})
        }
        (_, "/api/exports") => json!({"kind": "csv", "dataIds": [HIDDEN]}),
        (_, "/api/scenes/search") => json!({"facets": true}),
        (_, "/api/scenes/cover") => json!({"wkt": area}),
        (_, "/stac/search") => json!({"ids": [HIDDEN]}),
        _ => harmless(route, application),
    }
}

/// An address that asks for the hidden scene wherever one can.
fn asking_query(route: &str) -> String {
    let query = query_of(route);
    match route {
        "/stac/search" | "/stac/collections/{collectionId}/items" => format!("?ids={HIDDEN}"),
        // Of a PDF the words cannot be read here.
        "/api/forms/{type}"
        | "/api/orders/{id}/forms/{type}"
        | "/api/subscriptions/forms/{type}" => "?format=docx".to_owned(),
        "/api/users/{id}/scope" => format!("?dataId={HIDDEN}"),
        "/api/stats/received" | "/api/stats/received.xlsx" => format!("{query}&node={NODE}"),
        "/api/stats/received.csv" | "/api/stats/received/scenes" => format!("?node={NODE}"),
        _ => query.to_owned(),
    }
}

/// Whether the document says that the route is asked for scenes, collections or nodes by their ids.
fn takes_scenes(document: &Value, method: &Method, route: &str) -> bool {
    let operation = &document["paths"][route][method.as_str().to_lowercase()];
    let parameters = operation["parameters"].as_array();
    let named = |name: &str| {
        let words = ["dataId", "itemId", "collectionId", "ids", "node"];
        words.contains(&name)
    };
    let by_address = (parameters.into_iter().flatten())
        .any(|parameter| parameter["name"].as_str().is_some_and(named));
    let body = &operation["requestBody"]["content"]["application/json"]["schema"];
    by_address || holds_ids(document, body)
}

fn holds_ids(document: &Value, schema: &Value) -> bool {
    let schema = schema["$ref"]
        .as_str()
        .and_then(|at| document.pointer(&at[1..]))
        .unwrap_or(schema);
    let parts = ["allOf", "oneOf", "anyOf"].map(|key| schema[key].as_array());
    schema["properties"].get("dataIds").is_some()
        || (parts.into_iter().flatten().flatten()).any(|part| holds_ids(document, part))
}

/// Two scenes that nobody sees but who sees all, both in a completed order: its id, and a draft that names the first.
pub(super) async fn hide(w: &World) -> (String, Value) {
    let hidden = |dataid: &str, west: f64| NewScene {
        nodeid: NODE.parse().unwrap(),
        satellite: "HIDSAT".into(),
        sensor: "HIDSEN".into(),
        footprint: square(west, 50.0).parse().unwrap(),
        ..scene(dataid)
    };
    let pool = &w.context.pool;
    add_nodes(pool, &[node(NODE.parse().unwrap(), "隐藏的目录")]).await;
    add_scenes(pool, &[hidden(HIDDEN, 50.0), hidden("hidden-two", 50.5)]).await;
    let mut application = w.application("submit").await;
    application["dataIds"] = json!([HIDDEN, "hidden-two"]);
    let order = id(&w.post("/api/orders", &w.owner, application).await.ok());
    w.act(&order, "approve", &w.admin).await.ok();
    w.prepare().await;
    w.act(&order, "complete", &w.admin).await.ok();
    count_figures(w).await;

    let grants = w.get("/api/scopes?subject=everybody", &w.admin).await.ok();
    for grant in grants["items"].as_array().unwrap() {
        let path = format!("/api/scopes/{}", grant["id"].as_str().unwrap());
        let gone = w.call(Method::DELETE, &path, &w.admin, None).await;
        assert_eq!(gone.status, 204);
    }
    let grant =
        json!({"subject": "everybody", "nodeIds": [1], "region": null, "wkt": null, "until": null});
    w.post("/api/scopes", &w.admin, grant).await.ok();

    let mut application = w.application("save").await;
    application["attachments"] = json!([]);
    application["dataIds"] = json!([HIDDEN]);
    (order, application)
}

/// What one may hold without seeing every scene.
pub(super) fn bounded_by_scope() -> impl Iterator<Item = Permission> {
    let held = |one| PermissionSet::from_permissions(&[one]);
    let all = Permission::ALL.into_iter();
    all.filter(move |one| !held(*one).holds(Permission::AllScenes))
}

/// Two hidden scenes, and somebody who may do everything with which one does not see them.
async fn elsewhere(w: &World) -> (String, Person, Value) {
    let (order, application) = hide(w).await;
    let held: Vec<_> = bounded_by_scope().collect();
    (order, holder(w, "elsewhere", &held).await, application)
}

/// What can be read of an answer: of a workbook its parts.
fn readable(bytes: &[u8]) -> String {
    let Ok(mut book) = zip::ZipArchive::new(std::io::Cursor::new(bytes)) else {
        return String::from_utf8_lossy(bytes).into_owned();
    };
    let mut text = String::new();
    for number in 0..book.len() {
        let mut part = Vec::new();
        book.by_index(number)
            .unwrap()
            .read_to_end(&mut part)
            .unwrap();
        text += &String::from_utf8_lossy(&part);
    }
    text
}

/// What a route answers that is asked for the hidden scene: its name, the status, and whether it tells of the scene.
type HiddenAnswer = (String, u16, bool);

/// A request for the hidden scene wherever the route can be asked for one, and what it names.
fn asking(
    who: &Person,
    (method, route): (&Method, &str),
    (order, application): (&str, &Value),
) -> (Request<Body>, String) {
    let path = path_of(route, (order, HIDDEN, NODE));
    let address = format!("{path}{}", asking_query(route));
    let mut asking = request(method.clone(), &address, &who.token);
    let mut names = address;
    if *method != Method::GET {
        let body = asking_body(method, route, application).to_string();
        names += &body;
        let json = HeaderValue::from_static("application/json");
        asking.headers_mut().insert(header::CONTENT_TYPE, json);
        *asking.body_mut() = body.into();
    }
    (asking, names)
}

/// What the route answers to `who`, asked for the hidden scene.
pub(super) async fn ask(
    w: &World,
    who: &Person,
    (method, route): (&Method, &str),
    hidden: (&str, &Value),
) -> HiddenAnswer {
    let name = format!("{method} {route}");
    let (asking, _) = asking(who, (method, route), hidden);
    let answer = w.open(asking).await;
    let status = answer.status();
    // What an order's stream says is what its page says, and it does not end.
    let kind = answer.headers().get(header::CONTENT_TYPE);
    let text = if kind.is_some_and(|kind| kind == "text/event-stream") {
        String::new()
    } else {
        let bytes = axum::body::to_bytes(answer.into_body(), usize::MAX).await;
        readable(&bytes.unwrap())
    };
    let echoes = status.is_client_error() || ECHO.contains(&&*name);
    let tells =
        UNTOLD.into_iter().any(|word| text.contains(word)) || (!echoes && text.contains(HIDDEN));
    (name, status.as_u16(), tells)
}

/// What every route answers to `who`, asked for the hidden scene. A route that is asked for scenes by their ids, as the document
/// says, is asked for hidden ones here, or the test fails.
async fn ask_everything(w: &World, who: &Person, hidden: (&str, &Value)) -> Vec<HiddenAnswer> {
    let document = serde_json::to_value(api::openapi(&w.context)).unwrap();
    let mut answers = Vec::new();
    for (method, route, _) in table() {
        let (_, names) = asking(who, (&method, route), hidden);
        let asks = names.contains(HIDDEN) || names.contains(NODE);
        assert!(
            asks || !takes_scenes(&document, &method, route),
            "{method} {route} is not asked for a hidden scene"
        );
        answers.push(ask(w, who, (&method, route), hidden).await);
    }
    answers
}

fn telling(answers: &[HiddenAnswer]) -> BTreeSet<&str> {
    let telling = answers.iter().filter(|(.., tells)| *tells);
    telling.map(|(name, ..)| &**name).collect()
}

/// The last column of the table.
#[tokio::test]
async fn nothing_of_a_hidden_scene_is_told_to_somebody_elsewhere() {
    let w = World::new().await;
    let (order, who, application) = elsewhere(&w).await;
    let answers = ask_everything(&w, &who, (&order, &application)).await;
    let statuses = table().into_iter().map(|(.., want)| want[5]);
    let wrong: Vec<_> = (answers.iter().zip(statuses))
        .filter(|((_, status, _), want)| status != want)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(telling(&answers), BTreeSet::new());
}

/// Whose scope ends keeps what the order provided, and learns nothing of the same scenes anywhere else: each route answers as
/// it answers the owner of an order, or as it answers somebody elsewhere.
#[tokio::test]
async fn the_owner_of_an_order_elsewhere_is_told_of_the_order_alone() {
    let w = World::new().await;
    let (order, application) = hide(&w).await;
    let answers = ask_everything(&w, &w.owner, (&order, &application)).await;
    let owned: BTreeMap<_, _> = OWNED.into_iter().collect();
    let wrong: Vec<_> = (answers.iter().zip(table()))
        .filter(|((name, status, _), (.., want))| {
            let known = [Some(&want[1]), Some(&want[5]), owned.get(&**name)];
            !known.contains(&Some(status))
        })
        .map(|(answer, _)| answer)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(telling(&answers), OWN_ORDER.into_iter().collect());
}
