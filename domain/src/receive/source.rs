//! What sort of source scenes come from, and what is said of one.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};

use super::is_unfinished_name;
use crate::push_target::TargetKind;

/// What sort of source scenes come from.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    IntoStaticStr,
    EnumString,
    EnumIter,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum SourceKind {
    /// A folder of STAC Items, and of the files that they name.
    ItemFolder,
    /// A folder of GeoTIFFs, each a scene.
    RasterFolder,
    StacApi,
    /// A bucket behind an S3 endpoint.
    S3,
    /// FTP without encryption.
    Ftp,
    /// FTP over TLS: explicit, or implicit on port 990.
    Ftps,
    /// Another installation of this product, which hands out catalogue and files.
    Scenedock,
}
word!(
    SourceKind,
    7,
    [ItemFolder, RasterFolder, StacApi, S3, Ftp, Ftps, Scenedock]
);

impl SourceKind {
    /// Whether it is a folder, with a path, and not an address.
    #[must_use]
    pub const fn is_folder(self) -> bool {
        matches!(self, Self::ItemFolder | Self::RasterFolder)
    }

    /// How it is signed in at, where files are fetched from it as scenes are pushed to targets.
    #[must_use]
    pub const fn remote(self) -> Option<TargetKind> {
        match self {
            Self::S3 => Some(TargetKind::S3),
            Self::Ftp => Some(TargetKind::Ftp),
            Self::Ftps => Some(TargetKind::Ftps),
            Self::ItemFolder | Self::RasterFolder | Self::StacApi | Self::Scenedock => None,
        }
    }

    /// Whether one signs in at it, with a secret.
    #[must_use]
    pub const fn signs_in(self) -> bool {
        self.remote().is_some() || self.is_peer()
    }

    /// Whether it is another installation, and a task of it synchronises.
    #[must_use]
    pub const fn is_peer(self) -> bool {
        matches!(self, Self::Scenedock)
    }

    /// Whether it holds files, which are looked at one by one.
    #[must_use]
    pub const fn has_files(self) -> bool {
        self.is_folder() || self.remote().is_some()
    }
}

/// What the files of a source are.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    IntoStaticStr,
    EnumString,
    EnumIter,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum SourceContents {
    /// STAC Items, and the files that they name.
    Items,
    /// GeoTIFFs, each a scene.
    Rasters,
}
word!(SourceContents, 2, [Items, Rasters]);

impl SourceContents {
    /// Whether a file of this name is looked at: one of its kind, and none that is still written.
    #[must_use]
    pub fn takes_name(self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path);
        let ending = name.rsplit_once('.').map(|(_, ending)| ending);
        let ending = ending.unwrap_or_default().to_lowercase();
        let endings: &[&str] = match self {
            Self::Rasters => &["tif", "tiff"],
            Self::Items => &["json", "geojson", "ndjson", "jsonl"],
        };
        !is_unfinished_name(name) && endings.contains(&ending.as_str())
    }

    /// The same of a path below a source, no part of which may be hidden.
    #[must_use]
    pub fn takes_path(self, path: &str) -> bool {
        self.takes_name(path) && path.split('/').all(|part| !part.starts_with('.'))
    }
}

/// What is verified of a scene's file before the scene is taken in.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    IntoStaticStr,
    EnumString,
    EnumIter,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Verification {
    /// Nothing but what the Item declares: it is verified when somebody orders it.
    Declared,
    /// That it is there, with as many bytes as declared.
    Size,
    /// That it is there, with the declared bytes and checksum: all of it is read.
    Checksum,
}
word!(Verification, 3, [Declared, Size, Checksum]);

/// From where scenes come, and how.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReceiveDefinition {
    /// What sort of source it is.
    pub kind: SourceKind,
    /// A folder, the address of an API's first page, or where push targets would have it: `https://endpoint/bucket/prefix`,
    /// `ftp://host/folder`.
    pub location: String,
    /// Of an API: only these; none: all. Of GeoTIFFs: the one that they belong to.
    pub collections: Vec<String>,
    /// Checks of the files that come in.
    pub verification: Verification,
    /// How long a file lies unchanged before it is taken, seconds.
    pub settle_seconds: i32,
    /// What files that are fetched are; of a folder its kind says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contents: Option<SourceContents>,
    /// Region of a bucket, or empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub region: String,
    /// Whom one signs in as, or empty. What one signs in with is no part of the definition.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub login_name: String,
    /// Of another installation: whether the files of its scenes are copied too, or its catalogue alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub with_files: bool,
    /// Of another installation: only scenes in this box, degrees west, south, east and north; west greater than east crosses the
    /// antimeridian.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<[f64; 4]>,
    /// Of another installation: only scenes taken from this moment on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_from: Option<DateTime<Utc>>,
    /// Of another installation: only scenes taken until this moment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_until: Option<DateTime<Utc>>,
}

