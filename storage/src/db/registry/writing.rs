//! How entries come about. Nothing here is ever taken back.

use chrono::{DateTime, Utc};
use domain::attachment::AttachmentKind;
use domain::ids::{DeliveryId, OrderId};
use domain::order::get_method::GetMethod;
use domain::order::scene_state::SceneState;
use domain::order::state::Action;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StorageError;

/// Enters a delivery that is being opened. The caller holds the order's lock, so that nothing of it changes meanwhile.
pub(crate) async fn enter(
    db: &mut PgConnection,
    delivery: DeliveryId,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let extracted = SceneState::Extracted.code();
    let number = sqlx::query_scalar!(
        "INSERT INTO registry_entry (delivery_id, order_id, round, opened_at, ordername, kind, get_method, user_id, \
             login_name, user_name, applicant, unit, usage, project, description, scene_count, scene_bytes, file_count, file_bytes, \
             approved_at, promised_hours) \
         SELECT d.id, o.id, 1 + (SELECT coalesce(max(round), 0) FROM registry_entry e WHERE e.order_id = o.id), $2, o.ordername, \
             o.kind, coalesce(o.get_method, CASE WHEN d.account IS NULL THEN $4::smallint ELSE $5::smallint END), o.user_id, u.login_name, u.user_name, \
             o.applyuser, btrim(o.apply_user_unit), btrim(o.apply_user_used), o.product_name, o.description, \
             s.count, s.bytes, f.count, f.bytes, a.at, (SELECT p.hours FROM preparation_promise p WHERE p.since <= a.at \
                 ORDER BY p.since DESC LIMIT 1) \
         FROM delivery d JOIN orders o ON o.id = d.order_id JOIN app_user u ON u.id = o.user_id, \
         LATERAL (SELECT count(*) AS count, coalesce(sum(size), 0) AS bytes FROM order_scene \
             WHERE order_id = o.id AND state = $3) s, \
         LATERAL (SELECT count(*) AS count, coalesce(sum(size), 0) AS bytes FROM delivery_file \
             WHERE delivery_id = d.id) f, \
         LATERAL (SELECT max(v.at) AS at FROM order_event v WHERE v.order_id = o.id AND v.action = $6 AND v.at <= $2) a \
         WHERE d.id = $1 RETURNING number AS \"number!\"",
        delivery.0,
        now,
        extracted,
        GetMethod::OfflineCopy.code(),
        GetMethod::OnlineDownload.code(),
        Action::Approve.as_str()
    )
    .fetch_one(&mut *db)
    .await?;
    sqlx::query!(
        "INSERT INTO registry_scene (entry, position, dataid, dataname, node, satellite, sensor, acquired, size, sha256) \
         SELECT e.number, row_number() OVER (ORDER BY s.position, s.did), c.dataid, c.dataname, n.label, c.satellite, c.sensor, \
             c.acquired, coalesce(s.size, 0), s.sha256 \
         FROM registry_entry e JOIN order_scene s ON s.order_id = e.order_id AND s.state = $2 JOIN scene c ON c.did = s.did \
         JOIN catalogue_node n ON n.id = c.nodeid WHERE e.number = $1",
        number,
        extracted
    )
    .execute(&mut *db)
    .await?;
    add_delivered_scenes(db, number).await?;
    add_papers(db, number).await?;
    note_earlier_fetches(db, number).await
}

/// Scenes that no delivery handed out before. In their order: two deliveries of the same scenes do not block each other.
async fn add_delivered_scenes(db: &mut PgConnection, number: i64) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO delivered_scene (did, satellite, entry, delivered_at) \
         SELECT c.did, c.satellite, e.number, e.opened_at FROM registry_entry e \
         JOIN order_scene s ON s.order_id = e.order_id AND s.state = $2 JOIN scene c ON c.did = s.did \
         WHERE e.number = $1 ORDER BY c.did ON CONFLICT (did) DO NOTHING",
        number,
        SceneState::Extracted.code()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The papers that the order has now, beside those that the entry has already.
