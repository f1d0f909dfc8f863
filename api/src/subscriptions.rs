//! Subscriptions: saved searches whose scenes are pushed as they come in.

mod area;
mod backfills;
mod blank_form;
mod condition_view;
mod desk;
mod dry_run;
mod form;
mod list;
mod save;
mod scenes;
mod searched_names;
mod steps;
mod view;

use domain::permission::Permission;
use domain::subscription::SubscriptionRefusal;
pub(crate) use scenes::MatchWord;
use storage::lifecycle::subscriptions::SubscriptionError;
use texts::{FieldText, ProblemText};
use utoipa_axum::routes;

use crate::problem::Problem;
use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    let own = RouteAccess::Needs(Permission::CreateOrders);
    routes.add(own, routes!(list::list, save::create));
    routes.add(own, routes!(dry_run::dry_run));
    routes.add(own, routes!(blank_form::of_form));
    routes.add(own, routes!(steps::take_steps));
    routes.add(own, routes!(save::change));
    routes.add(own, routes!(backfills::dry_run_of_search));
    routes.add(own, routes!(backfills::dry_run));
    routes.add(own, routes!(backfills::cancel));
    let watched = RouteAccess::NeedsOne(&[Permission::CreateOrders, Permission::AuditOrders]);
    routes.add(own, routes!(backfills::begin));
    routes.add(watched, routes!(backfills::list));
    routes.add(watched, routes!(list::get));
    routes.add(watched, routes!(area::area));
    routes.add(watched, routes!(blank_form::of_subscription));
    routes.add(watched, routes!(scenes::scenes));
    routes.add(watched, routes!(scenes::flow));
    let desk = RouteAccess::Needs(Permission::AuditOrders);
    routes.add(desk, routes!(desk::list_all));
    routes.add(desk, routes!(desk::decide));
}

impl From<SubscriptionError> for Problem {
    fn from(error: SubscriptionError) -> Self {
        match error {
            SubscriptionError::Unknown => Self::not_found(),
            SubscriptionError::Refused(SubscriptionRefusal::NotAllowed) => Self::forbidden(),
            SubscriptionError::Refused(SubscriptionRefusal::WrongState(_)) => {
                Self::conflict(ProblemText::SubscriptionState)
            }
            SubscriptionError::Refused(SubscriptionRefusal::Expired) => {
                Self::conflict(ProblemText::SubscriptionExpired)
            }
            SubscriptionError::ChangedMeanwhile => {
                Self::conflict(ProblemText::SubscriptionChangedMeanwhile)
            }
            SubscriptionError::BackfillUnderWay => Self::conflict(ProblemText::BackfillUnderWay),
            SubscriptionError::NoSuchTarget => {
                Self::invalid_field("targetId", FieldText::NoSuchTarget)
            }
            SubscriptionError::NoSuchNode => Self::invalid_field("nodeIds", FieldText::NoSuchNode),
            SubscriptionError::TooMany => Self::conflict(ProblemText::TooManySubscriptions {
                most: domain::subscription::MAX_SUBSCRIPTIONS.unsigned_abs(),
            }),
            SubscriptionError::Papers(error) => error.into(),
            SubscriptionError::Storage(error) => error.into(),
        }
    }
}

#[cfg(test)]
mod tests;
