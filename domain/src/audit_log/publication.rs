//! What is published, and what is done to it.

use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};

use super::subject::AuditSubject;

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
pub enum PublishingAction {
    Create,
    Change,
    /// All of them came into another order.
    Reorder,
    /// It was removed; of a page: its own text holds again.
    Remove,
    /// An earlier text of the page holds again.
    Restore,
}

/// What is published: things whose changes are kept alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Publication {
    NewsType,
    /// An article of the news.
    News,
    Announcement,
    /// The text of a page.
    Page,
    /// A picture that texts may name.
    Picture,
    /// The video of the guide.
    Video,
    /// The report of a year: its editions, and the notes of the one to come.
    YearlyReport,
}

impl Publication {
    pub const ALL: [Self; 7] = [
        Self::NewsType,
        Self::News,
        Self::Announcement,
        Self::Page,
        Self::Picture,
        Self::Video,
        Self::YearlyReport,
    ];

    pub(super) const fn subject(self) -> AuditSubject {
        match self {
            Self::NewsType => AuditSubject::NewsType,
            Self::News => AuditSubject::News,
            Self::Announcement => AuditSubject::Announcement,
            Self::Page => AuditSubject::ContentPage,
            Self::Picture => AuditSubject::ContentPicture,
            Self::Video => AuditSubject::GuideVideo,
            Self::YearlyReport => AuditSubject::YearlyReport,
        }
    }

    /// Acts that exist for this kind of content.
    #[must_use]
    pub const fn actions(self) -> &'static [PublishingAction] {
        use PublishingAction::{Change, Create, Remove, Reorder, Restore};
        match self {
            Self::NewsType | Self::Announcement => &[Create, Change, Reorder, Remove],
            Self::News => &[Create, Change, Remove],
            Self::Page => &[Change, Remove, Restore],
            Self::Picture => &[Create],
            Self::Video => &[Change, Remove],
            Self::YearlyReport => &[Create, Change],
        }
    }
}
