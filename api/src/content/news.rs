//! Articles of the news.

mod change;
mod create;
mod get;
mod list;
mod remove;

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use domain::calendar::checked_moment;
use domain::content::{NewsState, checked_body, checked_title};
use domain::ids::{ContentPictureId, NewsId, NewsTypeId};
use serde::{Deserialize, Serialize};
use storage::PgConnection;
use storage::StorageError;
use storage::db::content::news::{NewsDraft, NewsRecord};
use storage::db::content::pictures::{self, PictureUser};
use texts::FieldText;
use utoipa::ToSchema;
use utoipa_axum::routes;
use uuid::Uuid;

use super::editing::Changes;
use super::{SEEN_BY, WRITTEN_BY};
use crate::orders::codes;
use crate::problem::{FieldError, Problem};
use crate::router::Routes;

pub(super) fn declare(routes: &mut Routes) {
    routes.add(SEEN_BY, routes!(list::list));
    routes.add(WRITTEN_BY, routes!(create::create));
    routes.add(SEEN_BY, routes!(get::get));
    routes.add(WRITTEN_BY, routes!(change::change, remove::remove));
}

/// An article as those see it who write.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = News)]
#[serde(rename_all = "camelCase")]
struct NewsView {
    id: Uuid,
    type_id: Uuid,
    type_name: String,
    title: String,
    /// Markdown; empty in lists.
    body: String,
    #[schema(value_type = codes::NewsState)]
    state: NewsState,
    /// From when on it can be read, while it is published.
    #[schema(required)]
    publish_at: Option<DateTime<Utc>>,
    pinned: bool,
    /// Whether everybody can read it now.
    visible: bool,
    /// To be sent with a change.
    version: i32,
    changed_at: DateTime<Utc>,
    changed_by: String,
}

impl From<NewsRecord> for NewsView {
    fn from(news: NewsRecord) -> Self {
        Self {
            id: news.id.0,
            type_id: news.draft.type_id.0,
            type_name: news.type_name,
            title: news.draft.title,
            body: news.draft.body,
            state: news.draft.state,
            publish_at: news.draft.publish_at,
            pinned: news.draft.pinned,
            visible: news.is_visible,
            version: news.version,
            changed_at: news.changed,
            changed_by: news.changed_by,
        }
    }
}

/// What is written of an article.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NewsForm {
    type_id: Uuid,
    /// 1 to 100 characters.
    #[schema(min_length = 1, max_length = 100)]
    title: String,
    /// Markdown, at most 256 KiB and 40 pictures.
    body: String,
    #[schema(value_type = codes::NewsState)]
    state: String,
    /// From when on it can be read, in the years 1970 to 9999; left out of a published one: from now on.
    publish_at: Option<DateTime<Utc>>,
    #[serde(default)]
    pinned: bool,
}

impl NewsForm {
    /// What is kept, and which pictures the text names.
    fn checked(self) -> Result<(NewsDraft, BTreeSet<ContentPictureId>), Problem> {
        let mut errors = Vec::new();
        let mut note = |field: &'static str, text: FieldText| {
            errors.push(FieldError::new(field, text));
        };
        let state = NewsState::parse(&self.state);
        if state.is_none() {
            note("state", FieldText::ContentChoiceWrong);
        }
        let title = checked_title(&self.title).map_err(|text| note("title", text));
        let title = title.map(str::to_owned);
        let pictures = checked_body(&self.body).map_err(|text| note("body", text));
        let publish_at = self.publish_at.map(checked_moment).transpose();
        let publish_at = publish_at.map_err(|text| note("publishAt", text));
        let (Some(state), Ok(title), Ok(pictures), Ok(publish_at)) =
            (state, title, pictures, publish_at)
        else {
            return Err(Problem::invalid(errors));
        };
        let draft = NewsDraft {
            type_id: NewsTypeId(self.type_id),
            title,
            body: self.body,
            state,
            publish_at,
            pinned: self.pinned,
        };
        Ok((draft, pictures))
    }
}

/// Keeps which pictures an article names.
async fn use_pictures(
    db: &mut PgConnection,
    id: NewsId,
    named: &BTreeSet<ContentPictureId>,
) -> Result<(), Problem> {
    if pictures::set_uses(db, PictureUser::News(id), named).await? {
        Ok(())
    } else {
        Err(super::pictures::unknown("body"))
    }
}

/// A type that there is not is the fault of the request.
fn without_type(error: StorageError) -> Problem {
    if error.is_dangling() {
        Problem::invalid_field("typeId", FieldText::NewsTypeUnknown)
    } else {
        error.into()
    }
}

/// Fields that differ.
fn changes(before: Option<&NewsRecord>, after: &NewsRecord) -> Changes {
    let old = before.map(|news| &news.draft);
    let pinned = |draft: &NewsDraft| if draft.pinned { "true" } else { "" };
    Changes::default()
        .field(
            "typeId",
            before.map_or("", |news| &news.type_name),
            &after.type_name,
        )
        .field(
            "title",
            old.map_or("", |draft| &draft.title),
            &after.draft.title,
        )
        .field(
            "body",
            old.map_or("", |draft| &draft.body),
            &after.draft.body,
        )
        .field(
            "state",
            old.map_or("", |draft| draft.state.as_str()),
            after.draft.state.as_str(),
        )
        .moment(
            "publishAt",
            old.and_then(|draft| draft.publish_at),
            after.draft.publish_at,
        )
        .field("pinned", old.map_or("", pinned), pinned(&after.draft))
}
