//! The gateway over scenedock's own rows: deliveries and shelves are accounts, their files are what these show.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use domain::ids::{DeliveryId, UserId};
use domain::network::Network;
use object_store::ObjectStore;
use object_store::path::Path;
use storage::db::deliveries;
use storage::db::ftp_sessions::{self, FtpRoot, ServedSession};
use storage::db::shelves;
use storage::db::sign_in;
use storage::db::transfers::{self, NewTransfer, Outcome, Protocol, Source};
use storage::sealed::ServerKey;
use storage::{PgConnection, PgPool, StorageError};
use subtle::ConstantTimeEq;
use uuid::Uuid;

use crate::account::OpenAccount;
use crate::config::Clock;
use crate::gateway::{
    Denied, Gateway, GatewayError, Grant, SessionReport, SignIn, TransferEnd, TransferOutcome,
    TransferStart,
};
use crate::manifest::{Manifest, VirtualFile};

/// Longer than any account; what is longer leaves no trace.
const LONGEST_ACCOUNT: usize = 100;
/// What the user agent of a download is called in the behaviour record.
const AGENT: &str = "FTP";

/// Whose files a manifest holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum ManifestKey {
    /// Files of a delivery, which never change.
    Delivery(DeliveryId),
    /// Of this person's shelf, at this version of it.
    Shelf(UserId, i64),
}

/// Deliveries and shelves, from the database and the object store.
pub struct DeliveryGateway {
    pool: PgPool,
    objects: Arc<dyn ObjectStore>,
    key: ServerKey,
    clock: Clock,
    /// What this gateway's sessions are told apart by from those of others.
    name: Uuid,
    /// Manifests of what has a session; a segmented downloader signs in ten times.
    manifests: Mutex<HashMap<ManifestKey, Weak<Manifest>>>,
}

impl DeliveryGateway {
    /// A gateway whose passwords open under `key`.
    pub fn new(pool: PgPool, objects: Arc<dyn ObjectStore>, key: ServerKey, clock: Clock) -> Self {
        Self {
            pool,
            objects,
            key,
            clock,
            name: Uuid::now_v7(),
            manifests: Mutex::default(),
        }
    }

    async fn check(&self, attempt: SignIn<'_>) -> Result<Option<OpenAccount>, StorageError> {
        let now = (self.clock)();
        let mut db = self.pool.acquire().await?;
        if attempt.account.len() > LONGEST_ACCOUNT {
            return Ok(None);
        }
        let subject = format!("ftp:{}", attempt.account);
        let network = Network::from(attempt.client);
        if sign_in::is_locked(&mut db, &subject, network, now).await? {
            return Ok(None);
        }
        let found = OpenAccount::find(&mut db, attempt.account, now).await?;
        let right = match &found {
            Some(account) => account.credential.password(&self.key)?,
            None => String::new(),
        };
        let same = bool::from(right.as_bytes().ct_eq(attempt.password.as_bytes()));
        let Some(account) = found.filter(|_| same) else {
            sign_in::attempt(&mut db, &subject, network, now).await?;
            return Ok(None);
        };
        sign_in::succeed(&mut db, &subject, network).await?;
        Ok(Some(account))
    }

    /// What a root shows now. Nothing, where a shelf has just gone: its session ends within a second.
    async fn manifest(
        &self,
        db: &mut PgConnection,
        root: FtpRoot,
    ) -> Result<Arc<Manifest>, GatewayError> {
        let key = match root {
            FtpRoot::Delivery(id) => ManifestKey::Delivery(id),
            FtpRoot::Shelf { owner, .. } => {
                // Before the files are read: whatever comes meanwhile makes it another version.
                let version = shelves::version(db, owner).await.map_err(trouble)?;
                ManifestKey::Shelf(owner, version.unwrap_or_default())
            }
        };
        if let Some(manifest) = self.cached_manifest(key) {
            return Ok(manifest);
        }
        let files = match key {
            ManifestKey::Delivery(id) => delivered_files(db, id).await?,
            ManifestKey::Shelf(owner, _) => shelf_files(db, owner, (self.clock)()).await?,
        };
        let manifest = Arc::new(Manifest::new(files, []).map_err(trouble)?);
        let mut manifests = self
            .manifests
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        manifests.retain(|_, manifest| manifest.strong_count() > 0);
        manifests.insert(key, Arc::downgrade(&manifest));
        Ok(manifest)
    }

    fn cached_manifest(&self, key: ManifestKey) -> Option<Arc<Manifest>> {
        let manifests = self
            .manifests
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        manifests.get(&key).and_then(Weak::upgrade)
    }

    async fn connection(&self) -> Result<storage::db::handles::Connection, GatewayError> {
        storage::db::handles::connection(&self.pool)
            .await
            .map_err(trouble)
    }
}

async fn delivered_files(
    db: &mut PgConnection,
    id: DeliveryId,
) -> Result<Vec<VirtualFile>, GatewayError> {
    let rows = deliveries::files(db, id).await.map_err(trouble)?;
    let files = rows.into_iter().map(|row| {
        let key = row
            .object_key
            .ok_or_else(|| trouble("a file that is no object"))?;
        Ok(VirtualFile {
            location: Path::parse(key).map_err(trouble)?,
            size: row.size.unsigned_abs(),
            modified: row.modified,
            path: row.path,
        })
    });
    files.collect()
}

