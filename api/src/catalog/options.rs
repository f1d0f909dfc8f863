//! Values that choices offer, remembered for a while: every search page asks for them.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

/// How long values are remembered.
const FRESH: TimeDelta = TimeDelta::minutes(5);
/// Most fields whose values are remembered.
const MOST: usize = 5000;

/// Nodes, and the key of a field: a moved node takes its values with it at once.
pub(super) type NodeField = (Vec<i64>, String);
/// Until when values are good.
type CachedValues = (DateTime<Utc>, Vec<String>);

/// Values of fields, cached by node and field.
#[derive(Debug, Default)]
pub struct Options(Mutex<HashMap<NodeField, CachedValues>>);

impl Options {
    pub(super) fn remembered(
        &self,
        node_field: &NodeField,
        now: DateTime<Utc>,
    ) -> Option<Vec<String>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (until, values) = known.get(node_field)?;
        (now < *until).then(|| values.clone())
    }

    pub(super) fn remember(&self, node_field: NodeField, now: DateTime<Utc>, values: Vec<String>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(node_field, (now + FRESH, values));
    }
}
