//! Inbox, mail and webhooks on a real database, a mail server and a web server that say what the test says.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by panicking"
)]

mod accounts;
mod addresses;
mod digests;
mod inbox;
mod mail;
mod sinks;
mod webhooks;
mod world;
