//! What the audit log keeps: who did what to what, and whether it was done.

mod destination;
mod excerpt;
mod names;
mod publication;
pub mod refused_request;
mod subject;

use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};

pub use destination::{Destination, DestinationAction};
pub use excerpt::excerpts;
pub use publication::{Publication, PublishingAction};
use refused_request::ChangingMethod;
pub use subject::AuditSubject;

use crate::account::AccountAction;
use crate::catalogue::CatalogueAction;
use crate::client_system::ClientSystemAction;
use crate::order::state::Action;
use crate::receive::ReceiveAction;
use crate::region::RegionAction;
use crate::research_result::{ResultChange, ResultDecision};
use crate::role::RoleAction;
use crate::scope::ScopeAction;
use crate::shelf::ShelfAction;
use crate::subscription::SubscriptionAction;

/// What is done to things that have no rules of their own.
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
pub enum PlainAction {
    /// Somebody signed in, or tried to.
    SignIn,
    /// Somebody signed out.
    SignOut,
    /// The thing was read.
    Open,
    /// The thing got another value.
    Change,
    /// It was taken over from an old portal.
    Import,
    /// A session under it was ended by somebody who runs the system.
    EndSession,
    /// It was tried before its time.
    Probe,
    /// A decision about it was taken back.
    UndoDecision,
}

/// Any act that the audit log records, with the kind of thing it is done to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AuditAction {
    Account(AccountAction),
    Role(RoleAction),
    Order(Action),
    /// Orders of an old portal were taken in.
    ImportOrders,
    /// Took back what was decided about an order and not carried out yet. No event of the order: its applicant never learns of it.
    UndoDecision,
    Subscription(SubscriptionAction),
    /// To what people may see.
    Scope(ScopeAction),
    Catalogue(CatalogueAction),
    /// An act on an administrative region.
    Region(RegionAction),
    SignIn,
    SignOut,
    /// Looked at somebody's telephone and identity numbers.
    OpenPersonalData,
    /// Looked at a paper.
    OpenPaper,
    /// Looked at the address and password of a delivery, fetched a file of it, or pushed it to a target.
    OpenDelivery,
    /// Ended an FTP session of a delivery's account.
    EndFtpSession,
    /// Gave a source of scenes another share of the slots.
    ChangeArchiveSource,
    /// Had a source of scenes tried that rested.
    ProbeArchiveSource,
    /// Changed the system configuration.
    ChangeSetting,
    /// Changed a list of the dictionary.
    ChangeDictionary,
    /// To something that is published.
    Publication(Publication, PublishingAction),
    /// To a task that receives scenes.
    Receive(ReceiveAction),
    /// Decided about a result.
    Result(ResultDecision),
    /// To a result of one's own.
    OwnResult(ResultChange),
    ClientSystem(ClientSystemAction),
    /// To a place outside that is told or sent something.
    Destination(Destination, DestinationAction),
    Shelf(ShelfAction),
    /// Sent a request that was refused.
    Request(ChangingMethod),
}

impl AuditAction {
    /// The kind of thing that the act changes.
    #[must_use]
    pub const fn subject(self) -> AuditSubject {
        match self {
            Self::Account(_) | Self::OpenPersonalData => AuditSubject::Account,
            Self::Role(_) => AuditSubject::Role,
            Self::Order(_) | Self::ImportOrders | Self::UndoDecision => AuditSubject::Order,
            Self::Subscription(_) => AuditSubject::Subscription,
            Self::Scope(_) => AuditSubject::Scope,
            Self::Catalogue(_) => AuditSubject::Catalogue,
            Self::Region(_) => AuditSubject::Region,
            Self::SignIn | Self::SignOut => AuditSubject::Session,
            Self::OpenPaper => AuditSubject::Paper,
            Self::OpenDelivery | Self::EndFtpSession => AuditSubject::Delivery,
            Self::ChangeArchiveSource | Self::ProbeArchiveSource => AuditSubject::ArchiveSource,
            Self::ChangeSetting => AuditSubject::Setting,
            Self::ChangeDictionary => AuditSubject::Dictionary,
            Self::Publication(thing, _) => thing.subject(),
            Self::Receive(_) => AuditSubject::ReceiveTask,
            Self::Result(_) | Self::OwnResult(_) => AuditSubject::ResearchResult,
            Self::ClientSystem(_) => AuditSubject::ClientSystem,
            Self::Destination(destination, _) => destination.subject(),
            Self::Shelf(_) => AuditSubject::Shelf,
            Self::Request(_) => AuditSubject::Request,
        }
    }

