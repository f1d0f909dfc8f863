//! `GET /api/content/pages/{page}`

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::content::{ContentPage, KEPT_REVISIONS};
use serde::Serialize;
use storage::PgConnection;
use storage::db::content::pages::{self, Revision};
use utoipa::ToSchema;

use crate::context::Context;
use crate::guide::page_named;
use crate::json::{Json, Path};
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};

/// A page with what was saved of it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PageTextsView {
    #[schema(value_type = codes::ContentPage)]
    page: ContentPage,
    /// Markdown, in Chinese; null: the page's own text.
    #[schema(required)]
    zh: Option<String>,
    /// The same in English; null: as in Chinese.
    #[schema(required)]
    en: Option<String>,
    /// The last 20 that were saved, the one that holds first.
    revisions: Vec<PageRevision>,
}

/// When and by whom something was saved.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PageRevision {
    id: i64,
    /// Whether it was the page's own text that held from then on.
    own: bool,
    saved_at: DateTime<Utc>,
    saved_by: String,
}

impl From<&Revision> for PageRevision {
    fn from(revision: &Revision) -> Self {
        Self {
            id: revision.id,
            own: revision.texts.is_none(),
            saved_at: revision.saved,
            saved_by: revision.saved_by.clone(),
        }
    }
}

impl PageTextsView {
    /// What holds of a page now.
    pub(super) async fn read(db: &mut PgConnection, page: ContentPage) -> Result<Self, Problem> {
        let revisions = pages::revisions(db, page, KEPT_REVISIONS).await?;
        let texts = revisions.first().and_then(|held| held.texts.clone());
        let (zh, en) = texts.map_or((None, None), |texts| (Some(texts.zh), texts.en));
        Ok(Self {
            page,
            zh,
            en,
            revisions: revisions.iter().map(PageRevision::from).collect(),
        })
    }
}

/// What stands in place of a page's own text, and what did before.
#[utoipa::path(get, path = "/api/content/pages/{page}", tag = "content", operation_id = "getContentPage",
    params(("page" = codes::ContentPage, Path)),
    responses((status = 200, body = PageTextsView), (status = 404, body = ProblemBody)))]
pub(super) async fn page(
    State(context): State<Context>,
    Path(name): Path<String>,
) -> Result<Json<PageTextsView>, Problem> {
    let page = page_named(&name)?;
    let mut db = context.connection().await?;
    Ok(Json(PageTextsView::read(&mut db, page).await?))
}
