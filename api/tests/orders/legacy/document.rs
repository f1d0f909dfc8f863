//! docs/legacy.md: what every old address leads to.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use api::legacy::LegacyRoute;
use domain::permission::{Permission, PermissionSet};

use super::table;
use crate::world::World;

/// Written anew with `UPDATE_LEGACY=1 cargo test --workspace --test orders -- legacy::every_old_address`.
const KEPT: &str = "../docs/legacy.md";

const HEAD: &str = "# The old addresses

Clients of the portal before this one go on calling its addresses. Each is translated into calls of this product's own interface
([api.md](api.md)), with every check that these make; how is in [architecture.md](architecture.md), why so in [decision
0079](decisions/0079-old-addresses-are-requests-of-our-own.md). This page is written from the table that drives the router
(`api/src/legacy`), by the test that calls every address in it that is answered, and reads back through our own interface what the call
did (`UPDATE_LEGACY=1 cargo test --workspace --test orders -- legacy::every_old_address`); the test beside it calls those that are refused.

- *does* says what a call does; of a refused address, what the old portal did there. *stands for* names the operations of our own
  interface that a call is translated into. `getUUid` alone has none: it answers a fresh id under which the next export is begun, and
  touches nothing.
- `agrs` in the paths is a setting, `LEGACY_PRODUCT`.
- Known addresses answer HTTP 200 with `{\"status\": 200, \"message\": \"操作成功！\", \"data\": ...}`; of a refusal `status` is the HTTP status that
  this product answers, `message` the text to show, and `data` null. Files and pictures (marked *file*) are answered as they are.
- Keys are read in any case; arrays come without indices (`ids=1&ids=2`), or divided by commas; `data` and `params` around what is sent are
  looked into. Forms and JSON are taken alike.
- `Authorization: Bearer` carries the token of `/systemAA/login/loginForm`, which takes a picture of ours (`captchaId`, `verifycode`); an empty
  header is nobody's. Cookies are not looked at.
- Answers marked *sealed* are encrypted where `LEGACY_SM4_KEY` is set: `\"encrypt\": true`, and `data` is the JSON in SM4, ECB with padding, base64.
- A raw status is the action that leads to it: -1 withdraw, 0 submit, 1 approve, 2 reject, 5 overdue, 7 complete, 8 feedback, -2 delete. 3, 6 and
  everything else are refused.
- *our path*: the specification names the operation only, and the path is ours. Where it gives a path and no method, both are answered
  (`GET, POST`).
- *refused*: what the old portal did there is refused for good (410), with what to use instead.
- What is not in the table is 404, as problem+json; a path with `material` in it is refused as those of the table are.
- `exportShpWidthAttributes` answers the file itself, and `deriveShpByNewByOrderId` the address of one that is there, where it is made within twenty
  seconds; of what takes longer `uuId` is answered, and an address that is 404 until then.
- Data and area permission of a person or a group are one grant: nodes, an area, or both. One with neither is refused.
- `<name>/MapServer/tile/z/y/x` of `/productBaseMap` is in Web Mercator. `<name>` is `basemap` (the file of `BASEMAP_FILE`), `vectorMap`,
  `imageMap` or `threeMap` (these entries of the system configuration), or the name or `layerName` of a layer there, in capital or small letters;
  `LEGACY_BASE_MAPS` says which of these other names stand for ([operations.md](operations.md)). Tiles of the file are answered, those of layers
  are where the redirect (302) leads. What is not configured is the file: `vectorMap` always, `imageMap` where the file is of pictures. Unknown
  names, places that are none, and layers whose tiles are cut in degrees are 404. The file that ships has vector tiles (MVT): clients that draw
  pictures need a file of pictures, or a `vectorMap` of theirs.
";

