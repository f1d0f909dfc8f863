//! Black box: the real binary from outside, over HTTP, FTP and in a browser, as people and machines meet it.
//!
//! One program for all of them, so that a test that waits for a server lets another one work.

mod accounts;
mod archives;
mod at_scale;
mod backup;
mod browser;
mod closed_folders;
mod configuration;
mod copied;
mod descriptors;
mod exports;
mod faults;
mod figures;
mod first_start;
mod killed;
mod offline;
mod papers;
mod peers;
mod pushed;
mod python;
mod received;
mod remote_site;
mod shared_papers;
mod single_sign_on;
mod stac;
mod whole_order;
