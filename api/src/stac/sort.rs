//! The sort extension.

use serde::Deserialize;
use storage::db::items::{Field, SortKey};
use texts::FieldText;

use super::cql::field;
use crate::problem::Problem;

const MAX_KEYS: usize = 8;

/// One key in a JSON body.
#[derive(Debug, Clone, Deserialize)]
pub struct SortBy {
    field: String,
    #[serde(default)]
    direction: Direction,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Direction {
    #[default]
    Asc,
    Desc,
}

/// Reads the query parameter: `-properties.datetime,id`.
pub fn read(text: &str) -> Vec<SortBy> {
    // A plus sign in an address is a blank.
    let words = text
        .split(',')
        .map(str::trim)
        .filter(|word| !word.is_empty());
    words
        .map(|word| match word.strip_prefix('-') {
            Some(word) => SortBy {
                field: word.to_owned(),
                direction: Direction::Desc,
            },
            None => SortBy {
                field: word.trim_start_matches('+').to_owned(),
                direction: Direction::Asc,
            },
        })
        .collect()
}

/// The order that was asked for; otherwise last taken first.
pub fn keys(sortby: &[SortBy]) -> Result<Vec<SortKey>, Problem> {
    let wrong = || Problem::invalid_field("sortby", FieldText::SortUnknown);
    if sortby.len() > MAX_KEYS {
        return Err(wrong());
    }
    if sortby.is_empty() {
        return Ok(vec![SortKey {
            field: Field::Datetime,
            descending: true,
        }]);
    }
    let key = |by: &SortBy| match field(&by.field) {
        Some(field @ Field::Other(_)) if !by.field.starts_with("properties.") => {
            drop(field);
            Err(wrong())
        }
        Some(field) => Ok(SortKey {
            field,
            descending: by.direction == Direction::Desc,
        }),
        None => Err(wrong()),
    };
    sortby.iter().map(key).collect()
}
