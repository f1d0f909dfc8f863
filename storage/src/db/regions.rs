//! Administrative regions as administrators changed them, in place of what ships.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use domain::ids::UserId;
use domain::region::{RegionLevel, RegionOverlay, RegionPosition};
use sqlx::PgConnection;
use strum::{EnumIter, EnumString, IntoStaticStr};

use crate::StorageError;

/// An overlay, and how often it was changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredOverlay {
    pub overlay: RegionOverlay,
    /// What a change has to name.
    pub version: i64,
}

/// All overlays by their region's code.
pub type RegionOverlays = BTreeMap<String, StoredOverlay>;

/// The transaction that changed any region last: whoever holds them in memory reads them anew when that differs.
pub async fn version(db: &mut PgConnection) -> Result<String, StorageError> {
    Ok(
        sqlx::query_scalar!("SELECT version::text AS \"version!\" FROM region_version")
            .fetch_one(db)
            .await?,
    )
}

/// Every overlay, by region.
pub async fn overlays(db: &mut PgConnection) -> Result<RegionOverlays, StorageError> {
    let rows = sqlx::query!(
        "SELECT code, removed, level, parent, name, pinyin, outline, version FROM region_overlay"
    )
    .fetch_all(db)
    .await?;
    let rows = rows.into_iter().map(|row| {
        let level = row.level.map(|code| {
            RegionLevel::from_code(code).ok_or(StorageError::UnknownValue {
                column: "region_overlay.level",
                value: code.to_string(),
            })
        });
        let position = level.transpose()?.zip(row.parent);
        let overlay = RegionOverlay {
            removed: row.removed,
            position: position.map(|(level, parent)| RegionPosition { level, parent }),
            name: row.name.zip(row.pinyin),
            outline: row.outline,
        };
        let version = row.version;
        Ok((row.code, StoredOverlay { overlay, version }))
    });
    rows.collect()
}

/// Until the transaction ends nobody else changes regions.
pub(crate) async fn lock(db: &mut PgConnection) -> Result<(), StorageError> {
    sqlx::query!("LOCK TABLE region_overlay IN SHARE ROW EXCLUSIVE MODE")
        .execute(db)
        .await?;
    Ok(())
}

/// Writes an overlay over the one that there is.
pub(crate) async fn put(
    db: &mut PgConnection,
    (code, overlay): (&str, &RegionOverlay),
    by: UserId,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let position = overlay.position.as_ref();
    let name = overlay.name.as_ref();
    sqlx::query!(
        "INSERT INTO region_overlay AS r (code, removed, level, parent, name, pinyin, outline, changed_at, changed_by) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
         ON CONFLICT (code) DO UPDATE SET removed = excluded.removed, level = excluded.level, parent = excluded.parent, \
         name = excluded.name, pinyin = excluded.pinyin, outline = excluded.outline, changed_at = excluded.changed_at, \
         changed_by = excluded.changed_by, version = r.version + 1",
        code,
        overlay.removed,
        position.map(|position| position.level.code()),
        position.map(|position| position.parent.as_str()),
        name.map(|(name, _)| name.as_str()),
        name.map(|(_, pinyin)| pinyin.as_str()),
        overlay.outline,
        now,
        by.0
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Lets what ships hold again; of one that did not ship nothing stays.
pub(crate) async fn remove(db: &mut PgConnection, code: &str) -> Result<(), StorageError> {
    sqlx::query!("DELETE FROM region_overlay WHERE code = $1", code)
        .execute(db)
        .await?;
    Ok(())
}

/// Kind of thing that refers to a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, EnumIter, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum RegionUseKind {
    /// A grant, made to somebody.
    Grant,
    /// Somebody's bookmark.
    Bookmark,
    /// A search that somebody saved.
    Search,
}

/// Somebody by whom a region is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegionUse {
    /// Kind of thing that names the region.
    pub kind: RegionUseKind,
    /// The unit or the login name; empty: everybody.
    pub who: String,
    /// Number of such uses.
    pub count: i64,
}

/// By whom a region is named, grants first.
pub async fn uses(db: &mut PgConnection, code: &str) -> Result<Vec<RegionUse>, StorageError> {
    let rows = sqlx::query!(
        "SELECT kind AS \"kind!\", who AS \"who!\", count(*) AS \"count!\" FROM ( \
            SELECT 'grant' AS kind, coalesce(n.name, u.login_name, '') AS who FROM scope_grant g \
            LEFT JOIN unit n ON n.id = g.unit_id LEFT JOIN app_user u ON u.id = g.user_id WHERE g.region = $1 \
            UNION ALL SELECT 'bookmark', u.login_name FROM bookmark b JOIN app_user u ON u.id = b.user_id WHERE b.region = $1 \
            UNION ALL SELECT 'search', u.login_name FROM saved_search s JOIN app_user u ON u.id = s.user_id \
            WHERE s.query ~ ('(^|[?&])region=' || $1 || '(&|$)') \
         ) used GROUP BY kind, who ORDER BY kind <> 'grant', kind, who",
        code
    )
    .fetch_all(db)
    .await?;
    let rows = rows.into_iter().map(|row| {
        let kind = row.kind.parse();
        Ok(RegionUse {
            kind: kind.map_err(|_| StorageError::UnknownValue {
                column: "kind",
                value: row.kind,
            })?,
            who: row.who,
            count: row.count,
        })
    });
    rows.collect()
}
