//! Every old address: what the router, the tests and docs/legacy.md are made of.

use super::operation::{Lead, Operation};
use super::{
    bupt, cart, catalogue, data_permissions, exports, news, order_change, order_list, order_papers,
    order_steps, orders, people, places, roles, search, sign_in, statistics, subscriptions, system,
    tiles, transfers,
};
use crate::router::RouteAccess;

const FOLDERS: [&[Operation]; 21] = [
    sign_in::OPERATIONS,
    people::OPERATIONS,
    roles::OPERATIONS,
    data_permissions::OPERATIONS,
    system::OPERATIONS,
    search::OPERATIONS,
    places::OPERATIONS,
    cart::OPERATIONS,
    order_change::OPERATIONS,
    order_list::OPERATIONS,
    order_steps::OPERATIONS,
    orders::OPERATIONS,
    order_papers::OPERATIONS,
    subscriptions::OPERATIONS,
    transfers::OPERATIONS,
    exports::OPERATIONS,
    statistics::OPERATIONS,
    catalogue::OPERATIONS,
    news::OPERATIONS,
    bupt::OPERATIONS,
    tiles::OPERATIONS,
];

pub(super) fn operations() -> impl Iterator<Item = &'static Operation> {
    FOLDERS.into_iter().flatten()
}

/// A text of the table with the product's name in it.
pub(super) fn named(text: &str, product: &str) -> String {
    text.replace("{product}", product)
}

/// One old address, for tests and for docs/legacy.md.
#[derive(Debug, Clone)]
pub struct LegacyRoute {
    /// The method; `ANY` stands for all, `GET, POST` for these two.
    pub method: &'static str,
    /// The path; it may end in `{*rest}`.
    pub path: String,
    /// What the specification calls it.
    pub name: String,
    /// What a call of it does; where it is refused, what the old portal did there.
    pub does: &'static str,
    /// Access rule of the address.
    pub who: RouteAccess,
    /// Operations of our own interface that stand for it.
    pub stands_for: &'static str,
    /// `real` or `refused`.
    pub kind: &'static str,
    /// Whether the specification gives the path.
    pub path_is_given: bool,
    /// Whether its answer is encrypted where a key is configured.
    pub is_sealed: bool,
    /// Whether it answers a file or a picture.
    pub is_file: bool,
}

/// Every old address.
#[must_use]
pub fn legacy_routes(product: &str) -> Vec<LegacyRoute> {
    let route = |operation: &Operation| LegacyRoute {
        method: operation.method,
        path: named(operation.path, product),
        name: named(operation.name, product),
        does: operation.does,
        who: operation.who,
        stands_for: operation.stands_for,
        kind: match operation.lead {
            Lead::Does(_) => "real",
            Lead::Instead(_) => "refused",
        },
        path_is_given: operation.path_is_given,
        is_sealed: operation.is_sealed,
        is_file: operation.is_file,
    };
    operations().map(route).collect()
}

/// Folders in which there is no address that is not in the table.
pub(super) const PREFIXES: [&str; 7] = [
    "/mj",
    "/systemAA",
    "/system",
    "/bupt",
    "/pushXg",
    "/mhd",
    "/productBaseMap",
];
