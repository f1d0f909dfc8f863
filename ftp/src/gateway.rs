//! What the engine asks of the rest of the system.

use std::net::IpAddr;
use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use domain::ids::SignInEpoch;
use object_store::ObjectStore;
use storage::db::ftp_sessions::FtpRoot;
use storage::db::transfers::Visitor;
use uuid::Uuid;

use crate::manifest::Manifest;

/// The engine's only view of accounts, deliveries, shelves and the transfer log.
#[async_trait]
pub trait Gateway: Send + Sync + 'static {
    /// Checks an account and its password.
    ///
    /// # Errors
    /// [`Denied::Refused`] for an unknown, ended or expired account and for a wrong password alike, so that the
    /// answer tells a stranger nothing.
    async fn sign_in(&self, attempt: SignIn<'_>) -> Result<Grant, Denied>;

    /// Whether the grant still stands: its delivery is open or its shelf has the same password, and its person's account has
    /// neither been switched off nor got a new password since. Asked about once a second for everything with a session.
    async fn is_live(&self, grant: &Grant) -> Result<bool, GatewayError>;

    /// The files as they are now, where they are no longer those of the grant; `None`: they are. Asked before a listing and a
    /// transfer. What is delivered never changes.
    async fn changed_manifest(&self, grant: &Grant) -> Result<Option<Arc<Manifest>>, GatewayError>;

    /// Notes that a transfer begins. Not a byte is sent before this has succeeded.
    async fn transfer_begun(&self, start: TransferStart) -> Result<(), GatewayError>;

    /// Notes how a transfer ended; called exactly once for every transfer that began.
    async fn transfer_ended(&self, end: TransferEnd) -> Result<(), GatewayError>;

    /// Tells of every session that is served, once a second while there is any and once after; answers those that somebody has
    /// ended. Who was ended may sign in again, unless the grant is gone too.
    async fn sessions(&self, sessions: &[SessionReport]) -> Result<Vec<Uuid>, GatewayError>;

    /// The object store with the files' bytes.
    fn objects(&self) -> Arc<dyn ObjectStore>;
}

/// One attempt to sign in.
#[derive(Clone, Copy)]
pub struct SignIn<'a> {
    /// The account as typed.
    pub account: &'a str,
    /// The password as typed.
    pub password: &'a str,
    /// Where the control connection comes from.
    pub client: IpAddr,
}

/// What a signed-in account may see, and until when.
#[derive(Clone, Debug)]
pub struct Grant {
    pub account: String,
    /// Delivery or shelf that the account opens.
    pub root: FtpRoot,
    /// Of the person whose that is: the grant ends when it is another one.
    pub epoch: SignInEpoch,
    /// Kind of person that the account is for.
    pub visitor: Visitor,
    /// The files, shared by all sessions that show the same if the gateway caches it.
    pub manifest: Arc<Manifest>,
    /// From this moment on nothing is served.
    pub expires_at: DateTime<Utc>,
}

/// A session that is served.
#[derive(Clone, Debug)]
pub struct SessionReport {
    /// The engine's name for it.
    pub id: Uuid,
    pub root: FtpRoot,
    pub account: String,
    /// Where the control connection comes from.
    pub client: IpAddr,
    /// Whether the control connection is encrypted.
    pub encrypted: bool,
    /// Since when it is signed in.
    pub since: DateTime<Utc>,
    /// Bytes that it has fetched, those under way included.
    pub bytes: u64,
    /// The file that it fetches now.
    pub path: Option<String>,
}

/// Why a sign-in failed.
#[derive(Debug, thiserror::Error)]
pub enum Denied {
    /// Unknown, ended, expired or wrong: deliberately one answer.
    #[error("the account or the password is wrong, or the account has ended")]
    Refused,
    /// The check could not be made; not counted against the client.
    #[error("sign-in could not be checked")]
    Unavailable(#[source] GatewayError),
}

/// The gateway could not answer.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct GatewayError(pub String);

/// A transfer that begins.
#[derive(Clone, Debug)]
pub struct TransferStart {
    /// The row's id, chosen by the engine.
    pub id: Uuid,
    /// Delivery or shelf that holds the file.
    pub root: FtpRoot,
    pub account: String,
    /// Kind of person that fetches.
    pub visitor: Visitor,
    /// The virtual path without a leading slash.
    pub path: String,
    /// Bytes of the whole file.
    pub size: u64,
    /// The first byte asked for.
    pub offset: u64,
    /// Where the control connection comes from.
    pub client: IpAddr,
    /// Whether the data connection is encrypted.
    pub tls: bool,
    /// When it began.
    pub started_at: DateTime<Utc>,
}

#[derive(Clone, Debug)]
pub struct TransferEnd {
    /// The id given at the start.
    pub id: Uuid,
    /// Bytes handed to the network. For a transfer that is done, exactly what the client received; for a broken one
    /// the client may have received less, by what its socket still held.
    pub bytes: u64,
    /// Outcome of the transfer.
    pub outcome: TransferOutcome,
    pub ended_at: DateTime<Utc>,
}

/// How a transfer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransferOutcome {
    /// Everything from the offset to the end of the file was sent and accepted.
    Done,
    /// The client, the account's end or a shutdown cut it. Segmented downloaders end every segment but the last so.
    Aborted,
    /// Our side failed: the object is missing, changed or unreadable.
    Failed,
}
