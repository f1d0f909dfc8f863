//! Matches as they come about: which file of a scene it is for each subscription, and what it writes of that.
//!
//! Files of a scene are counted as they appear: one that comes back after another one was matched is the next file, not the first
//! again. Where nothing came after it, or what did was given up, it is the one that was matched before.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::ids::{MatchId, SubscriptionId};
use domain::subscription::file_path;
use sqlx::PgConnection;

use super::BookedSubscription;
use crate::StorageError;
use crate::db::scenes::Scene;

/// Matches that are written in one statement.
const WRITTEN_AT_ONCE: usize = 5000;

/// A match to be written.
#[derive(Debug, Clone)]
pub struct NewMatch {
    pub id: MatchId,
    pub subscription: SubscriptionId,
    /// Number of the scene.
    pub did: i64,
    /// What the scene is called.
    pub dataname: String,
    /// Revision of the scene's file.
    pub revision: String,
    /// The first file of it for this subscription, the second, and so on.
    pub round: i32,
    /// Bytes.
    pub size: i64,
    /// Where it lies at the target.
    pub path: String,
    /// Earliest time of delivery.
    pub due: DateTime<Utc>,
}

impl NewMatch {
    /// A scene that meets a subscription, by its file and how many files of it were matched before.
    #[must_use]
    pub fn new(
        one: &BookedSubscription,
        scene: &Scene,
        (revision, rounds): (&str, i32),
        due: DateTime<Utc>,
    ) -> Self {
        let name = scene.file_name.as_deref().unwrap_or(&scene.dataname);
        let round = rounds + 1;
        Self {
            id: MatchId::fresh(),
            subscription: one.id,
            did: scene.did,
            dataname: scene.dataname.clone(),
            revision: revision.to_owned(),
            round,
            size: scene.size,
            path: file_path(one.number, scene.did, round, name),
            due,
        }
    }
}

/// How many files of these scenes each of these subscriptions has matched before, where it has.
pub async fn rounds(
    db: &mut PgConnection,
    dids: &[i64],
    subscriptions: &[SubscriptionId],
) -> Result<HashMap<(i64, SubscriptionId), i32>, StorageError> {
    let ids: Vec<_> = subscriptions.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        "SELECT did AS \"did!\", subscription_id AS \"subscription_id!\", max(round) AS \"rounds!\" FROM subscription_match \
         WHERE did = ANY($1) AND subscription_id = ANY($2) GROUP BY did, subscription_id",
        dids,
        &ids[..]
    )
    .fetch_all(db)
    .await?;
    let rounds = rows
        .into_iter()
        .map(|row| ((row.did, SubscriptionId(row.subscription_id)), row.rounds));
    Ok(rounds.collect())
}

/// A file that came back has its name anew: what was matched of it before, and was followed by another file that is on its way or
/// lies at the target, keeps it with the number that it had.
pub(super) async fn set_former_aside(
    db: &mut PgConnection,
    new: &[NewMatch],
) -> Result<(), StorageError> {
    let later = || new.iter().filter(|one| one.round > 1);
    let subscriptions: Vec<_> = later().map(|one| one.subscription.0).collect();
    if subscriptions.is_empty() {
        return Ok(());
    }
    let dids: Vec<_> = later().map(|one| one.did).collect();
    let revisions: Vec<_> = later().map(|one| one.revision.clone()).collect();
    sqlx::query!(
        "UPDATE subscription_match m SET revision = m.revision || '@' || m.round \
         FROM unnest($1::uuid[], $2::bigint[], $3::text[]) AS n (subscription_id, did, revision) \
         WHERE m.subscription_id = n.subscription_id AND m.did = n.did AND m.revision = n.revision \
         AND EXISTS (SELECT FROM subscription_match l WHERE l.subscription_id = m.subscription_id AND l.did = m.did \
             AND l.round > m.round AND l.state <> 'missed')",
        &subscriptions[..],
        &dids[..],
        &revisions[..]
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Writes what matched at this moment. What is on its way or lies at the target stays as it is, and what was given up is tried again.
/// Answers how many are to be sent because of it.
pub async fn insert_matches(
    db: &mut PgConnection,
    new: &[NewMatch],
    now: DateTime<Utc>,
) -> Result<u64, StorageError> {
    let mut written = 0;
    for some in new.chunks(WRITTEN_AT_ONCE) {
        set_former_aside(db, some).await?;
        written += insert_some(db, some, now).await?;
    }
    Ok(written)
}

/// A file whose bytes lie at the target, as the newest there, is not sent again only because its checksum is known by now.
async fn insert_some(
    db: &mut PgConnection,
    some: &[NewMatch],
    now: DateTime<Utc>,
) -> Result<u64, StorageError> {
    let ids: Vec<_> = some.iter().map(|one| one.id.0).collect();
    let subscriptions: Vec<_> = some.iter().map(|one| one.subscription.0).collect();
    let dids: Vec<_> = some.iter().map(|one| one.did).collect();
    let names: Vec<_> = some.iter().map(|one| one.dataname.clone()).collect();
    let revisions: Vec<_> = some.iter().map(|one| one.revision.clone()).collect();
    let rounds: Vec<_> = some.iter().map(|one| one.round).collect();
    let sizes: Vec<_> = some.iter().map(|one| one.size).collect();
    let paths: Vec<_> = some.iter().map(|one| one.path.clone()).collect();
    let dues: Vec<_> = some.iter().map(|one| one.due).collect();
    let done = sqlx::query!(
        "INSERT INTO subscription_match (id, subscription_id, did, dataname, revision, round, size, path, matched_at, due_at) \
         SELECT n.id, n.subscription_id, n.did, n.dataname, n.revision, n.round, n.size, n.path, $1, n.due_at \
         FROM unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::text[], $6::text[], $7::int[], $8::bigint[], $9::text[], \
             $10::timestamptz[]) AS n (id, subscription_id, did, dataname, revision, round, size, path, due_at) \
         WHERE n.round = 1 OR NOT EXISTS (SELECT FROM subscription_match m JOIN scene c ON c.did = m.did \
             WHERE m.subscription_id = n.subscription_id AND m.did = n.did AND m.state = 'delivered' AND m.sha256 = c.sha256 \
             AND NOT EXISTS (SELECT FROM subscription_match l WHERE l.subscription_id = m.subscription_id AND l.did = m.did \
                 AND l.round > m.round AND l.state <> 'missed')) \
         ON CONFLICT (subscription_id, did, revision) DO UPDATE SET state = 'waiting', ended_at = NULL, retry_at = NULL, \
             failures = 0, error_class = NULL, error_detail = NULL, due_at = excluded.due_at \
         WHERE subscription_match.state = 'missed'",
        now,
        &ids[..],
        &subscriptions[..],
        &dids[..],
        &names[..],
        &revisions[..],
        &rounds[..],
        &sizes[..],
        &paths[..],
        &dues[..]
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}