impl ReceiveDefinition {
    /// All of a source, as it declares itself.
    #[must_use]
    pub fn plain(kind: SourceKind, location: &str) -> Self {
        Self {
            kind,
            location: location.to_owned(),
            collections: Vec::new(),
            verification: Verification::Declared,
            settle_seconds: 0,
            contents: None,
            region: String::new(),
            login_name: String::new(),
            with_files: false,
            area: None,
            taken_from: None,
            taken_until: None,
        }
    }

    /// What its files are. An API's answers are Items.
    #[must_use]
    pub fn file_contents(&self) -> SourceContents {
        match self.kind {
            SourceKind::RasterFolder => SourceContents::Rasters,
            SourceKind::ItemFolder | SourceKind::StacApi | SourceKind::Scenedock => {
                SourceContents::Items
            }
            SourceKind::S3 | SourceKind::Ftp | SourceKind::Ftps => {
                self.contents.unwrap_or(SourceContents::Items)
            }
        }
    }

    /// Whether what was received from the other says nothing about this one.
    #[must_use]
    pub fn is_another_source(&self, other: &Self) -> bool {
        let parts = |one: &Self| {
            (
                one.kind,
                one.location.clone(),
                one.collections.clone(),
                one.file_contents(),
                (one.with_files, one.area),
                (one.taken_from, one.taken_until),
            )
        };
        parts(self) != parts(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_before_there_were_buckets_reads_back() {
        let old = r#"{"kind":"item_folder","location":"/a","collections":[],"verification":"size","settleSeconds":5}"#;
        let read: ReceiveDefinition = serde_json::from_str(old).unwrap();
        assert_eq!(read.file_contents(), SourceContents::Items);
        assert_eq!(serde_json::to_string(&read).unwrap(), old);
    }

    #[test]
    fn a_task_that_copies_other_scenes_begins_anew() {
        let one: ReceiveDefinition = serde_json::from_str(
            r#"{"kind":"scenedock","location":"https://peer/stac","collections":[],"verification":"checksum","settleSeconds":0}"#,
        )
        .unwrap();
        assert!(one.kind.signs_in() && one.kind.is_peer());
        assert!(!one.kind.has_files() && one.kind.remote().is_none());
        let others = [
            ReceiveDefinition {
                with_files: true,
                ..one.clone()
            },
            ReceiveDefinition {
                area: Some([170.0, -10.0, -170.0, 10.0]),
                ..one.clone()
            },
            ReceiveDefinition {
                taken_from: Some(DateTime::UNIX_EPOCH),
                ..one.clone()
            },
        ];
        for other in others {
            assert!(one.is_another_source(&other), "{other:?}");
            let text = serde_json::to_string(&other).unwrap();
            let read: ReceiveDefinition = serde_json::from_str(&text).unwrap();
            assert_eq!(read, other);
        }
        let same = ReceiveDefinition {
            verification: Verification::Size,
            ..one.clone()
        };
        assert!(!one.is_another_source(&same));
    }

    #[test]
    fn names_are_looked_at_by_their_ending() {
        let takes = |contents: SourceContents, name| contents.takes_name(name);
        assert!(takes(SourceContents::Rasters, "a/b.TIF"));
        assert!(takes(SourceContents::Items, "a/b.geojson"));
        for name in ["a.d/tif", "b.json", "a/.b.tif", "a/b.tif.part"] {
            assert!(!takes(SourceContents::Rasters, name), "{name}");
        }
        assert!(SourceContents::Rasters.takes_path("a/b.tif"));
        for path in ["../b.tif", "a/.trash/b.tif", "./b.tif"] {
            assert!(!SourceContents::Rasters.takes_path(path), "{path}");
        }
    }
}
