//! Workers and reconcilers on a real database, real files, and a store that does what the test says.
//!
//! Slow together (40 s): over thirty crews start, work on a database of their own and stop.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by panicking"
)]

mod audit_head;
mod emergencies;
mod exports;
mod faults;
mod logs;
mod paused;
mod peers;
mod previews;
mod pushes;
mod receives;
mod rounds;
mod segments;
mod source_pace;
mod sources;
mod staged;
mod stopping;
mod store;
mod sweeping;
mod waiting;
mod world;
