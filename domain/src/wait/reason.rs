//! The reasons for which something waits.

use chrono::{DateTime, Utc};
use serde::Serialize;
use strum::{EnumDiscriminants, IntoStaticStr};
use texts::{Message, WaitRuleText, WaitText};

use super::remedy::WaitRemedy;
use crate::calendar::china_time;
use crate::size::ByteCount;

/// Why something waits. Everything that is said of a reason is a `match` without a rest: one without words, bucket and
/// buttons does not compile.
#[derive(Debug, Clone, PartialEq, Eq, EnumDiscriminants)]
#[strum_discriminants(name(WaitKind), derive(Serialize, IntoStaticStr, strum::EnumIter))]
#[strum_discriminants(serde(rename_all = "snake_case"))]
#[strum_discriminants(strum(serialize_all = "snake_case"))]
#[strum_discriminants(doc = "A reason by its word.")]
pub enum WaitReason {
    /// The package, for scenes that are not in.
    Scenes {
        /// Number of scenes that the package still lacks.
        missing: u64,
    },
    /// The check of a delivery, for its package.
    Package,
    /// For its turn: the dispatcher has not released it.
    Turn {
        /// Tasks that are released before it.
        ahead: u64,
        /// Whether more are than were counted.
        at_least: bool,
    },
    /// Behind tasks of the same person.
    OwnTasks {
        /// Number of tasks released before it, of the same person.
        ahead: u64,
        /// Whether there are more than were counted.
        at_least: bool,
    },
    /// Every slot is taken.
    SlotsFull {
        /// Number of slots.
        slots: u64,
    },
    /// No worker process is alive.
    NoWorker,
    /// It failed and is tried again then.
    BackOff {
        /// When the next attempt begins.
        until: DateTime<Utc>,
    },
    /// It may not begin before.
    Postponed {
        /// Earliest time of its start.
        until: DateTime<Utc>,
    },
    /// Released, and no worker has taken it.
    PickUp,
    /// Somebody paused it.
    Paused {
        /// Name of the person.
        by: String,
    },
    /// The account of the person whose it is is switched off.
    AccountOff,
    /// Copies for other systems use what they may use of the slots.
    CopiesShare {
        /// Tasks that copies may have released.
        share: u64,
    },
    /// Receiving uses what it may use of the slots.
    ReceivesShare {
        /// Tasks that receiving may have released.
        share: u64,
    },
    /// Pictures use what they may use of the slots.
    PicturesShare {
        /// Tasks that pictures may have released.
        share: u64,
    },
    /// The source of its files uses what it may use of the slots.
    SourceAtCap {
        /// The source: its address.
        source: String,
        /// Tasks of it that may be released.
        share: u64,
    },
    /// The source of its files failed again and again, and is left alone until then.
    SourceRests {
        /// The source: its address.
        source: String,
        /// End of the rest.
        until: DateTime<Utc>,
    },
    /// The source of its files has rested, and one task tries whether it works again.
    SourceProbed {
        /// The source: its address.
        source: String,
    },
    /// It is at work, and its source is read as fast as that may be.
    SourcePaced {
        /// The source: its address.
        source: String,
        /// Bytes a second that are read from it at most.
        rate: u64,
    },
    /// An administrator audits it.
    Audit,
    /// A decision that can still be taken back.
    Decision {
        /// When it takes effect.
        due: DateTime<Utc>,
    },
    /// An administrator says what becomes of scenes that failed for good.
    FailedScenes {
        /// Number of scenes.
        scenes: u64,
    },
    /// An administrator says what becomes of a package or a check that failed for good.
    FailedTask,
    /// An administrator hands an offline copy over.
    OfflineCopy,
    /// The object store does not answer.
    ObjectsAway,
    /// Something of this installation was away when it was last tried.
    DependencyAway,
    /// A newer version wrote it, and only that one knows what it is.
    NewerVersion,
}

