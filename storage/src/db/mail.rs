//! Mails that carry notices to those who want them.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use domain::ids::{OrderId, UserId};
use domain::notice::NoticeKind;
use domain::order::get_method::GetMethod;
use domain::permission::PermissionSet;
use sqlx::PgConnection;
use sqlx::types::Json;
use texts::{Detail, Locale};
use uuid::Uuid;

use super::detail::detail_of;
use super::notices::named;
use crate::StorageError;
use crate::sealed::ServerKey;

/// Seconds from a try to the next; after as many tries as there are numbers it is given up.
pub const WAITS: [i64; 8] = [60, 120, 300, 900, 1800, 3600, 7200, 14400];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueMail {
    /// The notice that it carries.
    pub notice: i64,
    /// Recipient.
    pub user: UserId,
    /// Which of the two web apps is theirs.
    pub permissions: PermissionSet,
    /// Name of the recipient.
    pub name: String,
    /// Their address, as they gave it.
    pub address: String,
    pub about: MailAbout,
    /// Text of the notice.
    pub detail: Detail,
    /// The language of the person.
    pub locale: Locale,
    /// When it happened.
    pub at: DateTime<Utc>,
    /// Which try this is, from 1.
    pub attempt: i32,
}

/// The occasion of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailAbout {
    /// Something that happened to an order.
    Order {
        /// The order.
        id: OrderId,
        number: String,
        /// What happened; `None`: something that this version does not know.
        kind: Option<NoticeKind>,
        /// Whether its data are fetched on a disk.
        offline: bool,
    },
    /// Outcomes of their subscriptions: the digest of a day.
    Subscriptions,
    /// A result of theirs was refused.
    Result { number: String },
}

impl DueMail {
    /// Whether this is the last try.
    #[must_use]
    pub fn is_last(&self) -> bool {
        usize::try_from(self.attempt).is_ok_and(|attempt| attempt >= WAITS.len())
    }
}