    /// The word stored in the database, beside the subject's.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Account(action) => action.as_str(),
            Self::Role(action) => action.as_str(),
            Self::Order(action) => action.as_str(),
            Self::Subscription(action) => action.as_str(),
            Self::Scope(action) => action.as_str(),
            Self::Catalogue(action) => action.as_str(),
            Self::Region(action) => action.as_str(),
            Self::ImportOrders => PlainAction::Import.into(),
            Self::UndoDecision => PlainAction::UndoDecision.into(),
            Self::SignIn => PlainAction::SignIn.into(),
            Self::SignOut => PlainAction::SignOut.into(),
            Self::OpenPersonalData | Self::OpenPaper | Self::OpenDelivery => {
                PlainAction::Open.into()
            }
            Self::EndFtpSession => PlainAction::EndSession.into(),
            Self::ChangeSetting | Self::ChangeDictionary | Self::ChangeArchiveSource => {
                PlainAction::Change.into()
            }
            Self::ProbeArchiveSource => PlainAction::Probe.into(),
            Self::Publication(_, action) => action.into(),
            Self::Receive(action) => action.as_str(),
            Self::Result(decision) => decision.as_str(),
            Self::OwnResult(change) => change.as_str(),
            Self::ClientSystem(action) => action.as_str(),
            Self::Destination(_, action) => action.into(),
            Self::Shelf(action) => action.as_str(),
            Self::Request(method) => method.into(),
        }
    }

    /// Reads the two words stored in the database.
    #[must_use]
    pub fn parse(subject: AuditSubject, word: &str) -> Option<Self> {
        let plain = || word.parse::<PlainAction>().ok();
        match subject {
            AuditSubject::Account => match plain() {
                Some(PlainAction::Open) => Some(Self::OpenPersonalData),
                _ => AccountAction::parse(word).map(Self::Account),
            },
            AuditSubject::Role => RoleAction::parse(word).map(Self::Role),
            AuditSubject::Order => match plain() {
                Some(PlainAction::Import) => Some(Self::ImportOrders),
                Some(PlainAction::UndoDecision) => Some(Self::UndoDecision),
                _ => Action::parse(word).map(Self::Order),
            },
            AuditSubject::Subscription => SubscriptionAction::parse(word).map(Self::Subscription),
            AuditSubject::Scope => ScopeAction::parse(word).map(Self::Scope),
            AuditSubject::Catalogue => CatalogueAction::parse(word).map(Self::Catalogue),
            AuditSubject::Region => RegionAction::parse(word).map(Self::Region),
            AuditSubject::Session => match plain()? {
                PlainAction::SignIn => Some(Self::SignIn),
                PlainAction::SignOut => Some(Self::SignOut),
                _ => None,
            },
            AuditSubject::Paper => (plain()? == PlainAction::Open).then_some(Self::OpenPaper),
            AuditSubject::Delivery => match plain()? {
                PlainAction::Open => Some(Self::OpenDelivery),
                PlainAction::EndSession => Some(Self::EndFtpSession),
                _ => None,
            },
            AuditSubject::Setting => {
                (plain()? == PlainAction::Change).then_some(Self::ChangeSetting)
            }
            AuditSubject::Dictionary => {
                (plain()? == PlainAction::Change).then_some(Self::ChangeDictionary)
            }
            AuditSubject::NewsType => published(Publication::NewsType, word),
            AuditSubject::News => published(Publication::News, word),
            AuditSubject::Announcement => published(Publication::Announcement, word),
            AuditSubject::ContentPage => published(Publication::Page, word),
            AuditSubject::ContentPicture => published(Publication::Picture, word),
            AuditSubject::GuideVideo => published(Publication::Video, word),
            AuditSubject::YearlyReport => published(Publication::YearlyReport, word),
            AuditSubject::ReceiveTask => ReceiveAction::parse(word).map(Self::Receive),
            AuditSubject::ResearchResult => ResultDecision::parse(word)
                .map(Self::Result)
                .or_else(|| ResultChange::parse(word).map(Self::OwnResult)),
            AuditSubject::ClientSystem => ClientSystemAction::parse(word).map(Self::ClientSystem),
            AuditSubject::ArchiveSource => match plain()? {
                PlainAction::Change => Some(Self::ChangeArchiveSource),
                PlainAction::Probe => Some(Self::ProbeArchiveSource),
                _ => None,
            },
            AuditSubject::PushTarget => destined(Destination::PushTarget, word),
            AuditSubject::Shelf => ShelfAction::parse(word).map(Self::Shelf),
            AuditSubject::Webhook => destined(Destination::Webhook, word),
            AuditSubject::Request => word.parse().ok().map(Self::Request),
        }
    }

    /// The words of all actions, each once.
    #[must_use]
    pub fn words() -> Vec<&'static str> {
        let mut words: Vec<_> = Self::all().into_iter().map(Self::as_str).collect();
        words.sort_unstable();
        words.dedup();
        words
    }

    #[must_use]
    pub fn all() -> Vec<Self> {
        let accounts = AccountAction::ALL.into_iter().map(Self::Account);
        let roles = RoleAction::ALL.into_iter().map(Self::Role);
        let orders = Action::ALL.into_iter().map(Self::Order);
        let subscriptions = SubscriptionAction::ALL.into_iter().map(Self::Subscription);
        let scopes = ScopeAction::ALL.into_iter().map(Self::Scope);
        let catalogue = CatalogueAction::ALL.into_iter().map(Self::Catalogue);
        let regions = RegionAction::ALL.into_iter().map(Self::Region);
        let rest = [
            Self::ImportOrders,
            Self::UndoDecision,
            Self::SignIn,
            Self::SignOut,
            Self::OpenPersonalData,
            Self::OpenPaper,
            Self::OpenDelivery,
            Self::EndFtpSession,
            Self::ChangeArchiveSource,
            Self::ProbeArchiveSource,
            Self::ChangeSetting,
            Self::ChangeDictionary,
        ];
        let publications = Publication::ALL.into_iter().flat_map(|thing| {
            let actions = thing.actions().iter();
            actions.map(move |action| Self::Publication(thing, *action))
        });
        let destinations = Destination::ALL.into_iter().flat_map(|destination| {
            let actions = DestinationAction::ALL.into_iter();
            actions.map(move |action| Self::Destination(destination, action))
        });
        let things = accounts.chain(roles).chain(orders).chain(subscriptions);
        things
            .chain(scopes)
            .chain(catalogue)
            .chain(regions)
            .chain(rest)
            .chain(publications)
            .chain(ReceiveAction::ALL.into_iter().map(Self::Receive))
            .chain(ResultDecision::ALL.iter().copied().map(Self::Result))
            .chain(ResultChange::ALL.iter().copied().map(Self::OwnResult))
            .chain(ClientSystemAction::ALL.into_iter().map(Self::ClientSystem))
            .chain(destinations)
            .chain(ShelfAction::ALL.into_iter().map(Self::Shelf))
            .chain(ChangingMethod::ALL.into_iter().map(Self::Request))
            .collect()
    }
}

/// Whether it was done.
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
pub enum AuditOutcome {
    /// The act took effect.
    Done,
    /// The act was refused.
    Refused,
}

impl AuditOutcome {
    pub const ALL: [Self; 2] = [Self::Done, Self::Refused];

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

/// Reads what was done to a place outside.
fn destined(destination: Destination, word: &str) -> Option<AuditAction> {
    let action = word.parse().ok()?;
    Some(AuditAction::Destination(destination, action))
}

/// Reads what was done to a published thing, where that can be done to it.
fn published(thing: Publication, word: &str) -> Option<AuditAction> {
    let action = word.parse().ok()?;
    let known = thing.actions().contains(&action);
    known.then_some(AuditAction::Publication(thing, action))
}

#[cfg(test)]
mod tests;
