//! The command itself, what it reads, and the files beside it that name what it reads.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by panicking"
)]

mod accounts;
mod audit_head;
mod compose;
mod config;
mod documented;
mod empty_variables;
mod figures;
mod import;
mod provider_links;
mod verify;
