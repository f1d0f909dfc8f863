//! Worker work: its kinds, the classes of its failures, and when a failure is tried again.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};

/// Tasks that are released to the queue for each slot, running ones included: short enough to be fair.
pub const QUEUED_PER_SLOT: u64 = 2;

/// The work of a task.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, EnumString,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum TaskKind {
    /// Stream one scene from its archive into the object store.
    ExtractScene,
    /// Make the order's zip packages and its delivery.
    PackageOrder,
    /// Sign in to the delivery as the applicant would, and compare.
    VerifyDelivery,
    /// Write the list of scenes that somebody asked for.
    Export,
    /// Make the pictures of a scene.
    MakePreview,
    /// Send a scene to where a subscription wants it.
    PushScene,
    /// Build the segments of the scene index.
    BuildSegments,
    /// Look at a source of scenes, and take in what is new.
    ReceiveRun,
    /// Bring the file of a scene to where another system fetches it.
    CopyScene,
    /// Tell where a scene was sent that it is in the catalogue no more.
    WithdrawScene,
}

impl TaskKind {
    /// Every kind.
    pub const ALL: [Self; 10] = [
        Self::ExtractScene,
        Self::PackageOrder,
        Self::VerifyDelivery,
        Self::Export,
        Self::MakePreview,
        Self::PushScene,
        Self::BuildSegments,
        Self::ReceiveRun,
        Self::CopyScene,
        Self::WithdrawScene,
    ];

    /// The word stored in the ledger.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the word stored in the ledger.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }

    /// The words of every kind: a ledger of a newer version may hold others, which this one leaves alone.
    #[must_use]
    pub fn words() -> Vec<String> {
        Self::ALL.map(|kind| kind.as_str().to_owned()).into()
    }

    /// How many claims may end without a word before the task is held to kill its workers. A scene is
    /// one of many, so its limit is low; a package stands for the whole order and is tried longer. Somebody
    /// looks at the screen until an export is there, and can ask for it again: it fails soon. A raster that
    /// kills three workers has no pictures; a source that does is looked at again by its schedule.
    #[must_use]
    pub const fn max_attempts(self) -> i32 {
        match self {
            Self::MakePreview | Self::ReceiveRun => 3,
            Self::Export | Self::CopyScene => 4,
            Self::ExtractScene | Self::PushScene | Self::BuildSegments | Self::WithdrawScene => 12,
            Self::PackageOrder | Self::VerifyDelivery => 40,
        }
    }
}

/// What a task does, for whoever lists tasks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ListedKind {
    /// A kind that this version knows.
    Known(TaskKind),
    /// Something that only a newer version does: this one leaves it alone.
    Newer,
}

impl ListedKind {
    /// Reads the word stored in the ledger.
    #[must_use]
    pub fn parse(word: &str) -> Self {
        TaskKind::parse(word).map_or(Self::Newer, Self::Known)
    }

    /// The word that it is shown by.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Known(kind) => kind.as_str(),
            Self::Newer => "newer",
        }
    }

    /// The words of all of them.
    #[must_use]
    pub fn words() -> Vec<&'static str> {
        let known = TaskKind::ALL.map(TaskKind::as_str);
        let newer = Self::Newer.as_str();
        known.into_iter().chain([newer]).collect()
    }
}

impl From<TaskKind> for ListedKind {
    fn from(kind: TaskKind) -> Self {
        Self::Known(kind)
    }
}

impl PartialEq<TaskKind> for ListedKind {
    fn eq(&self, other: &TaskKind) -> bool {
        *self == Self::Known(*other)
    }
}