/// Queues mails for an event's notices, to those who have an address and want mails.
pub async fn queue(
    db: &mut PgConnection,
    event: i64,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO notice_mail (notice_id, next_at) \
         SELECT n.id, $2 FROM notice n JOIN app_user u ON u.id = n.user_id \
         WHERE n.event_id = $1 AND u.email <> '' AND u.mail_notices AND u.disabled_at IS NULL \
         ON CONFLICT DO NOTHING",
        event,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Queues a mail for one notice, if its reader has an address and wants mails.
pub async fn queue_one(
    db: &mut PgConnection,
    notice: i64,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO notice_mail (notice_id, next_at) SELECT n.id, $2 FROM notice n JOIN app_user u ON u.id = n.user_id \
         WHERE n.id = $1 AND u.email <> '' AND u.mail_notices AND u.disabled_at IS NULL ON CONFLICT DO NOTHING",
        notice,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Begins a try of up to `limit` due mails: from here on a try counts, however it ends.
pub async fn claim(
    db: &mut PgConnection,
    limit: i64,
    now: DateTime<Utc>,
) -> Result<Vec<DueMail>, StorageError> {
    let rows = sqlx::query!(
        "UPDATE notice_mail m SET attempts = attempts + 1, \
             next_at = $1 + ($3::bigint[])[attempts + 1] * interval '1 second' \
         FROM notice n JOIN app_user u ON u.id = n.user_id LEFT JOIN orders o ON o.id = n.order_id \
             LEFT JOIN research_result r ON r.id = n.result_id \
         WHERE n.id = m.notice_id AND m.notice_id IN ( \
             SELECT w.notice_id FROM notice_mail w JOIN notice s ON s.id = w.notice_id \
             JOIN app_user v ON v.id = s.user_id AND v.disabled_at IS NULL \
             WHERE w.ended_at IS NULL AND w.next_at <= $1 AND w.attempts < cardinality($3::bigint[]) \
             ORDER BY w.next_at, w.notice_id LIMIT $2 FOR UPDATE OF w SKIP LOCKED) \
         RETURNING m.notice_id, m.attempts, n.user_id, permissions_of(u.id) AS \"permissions!\", u.user_name, u.email, n.kind, n.text, n.detail AS \"detail: Json<Detail>\", u.language, \
             n.order_id, o.ordername AS \"ordername?\", r.number AS \"result?\", n.at, o.get_method IS NOT DISTINCT FROM $4 AS \"offline!\"", now, limit, WAITS.as_slice(), GetMethod::OfflineCopy.code())
    .fetch_all(db)
    .await?;
    rows.into_iter()
        .map(|row| -> Result<DueMail, StorageError> {
            let number = named(row.ordername, row.result);
            Ok(DueMail {
                notice: row.notice_id,
                user: UserId(row.user_id),
                permissions: PermissionSet::of_codes(&row.permissions),
                name: row.user_name,
                address: row.email,
                about: match row.order_id {
                    None if row.result.is_none() => MailAbout::Subscriptions,
                    Some(id) => MailAbout::Order {
                        id: OrderId(id),
                        number,
                        kind: NoticeKind::parse(&row.kind),
                        offline: row.offline,
                    },
                    None => MailAbout::Result { number },
                },
                detail: detail_of(row.text, row.detail),
                locale: locale(&row.language)?,
                at: row.at,
                attempt: row.attempts,
            })
        })
        .collect()
}

/// Ends a mail: sent, or given up because of `error`.
pub async fn end(
    db: &mut PgConnection,
    notice: i64,
    error: Option<&str>,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE notice_mail SET ended_at = $2, error = $3 WHERE notice_id = $1",
        notice,
        now,
        error
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Keeps why a try failed; the next comes at its time.
pub async fn note_failure(
    db: &mut PgConnection,
    notice: i64,
    error: &str,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE notice_mail SET error = $2 WHERE notice_id = $1 AND ended_at IS NULL",
        notice,
        error
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Whether a person is sent mails, and in which language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MailSettings {
    /// Whether notices come by mail too.
    pub notices: bool,
    /// The language of what is sent.
    pub locale: Locale,
}

pub(super) fn locale(tag: &str) -> Result<Locale, StorageError> {
    Locale::parse(tag).ok_or_else(|| StorageError::UnknownValue {
        column: "app_user.language",
        value: tag.to_owned(),
    })
}

/// A person's settings; `None`: there is no such person.
pub async fn settings(
    db: &mut PgConnection,
    user: UserId,
) -> Result<Option<MailSettings>, StorageError> {
    let row = sqlx::query!(
        "SELECT mail_notices, language FROM app_user WHERE id = $1",
        user.0
    )
    .fetch_optional(db)
    .await?;
    row.map(|row| {
        Ok(MailSettings {
            notices: row.mail_notices,
            locale: locale(&row.language)?,
        })
    })
    .transpose()
}

/// Ends the mails to a person, by the link in one of them.
pub async fn unsubscribe(
    db: &mut PgConnection,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE app_user SET mail_notices = false WHERE id = $1",
        user.0
    )
    .execute(&mut *db)
    .await?;
    end_waiting(db, user, "opted out", now).await
}

/// Keeps a person's settings; who wants no mails gets none of those that wait either.
pub async fn save_settings(
    db: &mut PgConnection,
    user: UserId,
    settings: MailSettings,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE app_user SET mail_notices = $2, language = $3 WHERE id = $1",
        user.0,
        settings.notices,
        settings.locale.as_str()
    )
    .execute(&mut *db)
    .await?;
    if !settings.notices {
        end_waiting(db, user, "opted out", now).await?;
    }
    Ok(())
}

/// Ends the mails that wait for a person, because of `why`.
pub(crate) async fn end_waiting(
    db: &mut PgConnection,
    user: UserId,
    why: &str,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE notice_mail m SET ended_at = $2, error = $3 FROM notice n \
         WHERE n.id = m.notice_id AND n.user_id = $1 AND m.ended_at IS NULL",
        user.0,
        now,
        why
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What a sealed person's id is sealed for.
const UNSUBSCRIBE: &[u8] = b"mail unsubscribe";

/// The part of an unsubscribe link that nobody but the server can make.
pub fn unsubscribe_token(key: &ServerKey, user: UserId) -> Result<String, StorageError> {
    let sealed = key.seal(user.0.as_bytes(), UNSUBSCRIBE)?;
    Ok(URL_SAFE_NO_PAD.encode(sealed))
}

/// Whose unsubscribe link it is; `None`: the server did not make it.
#[must_use]
pub fn unsubscribing(key: &ServerKey, token: &str) -> Option<UserId> {
    let sealed = URL_SAFE_NO_PAD.decode(token).ok()?;
    let id = key.open(&sealed, UNSUBSCRIBE).ok()?;
    Uuid::from_slice(&id).ok().map(UserId)
}
