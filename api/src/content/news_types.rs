//! Types of news.

mod create;
mod list;
mod remove;
mod rename;
mod reorder;

use domain::content::{MAX_NEWS_TYPES, checked_type_name};
use serde::{Deserialize, Serialize};
use storage::db::content::news_types::{NamingOutcome, NewsType};
use texts::{FieldText, ProblemText};
use utoipa::ToSchema;
use utoipa_axum::routes;
use uuid::Uuid;

use super::{SEEN_BY, WRITTEN_BY};
use crate::problem::Problem;
use crate::router::Routes;

pub(super) fn declare(routes: &mut Routes) {
    routes.add(SEEN_BY, routes!(list::list));
    routes.add(WRITTEN_BY, routes!(create::create, reorder::reorder));
    routes.add(WRITTEN_BY, routes!(rename::rename, remove::remove));
}

/// A type of news with the number of its articles.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NewsType)]
struct NewsTypeView {
    id: Uuid,
    name: String,
    /// Articles of it, whatever their state.
    articles: i64,
}

impl From<NewsType> for NewsTypeView {
    fn from(one: NewsType) -> Self {
        Self {
            id: one.id.0,
            name: one.name,
            articles: one.articles,
        }
    }
}

/// What a type is to be called.
#[derive(Debug, Deserialize, ToSchema)]
struct NewsTypeName {
    /// 1 to 30 characters.
    #[schema(min_length = 1, max_length = 30)]
    name: String,
}

impl NewsTypeName {
    fn checked(&self) -> Result<&str, Problem> {
        checked_type_name(&self.name).map_err(|text| Problem::invalid_field("name", text))
    }
}

/// The name before, where it has the name now.
fn named(outcome: NamingOutcome) -> Result<String, Problem> {
    match outcome {
        NamingOutcome::Done(before) => Ok(before),
        NamingOutcome::NameTaken => {
            Err(Problem::invalid_field("name", FieldText::NewsTypeNameTaken))
        }
        NamingOutcome::Full => {
            let most = MAX_NEWS_TYPES;
            Err(Problem::conflict(ProblemText::TooManyNewsTypes { most }))
        }
        NamingOutcome::Unknown => Err(Problem::not_found()),
    }
}
