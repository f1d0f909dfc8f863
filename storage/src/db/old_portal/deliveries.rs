//! What orders of an old portal handed out: deliveries that are over, their entries in the registry, and what was fetched.

use chrono::{DateTime, Utc};
use domain::ids::{DeliveryId, OrderId, TaskId};
use domain::old_portal::order_row::OldDownload;
use domain::order::scene_state::SceneState;
use domain::task::TaskKind;
use sqlx::PgConnection;
use uuid::Uuid;

use super::{column, uuids};
use crate::StorageError;
use crate::db::deliveries::{FtpAccount, HandOver};

/// An expired delivery.
#[derive(Debug, Clone)]
pub(crate) struct EndedDelivery {
    pub(crate) id: DeliveryId,
    /// The packaging that this product would have done.
    pub(crate) task: TaskId,
    pub(crate) order: OrderId,
    pub(crate) owner: Uuid,
    pub(crate) hand_over: HandOver,
    pub(crate) approved: DateTime<Utc>,
    pub(crate) ready: DateTime<Utc>,
    pub(crate) expired: DateTime<Utc>,
    pub(crate) completed: Option<DateTime<Utc>>,
    pub(crate) scenes: (i32, i64),
    pub(crate) files: (i32, i64),
    pub(crate) download: Option<OldDownload>,
}

impl EndedDelivery {
    const fn account(&self) -> Option<&FtpAccount> {
        match &self.hand_over {
            HandOver::Ftp(account) => Some(account),
            HandOver::Staged(_) => None,
        }
    }

    fn folder(&self) -> Option<String> {
        match &self.hand_over {
            HandOver::Ftp(_) => None,
            HandOver::Staged(folder) => Some(folder.clone()),
        }
    }
}

/// Writes deliveries with everything that tells of them.
pub(crate) async fn insert(
    db: &mut PgConnection,
    deliveries: &[EndedDelivery],
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    insert_tasks(db, deliveries).await?;
    sqlx::query!(
        "INSERT INTO delivery (id, order_id, attempt_task, account, password_sealed, staged_path, state, created_at, expires_at, \
         removed_at) SELECT n.id, n.order_id, n.task, n.account, n.password, n.folder, 'ended', n.ready, n.expired, $9 \
         FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::bytea[], $6::text[], $7::timestamptz[], $8::timestamptz[]) \
         AS n (id, order_id, task, account, password, folder, ready, expired)",
        &uuids(deliveries, |one| one.id.0),
        &uuids(deliveries, |one| one.order.0),
        &uuids(deliveries, |one| one.task.0),
        &column(deliveries, |one| one.account().map(|it| it.name.clone())) as &[Option<String>],
        &column(deliveries, |one| one.account().map(|it| it.password_sealed.clone()))
            as &[Option<Vec<u8>>],
        &column(deliveries, EndedDelivery::folder) as &[Option<String>],
        &column(deliveries, |one| one.ready),
        &column(deliveries, |one| one.expired),
        now
    )
    .execute(&mut *db)
    .await?;
    let numbered = numbered(db, deliveries).await?;
    insert_fetches(db, &numbered).await?;
    insert_entries(db, &numbered).await?;
    // Now, and not when the transaction ends: also of what is only tried.
    sqlx::query!("SET CONSTRAINTS registry_fetch_entry_fkey IMMEDIATE")
        .execute(&mut *db)
        .await?;
    insert_entry_scenes(db, &column(&numbered, |one| one.number)).await?;
    insert_download_changes(db, deliveries).await
}

/// A delivery with the number of its entry in the registry.
#[derive(Debug, Clone, Copy)]
struct Numbered<'a> {
    number: i64,
    delivery: &'a EndedDelivery,
}

/// Numbers for their entries, the oldest first.
async fn numbered<'a>(
    db: &mut PgConnection,
    deliveries: &'a [EndedDelivery],
) -> Result<Vec<Numbered<'a>>, StorageError> {
    let mut sorted: Vec<&EndedDelivery> = deliveries.iter().collect();
    sorted.sort_by_key(|one| (one.ready, one.id.0));
    let numbers = sqlx::query_scalar!(
        "SELECT nextval(pg_get_serial_sequence('registry_entry', 'number')) AS \"number!\" FROM generate_series(1, $1::bigint)",
        i64::try_from(sorted.len()).unwrap_or(i64::MAX)
    )
    .fetch_all(db)
    .await?;
    let numbered = numbers.into_iter().zip(sorted);
    Ok(numbered
        .map(|(number, delivery)| Numbered { number, delivery })
        .collect())
}

async fn insert_tasks(
    db: &mut PgConnection,
    deliveries: &[EndedDelivery],
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO task (id, kind, order_id, user_id, state, attempt, max_attempts, run_after, created_at, started_at, \
         finished_at, state_since) SELECT n.id, $5, n.order_id, n.user_id, 'done', 1, 1, n.ready, n.ready, n.ready, n.ready, n.ready \
         FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[]) AS n (id, order_id, user_id, ready)",
        &uuids(deliveries, |one| one.task.0),
        &uuids(deliveries, |one| one.order.0),
        &uuids(deliveries, |one| one.owner),
        &column(deliveries, |one| one.ready),
        TaskKind::PackageOrder.as_str()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Enters them in the registry as [`crate::db::registry`] enters a delivery that is opened.
