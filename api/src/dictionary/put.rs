//! `PUT /api/dictionary/{kind}`

use axum::extract::State;
use domain::dictionary::{DictionaryEntry, DictionaryKind};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{ListView, desk, viewed};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};

/// All fields of an entry that the form changes.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = DictionaryEntryDraft)]
#[serde(rename_all = "camelCase")]
pub(super) struct EntryForm {
    /// Null or left out: a new one.
    #[serde(default)]
    id: Option<i64>,
    name: String,
    /// Empty: people read the name in both languages.
    #[serde(default)]
    name_en: String,
    /// Whether forms offer it.
    on: bool,
}

/// A list as it is to be, by somebody who has read it.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ChangedDictionaryList)]
pub(super) struct ListForm {
    /// In the order in which forms offer them; what is left out goes.
    entries: Vec<EntryForm>,
    /// The `version` that the caller has read.
    version: i64,
}

/// Replaces a list. Words that orders have are neither removed nor renamed (`entry_in_use`, with so many orders of each in
/// `errors`), but may be switched off; the orders keep them either way.
#[utoipa::path(put, path = "/api/dictionary/{kind}", tag = "dictionary", operation_id = "putDictionaryList",
    params(("kind" = codes::DictionaryKind, Path)), request_body = ListForm,
    responses((status = 200, body = ListView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn put(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(kind): Path<DictionaryKind>,
    Json(form): Json<ListForm>,
) -> Result<Json<ListView>, Problem> {
    let entries = form.entries.into_iter();
    let draft = entries.map(|entry| {
        let EntryForm {
            id,
            name,
            name_en,
            on,
        } = entry;
        (id, DictionaryEntry::trimmed(&name, &name_en, on))
    });
    let desk = desk(&context, &caller, &client);
    let saved = desk.save((kind, form.version), draft.collect()).await?;
    let mut db = context.connection().await?;
    viewed(&mut db, kind, saved).await.map(Json)
}
