//! The gateway over real deliveries: rows in Postgres, files in a folder, sessions over sockets.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../harness/mod.rs"]
mod harness;

mod guessing;
mod lifetime;
mod record;
mod shelf;
mod shop;
mod sign_in;
