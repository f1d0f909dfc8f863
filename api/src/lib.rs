//! The HTTP interface: one endpoint, one file.
//!
//! [`app()`] is the whole of it. Every route is declared through [`router::Routes`] with who may call it.

pub mod app;
mod areas;
pub mod attachments;
mod audit_desk;
mod audit_log;
mod auth;
pub mod basemap;
mod behaviours;
pub mod body;
mod bookmarks;
pub mod caller;
mod cart;
mod catalog;
mod catalogue_scope;
mod config;
pub mod context;
mod dashboard;
pub mod delivery;
pub mod etag;
mod exports;
pub mod geometry;
mod inbox;
pub mod json;
pub mod message;
pub mod moment;
pub mod network_limit;
mod nul_bytes;
pub mod ops;
pub mod orders;
mod person_form;
pub mod problem;
mod processes;
mod recommend;
pub mod regions;
mod roles;
mod router;
pub mod scenes;
mod scopes;
mod searches;
mod separation;
pub mod server;
mod set_up;
mod settings;
mod shares;
mod signed_in;
mod stac;
mod statistics;
mod survey;
mod system;
mod table_upload;
#[cfg(test)]
pub(crate) mod testing;
mod units;
mod uploads;
mod users;
mod web;
mod webhooks;

pub use app::{app, openapi, routes};
pub use attachments::inspection;
pub use context::{Clock, Context, Settings};
pub use ops::{operations_app, worker_operations_app};
