//! Lists of scenes that people take away as a file.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};
use texts::FailureText;

use crate::task::ErrorClass;

/// Most scenes in one export.
pub const MAX_SCENES: usize = 200_000;
/// Most exports of one person that wait or are worked on at the same time.
pub const MAX_LIVE: i64 = 5;
/// How long an export is kept once it is done or has failed.
pub const KEPT: Duration = Duration::from_hours(24);
/// The ledger's priority of exports: as high as an order can get. Somebody looks at the screen until the file is
/// there, it is seconds of work, and [`MAX_LIVE`] bounds what one person can ask for.
pub const PRIORITY: i32 = 100;

/// The format of an export.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, EnumString,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum ExportKind {
    /// Zip of `.shp`, `.shx`, `.dbf`, `.prj` and `.cpg`.
    Shapefile,
    /// RFC 7946.
    Geojson,
    /// RFC 4180 in UTF-8 with a byte order mark.
    Csv,
    /// An Excel workbook.
    Xlsx,
}

impl ExportKind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Shapefile, Self::Geojson, Self::Csv, Self::Xlsx];

    /// The word in requests and rows.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }

    /// The ending of the file's name.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Shapefile => "zip",
            Self::Geojson | Self::Csv | Self::Xlsx => self.as_str(),
        }
    }

    /// The file's media type.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Shapefile => "application/zip",
            Self::Geojson => "application/geo+json",
            Self::Csv => "text/csv; charset=utf-8",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }

    /// Whether the file is of no use without a footprint.
    #[must_use]
    pub const fn is_map(self) -> bool {
        matches!(self, Self::Shapefile | Self::Geojson)
    }
}

/// What an export tells of each scene.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    IntoStaticStr,
    EnumString,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum ExportContent {
    /// What lists show of it.
    #[default]
    List,
    /// That and everything else the catalogue knows: what its node's field list shows of it.
    Metadata,
    /// The footprint, without further columns.
    Outlines,
}

impl ExportContent {
    /// Every content.
    pub const ALL: [Self; 3] = [Self::List, Self::Metadata, Self::Outlines];

    /// The word in requests and rows.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }

    /// What such a list is called.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::List => "景数据",
            Self::Metadata => "景元数据",
            Self::Outlines => "景空间范围",
        }
    }
}

/// Progress of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, EnumString, EnumIter)]
#[strum(serialize_all = "lowercase")]
pub enum ExportState {
    /// Waits or is worked on.
    Working,
    /// The file can be fetched.
    Done,
    /// There will be no file.
    Failed,
}

impl ExportState {
    /// The word stored in rows.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }

    /// The specification's `F_STATUS`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Working => "0",
            Self::Done => "1",
            Self::Failed => "2",
        }
    }
}

/// What the person who asked reads when an export fails. Details stand in the ledger and in the log: they name
/// folders and hosts that are nobody's business.
#[must_use]
pub const fn failure(class: ErrorClass) -> FailureText {
    match class {
        ErrorClass::SourceMissing | ErrorClass::SourceCorrupt => FailureText::ExportEmpty,
        ErrorClass::TransientIo | ErrorClass::DependencyAway => FailureText::ExportIoFailed,
        ErrorClass::NoSpace => FailureText::ExportNoSpace,
        ErrorClass::Cancelled => FailureText::ExportCancelled,
        ErrorClass::SourceRefused
        | ErrorClass::SignInRefused
        | ErrorClass::OutOfScope
        | ErrorClass::Bug => FailureText::ExportFailed,
    }
}

#[cfg(test)]
mod tests {
    use texts::Message;

    use super::*;

    #[test]
    fn words_read_back() {
        for kind in ExportKind::ALL {
            assert_eq!(ExportKind::parse(kind.as_str()), Some(kind));
        }
        assert_eq!(ExportKind::parse("pdf"), None);
        for content in ExportContent::ALL {
            assert_eq!(ExportContent::parse(content.as_str()), Some(content));
        }
        for state in [ExportState::Working, ExportState::Done, ExportState::Failed] {
            assert_eq!(ExportState::parse(state.as_str()), Some(state));
        }
        assert_eq!(ExportState::parse(""), None);
    }

    #[test]
    fn the_specifications_codes() {
        let codes = [
            (ExportState::Working, "0"),
            (ExportState::Done, "1"),
            (ExportState::Failed, "2"),
        ];
        for (state, code) in codes {
            assert_eq!(state.code(), code);
        }
    }

    #[test]
    fn every_failure_says_something_of_its_own() {
        let mut said: Vec<_> = ErrorClass::ALL
            .map(|class| Message::from(failure(class)).chinese())
            .into();
        said.sort_unstable();
        said.dedup();
        let shared = [
            ErrorClass::SourceCorrupt,
            ErrorClass::SourceRefused,
            ErrorClass::SignInRefused,
            ErrorClass::OutOfScope,
            ErrorClass::DependencyAway,
        ];
        assert_eq!(said.len(), ErrorClass::ALL.len() - shared.len());
    }
}
