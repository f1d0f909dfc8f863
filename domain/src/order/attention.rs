//! Orders that somebody has to look at.

use serde::Serialize;
use strum::{EnumString, IntoStaticStr};

/// Why somebody has to look at an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, EnumString, Serialize)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Attention {
    /// Scenes of it could not be extracted.
    FailedScenes,
    /// It could not be packaged, or what was packaged could not be checked.
    FailedPackaging,
    /// Its delivery closes within three days, and it is not completed.
    Expiring,
}

impl Attention {
    pub const ALL: [Self; 3] = [Self::FailedScenes, Self::FailedPackaging, Self::Expiring];

    /// The word in the view.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }
}
