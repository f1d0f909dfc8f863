//! The addresses of the portal before this one, translated into requests of our own interface. Nothing here decides, and
//! nothing here knows a table: see "How a request of an old client flows" in docs/architecture.md.

mod call;
mod cipher;
mod entrance;
mod envelope;
mod operation;
mod params;
mod records;
pub mod settings;
mod table;

mod bupt;
mod cart;
mod catalogue;
mod data_permissions;
mod exports;
mod layer_tiles;
mod news;
mod order_change;
mod order_list;
mod order_papers;
mod order_steps;
mod orders;
mod people;
mod places;
mod roles;
mod search;
mod sign_in;
mod statistics;
mod subscriptions;
mod system;
mod tile;
mod tiles;
mod transfers;

pub use cipher::LegacyKey;
pub(crate) use entrance::router;
pub use table::{LegacyRoute, legacy_routes};

#[cfg(test)]
mod tests;
