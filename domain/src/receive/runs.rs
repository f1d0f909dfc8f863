//! Runs: why they began, where they stand, and what became of each item.

use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};

use super::{MAX_DRY_ITEMS, MAX_ITEMS, SourceKind};

/// Why a run began.
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
pub enum RunTrigger {
    /// The run was due.
    Schedule,
    /// Somebody asked for it on the page.
    Person,
    /// `scenedock receive --once`.
    Command,
    /// To see what would come: nothing is kept but its reports.
    DryRun,
}
word!(RunTrigger, 4, [Schedule, Person, Command, DryRun]);

impl RunTrigger {
    /// Items that such a run looks at.
    #[must_use]
    pub const fn most_items(self) -> u64 {
        match self {
            Self::DryRun => MAX_DRY_ITEMS,
            Self::Schedule | Self::Person | Self::Command => MAX_ITEMS,
        }
    }
}

/// Progress of a run.
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
pub enum RunState {
    /// Waiting for a worker, or at work.
    Live,
    /// Ended after all items were looked at.
    Done,
    /// Over, because the source failed.
    Failed,
}
word!(RunState, 3, [Live, Done, Failed]);

/// Outcome of an item of a run.
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
pub enum ItemOutcome {
    /// A scene that the catalogue did not have.
    New,
    /// The scene was another before.
    Updated,
    /// The catalogue has it as it is.
    Same,
    /// Not taken, for good: not until the item is another.
    Refused,
    /// Not taken yet: it is looked at again.
    Waiting,
}
word!(ItemOutcome, 5, [New, Updated, Same, Refused, Waiting]);

/// Why an item is refused, or waits.
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
pub enum ItemReason {
    /// Still being written, as far as one can see.
    NotWhole,
    /// The file that it names is not there.
    FileMissing,
    /// The file cannot be reached now.
    FileAway,
    /// The other installation is bringing the file from its archive.
    FilePreparing,
    /// No STAC Item, or no GeoTIFF, that the catalogue can take.
    Malformed,
    /// Its file has not the declared number of bytes.
    SizeDiffers,
    /// Its file has not the declared checksum.
    ChecksumDiffers,
    /// Its file lies where nothing may be read.
    NotAllowed,
    /// Its file cannot be read.
    Unreadable,
    /// The database does not take what it says.
    NotTaken,
    /// The catalogue has the scene from elsewhere, with a file of its own, which stays.
    OwnFileStays,
    /// The other installation took the scene out of its catalogue, and so it is out of this one.
    Withdrawn,
    /// The same, but an order here has it: it stays.
    WithdrawnButOrdered,
}
word!(
    ItemReason,
    13,
    [
        NotWhole,
        FileMissing,
        FileAway,
        FilePreparing,
        Malformed,
        SizeDiffers,
        ChecksumDiffers,
        NotAllowed,
        Unreadable,
        NotTaken,
        OwnFileStays,
        Withdrawn,
        WithdrawnButOrdered
    ]
);

impl ItemReason {
    /// Waiting, where it may be otherwise at the next look although the item stays the same. In a folder the file may follow its Item; an
    /// API whose Item names a file that is not there has said what it had to say until the Item is updated.
    #[must_use]
    pub const fn outcome(self, kind: SourceKind) -> ItemOutcome {
        match self {
            Self::FileMissing if !kind.has_files() => ItemOutcome::Refused,
            Self::NotWhole | Self::FileMissing | Self::FileAway | Self::FilePreparing => {
                ItemOutcome::Waiting
            }
            Self::Malformed
            | Self::SizeDiffers
            | Self::ChecksumDiffers
            | Self::NotAllowed
            | Self::Unreadable
            | Self::NotTaken
            | Self::OwnFileStays
            | Self::Withdrawn
            | Self::WithdrawnButOrdered => ItemOutcome::Refused,
        }
    }
}
