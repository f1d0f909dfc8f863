//! What lists show of a scene.

use chrono::{DateTime, Utc};
use domain::catalogue::scene_type::SceneType;

use super::{Footprint, Scene};

/// The columns that a [`Card`] is read from, unqualified like [`super::COLUMNS`].
pub(in crate::db) const CARD_COLUMNS: &str = "scene.did, dataid, dataname, datatype, nodeid, satellite, sensor, \
     acquired, received, cloud, archive_url IS NOT NULL AS online, scene.size, outline, image_url, \
     EXISTS (SELECT FROM scene_preview WHERE scene_preview.did = scene.did AND thumbnail_key IS NOT NULL) \
         AS has_preview";

/// A scene as lists show it: a [`Scene`] without its metadata.
#[derive(Debug, Clone, PartialEq, sqlx::FromRow)]
pub struct Card {
    /// The catalogue's internal number.
    pub did: i64,
    /// The scene's public id.
    pub dataid: String,
    /// Name of the scene.
    pub dataname: String,
    #[sqlx(rename = "datatype", try_from = "i16")]
    pub scene_type: SceneType,
    /// The catalogue node it lies in.
    pub nodeid: i64,
    pub satellite: String,
    pub sensor: String,
    /// When the picture was taken.
    pub acquired: DateTime<Utc>,
    /// When the survey received it.
    pub received: Option<DateTime<Utc>>,
    /// Cloud cover, percent.
    pub cloud: Option<f32>,
    /// Whether its bytes are in an archive.
    pub online: bool,
    /// Bytes.
    pub size: i64,
    /// Where it is; empty where nobody could read that.
    #[sqlx(rename = "outline", try_from = "Vec<u8>")]
    pub footprint: Footprint,
    /// Where the catalogue's own picture lies. Never shown to anybody.
    pub image_url: Option<String>,
    /// Whether workers have made pictures of it.
    pub has_preview: bool,
}

impl From<Scene> for Card {
    fn from(scene: Scene) -> Self {
        Self {
            did: scene.did,
            dataid: scene.dataid,
            dataname: scene.dataname,
            scene_type: scene.scene_type,
            nodeid: scene.nodeid,
            satellite: scene.satellite,
            sensor: scene.sensor,
            acquired: scene.acquired,
            received: scene.received,
            cloud: scene.cloud,
            online: scene.archive_url.is_some(),
            size: scene.size,
            footprint: scene.footprint,
            image_url: scene.image_url,
            has_preview: scene.has_preview,
        }
    }
}
