//! The video of the guide: one, or none.

use chrono::{DateTime, Utc};
use domain::content::ContentLanguage;
use domain::content::video::VideoFormat;
use domain::ids::{GuideVideoId, UserId};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StorageError;

/// A video whose bytes lie in the object store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuideVideo {
    /// Its id: another video has another one.
    pub id: GuideVideoId,
    pub format: VideoFormat,
    /// The name that it was uploaded under.
    pub file_name: String,
    /// Bytes.
    pub size: i64,
    /// SHA-256 of the bytes.
    pub sha256: Vec<u8>,
    /// Path in the object store.
    pub object_key: String,
    pub uploaded: DateTime<Utc>,
}

/// The video with what else is known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CurrentVideo {
    pub video: GuideVideo,
    /// Name of who uploaded it.
    pub uploaded_by: String,
    /// Languages in which it has captions.
    pub captions: Vec<ContentLanguage>,
}

/// A video as it is read.
struct VideoColumns {
    id: Uuid,
    media_type: String,
    file_name: String,
    size: i64,
    sha256: Vec<u8>,
    object_key: String,
    has_zh: bool,
    has_en: bool,
    uploaded_at: DateTime<Utc>,
    uploaded_by: String,
}

/// The video that is shown.
pub async fn find(db: &mut PgConnection) -> Result<Option<CurrentVideo>, StorageError> {
    let row = sqlx::query_as!(
        VideoColumns,
        "SELECT v.id, v.media_type, v.file_name, v.size, v.sha256, v.object_key, v.captions_zh IS NOT NULL AS \"has_zh!\", \
         v.captions_en IS NOT NULL AS \"has_en!\", v.uploaded_at, \
         coalesce(nullif(u.user_name, ''), u.login_name) AS \"uploaded_by!\" \
         FROM guide_video v JOIN app_user u ON u.id = v.uploaded_by"
    )
    .fetch_optional(db)
    .await?;
    row.map(|row| {
        let format =
            VideoFormat::of_media_type(&row.media_type).ok_or(StorageError::UnknownValue {
                column: "guide_video.media_type",
                value: row.media_type,
            })?;
        let languages = [
            (ContentLanguage::Zh, row.has_zh),
            (ContentLanguage::En, row.has_en),
        ];
        Ok(CurrentVideo {
            video: GuideVideo {
                id: GuideVideoId(row.id),
                format,
                file_name: row.file_name,
                size: row.size,
                sha256: row.sha256,
                object_key: row.object_key,
                uploaded: row.uploaded_at,
            },
            uploaded_by: row.uploaded_by,
            captions: languages
                .into_iter()
                .filter_map(|(language, has)| has.then_some(language))
                .collect(),
        })
    })
    .transpose()
}

/// Shows another video, without captions: those of the former one say what that one says. Answers the former one's name.
pub async fn replace(
    db: &mut PgConnection,
    new: &GuideVideo,
    by: UserId,
) -> Result<Option<String>, StorageError> {
    lock(db).await?;
    let former = file_name(db).await?;
    sqlx::query!(
        "INSERT INTO guide_video (id, media_type, file_name, size, sha256, object_key, uploaded_at, uploaded_by) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (one) DO UPDATE SET id = excluded.id, \
         media_type = excluded.media_type, file_name = excluded.file_name, size = excluded.size, \
         sha256 = excluded.sha256, object_key = excluded.object_key, captions_zh = NULL, captions_en = NULL, \
         uploaded_at = excluded.uploaded_at, uploaded_by = excluded.uploaded_by",
        new.id.0,
        new.format.media_type(),
        new.file_name,
        new.size,
        new.sha256,
        new.object_key,
        new.uploaded,
        by.0
    )
    .execute(db)
    .await?;
    Ok(former)
}

async fn file_name(db: &mut PgConnection) -> Result<Option<String>, StorageError> {
    Ok(sqlx::query_scalar!("SELECT file_name FROM guide_video")
        .fetch_optional(db)
        .await?)
}

/// Shows no video; answers the name of the one that was shown.
pub async fn remove(db: &mut PgConnection) -> Result<Option<String>, StorageError> {
    Ok(
        sqlx::query_scalar!("DELETE FROM guide_video RETURNING file_name")
            .fetch_optional(db)
            .await?,
    )
}

/// Captions in a language, as `WebVTT`.
pub async fn captions(
    db: &mut PgConnection,
    language: ContentLanguage,
) -> Result<Option<String>, StorageError> {
    let found = sqlx::query_scalar!(
        "SELECT CASE WHEN $1 = 'zh' THEN captions_zh ELSE captions_en END FROM guide_video",
        language.as_str()
    )
    .fetch_optional(db)
    .await?;
    Ok(found.flatten())
}

/// Gives the video of this id captions in a language, or takes them away; false: another video is shown, or none.
pub async fn set_captions(
    db: &mut PgConnection,
    id: GuideVideoId,
    language: ContentLanguage,
    captions: Option<&str>,
) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "UPDATE guide_video SET captions_zh = CASE WHEN $2 = 'zh' THEN $3 ELSE captions_zh END, \
         captions_en = CASE WHEN $2 = 'en' THEN $3 ELSE captions_en END WHERE id = $1",
        id.0,
        language.as_str(),
        captions
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Two who replace it at once do so one after the other.
async fn lock(db: &mut PgConnection) -> Result<(), StorageError> {
    sqlx::query!("LOCK TABLE guide_video IN SHARE ROW EXCLUSIVE MODE")
        .execute(db)
        .await?;
    Ok(())
}
