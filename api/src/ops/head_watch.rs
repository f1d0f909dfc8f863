//! What this process has found when it compared the audit log's chain with the head that stands outside the database.

use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, Utc};
use serde::Serialize;
use storage::StorageError;
use storage::audit_head::HeadStanding;
use utoipa::ToSchema;

/// Why the two cannot be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = AuditHeadObstacle)]
pub(crate) enum HeadObstacle {
    /// Nothing is found within three seconds.
    Timeout,
    /// The database is away, or refuses.
    Database,
    /// The object store is away, or refuses.
    Objects,
    /// What is stored there makes no sense.
    Unreadable,
}

impl From<StorageError> for HeadObstacle {
    fn from(error: StorageError) -> Self {
        match error {
            StorageError::Database(_) => Self::Database,
            StorageError::Object(_) => Self::Objects,
            _ => Self::Unreadable,
        }
    }
}

/// How they stand now, and what was found before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HeadReport {
    pub(crate) found: Result<HeadStanding, HeadObstacle>,
    /// When they were compared last; `None`: not since this process began.
    pub(crate) compared_at: Option<DateTime<Utc>>,
    /// Since when they cannot be compared; `None`: they can.
    pub(crate) failing_since: Option<DateTime<Utc>>,
}

impl HeadReport {
    /// Whether somebody has to look; `None`: nobody knows.
    pub(crate) fn is_wrong(self) -> Option<bool> {
        self.found.ok().map(HeadStanding::is_fault)
    }
}

/// When this process looked: pages say since when it sees nothing.
#[derive(Debug, Default)]
pub(crate) struct HeadWatch(Mutex<Looks>);

#[derive(Debug, Clone, Copy, Default)]
struct Looks {
    compared_at: Option<DateTime<Utc>>,
    failing_since: Option<DateTime<Utc>>,
}

impl HeadWatch {
    /// Keeps what was found at this moment.
    pub(crate) fn note(
        &self,
        found: Result<HeadStanding, HeadObstacle>,
        now: DateTime<Utc>,
    ) -> HeadReport {
        let mut looks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if found.is_ok() {
            *looks = Looks {
                compared_at: Some(now),
                failing_since: None,
            };
        } else {
            looks.failing_since.get_or_insert(now);
        }
        HeadReport {
            found,
            compared_at: looks.compared_at,
            failing_since: looks.failing_since,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_lasts_from_its_first_look_to_the_next_comparison() {
        let at = |seconds: i64| DateTime::from_timestamp(1_800_000_000 + seconds, 0);
        let watch = HeadWatch::default();
        let (held, away) = (Ok(HeadStanding::NotBegun), Err(HeadObstacle::Objects));
        for (seconds, found, compared_at, failing_since) in [
            (0, away, None, at(0)),
            (5, held, at(5), None),
            (10, away, at(5), at(10)),
            (15, Err(HeadObstacle::Timeout), at(5), at(10)),
            (20, held, at(20), None),
        ] {
            let report = watch.note(found, at(seconds).unwrap());
            assert_eq!(report.found, found);
            let moments = (report.compared_at, report.failing_since);
            assert_eq!(moments, (compared_at, failing_since), "{seconds}");
            assert_eq!(report.is_wrong(), found.is_ok().then_some(false));
        }
    }
}
