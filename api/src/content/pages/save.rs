//! `PUT /api/content/pages/{page}`

use axum::extract::State;
use domain::audit_log::PublishingAction;
use domain::content::checked_body;
use domain::text::is_blank;
use serde::Deserialize;
use storage::db::content::pages::{self, PageTexts};
use storage::db::handles;
use texts::ProblemText;
use utoipa::ToSchema;

use super::super::editing::Editor;
use super::view::PageTextsView;
use crate::context::Context;
use crate::guide::page_named;
use crate::json::{Json, Path};
use crate::orders::codes;
use crate::problem::{FieldError, Problem, ProblemBody};

/// What is to stand in place of a page's own text.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct PageTextsForm {
    /// Markdown, in Chinese.
    zh: String,
    /// The same in English; left out or empty: as in Chinese.
    en: Option<String>,
    /// The newest revision that was read, if there was one: who writes over what somebody else has changed is told.
    base: Option<i64>,
}

impl PageTextsForm {
    fn checked(self) -> Result<PageTexts, Problem> {
        let en = self.en.filter(|text| !is_blank(text));
        let mut errors = Vec::new();
        if let Err(text) = checked_body(&self.zh) {
            errors.push(FieldError::new("zh", text));
        }
        if let Some(Err(text)) = en.as_deref().map(checked_body) {
            errors.push(FieldError::new("en", text));
        }
        if !errors.is_empty() {
            return Err(Problem::invalid(errors));
        }
        Ok(PageTexts { zh: self.zh, en })
    }
}

/// Puts a text in place of a page's own.
#[utoipa::path(put, path = "/api/content/pages/{page}", tag = "content", operation_id = "saveContentPage",
    params(("page" = codes::ContentPage, Path)), request_body = PageTextsForm,
    responses((status = 200, body = PageTextsView), (status = 400, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn save(
    State(context): State<Context>,
    editor: Editor,
    Path(name): Path<String>,
    Json(form): Json<PageTextsForm>,
) -> Result<Json<PageTextsView>, Problem> {
    let page = page_named(&name)?;
    let base = form.base;
    let texts = form.checked()?;
    let mut tx = context.begin().await?;
    let before = pages::lock(&mut tx, page).await?;
    if before.as_ref().map(|held| held.id) != base {
        return Err(Problem::conflict(ProblemText::ContentChanged));
    }
    let done = (page, PublishingAction::Change);
    let turn = (before.as_ref(), Some(&texts));
    super::add_revision((&context, &mut tx), &editor, done, turn).await?;
    let saved = PageTextsView::read(&mut tx, page).await?;
    handles::commit(tx).await?;
    Ok(Json(saved))
}
