//! What was downloaded, by whom, how far.

use chrono::{DateTime, TimeDelta, Utc};
use domain::behaviour::Behaviour;
use domain::ids::{DeliveryId, MatchId, OrderId, UserId};
use sqlx::{Connection as _, PgConnection};
use strum::IntoStaticStr;
use uuid::Uuid;

use super::registry;
use crate::StorageError;

/// At 1 MiB/s, 500 GB.
const LONGEST_OVER_HTTPS: TimeDelta = TimeDelta::days(5);

/// Over what a file went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Protocol {
    /// Plain FTP.
    Ftp,
    /// FTP with TLS on the data connection.
    Ftps,
    /// Through the API.
    Https,
    /// Sent by workers to a target of the applicant's, whatever that is spoken to with.
    Push,
}

impl Protocol {
    pub const ALL: [Self; 4] = [Self::Ftp, Self::Ftps, Self::Https, Self::Push];

    /// Its name in the database and in answers.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// Outcome of a transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Outcome {
    /// Everything asked for was sent.
    Done,
    /// The receiver left or broke it off.
    Aborted,
    /// Our side failed.
    Failed,
}

impl Outcome {
    pub const ALL: [Self; 3] = [Self::Done, Self::Aborted, Self::Failed];

    /// Its name in the database and in answers.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// Of what a transfer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// A file of a delivery.
    Delivery(DeliveryId),
    /// One extracted scene of an order, which needs no delivery.
    Scene {
        order: OrderId,
        /// The scene.
        did: i64,
        /// Bytes of the extraction that is sent; the next one may be of another size.
        size: i64,
    },
    /// A file of a shelf.
    Shelf {
        /// Person that the shelf or target belongs to.
        owner: UserId,
        /// Bytes of the file, which may go before the transfer ends.
        size: i64,
    },
}

/// The columns of a transfer that say of what it is.
#[derive(Default)]
struct SourceColumns {
    delivery: Option<Uuid>,
    order: Option<Uuid>,
    did: Option<i64>,
    size: Option<i64>,
    shelf_owner: Option<Uuid>,
}

impl From<Source> for SourceColumns {
    fn from(source: Source) -> Self {
        match source {
            Source::Delivery(delivery) => Self {
                delivery: Some(delivery.0),
                ..Self::default()
            },
            Source::Scene { order, did, size } => Self {
                order: Some(order.0),
                did: Some(did),
                size: Some(size),
                ..Self::default()
            },
            Source::Shelf { owner, size } => Self {
                size: Some(size),
                shelf_owner: Some(owner.0),
                ..Self::default()
            },
        }
    }
}

/// A transfer that begins.
#[derive(Debug, Clone)]
pub struct NewTransfer<'a> {
    pub id: Uuid,
    /// Delivery, shelf or other thing that the bytes are of.
    pub source: Source,
    /// Under which account (the FTP account, or the sign-in name).
    pub account: &'a str,
    /// Path of the file.
    pub path: &'a str,
    pub protocol: Protocol,
    /// The page from which it is fetched, or the address of the file; the behaviour record says it.
    pub address: &'a str,
    /// First byte asked for.
    pub offset: u64,
    /// Address of the client.
    pub client_ip: &'a str,
    /// When the transfer began.
    pub started: DateTime<Utc>,
    /// Kind of person that fetches.
    pub visitor: Visitor,
}

/// Who fetches something of a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visitor {
    /// The applicant of the delivery.
    Applicant,
    /// Who watches over somebody else's order. The audit log says so; the recipient fetched nothing.
    Auditor,
    /// A worker that checks it, under an account of its own. That is nobody's behaviour.
    Check,
}

