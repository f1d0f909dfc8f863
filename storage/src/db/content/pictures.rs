//! Pictures of published texts, and which texts name them.

use std::collections::BTreeSet;

use domain::content::PictureFormat;
use domain::ids::{AnnouncementId, ContentPictureId, NewsId, UserId};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StorageError;

/// A picture whose bytes lie in the object store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentPicture {
    pub id: ContentPictureId,
    pub format: PictureFormat,
    /// Pixels.
    pub width: i32,
    /// Pixels.
    pub height: i32,
    /// Bytes.
    pub size: i64,
    /// SHA-256 of the bytes.
    pub sha256: Vec<u8>,
    /// Path in the object store.
    pub object_key: String,
}

/// Writes the row of a picture whose bytes are in the object store.
pub async fn insert(
    db: &mut PgConnection,
    new: &ContentPicture,
    by: UserId,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO content_picture (id, media_type, width, height, size, sha256, object_key, uploaded_at, uploaded_by, \
         unused_since) VALUES ($1, $2, $3, $4, $5, $6, $7, now(), $8, now())",
        new.id.0,
        new.format.media_type(),
        new.width,
        new.height,
        new.size,
        new.sha256,
        new.object_key,
        by.0
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A picture, and whether everybody may see it: a text that everybody can read now names it.
pub async fn find(
    db: &mut PgConnection,
    id: ContentPictureId,
) -> Result<Option<(ContentPicture, bool)>, StorageError> {
    let row = sqlx::query!(
        "SELECT p.media_type, p.width, p.height, p.size, p.sha256, p.object_key, EXISTS ( \
           SELECT FROM content_picture_use u LEFT JOIN news n ON n.id = u.news_id \
           LEFT JOIN announcement a ON a.id = u.announcement_id LEFT JOIN content_revision r ON r.id = u.revision_id \
           WHERE u.picture_id = p.id AND ((n.state = 'published' AND n.publish_at <= now()) \
             OR (a.from_at <= now() AND (a.until_at IS NULL OR a.until_at > now())) \
             OR (r.id IS NOT NULL AND NOT EXISTS ( \
               SELECT FROM content_revision later WHERE later.page = r.page AND later.id > r.id)))) AS \"is_public!\" \
         FROM content_picture p WHERE p.id = $1",
        id.0
    )
    .fetch_optional(db)
    .await?;
    row.map(|row| {
        let format =
            PictureFormat::of_media_type(&row.media_type).ok_or(StorageError::UnknownValue {
                column: "content_picture.media_type",
                value: row.media_type,
            })?;
        let picture = ContentPicture {
            id,
            format,
            width: row.width,
            height: row.height,
            size: row.size,
            sha256: row.sha256,
            object_key: row.object_key,
        };
        Ok((picture, row.is_public))
    })
    .transpose()
}

/// A text that names pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureUser {
    /// An article.
    News(NewsId),
    Announcement(AnnouncementId),
    /// A revision of a page.
    Revision(i64),
}

impl PictureUser {
    /// The columns of a use, of which one is filled.
    const fn columns(self) -> (Option<Uuid>, Option<Uuid>, Option<i64>) {
        match self {
            Self::News(id) => (Some(id.0), None, None),
            Self::Announcement(id) => (None, Some(id.0), None),
            Self::Revision(id) => (None, None, Some(id)),
        }
    }
}

/// Keeps which pictures a text names now. False: one of them is not there; nothing must be committed then. Pictures that a
/// sweep is about to remove are looked at anew by it once the transaction has ended.
pub async fn set_uses(
    db: &mut PgConnection,
    user: PictureUser,
    pictures: &BTreeSet<ContentPictureId>,
) -> Result<bool, StorageError> {
    let ids: Vec<Uuid> = pictures.iter().map(|id| id.0).collect();
    let (news, announcement, revision) = user.columns();
    // In one order, so that two who save at once wait for one another, never crosswise.
    let locked = sqlx::query_scalar!(
        "SELECT id FROM content_picture WHERE id = ANY ($1) OR id IN (SELECT picture_id FROM content_picture_use \
         WHERE news_id = $2 OR announcement_id = $3 OR revision_id = $4) ORDER BY id FOR UPDATE",
        &ids,
        news,
        announcement,
        revision
    )
    .fetch_all(&mut *db)
    .await?;
    if !ids.iter().all(|id| locked.contains(id)) {
        return Ok(false);
    }
    sqlx::query!(
        "UPDATE content_picture SET unused_since = now() WHERE id = ANY ($1)",
        &locked
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "DELETE FROM content_picture_use WHERE (news_id = $2 OR announcement_id = $3 OR revision_id = $4) \
         AND picture_id <> ALL ($1)",
        &ids,
        news,
        announcement,
        revision
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "INSERT INTO content_picture_use (picture_id, news_id, announcement_id, revision_id) \
         SELECT id, $2, $3, $4 FROM unnest($1::uuid[]) AS id ON CONFLICT DO NOTHING",
        &ids,
        news,
        announcement,
        revision
    )
    .execute(db)
    .await?;
    Ok(true)
}

/// Forgets pictures that no text has named for a day, by the database's clock; their objects go with the next sweep.
pub async fn forget_unused(db: &mut PgConnection) -> Result<u64, StorageError> {
    let done = sqlx::query!(
        "DELETE FROM content_picture p WHERE p.unused_since < now() - interval '24 hours' \
         AND NOT EXISTS (SELECT FROM content_picture_use u WHERE u.picture_id = p.id)"
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}
