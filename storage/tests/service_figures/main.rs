//! How well the survey served, beside plain counts by statements of the test's own: of what happened to orders, never of what
//! the figures are kept from.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by panicking"
)]

mod answers;
mod exploitation;
mod preparation;
mod satisfaction;
mod world;