/// Writes the row of a transfer that begins.
pub async fn begin(db: &mut PgConnection, new: &NewTransfer<'_>) -> Result<(), StorageError> {
    let source = SourceColumns::from(new.source);
    sqlx::query!(
        "INSERT INTO transfer (id, delivery_id, account, path, protocol, from_offset, client_ip, \
         started_at, order_id, did, size, by_check, address, shelf_user_id) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, left($13, 512), $14)",
        new.id,
        source.delivery,
        new.account,
        new.path,
        new.protocol.as_str(),
        i64::try_from(new.offset).unwrap_or(i64::MAX),
        new.client_ip,
        new.started,
        source.order,
        source.did,
        source.size,
        new.visitor != Visitor::Applicant,
        new.address,
        source.shelf_owner
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Whether an auditor began to fetch a file at `since` or later: what goes on from there needs no second entry of the audit log.
pub async fn was_begun_by_auditor(
    db: &mut PgConnection,
    source: Source,
    account: &str,
    path: &str,
    since: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let source = SourceColumns::from(source);
    let begun = sqlx::query_scalar!(
        "SELECT EXISTS (SELECT FROM transfer WHERE (delivery_id = $1 OR (order_id = $2 AND did = $3)) \
         AND account = $4 AND path = $5 AND by_check AND started_at >= $6) AS \"begun!\"",
        source.delivery,
        source.order,
        source.did,
        account,
        path,
        since
    )
    .fetch_one(db)
    .await?;
    Ok(begun)
}

/// Ends a transfer, once, counts it in the registry and adds the behaviour record of the download, if
/// [`Visitor::Applicant`] made it.
///
/// Every transfer is a record, whole or broken. A download manager fetches one file in many ranges, so the record's
/// `data_num` says how many files the transfer brought to their end: 1 when it was done and sent the file's last
/// byte, else 0. Downloads are counted by the sum of `data_num`, bytes by the sum of `data_size`. What is fetched from a shelf is a
/// record like others, of no order; neither the registry nor the figures of downloads count it.
pub async fn finish(
    db: &mut PgConnection,
    id: Uuid,
    bytes: u64,
    outcome: Outcome,
    agent: &str,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let mut tx = db.begin().await?;
    let recorded = sqlx::query!(
        "WITH ended AS (UPDATE transfer SET bytes = $2, outcome = $3, ended_at = $4 \
             WHERE id = $1 AND outcome IS NULL RETURNING *) \
         INSERT INTO behaviour (kind, at, user_id, client_ip, agent, detail_url, ordername, data_num, data_size) \
         SELECT $5, $4, coalesce(o.user_id, ended.shelf_user_id), ended.client_ip, $6, \
             coalesce(nullif(ended.address, ''), ended.path), o.ordername, \
             CASE WHEN ended.outcome = 'done' AND ended.from_offset + ended.bytes = coalesce(ended.size, f.size) THEN 1 ELSE 0 END, \
             ended.bytes \
         FROM ended LEFT JOIN delivery d ON d.id = ended.delivery_id \
         LEFT JOIN orders o ON o.id = coalesce(ended.order_id, d.order_id) \
         LEFT JOIN delivery_file f ON f.delivery_id = d.id AND f.path = ended.path \
         WHERE NOT ended.by_check AND (o.id IS NOT NULL OR ended.shelf_user_id IS NOT NULL)", id, i64::try_from(bytes).unwrap_or(i64::MAX), outcome.as_str(), now, Behaviour::Download.code(), agent)
    .execute(&mut *tx)
    .await?;
    if recorded.rows_affected() > 0 {
        registry::note_fetch(&mut tx, id).await?;
    }
    Ok(tx.commit().await?)
}

/// Writes of a file of an order that was just delivered to a target of its applicant's that it was fetched: a transfer that is over, and
/// the registry. It is no behaviour: nobody came. Nothing, where the file is of a subscription. Call in the transaction that marks the
/// match as delivered; `began`: when it was taken in hand.
pub(crate) async fn note_push(
    db: &mut PgConnection,
    matched: MatchId,
    began: Option<DateTime<Utc>>,
) -> Result<(), StorageError> {
    let id = Uuid::now_v7();
    let written = sqlx::query!(
        "INSERT INTO transfer (id, delivery_id, account, path, protocol, from_offset, client_ip, started_at) \
         SELECT $1, p.delivery_id, u.login_name, m.dataname, $3, 0, \
             coalesce(split_part(split_part(m.sent_address, '://', 2), '/', 1), ''), least($4::timestamptz, m.ended_at) \
         FROM subscription_match m JOIN order_push p ON p.id = m.order_push_id JOIN app_user u ON u.id = p.pushed_by \
         WHERE m.id = $2 AND m.state = 'delivered'",
        id,
        matched.0,
        Protocol::Push.as_str(),
        began
    )
    .execute(&mut *db)
    .await?;
    if written.rows_affected() == 0 {
        return Ok(());
    }
    // Apart: figures count a transfer when it ends.
    sqlx::query!(
        "UPDATE transfer t SET bytes = m.size, outcome = $3, ended_at = m.ended_at FROM subscription_match m \
         WHERE t.id = $1 AND m.id = $2",
        id,
        matched.0,
        Outcome::Done.as_str()
    )
    .execute(&mut *db)
    .await?;
    registry::add_fetch(db, id).await
}

/// Ends transfers whose process died: those begun before `before` that never ended. One over FTP that a gateway still serves
/// goes on, however long it takes; of one over HTTPS nobody tells, so it has [`LONGEST_OVER_HTTPS`] more.
pub async fn abandon(db: &mut PgConnection, before: DateTime<Utc>) -> Result<u64, StorageError> {
    let done = sqlx::query!(
        "UPDATE transfer t SET outcome = 'failed', ended_at = started_at \
         WHERE outcome IS NULL AND started_at < CASE WHEN protocol = $3 THEN $2::timestamptz ELSE $1::timestamptz END \
         AND NOT EXISTS (SELECT FROM ftp_session s WHERE (s.delivery_id = t.delivery_id OR s.shelf_user_id = t.shelf_user_id) \
             AND s.account = t.account AND s.since <= t.started_at)",
        before,
        before - LONGEST_OVER_HTTPS,
        Protocol::Https.as_str()
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}
