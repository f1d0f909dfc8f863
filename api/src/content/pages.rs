//! Texts in place of the pages' own.

mod list;
mod restore;
mod revert;
mod revision;
mod save;
mod view;

use std::collections::BTreeSet;

use domain::audit_log::{Publication, PublishingAction};
use domain::content::{ContentPage, pictures_in};
use storage::db::content::pages::{self, PageTexts, Revision};
use storage::db::content::pictures::{self, PictureUser};
use storage::db::handles::Transaction;
use utoipa_axum::routes;

use super::editing::{Changes, Editor};
use super::{SEEN_BY, WRITTEN_BY};
use crate::context::Context;
use crate::problem::Problem;
use crate::router::Routes;

pub(super) fn declare(routes: &mut Routes) {
    routes.add(SEEN_BY, routes!(list::list));
    routes.add(SEEN_BY, routes!(view::page));
    routes.add(WRITTEN_BY, routes!(save::save, revert::revert));
    routes.add(SEEN_BY, routes!(revision::revision));
    routes.add(WRITTEN_BY, routes!(restore::restore));
}

/// Lets other texts hold of a page that is locked: a revision, the pictures that they name, and the entry of the log.
async fn add_revision(
    (context, tx): (&Context, &mut Transaction),
    editor: &Editor,
    (page, action): (ContentPage, PublishingAction),
    (before, after): (Option<&Revision>, Option<&PageTexts>),
) -> Result<(), Problem> {
    let added = pages::add(tx, page, after, editor.caller.id, context.now()).await?;
    let texts = after.map(|texts| (texts.zh.as_str(), texts.en.as_deref().unwrap_or_default()));
    let (zh, en) = texts.unwrap_or_default();
    let named: BTreeSet<_> = pictures_in(zh).union(&pictures_in(en)).copied().collect();
    if !pictures::set_uses(tx, PictureUser::Revision(added), &named).await? {
        return Err(super::pictures::unknown("zh"));
    }
    let old = before.and_then(|held| held.texts.as_ref());
    let changes = Changes::default()
        .long_text("zh", old.map_or("", |texts| &texts.zh), zh)
        .long_text(
            "en",
            old.and_then(|texts| texts.en.as_deref())
                .unwrap_or_default(),
            en,
        );
    let subject = (page.as_str(), page.as_str());
    let done = (Publication::Page, action);
    editor.record((context, tx), done, subject, &changes).await
}
