//! Announcements.

mod change;
mod create;
mod list;
mod remove;
mod reorder;

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use domain::calendar::checked_moment;
use domain::content::{AnnouncementLevel, checked_body, checked_title};
use domain::ids::{AnnouncementId, ContentPictureId};
use serde::{Deserialize, Serialize};
use storage::PgConnection;
use storage::db::content::announcements::{Announcement, AnnouncementDraft};
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
    routes.add(WRITTEN_BY, routes!(create::create, reorder::reorder));
    routes.add(WRITTEN_BY, routes!(change::change, remove::remove));
}

/// An announcement as those see it who write.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Announcement)]
#[serde(rename_all = "camelCase")]
struct AnnouncementView {
    id: Uuid,
    title: String,
    /// Markdown.
    body: String,
    #[schema(value_type = codes::AnnouncementLevel)]
    level: AnnouncementLevel,
    /// Time from which it is shown; null: no start was set.
    #[schema(required)]
    from: Option<DateTime<Utc>>,
    /// Until when; null: until it is removed.
    #[schema(required)]
    until: Option<DateTime<Utc>>,
    /// Whether it is shown now.
    current: bool,
    /// To be sent with a change.
    version: i32,
    changed_at: DateTime<Utc>,
    changed_by: String,
}

impl From<Announcement> for AnnouncementView {
    fn from(one: Announcement) -> Self {
        Self {
            id: one.id.0,
            title: one.draft.title,
            body: one.draft.body,
            level: one.draft.level,
            from: one.draft.from,
            until: one.draft.until,
            current: one.is_current,
            version: one.version,
            changed_at: one.changed,
            changed_by: one.changed_by,
        }
    }
}

/// What is written of an announcement.
#[derive(Debug, Deserialize, ToSchema)]
struct AnnouncementForm {
    /// 1 to 100 characters.
    #[schema(min_length = 1, max_length = 100)]
    title: String,
    /// Markdown, at most 256 KiB and 40 pictures.
    body: String,
    #[schema(value_type = codes::AnnouncementLevel)]
    level: String,
    /// From when on it is shown, in the years 1970 to 9999; left out: from now on.
    from: Option<DateTime<Utc>>,
    /// Until when, in the same years; left out: until it is removed.
    until: Option<DateTime<Utc>>,
}

impl AnnouncementForm {
    /// What is kept, and which pictures the text names.
    fn checked(
        self,
        now: DateTime<Utc>,
    ) -> Result<(AnnouncementDraft, BTreeSet<ContentPictureId>), Problem> {
        let mut errors = Vec::new();
        let mut note = |field: &'static str, text: FieldText| {
            errors.push(FieldError::new(field, text));
        };
        let level = AnnouncementLevel::parse(&self.level);
        if level.is_none() {
            note("level", FieldText::ContentChoiceWrong);
        }
        // The moment that stands for "from now on" is the database's; it is close enough to be compared with.
        let is_turned = self
            .until
            .is_some_and(|until| until <= self.from.unwrap_or(now));
        if is_turned {
            note("until", FieldText::TimesTurned);
        }
        let from = self.from.map(checked_moment).transpose();
        let from = from.map_err(|text| note("from", text));
        let until = self.until.map(checked_moment).transpose();
        let until = until.map_err(|text| note("until", text));
        let title = checked_title(&self.title).map_err(|text| note("title", text));
        let title = title.map(str::to_owned);
        let pictures = checked_body(&self.body).map_err(|text| note("body", text));
        let (Ok(from), Ok(until), false) = (from, until, is_turned) else {
            return Err(Problem::invalid(errors));
        };
        let (Some(level), Ok(title), Ok(pictures)) = (level, title, pictures) else {
            return Err(Problem::invalid(errors));
        };
        let draft = AnnouncementDraft {
            title,
            body: self.body,
            level,
            from,
            until,
        };
        Ok((draft, pictures))
    }
}

/// Keeps which pictures an announcement names.
async fn use_pictures(
    db: &mut PgConnection,
    id: AnnouncementId,
    named: &BTreeSet<ContentPictureId>,
) -> Result<(), Problem> {
    if pictures::set_uses(db, PictureUser::Announcement(id), named).await? {
        Ok(())
    } else {
        Err(super::pictures::unknown("body"))
    }
}

/// Fields that differ.
fn changes(before: Option<&AnnouncementDraft>, after: &AnnouncementDraft) -> Changes {
    Changes::default()
        .field("title", before.map_or("", |one| &one.title), &after.title)
        .field("body", before.map_or("", |one| &one.body), &after.body)
        .field(
            "level",
            before.map_or("", |one| one.level.as_str()),
            after.level.as_str(),
        )
        .moment("from", before.and_then(|one| one.from), after.from)
        .moment("until", before.and_then(|one| one.until), after.until)
}
