//! What values fields have.

use serde::{Deserialize, Serialize};

/// What values a field has and how they are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FieldKind {
    Text,
    Number,
    /// A moment.
    Time,
    /// Bytes.
    Size,
    Percent,
    /// One of a few texts.
    Choice,
    /// Degrees.
    Angle,
    /// Longitude or latitude.
    Coordinate,
}

impl FieldKind {
    /// Every kind.
    pub const ALL: [Self; 8] = [
        Self::Text,
        Self::Number,
        Self::Time,
        Self::Size,
        Self::Percent,
        Self::Choice,
        Self::Angle,
        Self::Coordinate,
    ];

    /// Whether its values are compared as numbers.
    #[must_use]
    pub const fn is_number(self) -> bool {
        matches!(
            self,
            Self::Number | Self::Size | Self::Percent | Self::Angle | Self::Coordinate
        )
    }
}