async fn shelf_files(
    db: &mut PgConnection,
    owner: UserId,
    now: DateTime<Utc>,
) -> Result<Vec<VirtualFile>, GatewayError> {
    let rows = shelves::files(db, owner, now).await.map_err(trouble)?;
    let files = rows.into_iter().map(|row| {
        Ok(VirtualFile {
            location: Path::parse(row.object_key).map_err(trouble)?,
            size: row.size.unsigned_abs(),
            modified: row.stored,
            path: row.path,
        })
    });
    files.collect()
}

/// Of what a transfer is.
fn source(start: &TransferStart) -> Source {
    match start.root {
        FtpRoot::Delivery(delivery) => Source::Delivery(delivery),
        FtpRoot::Shelf { owner, .. } => Source::Shelf {
            owner,
            size: i64::try_from(start.size).unwrap_or(i64::MAX),
        },
    }
}

/// An IPv4 client of an IPv6 socket is still an IPv4 client.
fn canonical(address: IpAddr) -> IpAddr {
    address.to_canonical()
}

fn trouble(error: impl std::fmt::Display) -> GatewayError {
    GatewayError(error.to_string())
}

fn served(session: &SessionReport) -> ServedSession {
    ServedSession {
        id: session.id,
        root: session.root,
        account: session.account.clone(),
        client_ip: canonical(session.client).to_string(),
        encrypted: session.encrypted,
        since: session.since,
        bytes: session.bytes,
        path: session.path.clone(),
    }
}

const fn outcome(outcome: TransferOutcome) -> Outcome {
    match outcome {
        TransferOutcome::Done => Outcome::Done,
        TransferOutcome::Aborted => Outcome::Aborted,
        TransferOutcome::Failed => Outcome::Failed,
    }
}

#[async_trait]
impl Gateway for DeliveryGateway {
    async fn sign_in(&self, attempt: SignIn<'_>) -> Result<Grant, Denied> {
        let account = self
            .check(attempt)
            .await
            .map_err(|error| Denied::Unavailable(trouble(error)))?
            .ok_or(Denied::Refused)?;
        let mut db = self.connection().await.map_err(Denied::Unavailable)?;
        let manifest = self
            .manifest(&mut db, account.root)
            .await
            .map_err(Denied::Unavailable)?;
        Ok(Grant {
            account: account.credential.name,
            root: account.root,
            epoch: account.epoch,
            visitor: account.visitor,
            manifest,
            expires_at: account.expires,
        })
    }

    async fn is_live(&self, grant: &Grant) -> Result<bool, GatewayError> {
        let mut db = self.connection().await?;
        let live = match grant.root {
            FtpRoot::Delivery(id) => {
                deliveries::is_live(&mut db, id, grant.epoch, (self.clock)()).await
            }
            FtpRoot::Shelf {
                owner,
                password_number,
            } => shelves::is_live(&mut db, (owner, password_number), grant.epoch).await,
        };
        live.map_err(trouble)
    }

    async fn changed_manifest(&self, grant: &Grant) -> Result<Option<Arc<Manifest>>, GatewayError> {
        if matches!(grant.root, FtpRoot::Delivery(_)) {
            return Ok(None);
        }
        let mut db = self.connection().await?;
        let manifest = self.manifest(&mut db, grant.root).await?;
        Ok((!Arc::ptr_eq(&manifest, &grant.manifest)).then_some(manifest))
    }

    async fn transfer_begun(&self, start: TransferStart) -> Result<(), GatewayError> {
        let client_ip = canonical(start.client).to_string();
        let scheme = if start.tls { "ftps" } else { "ftp" };
        // Without a host: the balancer in front knows it, the gateway does not.
        let address = format!("{scheme}:///{}", start.path.trim_start_matches('/'));
        let new = NewTransfer {
            id: start.id,
            source: source(&start),
            account: &start.account,
            path: &start.path,
            protocol: if start.tls {
                Protocol::Ftps
            } else {
                Protocol::Ftp
            },
            address: &address,
            offset: start.offset,
            client_ip: &client_ip,
            started: start.started_at,
            visitor: start.visitor,
        };
        let mut db = self.connection().await?;
        transfers::begin(&mut db, &new).await.map_err(trouble)
    }

    async fn transfer_ended(&self, end: TransferEnd) -> Result<(), GatewayError> {
        let mut db = self.connection().await?;
        let how = outcome(end.outcome);
        transfers::finish(&mut db, end.id, end.bytes, how, AGENT, end.ended_at)
            .await
            .map_err(trouble)
    }

    async fn sessions(&self, sessions: &[SessionReport]) -> Result<Vec<Uuid>, GatewayError> {
        let served: Vec<ServedSession> = sessions.iter().map(served).collect();
        let mut db = self.connection().await?;
        ftp_sessions::report(&mut db, self.name, &served)
            .await
            .map_err(trouble)
    }

    fn objects(&self) -> Arc<dyn ObjectStore> {
        Arc::clone(&self.objects)
    }
}
