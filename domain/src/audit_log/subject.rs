//! What an entry of the audit log is about.

use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};

/// What sort of thing was acted on.
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
pub enum AuditSubject {
    /// Somebody's being signed in.
    Session,
    Account,
    Role,
    Order,
    /// A paper of an order: a scanned identity card, for instance.
    Paper,
    /// The address and password under which an order is downloaded.
    Delivery,
    Subscription,
    /// What people may see of the catalogue.
    Scope,
    /// The catalogue's tree, and what is said about it.
    Catalogue,
    /// An administrative region.
    Region,
    /// An entry of the system configuration.
    Setting,
    /// A list of the dictionary.
    Dictionary,
    NewsType,
    /// An article of the news.
    News,
    Announcement,
    /// The text of a page.
    ContentPage,
    /// A picture that texts may name.
    ContentPicture,
    GuideVideo,
    /// The report of a year.
    YearlyReport,
    /// A task that receives scenes.
    ReceiveTask,
    /// A result that an applicant has reported.
    ResearchResult,
    /// Another system, which calls with tokens of its own.
    ClientSystem,
    /// A place that scenes are pushed to.
    PushTarget,
    /// Where files lie that one fetches from our gateway.
    Shelf,
    /// An address that is told of orders' events.
    Webhook,
    /// Where files of scenes lie.
    ArchiveSource,
    /// What a refused request was sent to.
    Request,
}

impl AuditSubject {
    /// In the order that lists show them.
    pub const ALL: [Self; 27] = [
        Self::Session,
        Self::Account,
        Self::Role,
        Self::Order,
        Self::Paper,
        Self::Delivery,
        Self::Subscription,
        Self::Scope,
        Self::Catalogue,
        Self::Region,
        Self::Setting,
        Self::Dictionary,
        Self::NewsType,
        Self::News,
        Self::Announcement,
        Self::ContentPage,
        Self::ContentPicture,
        Self::GuideVideo,
        Self::YearlyReport,
        Self::ReceiveTask,
        Self::ResearchResult,
        Self::ClientSystem,
        Self::PushTarget,
        Self::Shelf,
        Self::Webhook,
        Self::ArchiveSource,
        Self::Request,
    ];

    /// The word stored in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the word stored in the database.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }
}
