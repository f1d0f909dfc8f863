//! Starts the real parts for tests.

pub mod answer;
pub mod archive;
pub mod builders;
pub mod ceph;
pub mod client;
pub mod configuration;
pub mod download;
pub mod faulty_line;
pub mod ftp_server;
mod guardian;
pub mod identity_provider;
pub mod ports;
pub mod postgres;
pub mod pure_ftp_server;
pub mod redis;
pub mod server;
mod sessions;
pub mod site;
pub mod small_disk;
pub mod sources;
pub mod ssh_server;
