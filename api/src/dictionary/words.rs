//! `GET /api/dictionary`

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::dictionary::{DictionaryEntry, DictionaryKind};
use serde::Serialize;
use storage::db::dictionary;
use utoipa::ToSchema;

use crate::context::Context;
use crate::json::List;
use crate::orders::codes;
use crate::problem::Problem;
use crate::public_answer;

/// A word that forms offer, or have offered.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DictionaryWord {
    /// List that the word belongs to.
    #[schema(value_type = codes::DictionaryKind)]
    kind: DictionaryKind,
    /// Name that orders store.
    name: String,
    /// The same in English; empty: people read the name in both languages.
    name_en: String,
    /// Whether it is offered; others stand in older orders.
    on: bool,
}

impl DictionaryWord {
    pub(crate) fn new(kind: DictionaryKind, entry: DictionaryEntry) -> Self {
        Self {
            kind,
            name: entry.name,
            name_en: entry.name_en,
            on: entry.on,
        }
    }
}

/// The words of the form of an order, list by list, in the order in which they are offered. Words that are switched off are
/// there for older orders.
#[utoipa::path(get, path = "/api/dictionary", tag = "dictionary", operation_id = "getDictionary",
    responses((status = 200, body = List<DictionaryWord>), (status = 304)))]
pub(super) async fn words(
    State(context): State<Context>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let mut db = context.connection().await?;
    let mut words = Vec::new();
    for kind in DictionaryKind::ALL
        .into_iter()
        .filter(|it| it.is_of_forms())
    {
        let list = dictionary::list(&mut db, kind).await?;
        let entries = list.entries.into_iter().map(|stored| stored.entry);
        words.extend(entries.map(|entry| DictionaryWord::new(kind, entry)));
    }
    drop(db);
    public_answer::json(&headers, &List::whole(words))
}