/// What has to happen for the wait to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum WaitBucket {
    /// Work before it ends.
    Earlier,
    /// The task is released when it is its turn.
    Turn,
    /// Slots become free, or begin to exist.
    Capacity,
    /// A moment comes.
    Moment,
    /// Somebody releases what was stopped.
    Held,
    /// An administrator decides.
    Administrator,
    /// A dependency answers again.
    Outage,
}

impl WaitBucket {
    pub const ALL: [Self; 7] = [
        Self::Earlier,
        Self::Turn,
        Self::Capacity,
        Self::Moment,
        Self::Held,
        Self::Administrator,
        Self::Outage,
    ];
}

/// The audience that a reason is worded for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WaitReader {
    /// Somebody who may see all orders: names are named.
    Staff,
    /// The applicant: nobody else is named.
    Applicant,
}

impl WaitKind {
    /// The stable words of all kinds.
    #[must_use]
    pub fn words() -> Vec<&'static str> {
        use strum::IntoEnumIterator as _;
        Self::iter().map(Into::into).collect()
    }
}

impl WaitReason {
    #[must_use]
    pub fn word(&self) -> &'static str {
        WaitKind::from(self).into()
    }

    /// What has to happen for it to end.
    #[must_use]
    pub const fn bucket(&self) -> WaitBucket {
        match self {
            Self::Scenes { .. } | Self::Package => WaitBucket::Earlier,
            Self::Turn { .. } | Self::OwnTasks { .. } => WaitBucket::Turn,
            Self::SlotsFull { .. }
            | Self::NoWorker
            | Self::PickUp
            | Self::CopiesShare { .. }
            | Self::ReceivesShare { .. }
            | Self::PicturesShare { .. }
            | Self::SourceAtCap { .. }
            | Self::SourcePaced { .. }
            | Self::NewerVersion => WaitBucket::Capacity,
            Self::BackOff { .. } | Self::Postponed { .. } | Self::Decision { .. } => {
                WaitBucket::Moment
            }
            Self::Paused { .. } | Self::AccountOff => WaitBucket::Held,
            Self::Audit | Self::FailedScenes { .. } | Self::FailedTask | Self::OfflineCopy => {
                WaitBucket::Administrator
            }
            Self::SourceRests { .. }
            | Self::SourceProbed { .. }
            | Self::ObjectsAway
            | Self::DependencyAway => WaitBucket::Outage,
        }
    }

    /// When it ends by itself, where that is known.
    #[must_use]
    pub const fn until(&self) -> Option<DateTime<Utc>> {
        match self {
            Self::BackOff { until }
            | Self::Postponed { until }
            | Self::SourceRests { until, .. } => Some(*until),
            Self::Decision { due } => Some(*due),
            Self::Scenes { .. }
            | Self::Package
            | Self::Turn { .. }
            | Self::OwnTasks { .. }
            | Self::SlotsFull { .. }
            | Self::NoWorker
            | Self::PickUp
            | Self::Paused { .. }
            | Self::AccountOff
            | Self::CopiesShare { .. }
            | Self::ReceivesShare { .. }
            | Self::PicturesShare { .. }
            | Self::SourceAtCap { .. }
            | Self::SourceProbed { .. }
            | Self::SourcePaced { .. }
            | Self::Audit
            | Self::FailedScenes { .. }
            | Self::FailedTask
            | Self::OfflineCopy
            | Self::ObjectsAway
            | Self::DependencyAway
            | Self::NewerVersion => None,
        }
    }

    /// The sentence that says it.
    #[must_use]
    pub fn text(&self, reader: WaitReader) -> Message {
        let text = match self {
            Self::Scenes { missing } => WaitText::Scenes { missing: *missing },
            Self::Package => WaitText::Package,
            Self::Turn { ahead, at_least } => match (*ahead, at_least) {
                (0, false) => WaitText::NextTurn,
                (ahead, false) => WaitText::Turn { ahead },
                (ahead, true) => WaitText::DistantTurn { ahead },
            },
            Self::OwnTasks { ahead, at_least } => {
                let ahead = *ahead;
                if *at_least {
                    WaitText::ManyOwnTasks { ahead }
                } else {
                    WaitText::OwnTasks { ahead }
                }
            }
            Self::SlotsFull { slots } => WaitText::SlotsFull { slots: *slots },
            Self::NoWorker => WaitText::NoWorker,
            Self::BackOff { until } => WaitText::BackOff {
                until: second(*until),
            },
            Self::Postponed { until } => WaitText::Postponed {
                until: second(*until),
            },
            Self::PickUp => WaitText::PickUp,
            Self::Paused { by } => match reader {
                WaitReader::Staff => WaitText::PausedBy { by: by.clone() },
                WaitReader::Applicant => WaitText::Paused,
            },
            Self::AccountOff => WaitText::AccountOff,
            Self::CopiesShare { share } => WaitText::CopiesShare { share: *share },
            Self::ReceivesShare { share } => WaitText::ReceivesShare { share: *share },
            Self::PicturesShare { share } => WaitText::PicturesShare { share: *share },
            Self::SourceAtCap { source, share } => match reader {
                WaitReader::Staff => WaitText::NamedSourceAtCap {
                    source: source.clone(),
                    share: *share,
                },
                WaitReader::Applicant => WaitText::SourceAtCap,
            },
            Self::SourceRests { source, until } => match (reader, second(*until)) {
                (WaitReader::Staff, until) => WaitText::NamedSourceRests {
                    source: source.clone(),
                    until,
                },
                (WaitReader::Applicant, until) => WaitText::SourceRests { until },
            },
            Self::SourceProbed { source } => match reader {
                WaitReader::Staff => WaitText::NamedSourceProbed {
                    source: source.clone(),
                },
                WaitReader::Applicant => WaitText::SourceProbed,
            },
            Self::SourcePaced { source, rate } => match reader {
                WaitReader::Staff => WaitText::NamedSourcePaced {
                    source: source.clone(),
                    rate: ByteCount(*rate).with_unit(),
                },
                WaitReader::Applicant => WaitText::SourcePaced,
            },
            Self::Audit => WaitText::Audit,
            Self::Decision { due } => WaitText::Decision { due: second(*due) },
            Self::FailedScenes { scenes } => WaitText::FailedScenes { scenes: *scenes },
            Self::FailedTask => WaitText::FailedTask,
            Self::OfflineCopy => WaitText::OfflineCopy,
            Self::ObjectsAway => WaitText::ObjectsAway,
            Self::DependencyAway => WaitText::DependencyAway,
            Self::NewerVersion => WaitText::NewerVersion,
        };
        text.into()
    }

    /// The rule that it follows.
    #[must_use]
    pub fn rule(&self) -> Message {
        let rule = match self {
            Self::Scenes { .. } => WaitRuleText::Scenes,
            Self::Package => WaitRuleText::Package,
            Self::Turn { .. } => WaitRuleText::Turn,
            Self::OwnTasks { .. } => WaitRuleText::OwnTasks,
            Self::SlotsFull { .. } => WaitRuleText::SlotsFull,
            Self::NoWorker => WaitRuleText::NoWorker,
            Self::BackOff { .. } => WaitRuleText::BackOff,
            Self::Postponed { .. } => WaitRuleText::Postponed,
            Self::PickUp => WaitRuleText::PickUp,
            Self::Paused { .. } => WaitRuleText::Paused,
            Self::AccountOff => WaitRuleText::AccountOff,
            Self::CopiesShare { .. } => WaitRuleText::CopiesShare,
            Self::ReceivesShare { .. } => WaitRuleText::ReceivesShare,
            Self::PicturesShare { .. } => WaitRuleText::PicturesShare,
            Self::SourceAtCap { .. } => WaitRuleText::SourceAtCap,
            Self::SourceRests { .. } => WaitRuleText::SourceRests,
            Self::SourceProbed { .. } => WaitRuleText::SourceProbed,
            Self::SourcePaced { .. } => WaitRuleText::SourcePaced,
            Self::Audit => WaitRuleText::Audit,
            Self::Decision { .. } => WaitRuleText::Decision,
            Self::FailedScenes { .. } => WaitRuleText::FailedScenes,
            Self::FailedTask => WaitRuleText::FailedTask,
            Self::OfflineCopy => WaitRuleText::OfflineCopy,
            Self::ObjectsAway => WaitRuleText::ObjectsAway,
            Self::DependencyAway => WaitRuleText::DependencyAway,
            Self::NewerVersion => WaitRuleText::NewerVersion,
        };
        rule.into()
    }

    /// What removes it, the gentlest first. Empty: it ends by itself, or outside of the product.
    #[must_use]
    pub const fn remedies(&self) -> &'static [WaitRemedy] {
        match self {
            Self::Turn { .. } | Self::OwnTasks { .. } | Self::SlotsFull { .. } => {
                &[WaitRemedy::RaisePriority]
            }
            Self::BackOff { .. } | Self::Postponed { .. } | Self::FailedTask => {
                &[WaitRemedy::Retry]
            }
            Self::Paused { .. } => &[WaitRemedy::Resume],
            Self::AccountOff => &[WaitRemedy::EnableAccount],
            Self::SourceRests { .. } => &[WaitRemedy::ProbeSource],
            Self::Audit => &[WaitRemedy::Decide],
            Self::FailedScenes { .. } => &[WaitRemedy::Retry, WaitRemedy::ContinueWithoutFailed],
            Self::OfflineCopy => &[WaitRemedy::Complete],
            Self::Scenes { .. }
            | Self::Package
            | Self::NoWorker
            | Self::PickUp
            | Self::CopiesShare { .. }
            | Self::ReceivesShare { .. }
            | Self::PicturesShare { .. }
            | Self::SourceAtCap { .. }
            | Self::SourceProbed { .. }
            | Self::SourcePaced { .. }
            | Self::Decision { .. }
            | Self::ObjectsAway
            | Self::DependencyAway
            | Self::NewerVersion => &[],
        }
    }

    /// This and another one of several tasks as one, where they say the same: of two places in a queue the first, of two
    /// moments the earlier, of two counts the sum.
    #[must_use]
    pub fn merged(&self, other: &Self) -> Option<Self> {
        use WaitReason as R;
        Some(match (self, other) {
            (R::Turn { .. }, R::Turn { .. }) | (R::OwnTasks { .. }, R::OwnTasks { .. }) => {
                self.nearer(other).clone()
            }
            (R::BackOff { until: a }, R::BackOff { until: b }) => R::BackOff { until: *a.min(b) },
            (R::Postponed { until: a }, R::Postponed { until: b }) => {
                R::Postponed { until: *a.min(b) }
            }
            (R::FailedScenes { scenes: a }, R::FailedScenes { scenes: b }) => R::FailedScenes {
                scenes: a.saturating_add(*b),
            },
            (a, b) if a == b => a.clone(),
            _ => return None,
        })
    }

    /// Of two places the one with less before it; one that is certain before one that is not.
    fn nearer<'a>(&'a self, other: &'a Self) -> &'a Self {
        let before = |reason: &Self| match reason {
            Self::Turn { ahead, at_least } | Self::OwnTasks { ahead, at_least } => {
                (*ahead, *at_least)
            }
            _ => (u64::MAX, true),
        };
        if before(self) <= before(other) {
            self
        } else {
            other
        }
    }
}

fn second(at: DateTime<Utc>) -> String {
    china_time(at).format("%Y-%m-%d %H:%M:%S").to_string()
}
