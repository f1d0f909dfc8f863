//! The pages of both web apps, and who is offered which. What a page then reads, each route decides anew.

use serde::Serialize;
use strum::{EnumIter, IntoStaticStr};

use crate::permission::{Permission, PermissionSet};
use crate::role::Role;

/// A page of the portal that its menus offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, IntoStaticStr, EnumIter)]
#[serde(rename_all = "camelCase")]
#[strum(serialize_all = "camelCase")]
pub enum PortalPage {
    /// Searching scenes.
    Search,
    /// What the products are.
    Products,
    /// The user guide.
    Guide,
    /// News.
    News,
    /// Whom to ask.
    Contact,
    /// Scenes put aside for an order.
    Cart,
    /// The person's own orders, or everybody's.
    Orders,
    /// Searches whose scenes are pushed, and where to.
    Subscriptions,
    /// Lists of scenes that were exported.
    Exports,
    /// The way into the back office.
    Office,
}

impl PortalPage {
    /// Every one, as they are offered.
    pub const ALL: [Self; 10] = [
        Self::Search,
        Self::Products,
        Self::Guide,
        Self::News,
        Self::Contact,
        Self::Cart,
        Self::Orders,
        Self::Subscriptions,
        Self::Exports,
        Self::Office,
    ];

    /// The word in answers.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Whether somebody who holds these permissions is offered it.
    #[must_use]
    pub fn is_offered(self, held: PermissionSet) -> bool {
        match self {
            Self::Search | Self::Products | Self::Guide | Self::News | Self::Contact => true,
            Self::Cart => held.holds(Permission::Cart),
            Self::Orders => held.holds_any(&[Permission::OwnOrders, Permission::AllOrders]),
            Self::Subscriptions => held.holds(Permission::CreateOrders),
            Self::Exports => held.holds(Permission::Exports),
            Self::Office => works(held),
        }
    }
}

/// A page of the back office that its menu offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, IntoStaticStr, EnumIter)]
#[serde(rename_all = "camelCase")]
#[strum(serialize_all = "camelCase")]
pub enum OfficePage {
    /// What there is to do.
    Dashboard,
    /// Where orders are audited one after the other.
    AuditDesk,
    /// The lists of orders.
    Orders,
    /// Everybody's subscriptions.
    Subscriptions,
    /// Notices.
    Inbox,
    /// Statistics of orders.
    OrderStatistics,
    /// Statistics of behaviours, and their log.
    BehaviourStatistics,
    /// Statistics of what the archive took in.
    ReceiveStatistics,
    /// Statistics of what was downloaded.
    DownloadStatistics,
    /// How scenes cover an area.
    Coverage,
    /// The metadata of what a search finds, as a file.
    MetadataExport,
    /// The registry of provided data.
    Registry,
    /// Results that were made with data.
    Results,
    /// The reports of years.
    YearlyReport,
    /// What people say about the service.
    Survey,
    /// Accounts.
    Users,
    /// Roles.
    Roles,
    /// Data scopes.
    Scopes,
    /// The audit log.
    AuditLog,
    /// Units.
    Units,
    /// Webhooks.
    Webhooks,
    /// The catalogue's nodes, and where scenes go that come in.
    Directory,
    /// Tasks that receive scenes.
    Receiving,
    /// Tasks that copy from another installation.
    Synchronisation,
    /// Other systems that call with tokens of their own.
    ClientSystems,
    /// Field lists.
    Fields,
    /// Names of satellites and sensors.
    Instruments,
    /// Administrative regions.
    Regions,
    /// The lists of words that forms offer.
    Dictionary,
    /// What goes on in the system.
    Monitor,
    /// Tasks of the workers, and what failed.
    Tasks,
    /// The system configuration.
    System,
    /// News.
    News,
    /// Types of news.
    NewsTypes,
    /// Announcements.
    Announcements,
    /// Texts of the portal's pages.
    ContentPages,
    /// The video of the guide.
    GuideVideo,
}

impl OfficePage {
    /// Every one, as they are offered.
    pub const ALL: [Self; 37] = [
        Self::Dashboard,
        Self::AuditDesk,
        Self::Orders,
        Self::Subscriptions,
        Self::Inbox,
        Self::OrderStatistics,
        Self::BehaviourStatistics,
        Self::ReceiveStatistics,
        Self::DownloadStatistics,
        Self::Coverage,
        Self::MetadataExport,
        Self::Registry,
        Self::Results,
        Self::YearlyReport,
        Self::Survey,
        Self::Users,
        Self::Roles,
        Self::Scopes,
        Self::AuditLog,
        Self::Units,
        Self::Webhooks,
        Self::Directory,
        Self::Receiving,
        Self::Synchronisation,
        Self::ClientSystems,
        Self::Fields,
        Self::Instruments,
        Self::Regions,
        Self::Dictionary,
        Self::Monitor,
        Self::Tasks,
        Self::System,
        Self::News,
        Self::NewsTypes,
        Self::Announcements,
        Self::ContentPages,
        Self::GuideVideo,
    ];