async fn insert_entries(
    db: &mut PgConnection,
    numbered: &[Numbered<'_>],
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO registry_entry (number, delivery_id, order_id, round, opened_at, ordername, kind, get_method, user_id, \
             login_name, user_name, applicant, unit, usage, project, description, scene_count, scene_bytes, file_count, file_bytes, \
             completed_at, approved_at, promised_hours) OVERRIDING SYSTEM VALUE \
         SELECT n.number, n.id, o.id, 1, n.ready, o.ordername, o.kind, o.get_method, o.user_id, u.login_name, u.user_name, o.applyuser, \
             btrim(o.apply_user_unit), btrim(o.apply_user_used), o.product_name, o.description, n.scenes, n.scene_bytes, n.files, \
             n.file_bytes, n.completed, n.approved, (SELECT p.hours FROM preparation_promise p WHERE p.since <= n.approved \
                 ORDER BY p.since DESC LIMIT 1) \
         FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[], $6::integer[], $7::bigint[], \
             $8::integer[], $9::bigint[], $10::bigint[]) \
             AS n (id, order_id, ready, completed, approved, scenes, scene_bytes, files, file_bytes, number) \
         JOIN orders o ON o.id = n.order_id JOIN app_user u ON u.id = o.user_id ORDER BY n.number",
        &uuids(numbered, |one| one.delivery.id.0),
        &uuids(numbered, |one| one.delivery.order.0),
        &column(numbered, |one| one.delivery.ready),
        &column(numbered, |one| one.delivery.completed) as &[Option<DateTime<Utc>>],
        &column(numbered, |one| one.delivery.approved),
        &column(numbered, |one| one.delivery.scenes.0),
        &column(numbered, |one| one.delivery.scenes.1),
        &column(numbered, |one| one.delivery.files.0),
        &column(numbered, |one| one.delivery.files.1),
        &column(numbered, |one| one.number)
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What these entries handed out. A scene's first delivery is the earliest, whichever was written first; in the order of their
/// numbers, so that two who do it at once do not block each other.
async fn insert_entry_scenes(db: &mut PgConnection, numbers: &[i64]) -> Result<(), StorageError> {
    let extracted = SceneState::Extracted.code();
    sqlx::query!(
        "INSERT INTO registry_scene (entry, position, dataid, dataname, node, satellite, sensor, acquired, size, sha256) \
         SELECT e.number, s.position, c.dataid, c.dataname, n.label, c.satellite, c.sensor, c.acquired, coalesce(s.size, 0), s.sha256 \
         FROM registry_entry e JOIN order_scene s ON s.order_id = e.order_id AND s.state = $2 JOIN scene c ON c.did = s.did \
         JOIN catalogue_node n ON n.id = c.nodeid WHERE e.number = ANY ($1)",
        numbers,
        extracted
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "INSERT INTO delivered_scene AS d (did, satellite, entry, delivered_at) \
         SELECT DISTINCT ON (c.did) c.did, c.satellite, e.number, e.opened_at FROM registry_entry e \
         JOIN order_scene s ON s.order_id = e.order_id AND s.state = $2 JOIN scene c ON c.did = s.did \
         WHERE e.number = ANY ($1) ORDER BY c.did, e.opened_at, e.number \
         ON CONFLICT (did) DO UPDATE SET entry = excluded.entry, delivered_at = excluded.delivered_at \
         WHERE excluded.delivered_at < d.delivered_at",
        numbers,
        extracted
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What was fetched, as one line of the registry. The single transfers are not there, as those of this product are not after a time.
/// Before the entries that it is of: a delivery is counted together with what was fetched of it, once.
async fn insert_fetches(
    db: &mut PgConnection,
    numbered: &[Numbered<'_>],
) -> Result<(), StorageError> {
    let fetched: Vec<(Numbered<'_>, &OldDownload)> = (numbered.iter())
        .filter_map(|one| Some((*one, one.delivery.download.as_ref()?)))
        .collect();
    if fetched.is_empty() {
        return Ok(());
    }
    sqlx::query!("SET CONSTRAINTS registry_fetch_entry_fkey DEFERRED")
        .execute(&mut *db)
        .await?;
    sqlx::query!(
        "INSERT INTO registry_fetch (entry, path, times, bytes, first_at, last_at) \
         SELECT n.number, o.ordername, least(n.files, 1), n.bytes, n.first_at, n.last_at \
         FROM unnest($1::bigint[], $2::uuid[], $3::bigint[], $4::bigint[], $5::timestamptz[], $6::timestamptz[]) \
         AS n (number, order_id, files, bytes, first_at, last_at) JOIN orders o ON o.id = n.order_id",
        &column(&fetched, |one| one.0.number),
        &uuids(&fetched, |one| one.0.delivery.order.0),
        &column(&fetched, |one| one.1.files),
        &column(&fetched, |one| one.1.bytes),
        &column(&fetched, |one| one.1.first_at),
        &column(&fetched, |one| one.1.last_at)
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What was fetched, in the sums of downloads: one change for all, since the old portal says how many files, not in how many transfers.
async fn insert_download_changes(
    db: &mut PgConnection,
    deliveries: &[EndedDelivery],
) -> Result<(), StorageError> {
    let fetched: Vec<(OrderId, &OldDownload)> = (deliveries.iter())
        .filter_map(|one| Some((one.order, one.download.as_ref()?)))
        .collect();
    if fetched.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "INSERT INTO download_change (day, unit, protocol, files, broken, bytes) \
         SELECT china_day(n.last_at), btrim(o.apply_user_unit), n.protocol, least(n.files, 32767)::smallint, \
             CASE WHEN n.files > 0 THEN 0 ELSE 1 END, n.bytes \
         FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::timestamptz[], $5::text[]) \
         AS n (order_id, files, bytes, last_at, protocol) JOIN orders o ON o.id = n.order_id",
        &uuids(&fetched, |one| one.0.0),
        &column(&fetched, |one| one.1.files),
        &column(&fetched, |one| one.1.bytes),
        &column(&fetched, |one| one.1.last_at),
        &column(&fetched, |one| one.1.protocol.clone())
    )
    .execute(db)
    .await?;
    Ok(())
}
