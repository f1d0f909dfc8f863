//! Names of types of scenes.

use serde::Serialize;
use strum::{EnumIter, IntoStaticStr};

use crate::message::Text;

/// What a type of scenes (数据类型) is called in lists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case", prefix = "scene_type.")]
pub enum SceneTypeName {
    OriginalImage,
    Archive,
    AerialImage,
    StandardProduct,
    JSatelliteProduct,
}

impl Text for SceneTypeName {
    fn key(&self) -> &'static str {
        self.into()
    }
}
