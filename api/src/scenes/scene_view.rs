//! What a scene looks like from outside: never where its bytes lie.

use chrono::{DateTime, Utc};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use storage::db::scenes::{Card, Scene};
use utoipa::ToSchema;

/// A scene, in the specification's field names.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = Scene)]
pub struct SceneBody {
    /// Public id.
    pub dataid: String,
    /// Name.
    pub dataname: String,
    /// Data type code.
    pub datatype: i16,
    /// Satellite.
    pub satelite: String,
    pub sensor: String,
    /// Catalogue node.
    pub nodeid: i64,
    /// Bytes.
    pub datasize: i64,
    /// When the picture was taken.
    pub scenedate: DateTime<Utc>,
    /// When the survey received it.
    #[schema(required)]
    pub receivetime: Option<DateTime<Utc>>,
    /// Footprint as WKT; null for a scene of which none is known (暂无空间信息).
    #[schema(required)]
    pub wktresponse: Option<String>,
    /// Cloud cover, percent.
    #[schema(required)]
    pub cloud: Option<f32>,
    /// Address of the preview picture, if there is one.
    #[schema(required)]
    pub imageurl: Option<String>,
    /// Whether the file is online.
    pub exists: bool,
}

impl From<Card> for SceneBody {
    fn from(scene: Card) -> Self {
        let has_image = has_image(scene.has_preview, scene.image_url.as_deref());
        Self {
            imageurl: has_image.then(|| image_address(&scene.dataid)),
            dataid: scene.dataid,
            dataname: scene.dataname,
            datatype: scene.scene_type.code(),
            satelite: scene.satellite,
            sensor: scene.sensor,
            nodeid: scene.nodeid,
            datasize: scene.size,
            scenedate: scene.acquired,
            receivetime: scene.received,
            wktresponse: (!scene.footprint.is_empty()).then(|| scene.footprint.wkt()),
            cloud: scene.cloud,
            exists: scene.online,
        }
    }
}

impl From<Scene> for SceneBody {
    fn from(scene: Scene) -> Self {
        Card::from(scene).into()
    }
}

/// Whether there is a picture of the scene: one that workers made, or the catalogue's own.
pub fn has_image(has_preview: bool, image_url: Option<&str>) -> bool {
    has_preview || image_url.is_some_and(is_local_image)
}

/// Only files are served; nothing is fetched from elsewhere on behalf of a visitor.
pub fn is_local_image(url: &str) -> bool {
    url.starts_with("file://")
}

fn image_address(data_id: &str) -> String {
    let id = utf8_percent_encode(data_id, NON_ALPHANUMERIC);
    format!("/api/scenes/{id}/image?typeId=1")
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use crate::testing::{TestApi, scene, square};

    #[tokio::test]
    async fn a_scene_whose_footprint_nobody_knows_says_so_with_null() {
        let api = TestApi::new().await;
        api.node(1, None, "卫星").await;
        let mut nowhere = scene("nowhere", &square(0.0, 0.0));
        nowhere.footprint = storage::db::scenes::Footprint::default();
        api.scenes(&[nowhere]).await;
        let shown = api.get("/api/scenes/nowhere", "").await.json();
        assert_eq!(shown["dataid"], "nowhere");
        assert_eq!(shown["wktresponse"], Value::Null);
    }
}
