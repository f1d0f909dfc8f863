//! Who is signed in here: told to the gateway once a second, which answers whom to end.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use storage::db::transfers::Visitor;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::gateway::{Gateway, Grant, SessionReport};

/// How often the gateway is told.
const TICK: Duration = Duration::from_secs(1);
/// How long to wait for its answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// The sessions of one server that have signed in.
#[derive(Default)]
pub(crate) struct Roster {
    entries: Mutex<HashMap<Uuid, Arc<RosterEntry>>>,
}

/// What is known of one.
struct RosterEntry {
    grant: Grant,
    client: IpAddr,
    encrypted: bool,
    since: DateTime<Utc>,
    /// Bytes of transfers that are over.
    fetched: AtomicU64,
    /// The transfer that goes on: its file, and the bytes of it that are sent.
    fetching: Mutex<Option<(String, Arc<AtomicU64>)>>,
    ended: CancellationToken,
}

impl RosterEntry {
    fn report(&self, id: Uuid) -> SessionReport {
        let fetching = self.fetching.lock();
        let fetching = fetching.unwrap_or_else(PoisonError::into_inner);
        let sent = fetching.as_ref().map_or(0, |(_, sent)| sent.load(Relaxed));
        SessionReport {
            id,
            root: self.grant.root,
            account: self.grant.account.clone(),
            client: self.client,
            encrypted: self.encrypted,
            since: self.since,
            bytes: self.fetched.load(Relaxed) + sent,
            path: fetching.as_ref().map(|(path, _)| path.clone()),
        }
    }
}

/// A session's place in the roster, until it is dropped.
pub(crate) struct RosterPlace {
    roster: Arc<Roster>,
    id: Uuid,
    entry: Arc<RosterEntry>,
}

impl RosterPlace {
    /// Notes that a file is being fetched; `sent` grows with it.
    pub(crate) fn begin_file(&self, path: String, sent: Arc<AtomicU64>) {
        let former = self.replace(Some((path, sent)));
        self.count(former);
    }

    /// Notes that nothing is being fetched any more.
    pub(crate) fn end_file(&self) {
        let former = self.replace(None);
        self.count(former);
    }

    fn replace(&self, now: Option<(String, Arc<AtomicU64>)>) -> Option<(String, Arc<AtomicU64>)> {
        let fetching = self.entry.fetching.lock();
        std::mem::replace(&mut *fetching.unwrap_or_else(PoisonError::into_inner), now)
    }

    fn count(&self, former: Option<(String, Arc<AtomicU64>)>) {
        if let Some((_, sent)) = former {
            self.entry.fetched.fetch_add(sent.load(Relaxed), Relaxed);
        }
    }

    /// Set when somebody ends the session.
    pub(crate) fn ended(&self) -> &CancellationToken {
        &self.entry.ended
    }
}

impl Drop for RosterPlace {
    fn drop(&mut self) {
        let mut entries = self.roster.lock();
        entries.remove(&self.id);
    }
}

impl Roster {
    /// Takes in a session that has just signed in.
    pub(crate) fn enter(
        self: &Arc<Self>,
        grant: Grant,
        (client, encrypted): (IpAddr, bool),
        since: DateTime<Utc>,
    ) -> RosterPlace {
        let id = Uuid::now_v7();
        let entry = Arc::new(RosterEntry {
            grant,
            client,
            encrypted,
            since,
            fetched: AtomicU64::new(0),
            fetching: Mutex::default(),
            ended: CancellationToken::new(),
        });
        self.lock().insert(id, Arc::clone(&entry));
        RosterPlace {
            roster: Arc::clone(self),
            id,
            entry,
        }
    }

    /// Tells the gateway of all sessions, once a second, until the future is dropped. Checks of our own are nobody's sessions.
    pub(crate) async fn report_all(&self, gateway: &dyn Gateway) {
        let mut told_of_any = false;
        loop {
            let sessions = self.reports();
            // Once more after the last has left, so that nothing of it stays.
            if told_of_any || !sessions.is_empty() {
                match timeout(PATIENCE, gateway.sessions(&sessions)).await {
                    Ok(Ok(ended)) => {
                        told_of_any = !sessions.is_empty();
                        self.end(&ended);
                    }
                    Ok(Err(error)) => tracing::warn!(%error, "cannot tell of the FTP sessions"),
                    Err(_) => tracing::warn!("no answer to the FTP sessions"),
                }
            }
            sleep(TICK).await;
        }
    }

    fn reports(&self) -> Vec<SessionReport> {
        let entries = self.lock();
        let people = entries.iter();
        let people = people.filter(|(_, entry)| entry.grant.visitor == Visitor::Applicant);
        people.map(|(id, entry)| entry.report(*id)).collect()
    }

    fn end(&self, ended: &[Uuid]) {
        let entries = self.lock();
        for entry in ended.iter().filter_map(|id| entries.get(id)) {
            entry.ended.cancel();
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Uuid, Arc<RosterEntry>>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
