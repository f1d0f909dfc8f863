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
    /// Description of the products.
    Products,
    /// The user guide.
    Guide,
    News,
    /// Contact: addresses of the staff.
    Contact,
    /// Scenes put aside for an order.
    Cart,
    /// The person's own orders, or everybody's.
    Orders,
    /// Searches whose scenes are pushed, and where to.
    Subscriptions,
    /// Lists of scenes that were exported.
    Exports,
    /// Link to the back office.
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
    /// Figures of open work.
    Dashboard,
    /// Where orders are audited one after the other.
    AuditDesk,
    /// The lists of orders.
    Orders,
    /// Everybody's subscriptions.
    Subscriptions,
    /// Notices.
    Inbox,
    OrderStatistics,
    /// Statistics of behaviours, and their log.
    BehaviourStatistics,
    /// Statistics of what the archive took in.
    ReceiveStatistics,
    /// Figures of what applicants downloaded.
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
    Roles,
    /// Data scopes.
    Scopes,
    AuditLog,
    Units,
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
    News,
    NewsTypes,
    Announcements,
    /// Texts of the portal's pages.
    ContentPages,
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
            Self::Registry => &[P::Registry],
            Self::YearlyReport => &[P::Registry, P::NoteReports],
            Self::Survey => &[P::SurveyAnswers],
            Self::Users => &[P::SeeUsers],
            Self::Roles => &[P::SeeUsers, P::ManageRoles],
            Self::Scopes => &[P::ManageScopes],
            Self::AuditLog => &[P::AuditLog, P::AuditorsLog],
            Self::Units => &[P::AddUnits, P::ManageScopes],
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

/// A line of a menu: what it is, and where it leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct MenuItem {
    /// The word of its page.
    pub key: &'static str,
    /// Path of the page.
    pub path: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MenuPart {
    /// `portal` or `office`.
    pub key: &'static str,
    /// Lines of the menu, in order.
    pub children: Vec<MenuItem>,
}

/// What the menus offer somebody, or a guest. The portal's bar is the first entry's children (portal specification section 2).
#[must_use]
pub fn menu(held: Option<PermissionSet>) -> Vec<MenuPart> {
    let pages = portal_pages(held.unwrap_or(PermissionSet::NONE));
    let line = |key, path| MenuItem { key, path };
    let mut children: Vec<_> = pages.iter().filter_map(|page| page.on_bar(held)).collect();
    // Everybody who has signed in has a user centre; without a cart it begins with the account.
    if held.is_some() && !pages.contains(&PortalPage::Cart) {
        children.push(line(USER_CENTRE, "/account"));
    }
    let mut parts = vec![MenuPart {
        key: "portal",
        children,
    }];
    if pages.contains(&PortalPage::Office) {
        parts.push(MenuPart {
            key: "office",
            children: vec![line(PortalPage::Office.as_str(), "/admin/")],
        });
    }
    parts
}

/// The word of the line that leads to what is one's own.
const USER_CENTRE: &str = "userCentre";

impl PortalPage {
    /// Its line on the portal's bar; `None`: it stands in the menu of the account.
    fn on_bar(self, held: Option<PermissionSet>) -> Option<MenuItem> {
        let (key, path) = match self {
            Self::Search => (self.as_str(), "/search"),
            Self::Products => (self.as_str(), "/productIntro"),
            Self::Guide => (self.as_str(), "/userGuide"),
            Self::News => (self.as_str(), "/news"),
            Self::Contact => (self.as_str(), "/contactUs"),
            Self::Cart => (USER_CENTRE, "/manage/person/shopCar"),
            Self::Orders => (self.as_str(), orders_path(held?)),
            Self::Subscriptions | Self::Exports | Self::Office => return None,
        };
        Some(MenuItem { key, path })
    }
}

/// The list of orders that somebody begins with: what waits.
fn orders_path(held: PermissionSet) -> &'static str {
    match Role::nearest(held) {
        Role::Applicant => "/manage/person/orderManage",
        Role::Admin => "/manage/person/orderManage_stayAudit",
        Role::Operator => "/manage/person/orderManage_pastAudit",
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
            (&[P::Registry], "office", "inbox registry yearlyReport"),
            (&[P::NoteReports], "office", "inbox yearlyReport"),
            (
                &[P::ManageRoles, P::Exports],
                "exports office",
                "inbox metadataExport roles",
            ),
            (
                &[P::ManageScopes],
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

    /// Of a guest, an applicant, and somebody with nothing but the statistics.
    #[test]
    fn the_bar_is_the_first_entrys_children() {
        let bar = |held: Option<&[Permission]>| {
            let parts = menu(held.map(PermissionSet::from_permissions));
            assert_eq!(parts[0].key, "portal");
            let lines = parts[0].children.iter().skip(4);
            let lines: Vec<_> = lines
                .map(|line| format!("{} {}", line.key, line.path))
                .collect();
            (lines.join(", "), parts.len())
        };
        let contact = "contact /contactUs";
        assert_eq!(bar(None), (contact.to_owned(), 1));
        let own = format!(
            "{contact}, userCentre /manage/person/shopCar, orders /manage/person/orderManage"
        );
        assert_eq!(bar(Some(&[P::Cart, P::OwnOrders, P::Exports])), (own, 1));
        let office = format!("{contact}, userCentre /account");
        assert_eq!(bar(Some(&[P::OrderStatistics])), (office, 2));
        let audit =
            format!("{contact}, orders /manage/person/orderManage_stayAudit, userCentre /account");
        assert_eq!(bar(Some(&[P::AuditOrders])), (audit, 2));
    }

    #[test]
    fn whoever_may_do_everything_is_offered_everything() {
        assert_eq!(office_pages(PermissionSet::all()), OfficePage::ALL);
        assert_eq!(portal_pages(PermissionSet::all()), PortalPage::ALL);
    }
}
