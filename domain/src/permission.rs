//! What somebody may do: permissions, the sets of them that roles are, and who may give which.

use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};

use crate::administrator::AdministratorKind;

mod giving;
mod set;

pub use giving::{GrantLimit, RightsChange};
pub use set::PermissionSet;

/// Something that may be allowed. Its code names it in routes, roles, and the old portal's list of authorities
/// (`/shop/list` is the specification's).
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    IntoStaticStr,
    EnumString,
    EnumIter,
)]
pub enum Permission {
    /// To collect scenes in a cart.
    #[serde(rename = "/shop/list")]
    #[strum(serialize = "/shop/list")]
    Cart,
    /// To keep, follow and download orders of one's own.
    #[serde(rename = "/order/mine")]
    #[strum(serialize = "/order/mine")]
    OwnOrders,
    /// To make orders and hand them in.
    #[serde(rename = "/order/create")]
    #[strum(serialize = "/order/create")]
    CreateOrders,
    /// To export lists of scenes.
    #[serde(rename = "/export/list")]
    #[strum(serialize = "/export/list")]
    Exports,
    #[serde(rename = "/unit/add")]
    #[strum(serialize = "/unit/add")]
    AddUnits,
    /// To see everybody's orders and their preparation, without papers and without what was prepared.
    #[serde(rename = "/order/all")]
    #[strum(serialize = "/order/all")]
    AllOrders,
    /// To decide over everybody else's orders and steer them, with their papers.
    #[serde(rename = "/order/audit")]
    #[strum(serialize = "/order/audit")]
    AuditOrders,
    /// To read the statistics of orders.
    #[serde(rename = "/stat/orders")]
    #[strum(serialize = "/stat/orders")]
    OrderStatistics,
    /// To read what people did, counted.
    #[serde(rename = "/stat/behaviours")]
    #[strum(serialize = "/stat/behaviours")]
    BehaviourStatistics,
    /// To read what people did, one by one.
    #[serde(rename = "/log/list")]
    #[strum(serialize = "/log/list")]
    BehaviourLog,
    /// To read who changed and looked at what.
    #[serde(rename = "/log/audit")]
    #[strum(serialize = "/log/audit")]
    AuditLog,
    /// To read what those did who may read the audit log.
    #[serde(rename = "/log/auditors")]
    #[strum(serialize = "/log/auditors")]
    AuditorsLog,
    /// To read what people say about the service.
    #[serde(rename = "/survey/list")]
    #[strum(serialize = "/survey/list")]
    SurveyAnswers,
    /// To read the registry of provided data: who was given what, when and for what.
    #[serde(rename = "/registry/list")]
    #[strum(serialize = "/registry/list")]
    Registry,
    /// To read the report of a year and to write notes to it.
    #[serde(rename = "/report/note")]
    #[strum(serialize = "/report/note")]
    NoteReports,
    /// To publish the report of a year.
    #[serde(rename = "/report/publish")]
    #[strum(serialize = "/report/publish")]
    PublishReports,
    /// To see everything that is published or is going to be: news, announcements, texts of pages, the guide's video.
    #[serde(rename = "/content/list")]
    #[strum(serialize = "/content/list")]
    SeeContent,
    /// To write news, announcements and the texts of pages.
    #[serde(rename = "/content/save")]
    #[strum(serialize = "/content/save")]
    ManageContent,
    /// To replace the video of the guide.
    #[serde(rename = "/content/video")]
    #[strum(serialize = "/content/video")]
    GuideVideo,
    /// To see accounts.
    #[serde(rename = "/user/list")]
    #[strum(serialize = "/user/list")]
    SeeUsers,
    /// To make accounts and change them.
    #[serde(rename = "/user/save")]
    #[strum(serialize = "/user/save")]
    ManageUsers,
    /// To make roles and change them.
    #[serde(rename = "/role/save")]
    #[strum(serialize = "/role/save")]
    ManageRoles,
    /// To give roles to people and take them away.
    #[serde(rename = "/role/grant")]
    #[strum(serialize = "/role/grant")]
    GrantRoles,
    /// To see every scene of the catalogue, whatever the grants say.
    #[serde(rename = "/scene/all")]
    #[strum(serialize = "/scene/all")]
    AllScenes,
    /// To say who may see what of the catalogue.
    #[serde(rename = "/scope/save")]
    #[strum(serialize = "/scope/save")]
    ManageScopes,
    /// To make, change, move and remove catalogue nodes, and to say where scenes go that come in.
    #[serde(rename = "/catalogue/save")]
    #[strum(serialize = "/catalogue/save")]
    ManageCatalogue,
    /// To say which fields scenes show and are searched by.
    #[serde(rename = "/catalog/fields")]
    #[strum(serialize = "/catalog/fields")]
    CatalogFields,
    /// To change the system configuration.
    #[serde(rename = "/system/config")]
    #[strum(serialize = "/system/config")]
    Configuration,
    /// To have other systems told of orders.
    #[serde(rename = "/webhook/list")]
    #[strum(serialize = "/webhook/list")]
    Webhooks,
    /// To fetch the files of scenes without an order, as another system does that keeps a copy.
    #[serde(rename = "/scene/file")]
    #[strum(serialize = "/scene/file")]
    SceneFiles,
    /// To let other systems call with tokens of their own.
    #[serde(rename = "/client/save")]
    #[strum(serialize = "/client/save")]
    ManageClientSystems,
    /// To keep the lists of words that forms offer.
    #[serde(rename = "/dictionary/save")]
    #[strum(serialize = "/dictionary/save")]
    ManageDictionary,
    /// To watch the system: workers, queues, transfers, what is stored.
    #[serde(rename = "/monitor/list")]
    #[strum(serialize = "/monitor/list")]
    Monitor,
}

