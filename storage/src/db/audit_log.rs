//! The audit log: who did what to what. Events of accounts, roles and orders come into it by triggers; what has no event
//! of its own is written here. Nothing is ever changed or removed; [`super::audit_seals`] chains what is written.

use chrono::{DateTime, Utc};
use domain::audit_log::{AuditAction, AuditOutcome, AuditSubject};
use domain::ids::UserId;
use domain::list_order::LogOrder;
use domain::permission::Permission;
use domain::recorded::Recorded;
use domain::statistics::Period;
use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;
use sqlx::types::Json;

use super::account_events::FieldChange;
use super::containing;
use crate::StorageError;
use crate::audit_chain::ChainCode;

/// An entry to write.
#[derive(Debug, Clone)]
pub struct NewAuditEntry<'a> {
    /// Time of the act.
    pub at: DateTime<Utc>,
    /// Who; `None`: somebody who is not known.
    pub by: Option<UserId>,
    pub action: AuditAction,
    /// Id of the thing, as its kind has it.
    pub subject_id: &'a str,
    /// Name of the thing, as people know it.
    pub subject_name: &'a str,
    /// Whether it was done.
    pub outcome: AuditOutcome,
    /// Why, or empty.
    pub reason: &'a str,
    /// What became different. Never a secret.
    pub changes: &'a [FieldChange],
    /// Address of the client.
    pub client_ip: &'a str,
    /// The browser's name for itself.
    pub agent: &'a str,
}

/// Writes an entry.
pub async fn insert(db: &mut PgConnection, new: &NewAuditEntry<'_>) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO audit_entry (at, by_id, by_name, subject, action, subject_id, subject_name, outcome, reason, changes, \
         client_ip, agent) \
         VALUES ($1, $2, coalesce((SELECT login_name FROM app_user WHERE id = $2), ''), $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        new.at,
        new.by.map(|by| by.0),
        new.action.subject().as_str(),
        new.action.as_str(),
        new.subject_id,
        new.subject_name,
        new.outcome.as_str(),
        new.reason,
        Json(new.changes) as _,
        new.client_ip,
        new.agent
    )
    .execute(db)
    .await?;
    Ok(())
}

/// An outline (WKT) as entries have it: the number of its corners, and a digest of all of its text.
#[must_use]
pub fn outline_in_short(wkt: &str) -> String {
    let digest = hex::encode(Sha256::digest(wkt.as_bytes()));
    let corners = wkt.matches(',').count() + 1;
    format!("{corners}, sha256 {}", digest.get(..16).unwrap_or(&digest))
}

/// Which people's entries to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuditActors {
    /// Acts of all people.
    Everybody,
    /// Everybody but those who may read the log now: nobody watches over oneself.
    Audited,
    /// Those who may read the log now.
    Auditors,
}

/// Which entries to read; `None` filters nothing.
#[derive(Debug, Clone)]
pub struct AuditFilter {
    /// On these days, in China.
    pub period: Period,
    /// Only about this sort of thing.
    pub subject: Option<AuditSubject>,
    /// Only acts with this outcome.
    pub outcome: Option<AuditOutcome>,
    /// Part of the login name or the name of who did it, of what people call the thing, or of the address.
    pub part: Option<String>,
    /// Only entries after this one, in the order: its id, from the page before.
    pub before: Option<i64>,
    /// Order of the entries.
    pub order: LogOrder,
    /// Whose acts to read.
    pub actors: AuditActors,
}