    /// The word in answers.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// The permissions of which one is needed; none: whoever is in the back office may see it.
    #[must_use]
    pub const fn needs(self) -> &'static [Permission] {
        use Permission as P;
        match self {
            Self::Inbox => &[],
            Self::Dashboard | Self::Orders | Self::Results => &[P::AllOrders],
            Self::AuditDesk | Self::Subscriptions => &[P::AuditOrders],
            Self::OrderStatistics | Self::DownloadStatistics => &[P::OrderStatistics],
            Self::BehaviourStatistics => &[P::BehaviourStatistics, P::BehaviourLog],
            Self::ReceiveStatistics | Self::Coverage => &[P::OrderStatistics, P::Monitor],
            Self::MetadataExport => &[P::Exports],
            Self::Registry | Self::YearlyReport => &[P::Registry],
            Self::Survey => &[P::SurveyAnswers],
            Self::Users => &[P::SeeUsers],
            Self::Roles => &[P::SeeUsers, P::ManageRoles],
            Self::Scopes => &[P::ManageScopes],
            Self::AuditLog => &[P::AuditLog, P::AuditorsLog],
            Self::Units => &[P::AddUnits],
            Self::Webhooks => &[P::Webhooks],
            Self::Directory | Self::Instruments | Self::Regions => &[P::ManageCatalogue],
            Self::Receiving | Self::Synchronisation => &[P::ManageCatalogue, P::Monitor],
            Self::ClientSystems => &[P::ManageClientSystems],
            Self::Fields => &[P::CatalogFields],
            Self::Dictionary => &[P::ManageDictionary],
            Self::Monitor | Self::Tasks => &[P::Monitor],
            Self::System => &[P::Configuration],
            Self::News
            | Self::NewsTypes
            | Self::Announcements
            | Self::ContentPages
            | Self::GuideVideo => &[P::SeeContent],
        }
    }

    /// Whether somebody who holds these permissions is offered it.
    #[must_use]
    pub fn is_offered(self, held: PermissionSet) -> bool {
        works(held) && (self.needs().is_empty() || held.holds_any(self.needs()))
    }
}

/// Whether the back office is open to somebody who holds these: it is not to those who only order data.
fn works(held: PermissionSet) -> bool {
    Role::nearest(held) != Role::Applicant
}

/// The pages of the portal that somebody is offered.
#[must_use]
pub fn portal_pages(held: PermissionSet) -> Vec<PortalPage> {
    let offered = PortalPage::ALL.into_iter();
    offered.filter(|page| page.is_offered(held)).collect()
}

/// The pages of the back office that somebody is offered.
#[must_use]
pub fn office_pages(held: PermissionSet) -> Vec<OfficePage> {
    let offered = OfficePage::ALL.into_iter();
    offered.filter(|page| page.is_offered(held)).collect()
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator as _;

    use super::*;
    use Permission as P;

    fn words(held: &[Permission]) -> (String, String) {
        let held = PermissionSet::from_permissions(held);
        let portal: Vec<_> = portal_pages(held)
            .into_iter()
            .map(PortalPage::as_str)
            .collect();
        let office: Vec<_> = office_pages(held)
            .into_iter()
            .map(OfficePage::as_str)
            .collect();
        (portal[5..].join(" "), office.join(" "))
    }

    #[test]
    fn every_page_is_listed_once() {
        assert!(PortalPage::iter().eq(PortalPage::ALL));
        assert!(OfficePage::iter().eq(OfficePage::ALL));
    }

    /// Beyond what everybody is offered in the portal.
    #[test]
    fn pages_follow_from_permissions() {
        for (held, portal, office) in [
            (&[][..], "", ""),
            (&[P::Cart, P::OwnOrders], "cart orders", ""),
            (&[P::CreateOrders], "orders subscriptions", ""),
            // An applicant may add units, and has no business in the back office.
            (&[P::AddUnits, P::Exports], "exports", ""),
            (
                &[P::AuditOrders],
                "orders office",
                "dashboard auditDesk orders subscriptions inbox results",
            ),
            (
                &[P::AllOrders],
                "orders office",
                "dashboard orders inbox results",
            ),
            (&[P::ManageRoles], "office", "inbox roles"),
            (
                &[P::Monitor],
                "office",
                "inbox receiveStatistics coverage receiving synchronisation monitor tasks",
            ),
            (
                &[P::ManageRoles, P::Exports],
                "exports office",
                "inbox metadataExport roles",
            ),
            (
                &[P::ManageScopes, P::AddUnits],
                "office",
                "inbox users roles scopes units",
            ),
            (
                &[P::GuideVideo],
                "office",
                "inbox news newsTypes announcements contentPages guideVideo",
            ),
        ] {
            let (in_portal, in_office) = words(held);
            assert_eq!((&*in_portal, &*in_office), (portal, office), "{held:?}");
        }
    }

    #[test]
    fn whoever_may_do_everything_is_offered_everything() {
        assert_eq!(office_pages(PermissionSet::all()), OfficePage::ALL);
        assert_eq!(portal_pages(PermissionSet::all()), PortalPage::ALL);
    }
}
