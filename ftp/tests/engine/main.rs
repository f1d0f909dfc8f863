//! The gateway's contract, tried with real clients over real sockets.
//!
//! Slow together (26 s): time limits are waited for, and hundreds of encrypted sessions begin.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../harness/mod.rs"]
mod harness;

mod abort;
mod access;
mod balanced;
mod encryption;
mod lifetime;
mod names;
mod passive;
mod protocol;
mod record;
mod remote;
mod resume;