impl Serialize for ListedKind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Why a task failed; each class has its own patience.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ErrorClass {
    /// The archive has no such file.
    SourceMissing,
    /// Size or checksum is not the catalogue's.
    SourceCorrupt,
    /// The archive's host, bucket or folder is not among those that the operator allows.
    SourceRefused,
    /// An archive or another source of scenes does not let us in: user, password or key are wrong.
    SignInRefused,
    /// The archive, or another part that a task works with, failed or was slow.
    TransientIo,
    /// The installation's own object store, database or archive folder is away: whatever fails of it is as good as before
    /// once it is back.
    DependencyAway,
    /// Disk or bucket is full.
    NoSpace,
    /// The preparation was cancelled.
    Cancelled,
    /// Whoever subscribed may not see the scene any more.
    OutOfScope,
    /// Anything nobody foresaw, a worker that dies included.
    Bug,
}

impl ErrorClass {
    /// Every class.
    pub const ALL: [Self; 10] = [
        Self::SourceMissing,
        Self::SourceCorrupt,
        Self::SourceRefused,
        Self::SignInRefused,
        Self::TransientIo,
        Self::DependencyAway,
        Self::NoSpace,
        Self::Cancelled,
        Self::OutOfScope,
        Self::Bug,
    ];

    /// The word stored in the ledger.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Whether it says of the source of a scene that it does not work; the others are about one file, or about ourselves.
    #[must_use]
    pub const fn blames_source(self) -> bool {
        matches!(self, Self::TransientIo | Self::SignInRefused)
    }

    /// Whether a scene that has now failed so often (1 or more) is counted against its source: one that is tried for ever counts no
    /// more than one of an order, so that a file that nothing can read does not keep the others from being read.
    #[must_use]
    pub const fn counts_for_source(self, failures: u32) -> bool {
        self.blames_source() && failures <= self.limit(TaskKind::ExtractScene)
    }

    /// Failures of a task after which it stays failed. A whole order is never given up because a
    /// dependency is down or a disk is full; a single scene is, so that the others can go on, and an
    /// export is within a minute. While a dependency of the whole installation is away no scene is given up, either: it would be
    /// each of them. Pictures are given up soon, and begun again later
    /// ([`again_after`](crate::preview::again_after)), as copies are for other
    /// systems, which ask again. A run that receives waits for ever for this installation's own database and disk;
    /// what is wrong with its source ends it. An archive that refuses the sign-in is tried as often as one that does not answer:
    /// it is as wrong for every scene of it, and rests ([`blames_source`](Self::blames_source)) until it is mended. A scene that is
    /// pushed waits for that as long as it takes; where its target refuses the sign-in the target rests, and nothing is counted here.
    #[must_use]
    pub const fn limit(self, kind: TaskKind) -> u32 {
        match (self, kind) {
            (Self::SignInRefused, TaskKind::PushScene) => u32::MAX,
            (Self::TransientIo | Self::SignInRefused, TaskKind::ExtractScene)
            | (
                Self::TransientIo | Self::DependencyAway,
                TaskKind::Export | TaskKind::MakePreview | TaskKind::CopyScene,
            ) => 6,
            (
                Self::SourceMissing
                | Self::SourceRefused
                | Self::SignInRefused
                | Self::Cancelled
                | Self::OutOfScope,
                _,
            )
            | (Self::SourceCorrupt, TaskKind::MakePreview) => 1,
            (Self::SourceCorrupt, _) => 2,
            (Self::Bug, _)
            | (Self::NoSpace, TaskKind::Export | TaskKind::MakePreview | TaskKind::CopyScene) => 3,
            (Self::NoSpace, TaskKind::ExtractScene) => 20,
            (Self::TransientIo | Self::DependencyAway | Self::NoSpace, _) => u32::MAX,
        }
    }

    /// The longest wait between two tries.
    const fn longest_wait(self) -> Duration {
        match self {
            Self::NoSpace => Duration::from_mins(5),
            _ => Duration::from_mins(1),
        }
    }

    const fn first_wait(self) -> Duration {
        match self {
            Self::NoSpace => Duration::from_secs(10),
            Self::SourceCorrupt => Duration::from_secs(5),
            _ => Duration::from_secs(1),
        }
    }

