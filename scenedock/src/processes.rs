//! What a process runs: everything, or one part of it.

pub mod api;
pub mod ftp;
pub mod serve;
pub mod worker;
