//! Values that choices offer, remembered for a while: every search page asks for them.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use domain::field::Source;
use storage::db::catalogue::Tree;
use storage::db::field_lists;

use crate::context::Context;
use crate::problem::Problem;

/// How long values are remembered.
const FRESH: TimeDelta = TimeDelta::minutes(5);
/// Most fields whose values are remembered.
const MOST: usize = 5000;

/// A node, and the key of one of its fields.
type Asked = (i64, String);
/// Until when values are good.
type Remembered = (DateTime<Utc>, Vec<String>);

/// What is remembered.
#[derive(Debug, Default)]
pub struct Options(Mutex<HashMap<Asked, Remembered>>);

impl Options {
    fn remembered(&self, asked: &Asked, now: DateTime<Utc>) -> Option<Vec<String>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (until, values) = known.get(asked)?;
        (now < *until).then(|| values.clone())
    }

    fn remember(&self, asked: Asked, now: DateTime<Utc>, values: Vec<String>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(asked, (now + FRESH, values));
    }
}

/// Values of the field that scenes in the node and below it have.
pub async fn of(context: &Context, node: i64, key: &str) -> Result<Vec<String>, Problem> {
    let (asked, now) = ((node, key.to_owned()), context.now());
    if let Some(values) = context.options.remembered(&asked, now) {
        return Ok(values);
    }
    let Some(source) = Source::of(key) else {
        return Ok(Vec::new());
    };
    let mut db = context.connection().await?;
    let nodes = Tree::read(&mut db).await?.with_descendants(&[node]);
    let values = field_lists::options(&mut db, &nodes, &source).await?;
    context.options.remember(asked, now, values.clone());
    Ok(values)
}