    /// The wait before the next try of a task that has now failed `failures` times (1 or more), or
    /// `None` when it stays failed. Doubles from the first wait to the longest.
    #[must_use]
    pub fn retry_after(self, kind: TaskKind, failures: u32) -> Option<Duration> {
        if failures >= self.limit(kind) {
            return None;
        }
        let doubled = self
            .first_wait()
            .saturating_mul(2_u32.saturating_pow(failures.saturating_sub(1)));
        Some(doubled.min(self.longest_wait()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_read_back() {
        for kind in TaskKind::ALL {
            assert_eq!(TaskKind::parse(kind.as_str()), Some(kind));
        }
        assert_eq!(TaskKind::parse("sing"), None);
        assert_eq!(ListedKind::parse("sing"), ListedKind::Newer);
        assert_eq!(ListedKind::words().len(), TaskKind::ALL.len() + 1);
    }

    #[test]
    fn a_scene_that_is_tried_for_ever_counts_against_its_source_as_often_as_one_of_an_order() {
        let counted = |class: ErrorClass| {
            let tries = 1..40;
            tries.filter(|one| class.counts_for_source(*one)).count()
        };
        assert_eq!(counted(ErrorClass::SignInRefused), 6);
        assert_eq!(counted(ErrorClass::TransientIo), 6);
        assert_eq!(counted(ErrorClass::SourceMissing), 0);
        assert_eq!(counted(ErrorClass::NoSpace), 0);
    }

    #[test]
    fn each_class_has_its_own_patience() {
        let of = |class: ErrorClass, kind| {
            (1..40)
                .map_while(|failures| class.retry_after(kind, failures))
                .map(|wait| wait.as_secs())
                .collect::<Vec<_>>()
        };
        let waits = |class| of(class, TaskKind::ExtractScene);
        assert!(waits(ErrorClass::SourceMissing).is_empty());
        assert!(waits(ErrorClass::SourceRefused).is_empty());
        assert!(waits(ErrorClass::Cancelled).is_empty());
        assert_eq!(waits(ErrorClass::SourceCorrupt), [5]);
        assert_eq!(waits(ErrorClass::Bug), [1, 2]);
        assert_eq!(waits(ErrorClass::TransientIo), [1, 2, 4, 8, 16]);
        assert_eq!(waits(ErrorClass::SignInRefused), [1, 2, 4, 8, 16]);
        let away = waits(ErrorClass::DependencyAway);
        assert_eq!(&away[..7], [1, 2, 4, 8, 16, 32, 60]);
        assert_eq!(away.len(), 39, "no scene is given up");
        let no_space = waits(ErrorClass::NoSpace);
        assert_eq!(&no_space[..6], [10, 20, 40, 80, 160, 300]);
        assert_eq!(no_space.len(), 19);
        for kind in [
            TaskKind::PackageOrder,
            TaskKind::VerifyDelivery,
            TaskKind::PushScene,
            TaskKind::WithdrawScene,
            TaskKind::ReceiveRun,
        ] {
            assert_eq!(
                of(ErrorClass::TransientIo, kind).len(),
                39,
                "orders and subscriptions wait for ever"
            );
            assert_eq!(of(ErrorClass::Bug, kind), [1, 2]);
        }
        let refused = |kind| of(ErrorClass::SignInRefused, kind).len();
        assert_eq!(refused(TaskKind::PushScene), 39, "the archive is mended");
        assert_eq!(refused(TaskKind::WithdrawScene), 0);
        for kind in [TaskKind::Export, TaskKind::MakePreview, TaskKind::CopyScene] {
            let total = |class| of(class, kind).iter().sum::<u64>();
            for class in ErrorClass::ALL {
                assert!(total(class) < 60, "nobody waits longer: {class:?}");
            }
        }
        assert_eq!(
            of(ErrorClass::SourceCorrupt, TaskKind::MakePreview),
            Vec::<u64>::new()
        );
    }
}
