//! Everything that outlives a process: rows, queued jobs, objects, sealed secrets.
//!
//! The only SQL is in [`db`], the only apalis in [`queue`], the only object paths in [`objects`].

pub mod audit_chain;
pub mod audit_head;
mod blocking;
pub mod clock;
pub mod db;
mod error;
pub mod lifecycle;
pub mod link_token;
pub mod loop_health;
pub mod objects;
pub mod paper_bytes;
pub mod password;
mod personal_data;
pub mod queue;
pub mod regular_file;
pub mod s3;
pub mod sealed;
pub mod segment_shelf;
pub mod tally;
pub mod task_metrics;

pub use error::StorageError;
/// What the functions in [`db`] work on: a connection, or a transaction's inside.
pub use sqlx::PgConnection;
/// The connection pool that every part of the process shares.
pub use sqlx::PgPool;
