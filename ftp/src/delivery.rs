//! The gateway over scenedock's own rows: deliveries are accounts, delivery files are what they show.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use async_trait::async_trait;
use domain::ids::DeliveryId;
use domain::network::Network;
use object_store::ObjectStore;
use object_store::path::Path;
use storage::db::deliveries::{self, Account};
use storage::db::ftp_sessions::{self, ServedSession};
use storage::db::sign_in;
use storage::db::transfers::{self, NewTransfer, Outcome, Protocol, Source};
use storage::sealed::ServerKey;
use storage::{PgConnection, PgPool, StorageError};
use subtle::ConstantTimeEq;
use uuid::Uuid;

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

/// Deliveries, from the database and the object store.
pub struct DeliveryGateway {
    pool: PgPool,
    objects: Arc<dyn ObjectStore>,
    key: ServerKey,
    clock: Clock,
    /// What this gateway's sessions are told apart by from those of others.
    name: Uuid,
    /// Manifests of deliveries that have a session; a segmented downloader signs in ten times.
    manifests: Mutex<HashMap<DeliveryId, Weak<Manifest>>>,
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

    async fn check(&self, attempt: SignIn<'_>) -> Result<Option<Account>, StorageError> {
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
        let found = deliveries::find_account(&mut db, attempt.account, now)
            .await?
            .filter(|account| account.delivery.is_open(now));
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

    async fn manifest(
        &self,
        db: &mut PgConnection,
        id: DeliveryId,
    ) -> Result<Arc<Manifest>, GatewayError> {
        let kept = self.cached_manifest(id);
        if let Some(manifest) = kept {
            return Ok(manifest);
        }
        let rows = deliveries::files(db, id).await.map_err(trouble)?;
        let files = rows
            .into_iter()
            .map(|row| {
                let key = row
                    .object_key
                    .ok_or_else(|| trouble("a file that is no object"))?;
                Ok(VirtualFile {
                    location: Path::parse(key).map_err(trouble)?,
                    size: row.size.unsigned_abs(),
                    modified: row.modified,
                    path: row.path,
                })
            })
            .collect::<Result<Vec<_>, GatewayError>>()?;
        let manifest = Arc::new(Manifest::new(files, []).map_err(trouble)?);
        let mut manifests = self
            .manifests
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        manifests.retain(|_, manifest| manifest.strong_count() > 0);
        manifests.insert(id, Arc::downgrade(&manifest));
        Ok(manifest)
    }

    fn cached_manifest(&self, id: DeliveryId) -> Option<Arc<Manifest>> {
        let manifests = self
            .manifests
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        manifests.get(&id).and_then(Weak::upgrade)
    }

    async fn connection(&self) -> Result<storage::db::handles::Connection, GatewayError> {
        storage::db::handles::connection(&self.pool)
            .await
            .map_err(trouble)
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
        delivery: session.delivery,
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
            .manifest(&mut db, account.delivery.id)
            .await
            .map_err(Denied::Unavailable)?;
        Ok(Grant {
            account: account.credential.name,
            delivery: account.delivery.id,
            epoch: account.epoch,
            visitor: account.visitor,
            manifest,
            expires_at: account.delivery.expires,
        })
    }

    async fn is_live(&self, grant: &Grant) -> Result<bool, GatewayError> {
        let mut db = self.connection().await?;
        deliveries::is_live(&mut db, grant.delivery, grant.epoch, (self.clock)())
            .await
            .map_err(trouble)
    }

    async fn transfer_begun(&self, start: TransferStart) -> Result<(), GatewayError> {
        let client_ip = canonical(start.client).to_string();
        let scheme = if start.tls { "ftps" } else { "ftp" };
        // Without a host: the balancer in front knows it, the gateway does not.
        let address = format!("{scheme}:///{}", start.path.trim_start_matches('/'));
        let new = NewTransfer {
            id: start.id,
            source: Source::Delivery(start.delivery),
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
