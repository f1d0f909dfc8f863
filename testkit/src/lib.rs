//! Starts the real parts for tests.

pub mod archive;
pub mod ceph;
pub mod client;
pub mod download;
mod guardian;
pub mod postgres;
pub mod redis;
pub mod server;
