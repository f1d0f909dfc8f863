//! `POST /api/content/news-types`

use axum::extract::State;
use axum::http::StatusCode;
use domain::audit_log::{Publication, PublishingAction};
use domain::ids::NewsTypeId;
use storage::db::content::news_types;
use storage::db::handles;

use super::super::editing::{Changes, Editor};
use super::{NewsTypeName, NewsTypeView};
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};

/// Makes a type of news, the last in order.
#[utoipa::path(post, path = "/api/content/news-types", tag = "content", operation_id = "createNewsType",
    request_body = NewsTypeName,
    responses((status = 201, body = NewsTypeView), (status = 400, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn create(
    State(context): State<Context>,
    editor: Editor,
    Json(body): Json<NewsTypeName>,
) -> Result<(StatusCode, Json<NewsTypeView>), Problem> {
    let name = body.checked()?;
    let id = NewsTypeId::fresh();
    let mut tx = context.begin().await?;
    super::named(news_types::insert(&mut tx, id, name, context.now()).await?)?;
    let done = (Publication::NewsType, PublishingAction::Create);
    let changes = Changes::default().field("name", "", name);
    let subject = (&*id.to_string(), name);
    editor
        .record((&context, &mut tx), done, subject, &changes)
        .await?;
    handles::commit(tx).await?;
    let made = NewsTypeView {
        id: id.0,
        name: name.to_owned(),
        articles: 0,
    };
    Ok((StatusCode::CREATED, Json(made)))
}
