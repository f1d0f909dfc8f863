//! Accounts and the transfer log, in memory.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::{DeliveryId, SignInEpoch};
use ftp::{
    Denied, FtpRoot, Gateway, GatewayError, Grant, Manifest, SessionReport, SignIn, TransferEnd,
    TransferOutcome, TransferStart, VirtualFile,
};
use object_store::ObjectStore;
use storage::db::transfers::Visitor;
use tokio::sync::Notify;
use uuid::Uuid;

use super::{TOO_LONG, TestClock};

pub struct TestGateway {
    store: Arc<dyn ObjectStore>,
    clock: Arc<TestClock>,
    grants: Mutex<HashMap<String, Grant>>,
    log: Mutex<Vec<Logged>>,
    changed: Notify,
    pub broken: AtomicBool,
    pub sign_ins: AtomicUsize,
}

/// A transfer as recorded.
#[derive(Clone, Debug)]
pub struct Logged {
    pub start: TransferStart,
    pub ends: Vec<TransferEnd>,
}

impl Logged {
    pub fn outcome(&self) -> Option<TransferOutcome> {
        self.ends.first().map(|end| end.outcome)
    }

    pub fn bytes(&self) -> u64 {
        self.ends.first().map_or(0, |end| end.bytes)
    }
}

impl TestGateway {
    pub fn new(store: Arc<dyn ObjectStore>, clock: Arc<TestClock>) -> Self {
        Self {
            store,
            clock,
            grants: Mutex::default(),
            log: Mutex::default(),
            changed: Notify::new(),
            broken: AtomicBool::new(false),
            sign_ins: AtomicUsize::new(0),
        }
    }

    /// Makes or replaces an account (password `secret`) that sees files given as path, key and size, for an hour.
    pub fn account(&self, name: &str, files: &[(String, String, u64)]) {
        self.account_with_folders(name, files, &[]);
    }

    pub fn account_with_folders(
        &self,
        name: &str,
        files: &[(String, String, u64)],
        folders: &[&str],
    ) {
        let modified: DateTime<Utc> = "2024-05-06T07:08:09Z".parse().unwrap();
        let files = files.iter().map(|(path, key, size)| VirtualFile {
            path: path.clone(),
            location: object_store::path::Path::parse(key).unwrap(),
            size: *size,
            modified,
        });
        let folders = folders.iter().map(|folder| (*folder).to_owned());
        let grant = Grant {
            account: name.to_owned(),
            root: FtpRoot::Delivery(DeliveryId::fresh()),
            epoch: SignInEpoch::default(),
            visitor: Visitor::Applicant,
            manifest: Arc::new(Manifest::new(files, folders).unwrap()),
            expires_at: self.clock.now() + TimeDelta::hours(1),
        };
        self.grants.lock().unwrap().insert(name.to_owned(), grant);
    }

    pub fn disable(&self, name: &str) {
        self.grants.lock().unwrap().remove(name);
    }

    pub fn log(&self) -> Vec<Logged> {
        self.log.lock().unwrap().clone()
    }

    /// Waits until the log is as wanted.
    pub async fn until(&self, expected: impl Fn(&[Logged]) -> bool) -> Vec<Logged> {
        let waiting = async {
            loop {
                let changed = self.changed.notified();
                let log = self.log();
                if expected(&log) {
                    return log;
                }
                changed.await;
            }
        };
        let found = tokio::time::timeout(TOO_LONG, waiting).await;
        found.unwrap_or_else(|_| panic!("the log never became as wanted: {:#?}", self.log()))
    }

    /// Waits until so many transfers have ended.
    pub async fn ended(&self, count: usize) -> Vec<Logged> {
        self.until(|log| log.iter().filter(|one| !one.ends.is_empty()).count() >= count)
            .await
    }

    pub fn assert_every_start_has_one_end(&self) {
        for one in self.log() {
            assert_eq!(one.ends.len(), 1, "{one:#?}");
        }
    }
}

#[async_trait]
impl Gateway for TestGateway {
    async fn sign_in(&self, attempt: SignIn<'_>) -> Result<Grant, Denied> {
        self.sign_ins.fetch_add(1, SeqCst);
        if self.broken.load(SeqCst) {
            return Err(Denied::Unavailable(GatewayError("down".into())));
        }
        let grant = self.grants.lock().unwrap().get(attempt.account).cloned();
        grant
            .filter(|_| attempt.password == "secret")
            .ok_or(Denied::Refused)
    }

    async fn is_live(&self, grant: &Grant) -> Result<bool, GatewayError> {
        if self.broken.load(SeqCst) {
            return Err(GatewayError("down".into()));
        }
        let grants = self.grants.lock().unwrap();
        Ok(grants
            .get(&grant.account)
            .is_some_and(|now| now.root == grant.root))
    }

    async fn changed_manifest(&self, _: &Grant) -> Result<Option<Arc<Manifest>>, GatewayError> {
        Ok(None)
    }

    async fn transfer_begun(&self, start: TransferStart) -> Result<(), GatewayError> {
        if self.broken.load(SeqCst) {
            return Err(GatewayError("down".into()));
        }
        self.log.lock().unwrap().push(Logged {
            start,
            ends: Vec::new(),
        });
        self.changed.notify_waiters();
        Ok(())
    }

    async fn transfer_ended(&self, end: TransferEnd) -> Result<(), GatewayError> {
        let mut log = self.log.lock().unwrap();
        let one = log.iter_mut().find(|one| one.start.id == end.id);
        one.expect("an end without a start").ends.push(end);
        self.changed.notify_waiters();
        Ok(())
    }

    async fn sessions(&self, _: &[SessionReport]) -> Result<Vec<Uuid>, GatewayError> {
        Ok(Vec::new())
    }

    fn objects(&self) -> Arc<dyn ObjectStore> {
        Arc::clone(&self.store)
    }
}
