//! A read-only FTP and FTPS gateway over the file rows of deliveries and shelves.
//!
//! The engine knows the protocol and nothing of accounts, SQL or buckets: it asks a [`Gateway`] who may sign in and
//! what the account sees, and reads bytes from the object store the gateway names. The virtual root of a session is
//! its grant's [`Manifest`], never a directory walk, so nothing outside a delivery or a shelf can be reached by any path.
//!
//! One task runs one session; a transfer is a second task that the session can cancel at any moment.

mod account;
mod arrival;
mod balancer;
mod bandwidth;
mod browse;
mod certificate;
mod command;
mod config;
mod control;
pub mod delivery;
mod gateway;
mod limits;
mod listing;
mod liveness;
mod login;
mod manifest;
mod pace;
mod passive;
mod record;
mod roster;
mod sendfile;
mod server;
mod session;
mod shared;
mod socket;
mod source;
mod tls;
mod transfer;
mod trust;
mod waiting;

pub use certificate::TlsError;
pub use config::{CertificateFiles, Clock, Config, SessionLimits, Timeouts, TlsMode, TlsSettings};
pub use gateway::{
    Denied, Gateway, GatewayError, Grant, SessionReport, SignIn, TransferEnd, TransferOutcome,
    TransferStart,
};
pub use manifest::{Manifest, ManifestError, VirtualFile};
pub use server::{BindError, Server, ShutdownReport};
pub use shared::Stats;
pub use storage::db::ftp_sessions::FtpRoot;

pub use trust::client_trust;
