//! What scenes are: 数据类型 (orders specification section 3).

use serde::{Deserialize, Serialize};
use texts::SceneTypeName;

/// The `datatype` of a scene, and of the node that it lies in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "i16", try_from = "i16")]
pub enum SceneType {
    /// 0 原始影像数据
    OriginalImage,
    /// 1 档案数据
    Archive,
    /// 2 航空影像数据
    AerialImage,
    /// 3 标准产品
    StandardProduct,
    /// 4 J星产品
    JSatelliteProduct,
}

impl SceneType {
    /// Every type, in code order.
    pub const ALL: [Self; 5] = [
        Self::OriginalImage,
        Self::Archive,
        Self::AerialImage,
        Self::StandardProduct,
        Self::JSatelliteProduct,
    ];

    /// The specification's code.
    #[must_use]
    pub const fn code(self) -> i16 {
        match self {
            Self::OriginalImage => 0,
            Self::Archive => 1,
            Self::AerialImage => 2,
            Self::StandardProduct => 3,
            Self::JSatelliteProduct => 4,
        }
    }

    /// Name that lists show.
    #[must_use]
    pub const fn name(self) -> SceneTypeName {
        match self {
            Self::OriginalImage => SceneTypeName::OriginalImage,
            Self::Archive => SceneTypeName::Archive,
            Self::AerialImage => SceneTypeName::AerialImage,
            Self::StandardProduct => SceneTypeName::StandardProduct,
            Self::JSatelliteProduct => SceneTypeName::JSatelliteProduct,
        }
    }
}

impl From<SceneType> for i16 {
    fn from(scene_type: SceneType) -> Self {
        scene_type.code()
    }
}

/// A code that no type of scenes has.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("scene type {0} is none of 0, 1, 2, 3, 4")]
pub struct UnknownSceneType(pub i16);

impl TryFrom<i16> for SceneType {
    type Error = UnknownSceneType;
    fn try_from(code: i16) -> Result<Self, Self::Error> {
        Self::ALL
            .into_iter()
            .find(|scene_type| scene_type.code() == code)
            .ok_or(UnknownSceneType(code))
    }
}

#[cfg(test)]
mod tests {
    use texts::{Locale, Message};

    use super::*;

    #[test]
    fn codes_read_back() {
        for scene_type in SceneType::ALL {
            assert_eq!(SceneType::try_from(scene_type.code()), Ok(scene_type));
        }
        for code in [-1, 5] {
            assert_eq!(SceneType::try_from(code), Err(UnknownSceneType(code)));
        }
    }

    #[test]
    fn lists_name_them_as_the_specification_does() {
        let words = |locale| {
            SceneType::ALL
                .map(|scene_type| Message::from(scene_type.name()).render(locale))
                .join(" ")
        };
        assert_eq!(
            words(Locale::ZhCn),
            "原始影像数据 档案数据 航空影像数据 标准产品 J星产品"
        );
        assert!(words(Locale::En).starts_with("Original imagery "));
    }
}