/// Permissions that are shown together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, IntoStaticStr, EnumIter)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum PermissionGroup {
    /// Search, order and download as an applicant.
    Applying,
    /// What is done with everybody's orders.
    Orders,
    /// Figures and records.
    Figures,
    /// What the portal says to everybody.
    Publishing,
    /// Accounts and roles.
    People,
    /// Configuration and operation of the system.
    System,
}

impl PermissionGroup {
    /// In the order that lists show them.
    pub const ALL: [Self; 6] = [
        Self::Applying,
        Self::Orders,
        Self::Figures,
        Self::Publishing,
        Self::People,
        Self::System,
    ];

    /// The word in answers.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl Permission {
    /// In the order that lists show them.
    pub const ALL: [Self; 33] = [
        Self::Cart,
        Self::OwnOrders,
        Self::CreateOrders,
        Self::Exports,
        Self::AddUnits,
        Self::AllOrders,
        Self::AuditOrders,
        Self::OrderStatistics,
        Self::BehaviourStatistics,
        Self::BehaviourLog,
        Self::AuditLog,
        Self::AuditorsLog,
        Self::SurveyAnswers,
        Self::Registry,
        Self::NoteReports,
        Self::PublishReports,
        Self::SeeContent,
        Self::ManageContent,
        Self::GuideVideo,
        Self::SeeUsers,
        Self::ManageUsers,
        Self::ManageRoles,
        Self::GrantRoles,
        Self::AllScenes,
        Self::ManageScopes,
        Self::ManageCatalogue,
        Self::CatalogFields,
        Self::Configuration,
        Self::Webhooks,
        Self::SceneFiles,
        Self::ManageClientSystems,
        Self::ManageDictionary,
        Self::Monitor,
    ];