/// An entry as it is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditRow {
    /// Newer ones have higher ones.
    pub id: i64,
    /// Time of the act.
    pub at: DateTime<Utc>,
    /// Login name of who did it, as it was then; empty: the command line, or somebody who is not known.
    pub by_login_name: String,
    /// The person's name now, or empty.
    pub by_name: String,
    /// What sort of thing something was done to.
    pub subject: Recorded<AuditSubject>,
    pub action: Recorded<AuditAction>,
    /// Id of the thing, as its kind has it.
    pub subject_id: String,
    /// What people called it then.
    pub subject_name: String,
    /// Whether it was done.
    pub outcome: AuditOutcome,
    /// Why, or empty.
    pub reason: String,
    /// Fields that changed.
    pub changes: Vec<FieldChange>,
    /// Address of the client.
    pub client_ip: String,
    /// The browser's name for itself.
    pub agent: String,
    /// Its place in the chain, and the code there; `None`: within a second.
    pub seal: Option<(i64, ChainCode)>,
}

/// The first entries, at most `limit` of them.
pub async fn rows(
    db: &mut PgConnection,
    filter: &AuditFilter,
    limit: i64,
) -> Result<Vec<AuditRow>, StorageError> {
    let pattern = filter.part.as_deref().map(containing);
    let rows = sqlx::query!(
        "SELECT e.id, e.at, e.by_name AS by_login_name, coalesce(u.user_name, '') AS \"by_name!\", e.subject, e.action, \
         e.subject_id, e.subject_name, e.outcome, e.reason, e.changes AS \"changes: Json<Vec<FieldChange>>\", e.client_ip, \
         e.agent, s.position AS \"position?\", s.code AS \"code?\" \
         FROM audit_entry e LEFT JOIN app_user u ON u.id = e.by_id LEFT JOIN audit_seal s ON s.entry_id = e.id \
         WHERE e.at >= $1::date::timestamp AT TIME ZONE interval '8 hours' \
         AND e.at < ($2::date + 1)::timestamp AT TIME ZONE interval '8 hours' \
         AND ($3::text IS NULL OR e.subject = $3) AND ($4::text IS NULL OR e.outcome = $4) \
         AND ($5::text IS NULL OR e.by_name ILIKE $5 OR u.user_name ILIKE $5 OR e.subject_name ILIKE $5 \
         OR e.client_ip ILIKE $5) \
         AND ($6::bigint IS NULL OR CASE WHEN $10::text = 'at' THEN e.id > $6 ELSE e.id < $6 END) \
         AND ($8::bool IS NULL OR $8 = (e.by_id IS NOT NULL AND e.by_id IN (SELECT h.user_id FROM user_role h \
         JOIN role r ON r.id = h.role_id WHERE $9 = ANY (r.permissions)))) \
         ORDER BY CASE WHEN $10 = 'at' THEN e.id END, CASE WHEN $10 = '-at' THEN e.id END DESC LIMIT $7",
        filter.period.first(),
        filter.period.last(),
        filter.subject.map(AuditSubject::as_str),
        filter.outcome.map(AuditOutcome::as_str),
        pattern,
        filter.before,
        limit,
        match filter.actors {
            AuditActors::Everybody => None,
            AuditActors::Audited => Some(false),
            AuditActors::Auditors => Some(true),
        },
        Permission::AuditLog.code(),
        filter.order.as_str()
    )
    .fetch_all(db)
    .await?;
    let rows = rows.into_iter().map(|row| {
        let subject = AuditSubject::parse(&row.subject);
        let action = subject.and_then(|subject| AuditAction::parse(subject, &row.action));
        Ok(AuditRow {
            id: row.id,
            at: row.at,
            by_login_name: row.by_login_name,
            by_name: row.by_name,
            subject: Recorded::new(subject, &row.subject),
            action: Recorded::new(action, &row.action),
            subject_id: row.subject_id,
            subject_name: row.subject_name,
            outcome: AuditOutcome::parse(&row.outcome).ok_or(StorageError::UnknownValue {
                column: "audit_entry.outcome",
                value: row.outcome,
            })?,
            reason: row.reason,
            changes: row.changes.0,
            client_ip: row.client_ip,
            agent: row.agent,
            seal: row
                .position
                .zip(row.code.and_then(|code| code.try_into().ok())),
        })
    });
    rows.collect()
}
