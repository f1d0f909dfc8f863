//! Archive data is ordered apart from everything else.

/// What the scenes of an order are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DataKind {
    /// 档案数据
    Archive,
    /// 产品数据: every other type of scene.
    Product,
}

/// The specification's index of archive data among the types of scenes, and its `dataType` of an order.
pub const ARCHIVE: i16 = 1;

impl DataKind {
    /// Of an order, by its `dataType`.
    #[must_use]
    pub fn of_order(data_type: &str) -> Self {
        data_type
            .trim()
            .parse()
            .map_or(Self::Product, Self::of_scene)
    }

    /// The `dataType` of orders that the portal makes of such scenes.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Archive => "1",
            Self::Product => "0",
        }
    }

    /// Of a scene, by its `datatype`.
    #[must_use]
    pub const fn of_scene(datatype: i16) -> Self {
        match datatype {
            ARCHIVE => Self::Archive,
            _ => Self::Product,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_second_type_is_archive_data() {
        for datatype in [-1, 0, 2, 3, 4, i16::MAX] {
            assert_eq!(DataKind::of_scene(datatype), DataKind::Product);
            assert_eq!(DataKind::of_order(&datatype.to_string()), DataKind::Product);
        }
        assert_eq!(DataKind::of_scene(1), DataKind::Archive);
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
