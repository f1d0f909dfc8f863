//! docs/legacy.md: what every old address leads to.

use std::fmt::Write as _;
use std::path::Path;

use api::legacy::LegacyRoute;

use super::table;
use crate::world::World;

/// Written anew with `UPDATE_LEGACY=1 cargo test --workspace --test orders -- legacy::document`.
const KEPT: &str = "../docs/legacy.md";

const HEAD: &str = "# The old addresses

Clients of the portal before this one go on calling its addresses. Each is translated into calls of this product's own interface
([api.md](api.md)), with every check that these make; how is in [architecture.md](architecture.md), why so in [decision
0079](decisions/0079-old-addresses-are-requests-of-our-own.md). This page is generated from the table that drives the router, by the test
that calls every line (`UPDATE_LEGACY=1 cargo test --workspace --test orders -- legacy::document`).

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
- *our path*: the specification names the operation only, and the path is ours.
- *refused*: what the old portal did there is refused for good (410), with what to use instead. *not offered*: this product has nothing for it
  (501).
- What is not in the table is 404, as problem+json.
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
    let (real, refused, lacking) = (count("real"), count("refused"), count("not offered"));
    write!(
        page,
        "\n{real} addresses are answered, {refused} are refused for good, {lacking} are not offered.\n\n\
         | method | path | name | who | stands for | |\n|---|---|---|---|---|---|\n"
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
            "| {} | `{}` | {} | {} | {} | {} |",
            route.method,
            route.path,
            route.name,
            who(route),
            route.stands_for,
            notes.join(", ")
        )
        .unwrap();
    }
    page
}

#[test]
fn the_page_is_what_the_table_says() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join(KEPT);
    if std::env::var_os("UPDATE_LEGACY").is_some() {
        std::fs::write(&kept, page()).unwrap();
    }
    let was = std::fs::read_to_string(&kept).unwrap_or_default();
    assert!(was == page(), "docs/legacy.md is stale: UPDATE_LEGACY=1");
}

/// What a line says stands for it does exist, and no two lines have one name.
#[tokio::test]
async fn every_line_names_operations_that_exist() {
    let w = World::new().await;
    let document = serde_json::to_value(api::openapi(&w.context)).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let known: Vec<&str> = paths
        .values()
        .flat_map(|item| item.as_object().unwrap().values())
        .map(|operation| operation["operationId"].as_str().unwrap())
        .collect();
    let mut names = std::collections::BTreeSet::new();
    for route in table() {
        assert!(names.insert(route.name.clone()), "{} twice", route.name);
        for operation in route.stands_for.split(", ").filter(|name| !name.is_empty()) {
            assert!(known.contains(&operation), "{}: {operation}", route.path);
        }
    }
}
