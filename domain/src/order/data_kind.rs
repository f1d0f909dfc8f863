//! Archive data is ordered apart from everything else.

use crate::catalogue::scene_type::SceneType;

/// What the scenes of an order are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DataKind {
    /// 档案数据
    Archive,
    /// 产品数据: every other type of scene.
    Product,
}

impl DataKind {
    /// Of an order, by its `dataType`.
    #[must_use]
    pub fn of_order(data_type: &str) -> Self {
        let code = data_type.trim().parse::<i16>().ok();
        let scene_type = code.and_then(|code| SceneType::try_from(code).ok());
        scene_type.map_or(Self::Product, Self::of_scene)
    }

    /// The `dataType` of orders that the portal makes of such scenes.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Archive => "1",
            Self::Product => "0",
        }
    }

    /// How scenes of a type are ordered.
    #[must_use]
    pub const fn of_scene(scene_type: SceneType) -> Self {
        match scene_type {
            SceneType::Archive => Self::Archive,
            SceneType::OriginalImage
            | SceneType::AerialImage
            | SceneType::StandardProduct
            | SceneType::JSatelliteProduct => Self::Product,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_second_type_is_archive_data() {
        for scene_type in SceneType::ALL {
            let kind = DataKind::of_scene(scene_type);
            assert_eq!(kind == DataKind::Archive, scene_type == SceneType::Archive);
        }
        for datatype in [-1, 0, 2, 3, 4, i16::MAX] {
            assert_eq!(DataKind::of_order(&datatype.to_string()), DataKind::Product);
        }
        for kind in [DataKind::Archive, DataKind::Product] {
            assert_eq!(DataKind::of_order(kind.code()), kind);
        }
        for (data_type, kind) in [
            ("1", DataKind::Archive),
            (" 1 ", DataKind::Archive),
            ("", DataKind::Product),
            ("11", DataKind::Product),
            ("GF1", DataKind::Product),
        ] {
            assert_eq!(DataKind::of_order(data_type), kind, "{data_type:?}");
        }
    }
}
