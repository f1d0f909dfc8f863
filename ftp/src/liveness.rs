//! Ends sessions whose delivery or shelf has ended, or whose person was cut off.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use domain::ids::SignInEpoch;
use storage::db::ftp_sessions::FtpRoot;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

use crate::config::Clock;
use crate::gateway::{Gateway, Grant};

/// How often expiry is looked at. With [`ANSWER_KEPT`] and [`PATIENCE`] a session outlives its account by at most
/// two seconds.
const TICK: Duration = Duration::from_millis(250);
/// For how long all sessions that show the same share the gateway's answer.
const ANSWER_KEPT: Duration = Duration::from_millis(750);
/// How long to wait for the gateway's answer.
const PATIENCE: Duration = Duration::from_millis(750);
/// From this many remembered answers on, old ones are swept.
const REMEMBERED: usize = 1024;

/// What all sessions share that were let in for the same reason.
type GrantKey = (FtpRoot, SignInEpoch);

/// Knows which grants still stand.
pub(crate) struct Liveness {
    gateway: Arc<dyn Gateway>,
    clock: Clock,
    answers: Mutex<HashMap<GrantKey, (Instant, bool)>>,
}

/// Watches one session's grant until dropped.
pub(crate) struct GrantWatch {
    pub(crate) ended: CancellationToken,
    _task: AbortOnDropHandle<()>,
}

impl Liveness {
    pub(crate) fn new(gateway: Arc<dyn Gateway>, clock: Clock) -> Self {
        Self {
            gateway,
            clock,
            answers: Mutex::default(),
        }
    }

    pub(crate) fn expired(&self, grant: &Grant) -> bool {
        (self.clock)() >= grant.expires_at
    }

    /// Begins to watch.
    pub(crate) fn watch(self: &Arc<Self>, grant: Grant) -> GrantWatch {
        let ended = CancellationToken::new();
        let (this, signal) = (Arc::clone(self), ended.clone());
        let task = tokio::spawn(async move {
            while !this.expired(&grant) && this.stands(&grant).await {
                sleep(TICK).await;
            }
            signal.cancel();
        });
        GrantWatch {
            ended,
            _task: AbortOnDropHandle::new(task),
        }
    }

    /// A gateway that cannot answer does not cut downloads: the expiry date holds without it.
    async fn stands(&self, grant: &Grant) -> bool {
        let key = (grant.root, grant.epoch);
        if let Some(answer) = self.remembered(key) {
            return answer;
        }
        match timeout(PATIENCE, self.gateway.is_live(grant)).await {
            Ok(Ok(live)) => {
                self.remember(key, live);
                live
            }
            Ok(Err(error)) => {
                tracing::warn!(%error, account = grant.account, "cannot ask whether the account is live");
                true
            }
            Err(_) => {
                tracing::warn!(
                    account = grant.account,
                    "no answer whether the account is live"
                );
                true
            }
        }
    }

    fn remembered(&self, key: GrantKey) -> Option<bool> {
        let answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, live) = answers.get(&key)?;
        (at.elapsed() < ANSWER_KEPT).then_some(*live)
    }

    fn remember(&self, key: GrantKey, live: bool) {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        if answers.len() >= REMEMBERED {
            answers.retain(|_, (at, _)| at.elapsed() < ANSWER_KEPT);
        }
        answers.insert(key, (Instant::now(), live));
    }
}
