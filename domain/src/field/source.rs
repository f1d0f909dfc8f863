//! Where the value of a field comes from.

use super::kind::FieldKind;

/// Most names that are tried in turn.
const MAX_NAMES: usize = 8;
/// Longest name of a further metadata field, bytes.
const LONGEST_PROPERTY: usize = 100;

/// A column of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    Name,
    /// Public id.
    Id,
    Satellite,
    Sensor,
    /// Name of the file that is handed out.
    FileName,
    /// When the picture was taken.
    Acquired,
    /// When the survey received it.
    Received,
    /// Cloud cover, percent.
    Cloud,
    /// Ground sample distance, metres.
    Gsd,
    /// Bytes.
    Size,
}

impl Column {
    /// Whether its values are of this kind.
    #[must_use]
    pub const fn holds(self, kind: FieldKind) -> bool {
        match self {
            Self::Name | Self::Id | Self::Satellite | Self::Sensor | Self::FileName => {
                matches!(kind, FieldKind::Text | FieldKind::Choice)
            }
            Self::Acquired | Self::Received => matches!(kind, FieldKind::Time),
            Self::Cloud | Self::Gsd | Self::Size => kind.is_number(),
        }
    }
}

/// What is worked out from the footprint: a corner of it, or its middle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Derived {
    /// Longitude of the upper left corner.
    LeftTopLongitude,
    /// Latitude of the upper left corner.
    LeftTopLatitude,
    /// Longitude of the upper right corner.
    RightTopLongitude,
    /// Latitude of the upper right corner.
    RightTopLatitude,
    /// Longitude of the lower right corner.
    RightBottomLongitude,
    /// Latitude of the lower right corner.
    RightBottomLatitude,
    /// Longitude of the lower left corner.
    LeftBottomLongitude,
    /// Latitude of the lower left corner.
    LeftBottomLatitude,
    /// Longitude of the middle.
    CenterLongitude,
    /// Latitude of the middle.
    CenterLatitude,
}

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    Column(Column),
    /// The first of these further metadata fields that has a value.
    Properties(Vec<String>),
    /// The footprint.
    Derived(Derived),
}

/// Where a built-in key has its values.
#[derive(Debug, Clone, Copy)]
pub enum BuiltIn {
    Column(Column),
    /// The first of these further metadata fields that has a value: names of STAC and its extensions first, then those
    /// that archives are known to write.
    Properties(&'static [&'static str]),
    /// The footprint.
    Derived(Derived),
}

/// Every built-in key.
pub const BUILT_IN: [(&str, BuiltIn); 27] = [
    ("dataname", BuiltIn::Column(Column::Name)),
    ("dataid", BuiltIn::Column(Column::Id)),
    ("satelite", BuiltIn::Column(Column::Satellite)),
    ("sensor", BuiltIn::Column(Column::Sensor)),
    ("fileName", BuiltIn::Column(Column::FileName)),
    ("scenedate", BuiltIn::Column(Column::Acquired)),
    ("receivetime", BuiltIn::Column(Column::Received)),
    ("cloud", BuiltIn::Column(Column::Cloud)),
    ("gsd", BuiltIn::Column(Column::Gsd)),
    ("datasize", BuiltIn::Column(Column::Size)),
    (
        "level",
        BuiltIn::Properties(&[
            "processing:level",
            "landsat:correction",
            "product:level",
            "level",
        ]),
    ),
    (
        "productType",
        BuiltIn::Properties(&[
            "product:type",
            "s2:product_type",
            "sar:product_type",
            "productType",
        ]),
    ),
    // What else is called a track: the path of the Worldwide Reference System.
    (
        "orbit",
        BuiltIn::Properties(&[
            "sat:absolute_orbit",
            "sat:relative_orbit",
            "landsat:wrs_path",
            "cbers:path",
            "orbit",
        ]),
    ),
    (
        "sceneNumber",
        BuiltIn::Properties(&[
            "landsat:scene_id",
            "s2:mgrs_tile",
            "grid:code",
            "landsat:wrs_row",
            "cbers:row",
            "sceneNumber",
        ]),
    ),
    ("pitch", BuiltIn::Properties(&["view:pitch", "pitch"])),
    (
        "roll",
        BuiltIn::Properties(&["view:off_nadir", "view:roll", "roll"]),
    ),
    (
        "incidence",
        BuiltIn::Properties(&["view:incidence_angle", "incidence"]),
    ),
    (
        "leftTopLongitude",
        BuiltIn::Derived(Derived::LeftTopLongitude),
    ),
    (
        "leftTopLatitude",
        BuiltIn::Derived(Derived::LeftTopLatitude),
    ),
    (
        "rightTopLongitude",
        BuiltIn::Derived(Derived::RightTopLongitude),
    ),
    (
        "rightTopLatitude",
        BuiltIn::Derived(Derived::RightTopLatitude),
    ),
    (
        "rightBottomLongitude",
        BuiltIn::Derived(Derived::RightBottomLongitude),
    ),
    (
        "rightBottomLatitude",
        BuiltIn::Derived(Derived::RightBottomLatitude),
    ),
    (
        "leftBottomLongitude",
        BuiltIn::Derived(Derived::LeftBottomLongitude),
    ),
    (
        "leftBottomLatitude",
        BuiltIn::Derived(Derived::LeftBottomLatitude),
    ),
    (
        "centerLongitude",
        BuiltIn::Derived(Derived::CenterLongitude),
    ),
    ("centerLatitude", BuiltIn::Derived(Derived::CenterLatitude)),
];

impl Source {
    /// What a key stands for; `None`: nothing.
    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        if let Some(names) = key.strip_prefix("properties.") {
            return properties(names);
        }
        let (_, source) = BUILT_IN.into_iter().find(|(name, _)| *name == key)?;
        Some(match source {
            BuiltIn::Column(column) => Self::Column(column),
            BuiltIn::Derived(derived) => Self::Derived(derived),
            BuiltIn::Properties(names) => {
                Self::Properties(names.iter().map(|name| (*name).to_owned()).collect())
            }
        })
    }
}

fn properties(names: &str) -> Option<Source> {
    let names: Vec<String> = names.split('|').map(str::to_owned).collect();
    let good = |name: &String| {
        (1..=LONGEST_PROPERTY).contains(&name.len()) && !name.chars().any(char::is_control)
    };
    (names.len() <= MAX_NAMES && names.iter().all(good)).then_some(Source::Properties(names))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_stand_for_sources() {
        assert_eq!(Source::of_key("cloud"), Some(Source::Column(Column::Cloud)));
        assert_eq!(
            Source::of_key("properties.eo:cloud_cover|云量"),
            Some(Source::Properties(vec![
                "eo:cloud_cover".into(),
                "云量".into()
            ]))
        );
        assert_eq!(
            Source::of_key("centerLatitude"),
            Some(Source::Derived(Derived::CenterLatitude))
        );
        for none in [
            "",
            "Cloud",
            "properties",
            "properties.",
            "properties.a||b",
            "properties.a\0",
            "properties.1|2|3|4|5|6|7|8|9",
            "footprint",
            "archive_url",
        ] {
            assert_eq!(Source::of_key(none), None, "{none}");
        }
    }

    #[test]
    fn built_in_keys_are_there_once() {
        for (index, (key, _)) in BUILT_IN.iter().enumerate() {
            assert!(BUILT_IN[..index].iter().all(|(other, _)| other != key));
            assert!(Source::of_key(key).is_some(), "{key}");
        }
    }
}
