//! Orders (订单): asking for scenes, auditing, preparing, ending.

mod access;
mod add_scenes;
mod approve;
mod attachments;
mod blank_form;
mod cancel;
mod changes;
mod cloning;
pub(crate) mod codes;
mod complete;
mod create;
mod deed;
mod events;
mod extend;
pub(crate) mod feed;
mod feedback;
mod footprint;
mod get;
mod history;
mod list;
mod names;
mod overdue;
mod papers_zip;
mod payload;
mod priority;
mod proceed;
mod reextract;
mod refusal;
mod reject;
mod remove;
mod reopen;
mod scenes;
mod stream;
mod submit;
mod update;
mod view;
mod withdraw;

pub(crate) use access::visible;
use utoipa_axum::routes;

use crate::router::{Routes, Who};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(Who::Applicant, routes!(create::create));
    routes.add(Who::SignedIn, routes!(list::list));
    routes.add(Who::SignedIn, routes!(names::names));
    routes.add(Who::SignedIn, routes!(names::groups));
    routes.add(Who::ApplicantOrAdmin, routes!(remove::remove));
    routes.add(Who::SignedIn, routes!(get::get));
    routes.add(Who::ApplicantOrAdmin, routes!(update::update));
    routes.add(Who::Applicant, routes!(add_scenes::add_scenes));
    routes.add(Who::Applicant, routes!(submit::submit));
    routes.add(Who::Applicant, routes!(withdraw::withdraw));
    routes.add(Who::Admin, routes!(approve::approve));
    routes.add(Who::Admin, routes!(reject::reject));
    routes.add(Who::Admin, routes!(reextract::reextract));
    routes.add(Who::Admin, routes!(proceed::proceed));
    routes.add(Who::ApplicantOrAdmin, routes!(cancel::cancel));
    routes.add(Who::Admin, routes!(priority::priority));
    routes.add(Who::Applicant, routes!(cloning::clone));
    routes.add(Who::Admin, routes!(complete::complete));
    routes.add(Who::Admin, routes!(overdue::overdue));
    routes.add(Who::Admin, routes!(reopen::reopen));
    routes.add(Who::Applicant, routes!(extend::request));
    routes.add(Who::Admin, routes!(extend::extend));
    routes.add(Who::Applicant, routes!(feedback::feedback));
    routes.add(Who::SignedIn, routes!(scenes::scenes));
    routes.add(Who::SignedIn, routes!(footprint::footprint));
    routes.add(Who::ApplicantOrAdmin, routes!(attachments::attachments));
    routes.add(Who::ApplicantOrAdmin, routes!(history::history));
    routes.add(Who::ApplicantOrAdmin, routes!(papers_zip::papers_zip));
    routes.add(Who::ApplicantOrAdmin, routes!(blank_form::of_order));
    routes.add(Who::Applicant, routes!(blank_form::of_application));
    routes.add(Who::SignedIn, routes!(events::events));
    routes.add(Who::SignedIn, routes!(stream::stream));
}
