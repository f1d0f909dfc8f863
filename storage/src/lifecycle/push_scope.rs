//! What a subscriber may see is asked again when a file is sent: between the match and its sending a grant may have been taken
//! back, and nothing goes out after that. Such a match is given up with that reason.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::ids::{SubscriptionId, UserId};
use domain::task::ErrorClass;
use sqlx::PgConnection;
use texts::{FailureText, Message};

use super::subscribers::SubscriberEyes;
use crate::StorageError;
use crate::db::scenes::{self, Scene};
use crate::db::subscriptions::{self, DueMatch};

/// Matches that are looked through at once where some had to be given up.
const LOOKED_AT: i64 = 500;
/// How often that is done in one round; the next round goes on.
const PASSES: usize = 20;

/// What of a subscription's matches goes out next.
#[derive(Debug, Clone, Copy)]
pub(super) enum Line {
    /// Matches of scenes that came in after the subscription began.
    CameIn,
    /// Matches of a backfill: scenes that were in the catalogue before.
    Backfilled,
}

/// Looks through what is due. Who subscribed is looked up when somebody is asked about.
pub(super) struct DueDesk {
    eyes: Option<SubscriberEyes>,
    now: DateTime<Utc>,
}

impl DueDesk {
    pub(super) const fn new(now: DateTime<Utc>) -> Self {
        Self { eyes: None, now }
    }

    /// Up to `most` matches of these subscriptions that go out next. Those whose scene their subscriber may not see any more are
    /// given up. `turns`: see [`subscriptions::due_matches`].
    pub(super) async fn due(
        &mut self,
        db: &mut PgConnection,
        line: Line,
        (ids, turns): (&[SubscriptionId], bool),
        most: i64,
    ) -> Result<Vec<DueMatch>, StorageError> {
        let mut limit = most;
        for _ in 0..PASSES {
            let due = match line {
                Line::CameIn => subscriptions::due_matches(db, (ids, turns), self.now, limit).await,
                Line::Backfilled => {
                    subscriptions::due_backfilled(db, (ids, turns), self.now, limit).await
                }
            }?;
            let (mut seen, hidden) = self.sorted(db, due).await?;
            if hidden.is_empty() {
                seen.truncate(usize::try_from(most).unwrap_or_default());
                return Ok(seen);
            }
            let why = Message::from(FailureText::ScopeTakenBack);
            for one in hidden {
                let reason = (ErrorClass::OutOfScope, &why);
                subscriptions::mark_missed(db, one.id, reason, self.now).await?;
            }
            limit = most.max(LOOKED_AT);
        }
        Ok(Vec::new())
    }

    /// What their owners may see, and what not.
    async fn sorted(
        &mut self,
        db: &mut PgConnection,
        due: Vec<DueMatch>,
    ) -> Result<(Vec<DueMatch>, Vec<DueMatch>), StorageError> {
        let dids: Vec<i64> = due.iter().filter_map(|one| one.did).collect();
        if dids.is_empty() {
            return Ok((due, Vec::new()));
        }
        let found = scenes::by_dids(db, &dids).await?;
        let scenes: HashMap<i64, Scene> = found.into_iter().map(|one| (one.did, one)).collect();
        let eyes = match &mut self.eyes {
            Some(eyes) => eyes,
            none => none.insert(SubscriberEyes::for_few(db, self.now).await?),
        };
        let (mut seen, mut hidden) = (Vec::new(), Vec::new());
        for one in due {
            let scene = one.did.and_then(|did| scenes.get(&did));
            match scene {
                Some(scene) if !eyes.sees(db, one.owner, scene).await? => hidden.push(one),
                _ => seen.push(one),
            }
        }
        Ok((seen, hidden))
    }
}

/// Whether somebody may see a scene now; one that is gone is nobody's secret.
pub(super) async fn may_see(
    db: &mut PgConnection,
    (person, did): (UserId, i64),
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let Some(scene) = scenes::by_dids(db, &[did]).await?.pop() else {
        return Ok(true);
    };
    SubscriberEyes::for_few(db, now)
        .await?
        .sees(db, person, &scene)
        .await
}
