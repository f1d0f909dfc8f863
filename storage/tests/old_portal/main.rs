//! Rows of an old portal against a real database: what is taken in, what is refused, and that doing it again adds nothing.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by panicking"
)]

mod behaviours;
mod orders;
mod users;
mod world;