async fn add_papers(db: &mut PgConnection, number: i64) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO registry_paper (entry, kind, sha256, size, uploaded_at) \
         SELECT e.number, a.kind, a.sha256, max(a.size), min(a.created_at) FROM registry_entry e \
         JOIN attachment a ON a.order_id = e.order_id AND a.replaced_at IS NULL AND a.kind <> $2 \
         WHERE e.number = $1 GROUP BY e.number, a.kind, a.sha256 ON CONFLICT DO NOTHING",
        number,
        AttachmentKind::FeedbackDocument.code()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Single scenes are fetched before there is a delivery: the order's first entry counts them.
async fn note_earlier_fetches(db: &mut PgConnection, number: i64) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO registry_fetch (entry, path, times, bytes, first_at, last_at) \
         SELECT e.number, t.path, count(*) FILTER (WHERE t.outcome = 'done' AND t.from_offset + t.bytes = t.size), \
             sum(t.bytes), min(t.started_at), max(t.ended_at) \
         FROM registry_entry e JOIN transfer t ON t.order_id = e.order_id \
         WHERE e.number = $1 AND e.round = 1 AND t.outcome IS NOT NULL AND t.bytes > 0 AND NOT t.by_check \
         GROUP BY e.number, t.path",
        number
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Says that the order of the newest entry was completed, and which papers that brought. Orders that have no entry were
/// never handed out.
pub(crate) async fn complete(
    db: &mut PgConnection,
    order: OrderId,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let number = sqlx::query_scalar!(
        "UPDATE registry_entry SET completed_at = $2 WHERE order_id = $1 \
         AND round = (SELECT max(round) FROM registry_entry WHERE order_id = $1) RETURNING number AS \"number!\"",
        order.0,
        now
    )
    .fetch_optional(&mut *db)
    .await?;
    match number {
        Some(number) => add_papers(db, number).await,
        None => Ok(()),
    }
}

/// Counts a transfer that has just ended, in the same transaction. One of a single scene belongs to the newest entry of its
/// order; while there is none, [`enter`] counts it.
pub(crate) async fn note_fetch(db: &mut PgConnection, transfer: Uuid) -> Result<(), StorageError> {
    // Else the transfer would not see the entry, and the entry not the transfer.
    sqlx::query!(
        "SELECT FROM orders o JOIN transfer t ON t.order_id = o.id WHERE t.id = $1 FOR SHARE OF o",
        transfer
    )
    .fetch_optional(&mut *db)
    .await?;
    add_fetch(db, transfer).await
}

/// The same, where it is known that the entry is there already: of a file of a delivery that was handed out.
pub(crate) async fn add_fetch(db: &mut PgConnection, transfer: Uuid) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO registry_fetch AS r (entry, path, times, bytes, first_at, last_at) \
         SELECT e.number, t.path, \
             CASE WHEN t.outcome = 'done' AND t.from_offset + t.bytes = coalesce(t.size, f.size) THEN 1 ELSE 0 END, \
             t.bytes, t.started_at, t.ended_at \
         FROM transfer t LEFT JOIN delivery_file f ON f.delivery_id = t.delivery_id AND f.path = t.path \
         JOIN LATERAL (SELECT number FROM registry_entry WHERE delivery_id = t.delivery_id \
             OR (t.delivery_id IS NULL AND order_id = t.order_id) ORDER BY round DESC LIMIT 1) e ON true \
         WHERE t.id = $1 AND t.bytes > 0 AND NOT t.by_check \
         ON CONFLICT (entry, path) DO UPDATE SET times = r.times + excluded.times, bytes = r.bytes + excluded.bytes, \
             first_at = least(r.first_at, excluded.first_at), last_at = greatest(r.last_at, excluded.last_at)",
        transfer
    )
    .execute(db)
    .await?;
    Ok(())
}