    /// Its code: the word that is stored and sent.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.into()
    }

    /// Reads a code.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        code.parse().ok()
    }

    /// Group of the role editor that lists the permission.
    #[must_use]
    pub const fn group(self) -> PermissionGroup {
        match self {
            Self::Cart | Self::OwnOrders | Self::CreateOrders | Self::Exports | Self::AddUnits => {
                PermissionGroup::Applying
            }
            Self::AllOrders | Self::AuditOrders => PermissionGroup::Orders,
            Self::OrderStatistics
            | Self::BehaviourStatistics
            | Self::BehaviourLog
            | Self::AuditLog
            | Self::AuditorsLog
            | Self::SurveyAnswers
            | Self::Registry
            | Self::NoteReports
            | Self::PublishReports => PermissionGroup::Figures,
            Self::SeeContent | Self::ManageContent | Self::GuideVideo => {
                PermissionGroup::Publishing
            }
            Self::SeeUsers
            | Self::ManageUsers
            | Self::ManageRoles
            | Self::GrantRoles
            | Self::AllScenes
            | Self::ManageScopes => PermissionGroup::People,
            Self::ManageCatalogue
            | Self::CatalogFields
            | Self::Configuration
            | Self::Webhooks
            | Self::SceneFiles
            | Self::ManageClientSystems
            | Self::ManageDictionary
            | Self::Monitor => PermissionGroup::System,
        }
    }

    /// What nobody can do this without: whoever gets this gets that too.
    #[must_use]
    pub const fn implied(self) -> &'static [Self] {
        match self {
            Self::CreateOrders => &[Self::OwnOrders],
            Self::AuditOrders => &[Self::AllOrders],
            Self::PublishReports => &[Self::Registry, Self::NoteReports],
            // An order is its scenes, and so is what was handed out; a report counts all of it.
            Self::AllOrders | Self::Registry | Self::NoteReports => &[Self::AllScenes],
            Self::ManageContent | Self::GuideVideo => &[Self::SeeContent],
            Self::ManageUsers | Self::GrantRoles | Self::ManageScopes => &[Self::SeeUsers],
            _ => &[],
        }
    }

    /// Which kind of administrator it makes, where they are kept apart; `None`: people of each kind may hold it.
    #[must_use]
    pub const fn administrator(self) -> Option<AdministratorKind> {
        match self {
            Self::ManageUsers
            | Self::ManageCatalogue
            | Self::CatalogFields
            | Self::Configuration
            | Self::Webhooks
            | Self::ManageClientSystems
            | Self::ManageDictionary => Some(AdministratorKind::System),
            Self::ManageRoles | Self::GrantRoles | Self::ManageScopes | Self::AuditorsLog => {
                Some(AdministratorKind::Security)
            }
            Self::BehaviourLog | Self::AuditLog => Some(AdministratorKind::Audit),
            Self::Cart
            | Self::OwnOrders
            | Self::CreateOrders
            | Self::Exports
            | Self::AddUnits
            | Self::AllOrders
            | Self::AuditOrders
            | Self::OrderStatistics
            | Self::BehaviourStatistics
            | Self::SurveyAnswers
            | Self::Registry
            | Self::NoteReports
            | Self::PublishReports
            | Self::SeeContent
            | Self::ManageContent
            | Self::GuideVideo
            | Self::SeeUsers
            | Self::AllScenes
            | Self::SceneFiles
            | Self::Monitor => None,
        }
    }

    /// Whether it concerns one's own orders only, as everybody who registers may have it.
    #[must_use]
    pub const fn belongs_to_applicants(self) -> bool {
        matches!(self.group(), PermissionGroup::Applying)
    }

    /// Whether a client system's token may allow it. What it opens is read only, and is nobody's own: a token is used by whoever holds it,
    /// which may be another person than its account's, and must not stand for that person.
    #[must_use]
    pub const fn suits_tokens(self) -> bool {
        match self {
            Self::OrderStatistics
            | Self::BehaviourStatistics
            | Self::Registry
            | Self::AllScenes
            | Self::SceneFiles => true,
            Self::Cart
            | Self::OwnOrders
            | Self::CreateOrders
            | Self::Exports
            | Self::AddUnits
            | Self::AllOrders
            | Self::AuditOrders
            | Self::BehaviourLog
            | Self::AuditLog
            | Self::AuditorsLog
            | Self::SurveyAnswers
            | Self::NoteReports
            | Self::PublishReports
            | Self::SeeContent
            | Self::ManageContent
            | Self::GuideVideo
            | Self::SeeUsers
            | Self::ManageUsers
            | Self::ManageRoles
            | Self::GrantRoles
            | Self::ManageScopes
            | Self::ManageCatalogue
            | Self::CatalogFields
            | Self::Configuration
            | Self::Webhooks
            | Self::ManageClientSystems
            | Self::ManageDictionary
            | Self::Monitor => false,
        }
    }

    const fn bit(self) -> u64 {
        1 << (self as u32)
    }
}

#[cfg(test)]
mod tests;