fn who(route: &LegacyRoute) -> String {
    let permissions = route.who.permissions();
    if !permissions.is_empty() {
        let codes: Vec<_> = permissions
            .iter()
            .map(|one| format!("`{}`", one.code()))
            .collect();
        return codes.join(" or ");
    }
    let everybody = format!("{:?}", route.who) == "Public";
    if everybody { "everybody" } else { "signed in" }.to_owned()
}

fn page() -> String {
    let mut page = HEAD.to_owned();
    let routes = table();
    let count = |kind: &str| routes.iter().filter(|route| route.kind == kind).count();
    let (real, refused) = (count("real"), count("refused"));
    write!(
        page,
        "\n{real} addresses are answered, {refused} are refused for good.\n\n\
         | method | path | name | who | does | stands for | |\n|---|---|---|---|---|---|---|\n"
    )
    .unwrap();
    for route in &routes {
        let notes: Vec<_> = [
            (route.kind != "real", route.kind),
            (!route.path_is_given, "our path"),
            (route.is_sealed, "sealed"),
            (route.is_file, "file"),
        ]
        .into_iter()
        .filter_map(|(is_so, note)| is_so.then_some(note))
        .collect();
        writeln!(
            page,
            "| {} | `{}` | {} | {} | {} | {} | {} |",
            route.method,
            route.path,
            route.name,
            who(route),
            route.does,
            route.stands_for,
            notes.join(", ")
        )
        .unwrap();
    }
    page
}

/// The page is what the table says, every line of which was called.
pub fn hold_page() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join(KEPT);
    if std::env::var_os("UPDATE_LEGACY").is_some() {
        std::fs::write(&kept, page()).unwrap();
    }
    let was = std::fs::read_to_string(&kept).unwrap_or_default();
    assert!(was == page(), "docs/legacy.md is stale: UPDATE_LEGACY=1");
}

/// What each line says is some plain words for a table, and nothing stands for what names no operation.
#[test]
fn every_line_says_what_it_does() {
    for route in table() {
        let words = route.does;
        let begins = words.chars().next().is_some_and(char::is_lowercase);
        assert!(
            begins && !words.ends_with('.') && !words.contains('|'),
            "{}: {words:?}",
            route.name
        );
        let names_none = route.stands_for.is_empty();
        let is_refused = route.kind == "refused";
        assert_eq!(
            names_none,
            is_refused || route.name == "getUUid",
            "{}",
            route.name
        );
    }
}

/// Where each operation of our own stands.
fn places(w: &World) -> BTreeMap<String, (String, String)> {
    let document = serde_json::to_value(api::openapi(&w.context)).unwrap();
    let mut places = BTreeMap::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap().to_owned();
            places.insert(id, (method.to_uppercase(), path.clone()));
        }
    }
    places
}

/// What a line says stands for it does exist, lets in whom the line does, and no two lines have one name.
#[tokio::test]
async fn every_line_names_operations_that_exist_and_is_no_wider() {
    let w = World::new().await;
    let (places, routes) = (places(&w), api::routes(&w.context));
    let mut names = BTreeSet::new();
    for route in table() {
        assert!(names.insert(route.name.clone()), "{} twice", route.name);
        let mut access = Vec::new();
        for operation in route.stands_for.split(", ").filter(|name| !name.is_empty()) {
            let (method, path) = &places[operation];
            let ours = routes
                .iter()
                .find(|ours| ours.method.as_str() == method && ours.path == *path);
            access.push(ours.unwrap().who);
        }
        // Whether somebody is signed in is what guests are told there.
        if access.is_empty() || route.name == "getCheckUserOnLine" {
            continue;
        }
        if format!("{:?}", route.who) == "Public" {
            let is_public = access.iter().any(|who| format!("{who:?}") == "Public");
            assert!(is_public, "{} is wider", route.path);
        }
        for permission in Permission::ALL {
            let held = PermissionSet::from_permissions(&[permission]);
            let is_in = access.iter().any(|who| who.includes(held));
            assert!(
                is_in || !route.who.includes(held),
                "{} is wider",
                route.path
            );
        }
    }
}
