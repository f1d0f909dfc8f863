//! The head of the audit log's chain, outside the database and in the log: both tell later what was rewritten in the database.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use storage::audit_chain::ChainHead;
use storage::audit_head::{self, HeadStanding};
use storage::lifecycle::LifecycleError;

use super::Reconcile;
use super::rounds::Round;

/// The act: after every link, and once a minute, so that a head that the chain does not hold is seen where nothing is written. An
/// object store that is silent is waited for about a minute.
pub(super) const ROUND: Round = Round {
    what: "audit head",
    period: Duration::from_mins(1),
    most: Duration::from_mins(2),
};
/// How often the log has the head, or that something is wrong with it.
const LOG: Duration = Duration::from_hours(1);

/// What the log has of the head, so that it has it at the start, once an hour, at the end, and when something begins to be wrong.
#[derive(Debug, Default)]
pub(super) struct HeadLog(Mutex<Logged>);

#[derive(Debug, Default)]
struct Logged {
    /// The last one that the chain held.
    head: Option<ChainHead>,
    /// When there was a line last, and whether it was about a fault.
    last: Option<(Instant, bool)>,
}

impl HeadLog {
    /// Writes a line where one is due.
    fn note(&self, standing: HeadStanding) {
        if standing != HeadStanding::NotBegun && self.is_due(standing) {
            log(standing);
        }
    }

    fn is_due(&self, standing: HeadStanding) -> bool {
        let mut logged = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let HeadStanding::Held(written) = standing {
            logged.head = Some(written.head);
        }
        let is_fault = standing.is_fault();
        let is_old =
            |(at, was_fault): (Instant, bool)| is_fault != was_fault || at.elapsed() >= LOG;
        let is_due = logged.last.is_none_or(is_old);
        if is_due {
            logged.last = Some((Instant::now(), is_fault));
        }
        is_due
    }

    /// The last line: where the chain ended when the process stopped.
    pub(super) fn end(&self) {
        let logged = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(head) = logged.head {
            tracing::info!(%head, "the audit log's chain ended here when this process stopped");
        }
    }
}

fn log(standing: HeadStanding) {
    match standing {
        HeadStanding::NotBegun => {}
        HeadStanding::Held(written) => {
            tracing::info!(head = %written.head, "the audit log's chain ends here");
        }
        HeadStanding::Missing(written) => tracing::error!(
            head = %written.head,
            at = %written.at,
            "the audit log's chain does not hold the head that stands outside the database: entries were cut off or rewritten, \
             or the database is an older one. See what `scenedock admin verify-audit` names; after a restore accept it with \
             --new-head"
        ),
        HeadStanding::Lost => tracing::error!(
            "the head of the audit log's chain was removed from the object store (audit/head). See what `scenedock admin \
             verify-audit` names, and write a new one with --new-head"
        ),
        HeadStanding::Foreign => tracing::error!(
            "the head of the audit log's chain in the object store (audit/head) was not written with this server's key: it was \
             changed, or the key is another one. See what `scenedock admin verify-audit` names, and write a new one with \
             --new-head"
        ),
    }
}

impl Reconcile {
    /// Moves the head outside the database to where the chain ends; one that the chain does not hold stays.
    pub(super) async fn keep_audit_head(&self, log: &HeadLog) -> Result<(), LifecycleError> {
        let (store, now) = (&*self.objects.store, (self.clock)());
        log.note(audit_head::keep(&self.pool, store, &self.key, now).await?);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use storage::audit_head::WrittenHead;

    use super::*;

    #[test]
    fn the_log_has_the_head_at_the_start_and_when_something_begins_to_be_wrong() {
        let written = |position| WrittenHead {
            head: ChainHead {
                position,
                ..ChainHead::EMPTY
            },
            at: storage::clock::now(),
        };
        let log = HeadLog::default();
        assert!(log.is_due(HeadStanding::Held(written(1))));
        assert!(
            !log.is_due(HeadStanding::Held(written(2))),
            "within an hour"
        );
        assert!(log.is_due(HeadStanding::Missing(written(2))));
        assert!(!log.is_due(HeadStanding::Missing(written(2))));
        assert!(log.is_due(HeadStanding::Held(written(3))));
        assert_eq!(log.0.lock().unwrap().head, Some(written(3).head));
    }
}
