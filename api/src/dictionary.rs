//! The dictionary (字典): lists of words that forms offer, for everybody to choose from and for administrators to keep.

mod export;
mod import;
mod list;
mod put;
mod words;

use domain::dictionary::{DictionaryFault, DictionaryKind, DictionaryRefusal, EntryPart};
use domain::permission::Permission;
use serde::Serialize;
use storage::PgConnection;
use storage::db::dictionary::{self, DictionaryList, StoredEntry};
use storage::lifecycle::dictionary::{DictionaryDesk, DictionaryError};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::orders::codes;
use crate::problem::{FieldError, Problem};
use crate::router::{RouteAccess, Routes};

pub(crate) use words::DictionaryWord;

pub(crate) fn declare(routes: &mut Routes) {
    let manage = RouteAccess::Needs(Permission::ManageDictionary);
    routes.add(RouteAccess::Public, routes!(words::words));
    routes.add(manage, routes!(list::list, put::put));
    routes.add(manage, routes!(export::export));
    routes.add_with_limit(manage, import::BODY_LIMIT, routes!(import::import));
}

/// An entry of a list.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DictionaryEntry)]
#[serde(rename_all = "camelCase")]
struct EntryView {
    id: i64,
    /// Name that orders store.
    name: String,
    /// The same in English, or empty.
    name_en: String,
    /// Whether forms offer it.
    on: bool,
    /// How many orders have the word: while there are any it may be switched off, but neither removed nor renamed.
    orders: u64,
}

/// A list, in the order in which forms offer its entries.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DictionaryList)]
struct ListView {
    #[schema(value_type = codes::DictionaryKind)]
    kind: DictionaryKind,
    entries: Vec<EntryView>,
    /// Most characters of a name.
    longest: usize,
    /// Most entries.
    most: usize,
    /// What a change has to name.
    version: i64,
}

/// A list with what its words are used for.
async fn viewed(
    db: &mut PgConnection,
    kind: DictionaryKind,
    list: DictionaryList,
) -> Result<ListView, Problem> {
    let uses = dictionary::uses(db, kind).await?;
    let entries = list.entries.into_iter().map(|stored| {
        let StoredEntry { id, entry } = stored;
        EntryView {
            id,
            orders: uses.get(&entry.name).copied().unwrap_or_default(),
            name: entry.name,
            name_en: entry.name_en,
            on: entry.on,
        }
    });
    Ok(ListView {
        kind,
        entries: entries.collect(),
        longest: kind.longest(),
        most: kind.most(),
        version: list.version,
    })
}

fn desk<'a>(context: &'a Context, caller: &Caller, client: &'a Client) -> DictionaryDesk<'a> {
    DictionaryDesk {
        pool: &context.pool,
        by: caller.by(client),
        now: context.now(),
    }
}

impl From<DictionaryError> for Problem {
    fn from(error: DictionaryError) -> Self {
        let refusal = match error {
            DictionaryError::Storage(error) => return error.into(),
            DictionaryError::Refused(refusal) => refusal,
        };
        match (refusal.text(), refusal) {
            (Some(text), DictionaryRefusal::InUse(words)) => {
                let words = words.into_iter();
                let errors = words.map(|word| FieldError::new("entries", word.text()));
                Self::conflict(text).with_errors(errors.collect())
            }
            (Some(text), _) => Self::conflict(text),
            (None, DictionaryRefusal::Faulty(faults)) => {
                Self::invalid(faults.into_iter().map(fault_of).collect())
            }
            (None, _) => Self::internal(),
        }
    }
}

fn fault_of(DictionaryFault { entry, text }: DictionaryFault) -> FieldError {
    let Some((index, part)) = entry else {
        return FieldError::new("entries", text);
    };
    let part = match part {
        EntryPart::Name => "name",
        EntryPart::NameEn => "nameEn",
    };
    FieldError::new(format!("entries[{index}].{part}"), text)
}

#[cfg(test)]
mod tests;
