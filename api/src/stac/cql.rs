//! Filters: CQL2 (OGC 21-065r2) as JSON and as text, and the older query extension.

mod json;
mod query;
mod text;

use serde_json::Value as Json;
use storage::db::items::{Condition, Field, Kind, Value};
use texts::{FilterText, Message};

use super::interval;
use crate::geometry::area::Area;
use crate::problem::Problem;

/// Most parts of a filter.
const MAX_PARTS: usize = 500;
/// Longest list after `IN`.
const LONGEST_LIST: usize = 1000;

/// The field of that name; `None` for what cannot be compared.
pub fn field(name: &str) -> Option<Field> {
    let name = name.strip_prefix("properties.").unwrap_or(name);
    Some(match name {
        "id" => Field::Id,
        "collection" => Field::Collection,
        "datetime" => Field::Datetime,
        "created" => Field::Created,
        "updated" => Field::Updated,
        "title" => Field::Title,
        "platform" => Field::Platform,
        "instruments" => Field::Instruments,
        "eo:cloud_cover" => Field::CloudCover,
        "gsd" => Field::Gsd,
        "" | "geometry" | "bbox" | "assets" | "links" => return None,
        other => Field::Other(other.to_owned()),
    })
}

fn wrong(reason: impl Into<Message>) -> Problem {
    let reason = reason.into();
    Problem::invalid_field("filter", FilterText::FilterWrong { reason })
}

/// Gathers the conditions of one request and the shapes in them.
#[derive(Default)]
pub struct Conditions {
    parts: Vec<Condition>,
    shapes: Vec<Area>,
    left_out: usize,
}

impl Conditions {
    /// What must hold, and the shapes that [`Condition::Meets`] counts.
    pub fn finish(self) -> (Condition, Vec<Area>) {
        (Condition::All(self.parts), self.shapes)
    }

    /// The footprint meets this area.
    pub fn meets(&mut self, area: Area) {
        let condition = self.shape(area);
        self.parts.push(condition);
    }

    /// One of the items with these ids.
    pub fn ids(&mut self, ids: Vec<String>) {
        let ids = ids.into_iter().map(Value::Text).collect();
        let test = storage::db::items::Test::In(Field::Id, ids);
        self.parts.push(Condition::Test(test));
    }

    /// CQL2 as JSON.
    pub fn json(&mut self, filter: &Json) -> Result<(), Problem> {
        let condition = self.read_json(filter)?;
        self.parts.push(condition);
        Ok(())
    }

    /// CQL2 as text.
    pub fn text(&mut self, filter: &str) -> Result<(), Problem> {
        let filter = text::to_json(filter).map_err(wrong)?;
        self.json(&filter)
    }

    fn shape(&mut self, area: Area) -> Condition {
        let boxes = area.boxes().to_vec();
        self.shapes.push(area);
        Condition::Meets(self.shapes.len() - 1, boxes)
    }

    /// Counts a part.
    fn part(&mut self) -> Result<(), Problem> {
        self.left_out += 1;
        if self.left_out > MAX_PARTS {
            return Err(wrong(FilterText::TooManyParts));
        }
        Ok(())
    }
}

/// The value, as one that the field can be compared with.
fn fitting(field: &Field, value: Value) -> Result<Value, Problem> {
    let fits = match (field.kind(), &value) {
        (Kind::Any, _)
        | (Kind::Text, Value::Text(_))
        | (Kind::Number, Value::Number(_))
        | (Kind::Time, Value::Time(_)) => true,
        (Kind::Time, Value::Text(text)) => {
            return moment(text).map(Value::Time);
        }
        _ => false,
    };
    if fits {
        return Ok(value);
    }
    Err(wrong(FilterText::TypeMismatch))
}

/// A moment, or a day's beginning.
fn moment(text: &str) -> Result<chrono::DateTime<chrono::Utc>, Problem> {
    interval::moment(text)
        .or_else(|| interval::moment(&format!("{text}T00:00:00Z")))
        .ok_or_else(|| {
            wrong(FilterText::NotTime {
                text: text.to_owned(),
            })
        })
}

#[cfg(test)]
mod tests;
