//! The old addresses: each is called over HTTP, and its effect read back through our own interface.

mod catalogue;
mod client;
mod content;
mod document;
mod orders;
mod people;
mod script;
mod search;

use std::collections::BTreeSet;

use api::legacy::{LegacyRoute, legacy_routes};

use self::client::Walk;
use crate::world::World;

/// Every line of the table, with the product's usual name.
fn table() -> Vec<LegacyRoute> {
    legacy_routes("agrs")
}

/// As a step names what it calls.
fn name(route: &LegacyRoute) -> String {
    format!("{} {}", route.method, route.path)
}

/// Everything that is answered really is called here, in worlds of their own side by side. It takes long because each of some
/// hundred and fifty calls has its own way to be read back.
#[tokio::test]
async fn every_old_address_does_what_stands_for_it() {
    let walks = [
        tokio::spawn(people::walk()),
        tokio::spawn(search::walk()),
        tokio::spawn(orders::walk()),
        tokio::spawn(catalogue::walk()),
        tokio::spawn(content::walk()),
    ];
    let mut called = BTreeSet::new();
    let mut failed = Vec::new();
    for walk in walks {
        match walk.await {
            Ok(done) => called.extend(done),
            Err(panic) => failed.push(panic.to_string()),
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    let uncalled: Vec<_> = table()
        .iter()
        .filter(|route| route.kind == "real" && !called.contains(&name(route)))
        .map(name)
        .collect();
    assert!(
        uncalled.is_empty(),
        "nobody calls:\n{}",
        uncalled.join("\n")
    );
}

/// What is refused for good says what to use, and what is not offered says its name.
#[tokio::test]
async fn what_is_not_answered_says_why() {
    let w = World::new().await;
    let walk = Walk::new(&w);
    for route in table() {
        let path = route.path.replace("{*rest}", "list");
        let method = if route.method == "ANY" {
            "POST"
        } else {
            route.method
        };
        let address = format!("{method} {path}");
        match route.kind {
            "refused" => {
                let (status, message) = walk.refusal(&address, &w.owner, ()).await;
                assert_eq!(status, 410, "{address}");
                assert!(message.contains('请'), "{address}: {message}");
            }
            "not offered" => {
                let (status, message) = walk.refusal(&address, &w.owner, ()).await;
                assert_eq!(status, 501, "{address}");
                assert!(
                    message.contains("不提供") || message.contains("暂不"),
                    "{message}"
                );
            }
            _ => {}
        }
    }
}
