//! The old addresses: each is called over HTTP, and its effect read back through our own interface.

mod bupt;
mod catalogue;
mod client;
mod client_systems;
mod content;
mod data_permissions;
mod document;
mod orders;
mod people;
mod push;
mod script;
mod search;
mod tiles;

use std::collections::BTreeSet;
use std::panic::AssertUnwindSafe;

use api::legacy::{LegacyRoute, legacy_routes};
use futures::FutureExt as _;

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

/// What a walk has called; `None`: it panicked. The others go on, so that one run tells everything.
async fn whole(walk: impl Future<Output = BTreeSet<String>>) -> Option<BTreeSet<String>> {
    AssertUnwindSafe(walk).catch_unwind().await.ok()
}

/// Everything that is answered really is called here, in worlds of their own side by side. It takes long because each of some
/// hundred and fifty calls has its own way to be read back.
#[tokio::test]
async fn every_old_address_does_what_stands_for_it() {
    let walks = tokio::join!(
        whole(people::walk()),
        whole(search::walk()),
        whole(orders::walk()),
        whole(catalogue::walk()),
        whole(content::walk()),
        whole(push::walk()),
    );
    let (people, search, orders, catalogue, content, push) = walks;
    let walks = [people, search, orders, catalogue, content, push];
    let failed = walks.iter().filter(|walk| walk.is_none()).count();
    assert_eq!(failed, 0, "walks that panicked; each has said above where");
    let called: BTreeSet<String> = walks.into_iter().flatten().flatten().collect();
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
    document::hold_page();
}

/// What is refused for good says what to use.
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
        if route.kind == "refused" {
            let (status, message) = walk.refusal(&address, &w.owner, ()).await;
            assert_eq!(status, 410, "{address}");
            assert!(message.contains('请'), "{address}: {message}");
        }
    }
}
